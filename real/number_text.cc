#include "real/number_text.h"

#include <charconv>

namespace kitchen::real {

std::string number_text(double value) {
  constexpr double kWholeMax = 1e15;  // below it, each whole number is written out
  if (value > -kWholeMax && value < kWholeMax) {
    const auto whole = static_cast<int64_t>(value);
    if (static_cast<double>(whole) == value) return std::to_string(whole);
  }
  char text[64];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  return {text, end};
}

std::string hash_text(uint64_t hash) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text(16, '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, hash >>= 4) {
    *digit = kDigits[hash & 15];
  }
  return text;
}

}  // namespace kitchen::real

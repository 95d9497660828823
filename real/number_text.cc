#include "real/number_text.h"

#include <charconv>
#include <cstdint>

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

}  // namespace kitchen::real

#pragma once

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

namespace kitchen::game {

/// Goes through a text from left to right. Numbers are written in one way only, so that one thing
/// has one text.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  static bool is_digit(char c) { return '0' <= c && c <= '9'; }
  static bool is_letter(char c) { return 'a' <= c && c <= 'z'; }

  bool at_end() const { return at_ == std::ssize(text_); }
  int32_t at() const { return at_; }
  /// '\0' at the end.
  char peek() const { return at_end() ? '\0' : text_[at_]; }
  void step() { ++at_; }

  /// Reads all digits that stand here. False where there are none, or the first of several is 0. Of
  /// a number with more than ten digits only the first ten are told: it is out of any range.
  bool number(int64_t& value) {
    constexpr int32_t kDigitsMax = 10;
    const int32_t start = at_;
    value = 0;
    while (is_digit(peek())) {
      if (at_ - start < kDigitsMax) {
        value = value * 10 + (peek() - '0');
      }
      ++at_;
    }
    const bool leading_zero = at_ - start > 1 && text_[start] == '0';
    return at_ > start && !leading_zero;
  }

 private:
  std::string_view text_;
  int32_t at_ = 0;
};

/// Writes a number, >= 0, as Scanner::number() reads it.
inline void append_number(std::string& text, int64_t value) {
  std::string digits;
  do {
    digits.push_back(static_cast<char>('0' + value % 10));
    value /= 10;
  } while (value > 0);
  text.append(digits.rbegin(), digits.rend());
}

}  // namespace kitchen::game

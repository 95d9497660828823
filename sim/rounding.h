#pragma once

#include <bit>
#include <cstdint>

#include "sim/check.h"

namespace kitchen::sim {

/// Greatest q with q * divisor <= dividend. `divisor` > 0. Unlike `/`, rounds down for negatives.
constexpr int64_t div_floor(int64_t dividend, int64_t divisor) {
  return dividend / divisor - (dividend % divisor < 0 ? 1 : 0);
}

/// Smallest q with q * divisor >= dividend. `divisor` > 0.
constexpr int64_t div_ceil(int64_t dividend, int64_t divisor) {
  return dividend / divisor + (dividend % divisor > 0 ? 1 : 0);
}

/// Division by a number that stays the same: a shift where it is a power of two, as it mostly is.
class Divisor {
 public:
  /// `value` > 0.
  constexpr explicit Divisor(int64_t value)
      : value_(value),
        shift_(std::has_single_bit(static_cast<uint64_t>(value))
                   ? std::countr_zero(static_cast<uint64_t>(value))
                   : -1) {}

  constexpr int64_t value() const { return value_; }

  /// Of a `dividend` >= 0.
  constexpr int64_t floor(int64_t dividend) const {
    return shift_ >= 0 ? dividend >> shift_ : dividend / value_;
  }
  constexpr int64_t ceil(int64_t dividend) const { return floor(dividend + value_ - 1); }
  constexpr int64_t rest(int64_t dividend) const {
    return shift_ >= 0 ? dividend & (value_ - 1) : dividend % value_;
  }

 private:
  int64_t value_;
  int32_t shift_;
};

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 Uint128;

/// Whether a * b is sure to be below 2^62. Both >= 0. Bit widths instead of an overflow builtin:
/// that one is a library call in wasm, and this stands in the innermost loop.
constexpr bool product_fits(int64_t a, int64_t b) {
  return std::bit_width(static_cast<uint64_t>(a)) + std::bit_width(static_cast<uint64_t>(b)) <= 62;
}

/// a * b, both >= 0; a product that may not fit stops the program.
constexpr int64_t mul_checked(int64_t a, int64_t b) {
  KITCHEN_CHECK(product_fits(a, b));
  return a * b;
}

/// sum + a * b, all >= 0; INT64_MAX where that is more. Adding in parts gives the same.
constexpr int64_t add_product_capped(int64_t sum, int64_t a, int64_t b) {
  if (product_fits(a, b) && sum < int64_t{1} << 62) {
    return sum + a * b;
  }
  const Int128 whole = static_cast<Int128>(a) * b + sum;
  return whole > INT64_MAX ? INT64_MAX : static_cast<int64_t>(whole);
}

/// floor(a * b / divisor) with a 128-bit product. All >= 0, `divisor` > 0; the result must fit.
constexpr int64_t mul_div_floor(int64_t a, int64_t b, int64_t divisor) {
  return static_cast<int64_t>(static_cast<Int128>(a) * b / divisor);
}

}  // namespace kitchen::sim

#include "sim/sampling.h"

#include "sim/check.h"
#include "sim/rounding.h"

namespace kitchen::sim {
namespace {

constexpr int kFractionBits = 32;
// ln 2 with 63 fraction bits.
constexpr uint64_t kLn2Q63 = 0x58b90bfbe8e7bcd6;

// log2(u) with 32 fraction bits, rounded down. u >= 1.
uint64_t log2_q32(uint64_t u) {
  const int leading_zeros = __builtin_clzll(u);
  uint64_t mantissa = u << leading_zeros;  // 1.0 <= mantissa / 2^63 < 2.0
  uint64_t result = static_cast<uint64_t>(63 - leading_zeros);
  for (int bit = 0; bit < kFractionBits; ++bit) {
    const Uint128 square = static_cast<Uint128>(mantissa) * mantissa;
    const bool at_least_two = (square >> 127) != 0;
    mantissa = static_cast<uint64_t>(square >> (at_least_two ? 64 : 63));
    result = (result << 1) | (at_least_two ? 1U : 0U);
  }
  return result;
}

}  // namespace

uint64_t neg_ln_q32(uint64_t u) {
  const uint64_t log2_of_2_64 = uint64_t{64} << kFractionBits;
  const uint64_t neg_log2 = log2_of_2_64 - log2_q32(u == 0 ? 1 : u);
  return static_cast<uint64_t>((static_cast<Uint128>(neg_log2) * kLn2Q63) >> 63);
}

uint64_t draw_exponential_q32(Prng& prng) { return neg_ln_q32(prng.next()); }

int64_t draw_uniform(Prng& prng, int64_t first, int64_t last) {
  KITCHEN_CHECK(first <= last);
  KITCHEN_CHECK(static_cast<uint64_t>(last) - static_cast<uint64_t>(first) < (uint64_t{1} << 32));
  const uint64_t width = static_cast<uint64_t>(last - first) + 1;
  const uint64_t offset = static_cast<uint64_t>((static_cast<Uint128>(prng.next()) * width) >> 64);
  return first + static_cast<int64_t>(offset);
}

}  // namespace kitchen::sim

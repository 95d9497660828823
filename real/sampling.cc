#include "real/sampling.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace kitchen::real {
namespace {

constexpr double kLn2 = 0.693147180559945309417;
constexpr double kSqrt2 = 1.41421356237309504880;
constexpr int kLastOddTerm = 21;
constexpr int kMantissaBits = 52;
constexpr int kExponentBias = 1023;

/// 2^k by its bits; -1022 <= k <= 1023.
double power_of_two(int64_t k) {
  return std::bit_cast<double>(static_cast<uint64_t>(k + kExponentBias) << kMantissaBits);
}

}  // namespace

double exponential(double x) {
  const double steps = x / kLn2;
  const int64_t k = static_cast<int64_t>(steps + (steps < 0 ? -0.5 : 0.5));
  const double rest = x - static_cast<double>(k) * kLn2;  // |rest| <= ln 2 / 2
  double sum = 1;
  constexpr int kTerms = 14;
  for (int term = kTerms; term >= 1; --term) sum = 1 + rest / term * sum;
  return sum * power_of_two(k);
}

double logarithm(double x) {
  const uint64_t bits = std::bit_cast<uint64_t>(x);
  int64_t exponent = static_cast<int64_t>(bits >> kMantissaBits) - kExponentBias;
  constexpr uint64_t kFraction = (uint64_t{1} << kMantissaBits) - 1;
  double mantissa = std::bit_cast<double>((bits & kFraction) | std::bit_cast<uint64_t>(1.0));
  if (mantissa > kSqrt2) {
    mantissa /= 2;
    ++exponent;
  }
  // ln m = 2 artanh((m - 1) / (m + 1)), and |that quotient| < 0.172.
  const double t = (mantissa - 1) / (mantissa + 1);
  const double t2 = t * t;
  double sum = 0;
  for (int odd = kLastOddTerm; odd >= 1; odd -= 2) sum = sum * t2 + 1.0 / odd;
  return static_cast<double>(exponent) * kLn2 + 2 * t * sum;
}

double draw_unit(sim::Prng& prng) {
  constexpr double kScale = 1.0 / 9007199254740992.0;  // 2^-53
  return (static_cast<double>(prng.next() >> 11) + 0.5) * kScale;
}

double draw_exponential(sim::Prng& prng) { return -logarithm(draw_unit(prng)); }

double draw_normal(sim::Prng& prng) {
  while (true) {
    const double x = 2 * draw_unit(prng) - 1;
    const double y = 2 * draw_unit(prng) - 1;
    const double s = x * x + y * y;
    if (s > 0 && s < 1) return x * std::sqrt(-2 * logarithm(s) / s);
  }
}

double draw_gamma(sim::Prng& prng, double shape) {
  if (shape < 1) {
    // A gamma of shape + 1, times u^(1/shape).
    const double larger = draw_gamma(prng, shape + 1);
    const double power = -draw_exponential(prng) / shape;
    return power < -700 ? 0 : larger * exponential(power);
  }
  const double d = shape - 1.0 / 3.0;
  const double c = 1 / std::sqrt(9 * d);
  while (true) {
    const double normal = draw_normal(prng);
    const double root = 1 + c * normal;
    if (root <= 0) continue;
    const double v = root * root * root;
    const double u = draw_unit(prng);
    if (logarithm(u) < normal * normal / 2 + d - d * v + d * logarithm(v)) return d * v;
  }
}

}  // namespace kitchen::real

#include "sim/sampling.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace kitchen::sim {
namespace {

constexpr long double kOne = 4294967296.0L;  // 2^32

long double exact_neg_ln(uint64_t u) {
  return 64 * std::log(2.0L) - std::log(static_cast<long double>(u));
}

/// What is asked of the logarithm: ends, powers of two and their neighbours, and a random sample.
std::vector<uint64_t> arguments() {
  std::vector<uint64_t> all = {1, 2, 3, ~uint64_t{0}, ~uint64_t{0} - 1};
  for (int bit = 2; bit < 64; ++bit) {
    for (uint64_t near : {-1, 0, 1}) all.push_back((uint64_t{1} << bit) + near);
  }
  Prng prng(1, 1);
  for (int i = 0; i < 200'000; ++i) all.push_back(prng.next() >> (i % 64));
  return all;
}

TEST(Sampling, NegLnIsWithin2eMinus9OfTheLogarithm) {
  long double worst = 0;
  for (uint64_t u : arguments()) {
    if (u == 0) continue;
    const long double error = static_cast<long double>(neg_ln_q32(u)) / kOne - exact_neg_ln(u);
    worst = std::max(worst, std::abs(error));
    ASSERT_LT(std::abs(error), 2e-9L) << u;
  }
  RecordProperty("worst_error", std::to_string(worst));
}

TEST(Sampling, NegLnNeverRises) {
  std::vector<uint64_t> all = arguments();
  std::sort(all.begin(), all.end());
  for (size_t i = 1; i < all.size(); ++i) ASSERT_LE(neg_ln_q32(all[i]), neg_ln_q32(all[i - 1]));
}

TEST(Sampling, NegLnOfZeroCountsAsOne) { EXPECT_EQ(neg_ln_q32(0), neg_ln_q32(1)); }

// A change here would re-roll every crowd: raise kRulesVersion with it.
TEST(Sampling, NegLnStaysWhatItIs) {
  EXPECT_EQ(neg_ln_q32(1), 190530846196U);
  EXPECT_EQ(neg_ln_q32(uint64_t{1} << 63), 2977044471U);
}

TEST(Sampling, ExponentialDrawsHaveMeanAndSpreadOne) {
  constexpr int kDraws = 1'000'000;
  Prng prng(7, 7);
  long double sum = 0;
  long double square_sum = 0;
  int beyond_mean = 0;
  for (int i = 0; i < kDraws; ++i) {
    const long double draw = static_cast<long double>(draw_exponential_q32(prng)) / kOne;
    sum += draw;
    square_sum += draw * draw;
    beyond_mean += draw > 1 ? 1 : 0;
  }
  const long double mean = sum / kDraws;
  // Three standard errors are 0.003 for the mean and 0.0085 for the variance.
  EXPECT_NEAR(static_cast<double>(mean), 1.0, 0.003);
  EXPECT_NEAR(static_cast<double>(square_sum / kDraws - mean * mean), 1.0, 0.0085);
  EXPECT_NEAR(beyond_mean / double{kDraws}, std::exp(-1.0), 0.0015);
}

TEST(Sampling, UniformReachesBothEndsAndNothingBeyond) {
  Prng prng(3, 3);
  std::array<int, 7> seen = {};
  for (int i = 0; i < 70'000; ++i) {
    const int64_t draw = draw_uniform(prng, -3, 3);
    ASSERT_GE(draw, -3);
    ASSERT_LE(draw, 3);
    ++seen[static_cast<size_t>(draw + 3)];
  }
  // Four standard deviations of a binomial with 70,000 draws at 1 in 7.
  for (int count : seen) EXPECT_NEAR(count, 10'000, 371);
}

TEST(Sampling, UniformOfOneValueCostsOneNumberOfTheStream) {
  Prng prng(5, 5);
  Prng other(5, 5);
  EXPECT_EQ(draw_uniform(prng, 42, 42), 42);
  other.next();
  EXPECT_EQ(prng.next(), other.next());
}

TEST(Sampling, UniformCoversTheWidestRange) {
  Prng prng(6, 6);
  int64_t least = INT64_MAX;
  int64_t most = INT64_MIN;
  for (int i = 0; i < 100'000; ++i) {
    const int64_t draw = draw_uniform(prng, 0, UINT32_MAX);
    least = std::min(least, draw);
    most = std::max(most, draw);
    ASSERT_GE(draw, 0);
    ASSERT_LE(draw, int64_t{UINT32_MAX});
  }
  EXPECT_LT(least, 1 << 20);
  EXPECT_GT(most, int64_t{UINT32_MAX} - (1 << 20));
}

TEST(SamplingDeathTest, UniformStopsAtAnEmptyRange) {
  Prng prng(1, 1);
  EXPECT_DEATH(static_cast<void>(draw_uniform(prng, 1, 0)), "");
}

}  // namespace
}  // namespace kitchen::sim

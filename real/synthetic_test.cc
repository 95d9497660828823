#include "real/synthetic.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "real/sampling.h"
#include "real/traffic_summary.h"

namespace kitchen::real {
namespace {

using ::testing::HasSubstr;

TEST(Sampling, ExponentialAndLogarithmAreTheLibrarys) {
  for (double x = -30; x < 30; x += 0.37) {
    EXPECT_NEAR(exponential(x) / std::exp(x), 1, 1e-12) << x;
    EXPECT_NEAR(logarithm(std::exp(x)), x, 3e-14) << x;
  }
  EXPECT_NEAR(logarithm(1), 0, 3e-14);
}

struct Moments {
  double mean = 0;
  double deviation = 0;
};

template <typename Draw>
Moments moments_of(Draw draw) {
  constexpr int kDraws = 100'000;
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double value = draw();
    sum += value;
    squares += value * value;
  }
  const double mean = sum / kDraws;
  return {mean, std::sqrt(squares / kDraws - mean * mean)};
}

TEST(Sampling, DrawsHaveTheirMeanAndDeviation) {
  sim::Prng prng(1, 2);
  const Moments normal = moments_of([&] { return draw_normal(prng); });
  EXPECT_NEAR(normal.mean, 0, 0.01);
  EXPECT_NEAR(normal.deviation, 1, 0.01);
  for (const double shape : {0.25, 0.5, 1.0, 4.0, 30.0}) {
    const Moments gamma = moments_of([&] { return draw_gamma(prng, shape); });
    EXPECT_NEAR(gamma.mean / shape, 1, 0.02) << shape;
    EXPECT_NEAR(gamma.deviation / std::sqrt(shape), 1, 0.02) << shape;
  }
}

TEST(Sampling, GammaOfShapeOneIsExponential) {
  sim::Prng prng(3, 4);
  int64_t above = 0;
  for (int i = 0; i < 100'000; ++i) above += draw_gamma(prng, 1) > 1 ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(above) / 100'000, std::exp(-1), 0.006);
}

/// Workload W: Poisson 20/s, lognormal lengths.
Synthetic workload_w(int64_t requests) {
  Synthetic synthetic;
  synthetic.arrivals.per_second = 20;
  synthetic.prompt = {Lengths::Kind::lognormal, 1, 6.9, 0.7};
  synthetic.output = {Lengths::Kind::lognormal, 1, 5.3, 0.8};
  synthetic.requests = requests;
  return synthetic;
}

TEST(Synthetic, HasTheRateAndLengthsAsked) {
  SyntheticSource source(workload_w(100'000));
  const TrafficSummary summary = summarise(source);
  EXPECT_EQ(summary.requests, 100'000);
  EXPECT_NEAR(static_cast<double>(summary.span_ps) * 1e-12, 5000, 50);
  EXPECT_NEAR(static_cast<double>(summary.prompt.sum) / 1e5, std::exp(6.9 + 0.245), 15);
  EXPECT_NEAR(static_cast<double>(summary.output.sum) / 1e5, std::exp(5.3 + 0.32), 4);
  EXPECT_NEAR(static_cast<double>(summary.prompt.p50), std::exp(6.9), 15);
}

TEST(Synthetic, TheSameSeedGivesTheSameBits) {
  SyntheticSource source(workload_w(1'000));
  uint64_t hash = 0;
  Request request;
  while (source.next(request)) {
    for (const int64_t value : {request.arrival_ps, request.prompt_tokens, request.output_tokens}) {
      hash = (hash ^ static_cast<uint64_t>(value)) * 0x100000001b3;
    }
  }
  // Every compiler and every processor must come to this one.
  EXPECT_EQ(hash, 17542711673642153497U);
}

TEST(Synthetic, AnotherRateDoesntRerollTheLengths) {
  Synthetic faster = workload_w(100);
  faster.arrivals.per_second = 40;
  SyntheticSource a(workload_w(100));
  SyntheticSource b(faster);
  Request of_a;
  Request of_b;
  while (a.next(of_a) && b.next(of_b)) {
    EXPECT_EQ(of_a.prompt_tokens, of_b.prompt_tokens);
    EXPECT_NEAR(static_cast<double>(of_a.arrival_ps), 2.0 * static_cast<double>(of_b.arrival_ps),
                1e3);
  }
}

TEST(Synthetic, GammaComesInBursts) {
  Synthetic bursty = workload_w(20'000);
  bursty.arrivals.kind = Arrivals::Kind::gamma;
  bursty.arrivals.burstiness = 4;
  SyntheticSource source(bursty);
  SyntheticSource poisson(workload_w(20'000));
  const TrafficSummary bursts = summarise(source);
  EXPECT_NEAR(static_cast<double>(bursts.span_ps) * 1e-12, 1000, 120) << "the rate is the same";
  EXPECT_GT(bursts.second_peak, 2 * summarise(poisson).second_peak);
}

TEST(Synthetic, DrawsPairsFromATrace) {
  Synthetic synthetic = workload_w(1'000);
  synthetic.drawn_from = {{10, 1}, {20, 2}};
  SyntheticSource source(synthetic);
  Request request;
  int64_t tens = 0;
  while (source.next(request)) {
    EXPECT_EQ(request.prompt_tokens, 10 * request.output_tokens);
    tens += request.prompt_tokens == 10 ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(tens), 500, 60);
}

TEST(Synthetic, AReservoirIsAFairSample) {
  Synthetic synthetic = workload_w(50'000);
  SyntheticSource source(synthetic);
  const auto pairs = sample_lengths(source, 5'000, 7);
  ASSERT_EQ(pairs.size(), 5'000);
  double sum = 0;
  for (const auto& [prompt, output] : pairs) sum += static_cast<double>(prompt);
  EXPECT_NEAR(sum / 5'000, std::exp(6.9 + 0.245), 60);
}

TEST(Synthetic, ClosedLoopClientsHaveNoArrivalsOfTheirOwn) {
  Synthetic synthetic = workload_w(3);
  synthetic.arrivals.kind = Arrivals::Kind::closed;
  synthetic.arrivals.clients = 2;
  SyntheticSource source(synthetic);
  Request request;
  while (source.next(request)) EXPECT_EQ(request.arrival_ps, 0);
}

TEST(Synthetic, WhatWouldHangOrNeverEndIsRefused) {
  const auto problem = [](auto change) {
    Synthetic synthetic = workload_w(10);
    change(synthetic);
    return synthetic_problem(synthetic);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  for (const double rate : {0.0, -1.0, nan, inf, 1e-9}) {
    EXPECT_THAT(problem([&](Synthetic& s) { s.arrivals.per_second = rate; }),
                HasSubstr("the rate is"));
  }
  EXPECT_THAT(problem([](Synthetic& s) { s.requests = 0; }), HasSubstr("requests is 0"));
  EXPECT_THAT(problem([](Synthetic& s) {
                s.arrivals.kind = Arrivals::Kind::closed;
                s.arrivals.clients = 0;
              }),
              HasSubstr("clients is 0"));
  EXPECT_THAT(problem([](Synthetic& s) {
                s.arrivals.kind = Arrivals::Kind::closed;
                s.arrivals.think_ps = -1;
              }),
              HasSubstr("think time"));
  EXPECT_THAT(problem([](Synthetic& s) {
                s.arrivals.kind = Arrivals::Kind::gamma;
                s.arrivals.burstiness = 0;
              }),
              HasSubstr("burstiness"));
  EXPECT_THAT(problem([](Synthetic& s) {
                s.output = {};
                s.output.tokens = 0;
              }),
              HasSubstr("output tokens are 0"));
  EXPECT_THAT(problem([&](Synthetic& s) { s.prompt.log_mean = nan; }), HasSubstr("prompt tokens"));
  EXPECT_EQ(problem([](Synthetic&) {}), "");
}

}  // namespace
}  // namespace kitchen::real

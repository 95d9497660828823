#include "real/arrival_clock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/time.h"

namespace kitchen::real {
namespace {

constexpr sim::TimePs kClockMs = sim::kPsPerMs;
constexpr sim::TimePs kClockSecond = sim::kPsPerSecond;

/// The requests of a clock: so many at each instant, and how long until the next.
ClockSummary summary_of(const std::vector<std::pair<int64_t, sim::TimePs>>& instants) {
  ArrivalClock clock;
  sim::TimePs now_ps = 0;
  for (const auto& [count, gap_ps] : instants) {
    for (int64_t i = 0; i < count; ++i) clock.add(now_ps);
    now_ps += gap_ps;
  }
  return clock.summary();
}

TEST(Clock, ALongStepThatRequestsShareIsCoarse) {
  // As in Mooncake's traces: 2.999 to 3.001 s, and one gap that is none of them.
  std::vector<std::pair<int64_t, sim::TimePs>> instants;
  for (int64_t i = 0; i < 60; ++i)
    instants.emplace_back(10, 3000 * kClockMs + (i % 3 - 1) * kClockMs);
  instants.emplace_back(1, 700 * kClockMs);
  instants.emplace_back(1, 6000 * kClockMs);
  instants.emplace_back(4, 0);
  const ClockSummary clock = summary_of(instants);
  EXPECT_EQ(clock.requests, 606);
  EXPECT_EQ(clock.instants, 63);
  EXPECT_EQ(clock.sharing, 604);
  EXPECT_EQ(clock.together, 10);
  EXPECT_EQ(clock.step_ps, 3 * kClockSecond);
  EXPECT_TRUE(clock.is_coarse());
}

TEST(Clock, BurstsAtTimesOfTheirOwnAreNot) {
  std::vector<std::pair<int64_t, sim::TimePs>> instants;
  for (int64_t i = 0; i < 100; ++i)
    instants.emplace_back(10, (1000 + 37 * i * i % 1009) * kClockMs);
  const ClockSummary clock = summary_of(instants);
  EXPECT_EQ(clock.sharing, 1000);
  EXPECT_EQ(clock.step_ps, 0);
  EXPECT_FALSE(clock.is_coarse());
}

TEST(Clock, StepsThatAreShortForItsTrafficAreNot) {
  using Instants = std::vector<std::pair<int64_t, sim::TimePs>>;
  EXPECT_FALSE(summary_of(Instants(100, {1, kClockSecond})).is_coarse()) << "a steady client";
  EXPECT_FALSE(summary_of(Instants(100, {20, 9 * kClockMs})).is_coarse()) << "below a decode step";
  EXPECT_TRUE(summary_of(Instants(100, {20, 10 * kClockMs})).is_coarse());
  Instants sparse;
  for (int64_t i = 0; i < 100; ++i) sparse.emplace_back(1 + i % 2, (1 + i % 3) * kClockSecond);
  const ClockSummary clock = summary_of(sparse);
  EXPECT_EQ(clock.step_ps, kClockSecond);
  EXPECT_FALSE(clock.is_coarse()) << "a second is not long where a request comes in every 1.3 s";
}

TEST(Clock, FewRequestsAndOneInstantSayNothing) {
  using Instants = std::vector<std::pair<int64_t, sim::TimePs>>;
  EXPECT_FALSE(summary_of({}).is_coarse());
  EXPECT_FALSE(summary_of({{1, 0}}).is_coarse());
  EXPECT_FALSE(summary_of({{1000, 0}}).is_coarse()) << "sent at once on purpose";
  EXPECT_FALSE(summary_of(Instants(3, {2, 3 * kClockSecond})).is_coarse());
  EXPECT_TRUE(summary_of(Instants(4, {2, 3 * kClockSecond})).is_coarse());
}

TEST(Spread, IsRisingWithinItsWidthAndTheSameForASeed) {
  ArrivalSpread spread(7);
  const std::vector<sim::TimePs> first = spread.draw(1000, 3 * kClockSecond);
  const std::vector<sim::TimePs> second = spread.draw(1000, 3 * kClockSecond);
  EXPECT_TRUE(std::ranges::is_sorted(first));
  EXPECT_GE(first.front(), 0);
  EXPECT_LT(first.back(), 3 * kClockSecond);
  EXPECT_NE(first, second);
  EXPECT_EQ(ArrivalSpread(7).draw(1000, 3 * kClockSecond), first);
  EXPECT_NE(ArrivalSpread(8).draw(1000, 3 * kClockSecond), first);
  EXPECT_THAT(ArrivalSpread(7).draw(3, 1), ::testing::Each(0));
}

TEST(Spread, IsUniform) {
  const std::vector<sim::TimePs> times = ArrivalSpread(1).draw(100'000, 3 * kClockSecond);
  for (int64_t part = 0; part < 10; ++part) {
    const auto in_part = [&](sim::TimePs time) { return time / (300 * kClockMs) == part; };
    // Six standard deviations of a binomial.
    EXPECT_NEAR(static_cast<double>(std::ranges::count_if(times, in_part)), 10'000, 570);
  }
}

}  // namespace
}  // namespace kitchen::real

#include "real/time_histogram.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

namespace kitchen::real {
namespace {

MilliPercent percent(int64_t value) { return value * kMilliPerPercent; }

/// By sorting, nearest rank.
sim::TimePs exact_percentile(std::vector<sim::TimePs> values, MilliPercent part) {
  std::ranges::sort(values);
  const int64_t rank = (std::ssize(values) * part + kAllMilliPercent - 1) / kAllMilliPercent;
  return values[static_cast<uint64_t>(rank - 1)];
}

TEST(TimeHistogram, OfNothingIsZero) {
  const TimeHistogram none;
  EXPECT_EQ(none.count(), 0);
  EXPECT_EQ(none.min(), 0);
  EXPECT_EQ(none.max(), 0);
  EXPECT_EQ(none.mean(), 0);
  EXPECT_EQ(none.percentile(percent(50)), 0);
  EXPECT_TRUE(none.buckets().empty());
}

TEST(TimeHistogram, SmallValuesAreExact) {
  TimeHistogram histogram;
  for (int64_t value = 1; value <= 1000; ++value) histogram.add(value);
  EXPECT_EQ(histogram.percentile(percent(50)), 500);
  EXPECT_EQ(histogram.percentile(percent(95)), 950);
  EXPECT_EQ(histogram.percentile(99'900), 999);
  EXPECT_EQ(histogram.percentile(1), 1);
  EXPECT_EQ(histogram.percentile(kAllMilliPercent), 1000);
  EXPECT_EQ(histogram.mean(), 500) << "500.5 rounded down";
}

TEST(TimeHistogram, WhatIsMissingIsLaterThanAll) {
  TimeHistogram histogram;
  histogram.add(7, 90);
  EXPECT_EQ(histogram.percentile(percent(90), 10), 7);
  EXPECT_EQ(histogram.percentile(percent(91), 10), sim::kNever);
  EXPECT_EQ(TimeHistogram().percentile(percent(50), 1), sim::kNever);
}

TEST(TimeHistogram, TheLongestTimeFits) {
  TimeHistogram histogram;
  histogram.add(INT64_MAX, 1000);
  EXPECT_EQ(histogram.percentile(percent(50)), INT64_MAX);
  EXPECT_EQ(histogram.mean(), INT64_MAX);
  ASSERT_EQ(histogram.buckets().size(), 1U);
  EXPECT_EQ(histogram.buckets().front().last, INT64_MAX);
}

TEST(TimeHistogram, BucketsHoldEachValueAndAreNarrow) {
  TimeHistogram histogram;
  std::vector<sim::TimePs> values;
  for (int32_t bit = 0; bit < 62; ++bit) {
    for (const int64_t step : {-1, 0, 1}) values.push_back((int64_t{1} << bit) + step);
  }
  std::ranges::sort(values);
  for (const sim::TimePs value : values) histogram.add(value);
  auto value = values.begin();
  int64_t end = -1;
  for (const TimeHistogram::Bucket& bucket : histogram.buckets()) {
    EXPECT_GT(bucket.first, end);
    end = bucket.last;
    EXPECT_LE(bucket.last - bucket.first, bucket.first / 512);
    for (int64_t i = 0; i < bucket.count; ++i, ++value) {
      EXPECT_GE(*value, bucket.first);
      EXPECT_LE(*value, bucket.last);
    }
  }
  EXPECT_EQ(value, values.end());
}

RC_GTEST_PROP(TimeHistogram, PercentilesAreThoseOfSorting, ()) {
  // Over all sizes: as many from each power of two.
  const auto bits = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::pair<int64_t, int32_t>>>(
      rc::gen::pair(rc::gen::inRange<int64_t>(0, INT64_MAX), rc::gen::inRange<int32_t>(1, 63))));
  TimeHistogram histogram;
  std::vector<sim::TimePs> values;
  sim::Int128 sum = 0;
  for (const auto& [value, shift] : bits) {
    values.push_back(value >> shift);
    histogram.add(value >> shift);
    sum += value >> shift;
  }
  for (const MilliPercent part : {1, 50'000, 90'000, 95'000, 99'000, 99'999, 100'000}) {
    const sim::TimePs exact = exact_percentile(values, part);
    const sim::TimePs found = histogram.percentile(part);
    RC_ASSERT(std::abs(found - exact) <= exact / 1024);
  }
  RC_ASSERT(histogram.sum() == sum);
  RC_ASSERT(histogram.min() == std::ranges::min(values));
  RC_ASSERT(histogram.max() == std::ranges::max(values));
}

RC_GTEST_PROP(TimeHistogram, ARunIsItsStepsOneByOne, ()) {
  const auto first = *rc::gen::inRange<int64_t>(0, int64_t{1} << *rc::gen::inRange(1, 45));
  const auto growth = *rc::gen::inRange<int64_t>(0, int64_t{1} << *rc::gen::inRange(1, 35));
  const auto steps = *rc::gen::inRange<int64_t>(0, 2000);
  const auto count = *rc::gen::inRange<int64_t>(0, 300);
  TimeHistogram run;
  run.add(12'345);
  TimeHistogram single = run;
  run.add_run(first, growth, steps, count);
  for (int64_t step = 0; step < steps; ++step) single.add(first + step * growth, count);
  RC_ASSERT(run.count() == single.count());
  RC_ASSERT(run.sum() == single.sum());
  RC_ASSERT(run.min() == single.min());
  RC_ASSERT(run.max() == single.max());
  const auto of_run = run.buckets();
  const auto of_single = single.buckets();
  RC_ASSERT(of_run.size() == of_single.size());
  for (uint64_t i = 0; i < of_run.size(); ++i) {
    RC_ASSERT(of_run[i].first == of_single[i].first);
    RC_ASSERT(of_run[i].count == of_single[i].count);
  }
}

TEST(TimeHistogram, TwoAddUpToOne) {
  TimeHistogram a;
  TimeHistogram b;
  TimeHistogram both;
  for (int64_t value = 1; value < 1'000'000; value *= 3) {
    (value % 2 == 0 ? a : b).add(value * 7, value);
    both.add(value * 7, value);
  }
  a.add(5);
  both.add(5);
  a.add_all(b);
  EXPECT_EQ(a.count(), both.count());
  EXPECT_EQ(a.sum(), both.sum());
  EXPECT_EQ(a.min(), both.min());
  EXPECT_EQ(a.max(), both.max());
  for (const MilliPercent part : {percent(10), percent(50), percent(99)}) {
    EXPECT_EQ(a.percentile(part), both.percentile(part));
  }
}

}  // namespace
}  // namespace kitchen::real

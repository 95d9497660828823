#include "real/run_series.h"

#include <gtest/gtest.h>

namespace kitchen::real {
namespace {

constexpr sim::TimePs kStretch = sim::TimePs{1} << 30;

TEST(LevelSeries, IsTheMeanOfEachStretch) {
  LevelSeries series;
  series.add(0, kStretch / 2, 4);
  series.add(kStretch / 2, kStretch, 8);  // half of it in the next one
  ASSERT_EQ(series.points(), 2);
  EXPECT_EQ(series.mean(0), 6);
  EXPECT_EQ(series.mean(1), 4);
}

TEST(LevelSeries, ReplicasAddUpInAnyOrder) {
  LevelSeries series;
  series.add(3 * kStretch, kStretch, 5);
  series.add(0, 4 * kStretch, 2);
  EXPECT_EQ(series.mean(0), 2);
  EXPECT_EQ(series.mean(3), 7);
}

TEST(LevelSeries, LongRunsKeepTheirMeanInTheSameMemory) {
  LevelSeries series;
  for (int64_t i = 0; i < 5000; ++i) series.add(i * kStretch, kStretch, i % 2 == 0 ? 10 : 20);
  EXPECT_EQ(series.stretch_ps(), 8 * kStretch);
  EXPECT_EQ(series.points(), 625);
  for (int64_t point = 0; point < series.points(); ++point) EXPECT_EQ(series.mean(point), 15);
  series.add(int64_t{1} << 61, 1, 1);
  EXPECT_LE(series.points(), LevelSeries::kPointsMax);
}

TEST(LevelSeries, TheMeanOfATimeCountsWhatWasEmpty) {
  LevelSeries series;
  series.add(kStretch, 2 * kStretch, 6);
  EXPECT_EQ(series.mean(0, 4 * kStretch), 3);
  EXPECT_EQ(series.mean(kStretch, 3 * kStretch), 6);
  EXPECT_EQ(series.mean(0, 40 * kStretch), 0.3);
  EXPECT_EQ(series.mean(5, 7), 0) << "no whole stretch";
}

}  // namespace
}  // namespace kitchen::real

#include "sim/prefix_cache.h"

#include <gtest/gtest.h>

#include <vector>

namespace kitchen::sim {
namespace {

TEST(PrefixCache, HitsEndAtTheFirstThatIsMissing) {
  PrefixCache cache;
  cache.add(7);
  cache.add(9);
  EXPECT_EQ(cache.hits(std::vector<int64_t>{7, 8, 9}), 1);
  EXPECT_EQ(cache.hits(std::vector<int64_t>{9, 7}), 2);
  EXPECT_EQ(cache.hits(std::vector<int64_t>{}), 0);
  EXPECT_EQ(cache.find(8), -1);
}

TEST(PrefixCache, WhatWasLetGoFirstIsEvictedFirst) {
  PrefixCache cache;
  const int32_t a = cache.add(1);
  const int32_t b = cache.add(2);
  const int32_t c = cache.add(3);
  for (const int32_t entry : {b, a, c}) cache.let_go(entry);
  EXPECT_EQ(cache.unheld(), 3);
  cache.hold(b);  // taken over meanwhile, and let go again
  cache.let_go(b);
  cache.evict();
  EXPECT_EQ(cache.find(1), -1);
  cache.evict();
  EXPECT_EQ(cache.find(3), -1);
  EXPECT_EQ(cache.find(2), b);
  EXPECT_EQ(cache.unheld(), 1);
}

TEST(PrefixCache, WhatTwoHoldIsHeldUntilBothLetGo) {
  PrefixCache cache;
  const int32_t entry = cache.add(5);
  cache.hold(entry);
  cache.let_go(entry);
  EXPECT_EQ(cache.held(), 1);
  EXPECT_EQ(cache.unheld_among(std::vector<int64_t>{5, 5}), 0);
  cache.let_go(entry);
  EXPECT_EQ(cache.held(), 0);
  EXPECT_EQ(cache.unheld_among(std::vector<int64_t>{5, 5}), 1) << "an id that repeats is one block";
}

// Ids that fall on one another's places: nothing is lost as others are evicted.
TEST(PrefixCache, FindsAllAfterManyEvictions) {
  PrefixCache cache;
  for (int64_t id = 0; id < 5'000; ++id) {
    cache.let_go(cache.add(id * 4096));
    if (id >= 700) {
      cache.evict();
      ASSERT_EQ(cache.find((id - 700) * 4096), -1);
    }
    ASSERT_GE(cache.find(id * 4096), 0);
    ASSERT_GE(cache.find((id - id % 700) * 4096), 0);
  }
  EXPECT_EQ(cache.unheld(), 700);
}

}  // namespace
}  // namespace kitchen::sim

#include "game/shift.h"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "sim/kitchen.h"

namespace kitchen::game {
namespace {

TEST(Shift, NumbersAreTheirPlaces) {
  ASSERT_EQ(shifts().size(), 3U);
  for (size_t i = 0; i < shifts().size(); ++i) {
    EXPECT_EQ(shifts()[i].lesson, static_cast<int32_t>(i) + 1);
    EXPECT_EQ(find_shift(shifts()[i].lesson), &shifts()[i]);
  }
  for (int32_t number : {INT32_MIN, -1, 0, 4, INT32_MAX}) EXPECT_EQ(find_shift(number), nullptr);
}

TEST(Shift, TextKeysAreTheirOwn) {
  std::set<std::string> keys;
  for (const Shift& shift : shifts()) keys.insert(shift.text_key);
  EXPECT_EQ(keys.size(), shifts().size());
}

TEST(Shift, EachShowsTheLeversOfTheOneBeforeAndNewOnes) {
  for (size_t i = 1; i < shifts().size(); ++i) {
    for (Lever lever : shifts()[i - 1].levers) EXPECT_TRUE(shows(shifts()[i], lever)) << i;
    EXPECT_GT(shifts()[i].levers.size(), shifts()[i - 1].levers.size());
  }
  EXPECT_TRUE(shows(shifts()[0], Lever::slots));
  EXPECT_FALSE(shows(shifts()[0], Lever::batching));
  EXPECT_TRUE(shows(shifts()[1], Lever::batching));
  EXPECT_FALSE(shows(shifts()[1], Lever::kv_cache));
  EXPECT_TRUE(shows(shifts()[2], Lever::kv_cache));
  EXPECT_TRUE(shows(shifts()[2], Lever::weight_bits));
}

TEST(Shift, WhatCannotBeSetIsTheSameInDefaultsAndReference) {
  for (const Shift& shift : shifts()) {
    EXPECT_EQ(sim::validate(shift.costs), sim::InputError::ok);
    for (const Lever lever : kLevers) {
      EXPECT_TRUE(lever_range(lever).contains(lever_value(shift.defaults, lever)));
      EXPECT_TRUE(lever_range(lever).contains(lever_value(shift.reference, lever)));
      if (shows(shift, lever)) continue;
      EXPECT_EQ(lever_value(shift.defaults, lever), lever_value(shift.reference, lever))
          << shift.lesson;
    }
  }
}

TEST(Shift, RoomyMemoryHoldsTheLongestOrdersOnEveryStove) {
  for (const Shift& shift : shifts()) {
    if (shows(shift, Lever::kv_cache)) continue;
    int64_t longest = 0;
    for (const OrderKind& kind : shift.crowd.kinds) {
      longest = std::max<int64_t>(longest, kind.prompt_tokens_max + kind.output_tokens_max);
    }
    EXPECT_LE(kStovesMax * longest, sim::kv_capacity_tokens(shift.costs, 16)) << shift.lesson;
  }
}

}  // namespace
}  // namespace kitchen::game

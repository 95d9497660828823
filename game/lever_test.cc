#include "game/lever.h"

#include <gtest/gtest.h>

#include "sim/kitchen.h"

namespace kitchen::game {
namespace {

TEST(Lever, RangesHoldExactlyWhatThePlayerMaySet) {
  EXPECT_FALSE(lever_range(Lever::slots).contains(0));
  EXPECT_TRUE(lever_range(Lever::slots).contains(1));
  EXPECT_TRUE(lever_range(Lever::slots).contains(64));
  EXPECT_FALSE(lever_range(Lever::slots).contains(65));
  for (Lever lever : {Lever::batching, Lever::kv_cache}) {
    EXPECT_FALSE(lever_range(lever).contains(-1));
    EXPECT_TRUE(lever_range(lever).contains(0));
    EXPECT_TRUE(lever_range(lever).contains(1));
    EXPECT_FALSE(lever_range(lever).contains(2));
  }
  for (int32_t bits = 0; bits <= 32; ++bits) {
    EXPECT_EQ(lever_range(Lever::weight_bits).contains(bits), bits == 8 || bits == 16) << bits;
  }
}

TEST(Lever, EveryValueOfARangeIsOneTheEngineTakes) {
  for (Lever lever : kLevers) {
    const LeverRange range = lever_range(lever);
    for (int32_t value = range.first; value <= range.last; value += range.step) {
      EXPECT_EQ(sim::validate_setting(lever, value), sim::InputError::ok) << value;
    }
  }
}

TEST(Lever, WhatIsSetIsReadBackAndNothingElseMoves) {
  for (Lever lever : kLevers) {
    for (int32_t value : {lever_range(lever).first, lever_range(lever).last}) {
      sim::Settings settings;
      set_lever(settings, lever, value);
      EXPECT_EQ(lever_value(settings, lever), value);
      for (Lever other : kLevers) {
        if (other == lever) continue;
        EXPECT_EQ(lever_value(settings, other), lever_value(sim::Settings{}, other));
      }
    }
  }
}

}  // namespace
}  // namespace kitchen::game

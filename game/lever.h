#pragma once

#include <array>
#include <cstdint>

#include "sim/state.h"

namespace kitchen::game {

/// Levers are the engine's settings; a player's slots end where the kitchen has no more stoves.
using Lever = sim::Setting;
inline constexpr int32_t kLeverCount = sim::kSettingCount;
/// Every lever, in the order in which they are listed.
inline constexpr std::array<Lever, kLeverCount> kLevers = {Lever::slots, Lever::batching,
                                                           Lever::kv_cache, Lever::weight_bits};
inline constexpr int32_t kStovesMax = 64;

/// The values a lever can take: first, first + step, … last.
struct LeverRange {
  int32_t first = 0;
  int32_t last = 0;
  int32_t step = 1;

  bool contains(int32_t value) const {
    return first <= value && value <= last && (value - first) % step == 0;
  }
};

LeverRange lever_range(Lever lever);
int32_t lever_value(const sim::Settings& settings, Lever lever);
void set_lever(sim::Settings& settings, Lever lever, int32_t value);

}  // namespace kitchen::game

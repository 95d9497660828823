#pragma once

#include "game/shift.h"

namespace kitchen::game {

/// Whether a shift with a drawn crowd teaches its lesson and can be won (docs/rules.md, "The daily
/// shift"). If so its reference and par are set, found as those of the lessons are: the fewest
/// slots that do it.
bool prove_daily(Shift& shift);

/// True for the fixed settings that the lesson leads to. All others must fail, and of these with
/// continuous batching some must pass.
bool is_lesson_learned(int32_t lesson, const sim::Settings& settings);

/// Over how many neighbouring slot counts a lesson's solution must pass at least.
int32_t daily_width_min(int32_t lesson);

/// A share of the orders that the reference serves at least: more than is needed to pass, so that
/// a moment's hesitation loses no shift.
inline constexpr int32_t kDailyServedPercent = 92;
/// Switching from the defaults to the reference passes at any second up to this one.
inline constexpr int32_t kDailySwitchSeconds = 6;
/// By then the defaults have lost at least so many orders: the player has to see it.
inline constexpr int32_t kDailyLosingByMs = 15'000;
inline constexpr int32_t kDailyLosingOrders = 3;

}  // namespace kitchen::game

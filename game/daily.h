#pragma once

#include <cstdint>
#include <memory>

#include "game/shift.h"

namespace kitchen::game {

/// The daily shift: one for each day in UTC, the same for everyone. docs/rules.md says what each
/// has proved before anyone sees it.
inline constexpr int32_t kDailyFirst = 1;
inline constexpr int32_t kDailyLast = 100'000;
/// Number 1 is 2026-01-01; this is when it begins, in ms since 1970-01-01 UTC.
inline constexpr int64_t kDailyFirstUtcMs = 1'767'225'600'000;
inline constexpr int64_t kMsPerDay = 86'400'000;

/// The number of the day that a time falls on; below kDailyFirst for one before the first day.
int64_t daily_number(int64_t utc_ms);

/// Which lesson a day teaches, 1…3. Each of three days in turn (1 to 3, 4 to 6, …) teaches another
/// one, in an order drawn anew each time.
int32_t daily_lesson(int32_t number);

/// A day's shift with its orders, its reference solution and its par. `number` is
/// kDailyFirst…kDailyLast. nullptr where none of kDailyAttempts crowds proves what a daily shift
/// must: one draw in ten is refused, so none is expected, but the caller has to say so.
std::shared_ptr<const Shift> daily_shift(int32_t number);

inline constexpr int32_t kDailyAttempts = 64;

}  // namespace kitchen::game

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "game/shift.h"
#include "game/shift_key.h"

namespace kitchen::cli {

/// The shift of a key, or today's for "daily". Throws UserError.
std::shared_ptr<const game::Shift> read_shift(std::string_view text);

/// Why a key names no shift, in one line.
std::string shift_problem(const game::ShiftResult& result, std::string_view key);

/// The shift's title in English.
std::string shift_title(const game::Shift& shift);

/// The key of the daily shift on the UTC day of a time, in ms since 1970-01-01 UTC.
std::string daily_key(int64_t utc_ms);

}  // namespace kitchen::cli

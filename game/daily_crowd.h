#pragma once

#include "game/shift.h"
#include "sim/prng.h"

namespace kitchen::game {

/// A lesson's shift with another crowd, its orders drawn and its defaults set; whether it teaches
/// the lesson is for prove_daily() to see. Rates, shape over the minute, lengths and patience are
/// drawn within bounds in which that is likely.
Shift draw_daily(int32_t lesson, sim::Prng prng);

}  // namespace kitchen::game

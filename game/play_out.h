#pragma once

#include <cstdint>

#include "game/run.h"
#include "sim/kitchen.h"

namespace kitchen::game {

/// Notes a command in a kitchen; it must be one that a run of the shift takes.
void note(sim::Kitchen& kitchen, const Command& command);

/// Lets a kitchen run from `from_ms` to the end of the shift, but no further than it is open
/// whether `served_needed` of its orders can still be served; says whether they were. Where the
/// answer is no, the kitchen stands wherever that was seen.
bool play_out(sim::Kitchen& kitchen, int32_t from_ms, int32_t served_needed);

}  // namespace kitchen::game

#pragma once

#include <cstdint>
#include <vector>

#include "game/run.h"
#include "sim/kitchen.h"

namespace kitchen::game {

/// Notes a command in a kitchen; it must be one that a run of the shift takes.
void note(sim::Kitchen& kitchen, const Command& command);

/// A shift's kitchen before it opens, with these commands noted, which a run of the shift takes.
sim::Kitchen kitchen_with(const Shift& shift, const std::vector<Command>& commands);

/// Lets a kitchen run from `from_ms` to the end of the shift, but no further than it is open
/// whether `served_needed` of its orders can still be served; says whether they were. Where the
/// answer is no, the kitchen stands wherever that was seen.
bool play_out(sim::Kitchen& kitchen, int32_t from_ms, int32_t served_needed);

/// Whether `served_needed` orders are served with some number of slots from start to end, all
/// other levers by these commands.
bool some_slots_serve(const Shift& shift, const std::vector<Command>& commands,
                      int32_t served_needed);

/// Most requests in a step so far: running_peak, and the step under way, which isn't in it yet.
int32_t running_most(const sim::KitchenState& state);

}  // namespace kitchen::game

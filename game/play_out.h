#pragma once

#include <cstdint>

#include "sim/kitchen.h"

namespace kitchen::game {

/// Lets a kitchen run from `from_ms` to the end of the shift, but no further than it is open
/// whether `served_needed` of its orders can still be served; says whether they were. Where the
/// answer is no, the kitchen stands wherever that was seen.
bool play_out(sim::Kitchen& kitchen, int32_t from_ms, int32_t served_needed);

}  // namespace kitchen::game

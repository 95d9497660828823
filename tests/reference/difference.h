#pragma once

#include <string>

#include "sim/kitchen.h"
#include "sim/state.h"
#include "tests/reference/stepwise.h"

namespace kitchen::reference {

/// The first field in which two states differ, with both values: "requests[3].slot: 1, 2". Empty
/// where they are equal.
std::string first_difference(const sim::KitchenState& a, const sim::KitchenState& b);

/// As above for everything that can be asked of both: state, hash, next boundary, the step under
/// way, memory. The engine's value stands first.
std::string first_difference(const sim::Kitchen& engine, const Stepwise& stepwise);

}  // namespace kitchen::reference

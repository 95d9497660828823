#pragma once

#include <string>

#include "sim/kitchen.h"

namespace kitchen::reference {

/// Checks the laws of docs/INVARIANTS.md that hold at every step boundary. Gives the law that is
/// broken with its numbers, or an empty text. `kitchen` has opened.
std::string broken_law(const sim::Kitchen& kitchen);

/// The laws that hold once nothing is left to happen.
std::string broken_end_law(const sim::Kitchen& kitchen);

}  // namespace kitchen::reference

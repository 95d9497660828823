#pragma once

#include <atomic>

#include "real/hardware_file.h"
#include "real/sweep.h"

namespace kitchen::real {

/// Thrown out of a point that was under way when `stop` was set.
class SweepStopped {};

/// Runs one point. What can't be deployed, doesn't fit or has a prompt that doesn't is an outcome
/// that says so; what is wrong with the traffic itself is wrong for each point and throws
/// InputError.
PointOutcome run_point(const Scenario& scenario, const Hardware& hardware,
                       const std::atomic<bool>& stop);

}  // namespace kitchen::real

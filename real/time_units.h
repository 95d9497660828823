#pragma once

#include "sim/time.h"

namespace kitchen::real {

// Times as people read them; the engine counts whole picoseconds.

constexpr double ms_of(sim::TimePs ps) {
  return static_cast<double>(ps) / static_cast<double>(sim::kPsPerMs);
}

/// Wide, for a sum over replicas.
constexpr double seconds_of(sim::Int128 ps) {
  return static_cast<double>(ps) / static_cast<double>(sim::kPsPerSecond);
}

constexpr double hours_of(sim::TimePs ps) { return seconds_of(ps) / 3600; }

/// Rounded down to whole picoseconds; >= 0 and below 106 days.
constexpr sim::TimePs ps_of_ms(double ms) {
  return static_cast<sim::TimePs>(ms * static_cast<double>(sim::kPsPerMs));
}

constexpr sim::TimePs ps_of_seconds(double seconds) {
  return static_cast<sim::TimePs>(seconds * static_cast<double>(sim::kPsPerSecond));
}

}  // namespace kitchen::real

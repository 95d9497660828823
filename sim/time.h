#pragma once

#include <cstdint>

namespace kitchen::sim {

/// A point in simulated time or a span of it, in picoseconds. 2^63 ps are 106 days; the finest
/// cost coefficient (one KV entry read on a fast GPU) is a few thousand ps, so nothing rounds away.
using TimePs = int64_t;

inline constexpr TimePs kPsPerNs = 1'000;
inline constexpr TimePs kPsPerUs = 1'000 * kPsPerNs;
inline constexpr TimePs kPsPerMs = 1'000 * kPsPerUs;
inline constexpr TimePs kPsPerSecond = 1'000 * kPsPerMs;

/// Later than anything that happens.
inline constexpr TimePs kNever = INT64_MAX;

}  // namespace kitchen::sim

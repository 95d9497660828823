#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "sim/time.h"

namespace kitchen::real {

/// A point in time of any clock, exact: traces count from 1970, from a machine's start or from 0.
struct Moment {
  int64_t seconds = 0;
  sim::TimePs rest_ps = 0;  ///< 0…10^12 - 1
};

/// `later - earlier`; nullopt where it doesn't fit into 106 days either way.
std::optional<sim::TimePs> difference_ps(const Moment& later, const Moment& earlier);

/// Reads a number of seconds >= 0 such as "12", "1.25" or "1.5e-3". Digits beyond picoseconds are
/// dropped. nullopt where it is none (NaN, infinity) or past the year 30,000.
std::optional<Moment> read_seconds(std::string_view text);

/// Reads "2023-11-16 18:15:46.6805900", with a T instead of the space and a Z or +00:00 at the end
/// where there are such. nullopt where it is none.
std::optional<Moment> read_timestamp(std::string_view text);

/// `seconds` >= 0 and finite, below 10^12.
Moment moment_of_seconds(double seconds);

}  // namespace kitchen::real

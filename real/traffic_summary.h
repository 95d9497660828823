#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "real/requests.h"

namespace kitchen::real {

/// How the lengths of prompts or outputs are spread, exact.
struct LengthSummary {
  int64_t sum = 0;
  int64_t least = 0;
  int64_t p50 = 0;
  int64_t p90 = 0;
  int64_t p95 = 0;
  int64_t p99 = 0;
  int64_t most = 0;
};

struct TrafficSummary {
  int64_t requests = 0;
  sim::TimePs span_ps = 0;  ///< from the first to the last arrival
  LengthSummary prompt;
  LengthSummary output;
  int64_t second_peak =
      0;  ///< most requests that came in within one second, counted from the first
  int64_t minute_peak = 0;  ///< the same within one minute
  int64_t prefix_blocks = 0;
  /// Blocks that an unlimited prefix cache would have had: those before the first that is new.
  int64_t prefix_blocks_hit = 0;
};

/// Reads the source to its end. What is kept grows with the longest prompt and with the number of
/// different prefix blocks, not with the requests.
TrafficSummary summarise(RequestSource& source);

}  // namespace kitchen::real

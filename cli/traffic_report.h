#pragma once

#include <string>
#include <vector>

#include "cli/text.h"
#include "real/arrival_clock.h"
#include "real/traffic_summary.h"

namespace kitchen::cli {

/// A trace as it was asked for.
struct TrafficReport {
  std::string file;
  std::string format;
  real::TrafficSummary summary;
  real::ClockSummary clock;   ///< of the file's own timestamps
  sim::TimePs spread_ps = 0;  ///< 0: arrivals were not spread
  std::vector<std::string> warnings;
};

/// What is in a trace, for people and for programs.
std::string traffic_text(const TrafficReport& report, const Style& style);
std::string traffic_json(const TrafficReport& report);

}  // namespace kitchen::cli

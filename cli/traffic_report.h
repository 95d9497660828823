#pragma once

#include <string>

#include "cli/text.h"
#include "real/traffic_summary.h"

namespace kitchen::cli {

/// What is in a trace, for people and for programs.
std::string traffic_text(const std::string& file, const std::string& format,
                         const real::TrafficSummary& summary, const Style& style);
std::string traffic_json(const std::string& file, const std::string& format,
                         const real::TrafficSummary& summary);

}  // namespace kitchen::cli

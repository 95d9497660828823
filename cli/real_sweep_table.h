#pragma once

#include <string>
#include <vector>

#include "cli/text.h"
#include "real/sweep.h"

namespace kitchen::cli {

/// A sweep's results: a table of the figures that matter most; all of them as CSV or JSON.
std::string sweep_results_text(const std::vector<real::SweepRecord>& records, const Style& style);
std::string sweep_results_csv(const std::vector<real::SweepRecord>& records);
std::string sweep_results_json(const std::vector<real::SweepRecord>& records);

}  // namespace kitchen::cli

#pragma once

#include <string>
#include <vector>

#include "cli/text.h"
#include "real/report.h"

namespace kitchen::cli {

/// A run as it is reported: what was run, on what, and how it went.
struct ServingReport {
  real::RunSetup setup;
  real::RunOutcome outcome;
  std::string traffic;                ///< its title
  std::vector<std::string> warnings;  ///< of the traffic and of the run
};

/// "llama-3.1-8b on 2 x h100, vLLM 0.19"
std::string serving_report_title(const ServingReport& report);
std::string serving_report_text(const ServingReport& report, const Style& style);
std::string serving_report_json(const ServingReport& report);
/// A header and a row. The columns are always the same.
std::string serving_report_csv(const ServingReport& report);

}  // namespace kitchen::cli

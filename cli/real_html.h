#pragma once

#include <optional>
#include <string>
#include <vector>

#include "real/plan.h"
#include "real/sweep.h"

namespace kitchen::cli {

/// Throws UserError where a page is asked for and the program was built without what draws it.
void check_html_option(const std::optional<std::string>& html);

/// Pages that stand by themselves; `text` is the report as a terminal shows it.

/// Latency against load, and what candidates cost against how full their targets are.
std::string plan_html(const real::Plan& plan, const std::string& text);

/// The main figures against an axis of numbers, with a line for each combination of the others.
std::string sweep_html(const std::vector<real::SweepRecord>& records, const std::string& text);

}  // namespace kitchen::cli

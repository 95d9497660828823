#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/scenario_options.h"
#include "cli/user_error.h"

namespace kitchen::cli {

/// What was typed after `llm-kitchen plan`.
struct PlanArguments {
  ScenarioOptions scenario;
  std::vector<std::string> vary;
  std::vector<std::string> prices;
  std::optional<std::string> seeds;
  std::optional<std::string> error;
  std::optional<std::string> threads;
  std::optional<std::string> html;
  bool json = false;
  bool csv = false;
};

void add_plan_command(CLI::App& app, PlanArguments& arguments);

/// Looks for the cheapest configuration that meets the targets and prints it; no_plan where none
/// does, which prints what comes closest and why. Throws UserError or real::InputError. After
/// Ctrl-C the program ends by the signal, without a result.
ExitCode run_plan_command(const PlanArguments& arguments);

}  // namespace kitchen::cli

#pragma once

#include <optional>
#include <string>

#include "cli/scenario_options.h"

namespace kitchen::cli {

/// What was typed after `llm-kitchen run`.
struct RunArguments {
  ScenarioOptions scenario;
  std::optional<std::string> html;
  std::optional<std::string> perfetto;
  std::optional<std::string> exported;
  bool json = false;
  bool csv = false;
};

void add_run_command(CLI::App& app, RunArguments& arguments);

/// Serves the scenario's traffic and prints the report; files are written before it. Throws
/// UserError or real::InputError; then no file was touched.
void run_run_command(const RunArguments& arguments);

}  // namespace kitchen::cli

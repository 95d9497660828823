#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/scenario_options.h"

namespace kitchen::cli {

/// What was typed after `llm-kitchen calibrate`.
struct CalibrateArguments {
  ScenarioOptions scenario;
  std::vector<std::string> files;
  std::optional<std::string> out;
  std::optional<std::string> name;
  bool json = false;
};

void add_calibrate_command(CLI::App& app, CalibrateArguments& arguments);

/// Fits the engine's preset to benchmark results, prints what was found and writes it as a hardware
/// file. Throws UserError or real::InputError; then no file was touched.
void run_calibrate_command(const CalibrateArguments& arguments);

}  // namespace kitchen::cli

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/scenario_options.h"

namespace kitchen::cli {

/// What was typed after `llm-kitchen sweep`.
struct SweepArguments {
  ScenarioOptions scenario;
  std::vector<std::string> vary;
  std::optional<std::string> results;
  std::optional<std::string> html;
  std::optional<std::string> shard;
  std::optional<std::string> threads;
  bool resume = false;
  bool json = false;
  bool csv = false;
};

void add_sweep_command(CLI::App& app, SweepArguments& arguments);

/// Runs every point of the grid and prints them as a table. Throws UserError or real::InputError.
/// After Ctrl-C what is done is kept, and the program ends by the signal.
void run_sweep_command(const SweepArguments& arguments);

/// What was typed after `llm-kitchen merge`.
struct MergeArguments {
  std::vector<std::string> files;
  std::optional<std::string> results;
  std::optional<std::string> html;
  bool partial = false;
  bool json = false;
  bool csv = false;
};

void add_merge_command(CLI::App& app, MergeArguments& arguments);

/// Puts the results of a sweep's shards together. Throws UserError or real::InputError.
void run_merge_command(const MergeArguments& arguments);

/// The axes of a scenario's file, replaced and added to by --vary. Throws UserError where an option
/// sets what varies.
std::vector<real::ScenarioAxis> axes_of(const real::ScenarioFile& file,
                                        const std::vector<std::string>& vary,
                                        const std::vector<std::string>& given);

/// --threads as typed, or one for each processor. Throws UserError.
int64_t threads_of(const std::optional<std::string>& text);

}  // namespace kitchen::cli

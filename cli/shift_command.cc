#include "cli/shift_command.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "cli/io.h"
#include "cli/levers.h"
#include "cli/run_log.h"
#include "cli/run_report.h"
#include "cli/shift_names.h"
#include "cli/sweep_report.h"
#include "cli/user_error.h"
#include "sim/check.h"

namespace kitchen::cli {
namespace {

using game::Command;
using game::Lever;
using game::Shift;

/// A lever's option with what was typed for it.
struct FixedLever {
  Lever lever;
  const std::optional<std::string>* text;
};

std::vector<FixedLever> fixed_levers(const ShiftArguments& arguments) {
  return {{Lever::slots, &arguments.slots},
          {Lever::batching, &arguments.batching},
          {Lever::kv_cache, &arguments.kv_cache},
          {Lever::weight_bits, &arguments.weight_bits}};
}

/// The first option that says how to play one shift, "" where none does.
std::string first_play_option(const ShiftArguments& arguments) {
  for (const FixedLever& fixed : fixed_levers(arguments)) {
    if (fixed.text->has_value()) return fmt::format("--{}", lever_name(fixed.lever));
  }
  if (!arguments.at.empty()) return "--at";
  return arguments.log ? "--log" : "";
}

void check_combination(const ShiftArguments& arguments) {
  if (arguments.csv && arguments.json) throw UserError("choose one of --csv and --json");
  if (arguments.csv && !arguments.all) {
    throw UserError("--csv goes with --all; one shift is printed as text or --json");
  }
  if (arguments.json && arguments.log == "-") {
    throw UserError("--log - and --json would both print; give --log a file");
  }
  const std::string option = first_play_option(arguments);
  if (option.empty()) return;
  if (arguments.all) {
    throw UserError(fmt::format("--all plays every fixed setting; {} goes without it", option));
  }
  if (!arguments.key) {
    throw UserError(
        fmt::format("{} needs a shift, such as: llm-kitchen shift 1 {} ...", option, option));
  }
}

std::vector<Command> scripted_commands(const Shift& shift, const std::vector<std::string>& texts) {
  std::vector<Command> commands;
  for (const std::string& text : texts) commands.push_back(read_scripted_command(shift, text));
  // In order of time; at the same time, as typed.
  std::ranges::stable_sort(commands, {}, &Command::at_ms);
  return commands;
}

game::Run play(const Shift& shift, const ShiftArguments& arguments) {
  game::Run run(shift);
  for (const FixedLever& fixed : fixed_levers(arguments)) {
    if (!fixed.text->has_value()) continue;
    const std::string& text = **fixed.text;
    const std::string given = fmt::format("--{} {}", lever_name(fixed.lever), shown(text));
    check_lever_shown(shift, fixed.lever, given);
    const int32_t value = read_lever_value(fixed.lever, text, given);
    KITCHEN_CHECK(run.set(fixed.lever, value) == game::RunError::ok);
  }
  for (const Command& command : scripted_commands(shift, arguments.at)) {
    const game::RunError error = run.give(command);
    if (error == game::RunError::too_many_commands) {
      throw UserError(fmt::format("--at is given {} times; a run can have at most {} changes",
                                  arguments.at.size(), game::kCommandsMax));
    }
    KITCHEN_CHECK(error == game::RunError::ok);
  }
  run.advance_to_ms(game::kShiftMs);
  return run;
}

void play_shift(const Shift& shift, const ShiftArguments& arguments) {
  const game::Run run = play(shift, arguments);
  if (arguments.log == "-") {
    write_output(write_run_log(run));
    return;
  }
  std::vector<FileContents> files;
  if (arguments.log) files.push_back({*arguments.log, write_run_log(run)});
  const RunReport report = make_run_report(run);
  write_files(files, arguments.json
                         ? run_report_json(report)
                         : run_report_text(report, Style{is_colour_terminal(STDOUT_FILENO)}));
}

void sweep_shifts(const ShiftArguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<SweepReport> reports;
  uint64_t settings = 0;
  const auto add = [&](const Shift& shift) {
    reports.push_back(make_sweep_report(shift));
    settings += reports.back().outcomes.size();
  };
  if (arguments.key) {
    add(*read_shift(*arguments.key));
  } else {
    for (const Shift& shift : game::shifts()) add(shift);
  }
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;

  std::string text;
  if (arguments.csv) {
    text = sweep_csv(reports);
  } else if (arguments.json) {
    text = sweep_json(reports);
  } else {
    text = sweep_text(reports, Style{is_colour_terminal(STDOUT_FILENO)});
  }
  write_output(text);
  // Never in the data: that is the same in every run.
  if (is_terminal(STDERR_FILENO)) {
    write_error(fmt::format("{} shifts of {} s played in {:.0f} ms", settings,
                            game::kShiftMs / 1000, took.count()));
  }
}

}  // namespace

void run_shift_command(const ShiftArguments& arguments) {
  check_combination(arguments);
  if (arguments.all) {
    sweep_shifts(arguments);
  } else if (arguments.key) {
    play_shift(*read_shift(*arguments.key), arguments);
  } else {
    write_output(arguments.json ? shift_list_json()
                                : shift_list_text(Style{is_colour_terminal(STDOUT_FILENO)}));
  }
}

}  // namespace kitchen::cli

#include "cli/real_commands.h"

#include <fmt/core.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <vector>

#include "cli/explain_report.h"
#include "cli/io.h"
#include "cli/options.h"
#include "cli/real_calibrate.h"
#include "cli/real_plan.h"
#include "cli/real_run.h"
#include "cli/real_sweep.h"
#include "cli/scenario_options.h"
#include "cli/text.h"
#include "cli/traffic_report.h"
#include "cli/user_error.h"
#include "cli/validation_report.h"
#include "real/hardware_file.h"
#include "real/input_error.h"
#include "real/number_text.h"
#include "real/run.h"
#include "real/time_units.h"
#include "real/trace.h"
#include "real/validation.h"
#include "sim/kitchen.h"
#include "sim/state.h"

namespace kitchen::cli {
namespace {

using Text = std::optional<std::string>;

constexpr char kExplainFooter[] =
    "Examples:\n"
    "  llm-kitchen explain --model llama-3.1-8b --gpu h100 --batch 64 --context 1000\n"
    "  llm-kitchen explain --model ./config.json --gpu b200 --tp 4 --weights fp8\n\n"
    "Exit codes: 0 done; 2 bad input, or the model doesn't fit.";
constexpr char kTraceFooter[] =
    "Formats: azure, burstgpt and plain (arrival_s,prompt_tokens,output_tokens) as\n"
    "CSV, mooncake as JSONL, the results of vllm's and guidellm's benchmarks as JSON;\n"
    "gzipped or not. docs/real/traces.md describes them.\n\n"
    "Exit codes: 0 done; 2 bad input.";
constexpr char kValidateFooter[] =
    "Without --data only what is built in is compared. DIR holds the public\n"
    "measurements, as named in docs/real/validation.md.\n\n"
    "Exit codes: 0 done; 2 bad input.";

struct ExplainArguments {
  Text model;
  Text gpu;
  Text engine;
  Text tensor_parallel;
  Text weights;
  Text activations;
  Text kv;
  Text batch;
  Text context;
  Text prefill;
  Text kv_blocks;
  Text hardware;
  bool json = false;
};

struct TraceArguments {
  Text file;
  Text format;
  Text benchmark;
  Text from;
  Text until;
  Text scale;
  Text spread;
  bool strict = false;
  bool json = false;
};

struct ValidateArguments {
  Text data;
  bool json = false;
};

void add_explain(CLI::App& app, ExplainArguments& arguments) {
  CLI::App* command = add_command(
      app, "explain", "One step and the KV cache of a deployment, term by term", kExplainFooter);
  add_text(command, "--model", arguments.model, "NAME|FILE", "A model, or its config.json");
  add_text(command, "--gpu", arguments.gpu, "NAME", "A GPU");
  add_text(command, "--engine", arguments.engine, "NAME", "An engine's preset [vllm-0.19]");
  add_text(command, "--tp", arguments.tensor_parallel, "N", "GPUs that share the model [1]");
  add_text(command, "--weights", arguments.weights, "bf16|fp8|int8|int4",
           "Weights; else as the checkpoint has them");
  add_text(command, "--activations", arguments.activations, "bf16|fp8",
           "What is computed in; else fp8 where weights and GPU are");
  add_text(command, "--kv", arguments.kv, "bf16|fp8|int8", "KV cache [bf16]");
  add_text(command, "--batch", arguments.batch, "N", "Requests that decode in the step [1]");
  add_text(command, "--context", arguments.context, "N", "Tokens in the cache of each [1024]");
  add_text(command, "--prefill", arguments.prefill, "N",
           "Prompt tokens that the step computes as well [0]");
  add_text(command, "--kv-blocks", arguments.kv_blocks, "N",
           "The engine's own count of KV cache blocks, from its log");
  add_text(command, "--hardware", arguments.hardware, "FILE", "Further GPUs and engines, as TOML");
  command->add_flag("--json", arguments.json, "Print JSON");
}

void add_trace(CLI::App& app, TraceArguments& arguments) {
  CLI::App* command = add_command(
      app, "trace", "What is in a file of requests: how many, how long, how fast", kTraceFooter);
  add_text(command, "file", arguments.file, "FILE", "The trace; '-' is standard input");
  add_text(command, "--format", arguments.format, "NAME", "Its format; else it is told from it");
  add_text(command, "--benchmark", arguments.benchmark, "N",
           "Which benchmark of a guidellm or vllm file, from 1");
  add_text(command, "--from", arguments.from, "SECONDS", "Leave out what comes before");
  add_text(command, "--until", arguments.until, "SECONDS", "Leave out what comes then or later");
  add_text(command, "--rate-scale", arguments.scale, "FACTOR",
           "The same requests so many times as fast");
  add_text(command, "--spread-arrivals-s", arguments.spread, "SECONDS",
           "Spread requests that share a timestamp over so long, at random");
  command->add_flag("--strict", arguments.strict,
                    "Refuse timestamps that go back, and a last line without an end");
  command->add_flag("--json", arguments.json, "Print JSON");
}

void add_validate(CLI::App& app, ValidateArguments& arguments) {
  CLI::App* command = add_command(
      app, "validate", "How far the costs are from measurements, table by table", kValidateFooter);
  add_text(command, "--data", arguments.data, "DIR", "The folder with the measurements");
  command->add_flag("--json", arguments.json, "Print JSON");
}

int64_t read_whole(const char* option, const Text& text, int64_t first, int64_t last,
                   int64_t fallback) {
  if (!text) return fallback;
  int64_t value = 0;
  if (!read_integer(*text, value) || value < first || value > last) {
    throw UserError(fmt::format("{} {}: it must be a whole number from {} to {}", option,
                                shown(*text), first, last));
  }
  return value;
}

double read_number(const char* option, const Text& text, double first, double last,
                   double fallback) {
  if (!text) return fallback;
  double value = 0;
  // A NaN is in no range.
  if (!real::read_number(*text, value) || !(value >= first && value <= last)) {
    throw UserError(
        fmt::format("{} {}: it must be a number from {} to {}", option, shown(*text), first, last));
  }
  return value;
}

const std::string& needed(const char* command, const char* option, const Text& text) {
  if (!text) throw UserError(fmt::format("{} needs {}", command, option));
  return *text;
}

real::Scenario explained_scenario(const ExplainArguments& arguments) {
  needed("explain", "--model NAME", arguments.model);
  needed("explain", "--gpu NAME", arguments.gpu);
  real::Scenario scenario;
  const auto set = [&](const char* key, const Text& value) {
    if (value) set_by_option(scenario, key, *value);
  };
  set("model", arguments.model);
  set("gpu", arguments.gpu);
  set("engine", arguments.engine);
  set("hardware", arguments.hardware);
  set("tp", arguments.tensor_parallel);
  set("weights", arguments.weights);
  set("activations", arguments.activations);
  set("kv", arguments.kv);
  set("kv_blocks", arguments.kv_blocks);
  return scenario;
}

void run_explain(const ExplainArguments& arguments) {
  const real::Scenario scenario = explained_scenario(arguments);
  real::Hardware hardware;
  if (!scenario.hardware.empty()) hardware.add_file(scenario.hardware);
  ExplainRequest request;
  request.deployment = real::deployment_of(scenario, hardware);
  request.kv_blocks = scenario.kv_blocks;
  const int64_t context_max = request.deployment.model.context_tokens_max;
  request.batch = read_whole("--batch", arguments.batch, 0, sim::kSlotsMax, 1);
  request.context = read_whole("--context", arguments.context, 0, context_max,
                               std::min<int64_t>(1024, context_max));
  request.prefill = read_whole("--prefill", arguments.prefill, 0, context_max, 0);
  if (request.batch == 0 && request.prefill == 0) {
    throw UserError("--batch 0: the step has nothing to do; give --prefill as well");
  }
  const Explanation explanation = explain(request, hardware.gpus());
  const Style style{is_colour_terminal(STDOUT_FILENO)};
  write_output(arguments.json ? explanation_json(explanation)
                              : explanation_text(explanation, style));
}

real::TraceOptions read_trace_options(const TraceArguments& arguments) {
  real::TraceOptions options;
  if (arguments.format) {
    const std::vector<std::string> names = real::format_names();
    options.format = real::find_format(*arguments.format);
    if (!options.format) {
      throw UserError(fmt::format("--format {}: it must be {}{}", shown(*arguments.format),
                                  join(names, " or "), did_you_mean(*arguments.format, names)));
    }
  }
  options.benchmark = read_whole("--benchmark", arguments.benchmark, 1, 1'000'000, 0);
  options.strict = arguments.strict;
  if (arguments.spread) {
    options.spread_ps =
        real::ps_of_seconds(read_number("--spread-arrivals-s", arguments.spread,
                                        real::kSpreadSecondsMin, real::kSpreadSecondsMax, 0));
  }
  return options;
}

void run_trace(const TraceArguments& arguments) {
  constexpr double kLatestSeconds = 9e6;
  constexpr double kPs = static_cast<double>(sim::kPsPerSecond);
  const std::string& file = needed("trace", "a FILE", arguments.file);
  const double from = read_number("--from", arguments.from, 0, kLatestSeconds, 0);
  const double until = read_number("--until", arguments.until, 0, kLatestSeconds, kLatestSeconds);
  if (from >= until) throw UserError("--from must be before --until");
  const double scale = read_number("--rate-scale", arguments.scale, 1e-6, 1e6, 1);
  const real::TraceOptions options = read_trace_options(arguments);
  real::Trace trace(file, options);
  real::SlicedSource slice(trace, static_cast<sim::TimePs>(from * kPs),
                           static_cast<sim::TimePs>(until * kPs));
  real::ScaledSource scaled(slice, scale);
  TrafficReport report;
  report.file = file;
  report.format = real::format_name(trace.format());
  report.summary = real::summarise(scaled);
  report.clock = trace.clock();
  report.spread_ps = options.spread_ps;
  report.warnings = trace.warnings();
  if (report.summary.requests == 0) {
    throw UserError(
        fmt::format("no request of {} comes in between {} s and {} s", shown(file), from, until));
  }
  for (const std::string& warning : report.warnings) {
    write_error(fmt::format("llm-kitchen: warning: {}: {}", shown(file), warning));
  }
  const Style style{is_colour_terminal(STDOUT_FILENO)};
  write_output(arguments.json ? traffic_json(report) : traffic_text(report, style));
}

void run_validate(const ValidateArguments& arguments) {
  const real::Hardware hardware;
  const std::vector<real::ValidationRow> rows = real::validate_all(hardware, arguments.data);
  const Style style{is_colour_terminal(STDOUT_FILENO)};
  write_output(arguments.json ? validation_json(rows) : validation_text(rows, style));
}

}  // namespace

struct RealCommands::Arguments {
  RunArguments run;
  SweepArguments sweep;
  MergeArguments merge;
  PlanArguments plan;
  CalibrateArguments calibrate;
  ExplainArguments explain;
  TraceArguments trace;
  ValidateArguments validate;

  /// Those of a command; nullptr where it has none.
  const ScenarioOptions* scenario_options(std::string_view command) const {
    if (command == "run") return &run.scenario;
    if (command == "sweep") return &sweep.scenario;
    if (command == "plan") return &plan.scenario;
    if (command == "calibrate") return &calibrate.scenario;
    return nullptr;
  }
};

RealCommands::RealCommands() : arguments_(std::make_unique<Arguments>()) {}

RealCommands::~RealCommands() = default;

void RealCommands::add_to(CLI::App& app) {
  add_run_command(app, arguments_->run);
  add_sweep_command(app, arguments_->sweep);
  add_merge_command(app, arguments_->merge);
  add_plan_command(app, arguments_->plan);
  add_calibrate_command(app, arguments_->calibrate);
  add_explain(app, arguments_->explain);
  add_trace(app, arguments_->trace);
  add_validate(app, arguments_->validate);
}

std::optional<ExitCode> RealCommands::run(std::string_view name) const {
  try {
    if (name == "run") {
      run_run_command(arguments_->run);
      return ExitCode::ok;
    }
    if (name == "sweep") {
      run_sweep_command(arguments_->sweep);
      return ExitCode::ok;
    }
    if (name == "merge") {
      run_merge_command(arguments_->merge);
      return ExitCode::ok;
    }
    if (name == "plan") return run_plan_command(arguments_->plan);
    if (name == "calibrate") {
      run_calibrate_command(arguments_->calibrate);
      return ExitCode::ok;
    }
    if (name == "explain") {
      run_explain(arguments_->explain);
      return ExitCode::ok;
    }
    if (name == "trace") {
      run_trace(arguments_->trace);
      return ExitCode::ok;
    }
    if (name == "validate") {
      run_validate(arguments_->validate);
      return ExitCode::ok;
    }
    return std::nullopt;
  } catch (const real::InputError& error) {
    const ScenarioOptions* options = arguments_->scenario_options(name);
    throw UserError(options == nullptr ? error.what() : options->in_options_words(error.what()));
  }
}

}  // namespace kitchen::cli

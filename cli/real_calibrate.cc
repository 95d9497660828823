#include "cli/real_calibrate.h"

#include <fmt/core.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>

#include "cli/io.h"
#include "cli/json_output.h"
#include "cli/options.h"
#include "cli/text.h"
#include "cli/user_error.h"
#include "real/calibrate.h"

namespace kitchen::cli {
namespace {

constexpr char kCalibrateFooter[] =
    "Example:\n"
    "  llm-kitchen calibrate --model llama-3.1-8b --gpu h100 bench-1.json\n"
    "    bench-8.json bench-64.json --out mine.toml\n"
    "  llm-kitchen run --hardware mine.toml --engine mine --model llama-3.1-8b\n"
    "    --gpu h100 ...\n\n"
    "docs/real/calibrate.md tells which benchmarks to run.\n\n"
    "Exit codes: 0 done; 2 bad input, or the results identify no number, and then no\n"
    "file is written.";
constexpr char kCalibratedName[] = "mine";
constexpr double kMsPerSecond = 1e3;

/// Only what is deployed and its limits; the traffic is that of the results.
void check_settings(const real::Scenario& scenario) {
  for (const auto& [key, value] : real::settings_given(scenario)) {
    const auto setting = std::ranges::find(real::settings(), key, &real::Setting::key);
    if (setting->group == "deployment" || setting->group == "limits") continue;
    throw UserError(fmt::format("{} has no meaning here: the results tell their traffic",
                                real::option_name(key)));
  }
  if (scenario.replicas > 1) throw UserError("--replicas: results must be of one engine");
}

std::string fields_table(const real::Calibration& calibration, const Style& style) {
  Table table({{"number", Table::Align::left},
               {"preset"},
               {"value"},
               {"95 % interval"},
               {"is", Table::Align::left}});
  for (const real::CalibratedField& field : calibration.fields) {
    table.add_row(
        {field.key, fmt::format("{:.3f}", field.preset), fmt::format("{:.3f}", field.value),
         field.is_identified ? fmt::format("{:.3f} to {:.3f}", field.low, field.high) : "-",
         field.is_identified ? "identified by the results" : "kept from the preset"});
  }
  return table.render(style);
}

double error_of(double computed_s, double measured_s) { return computed_s / measured_s - 1; }

std::string means_table(const real::Calibration& calibration, const Style& style) {
  Table table({{"result", Table::Align::left},
               {"mean", Table::Align::left},
               {"measured, ms"},
               {"preset, ms"},
               {"error, %"},
               {"found, ms"},
               {"error, %"}});
  for (const real::CalibratedMean& mean : calibration.means) {
    table.add_row({mean.file, mean.what, fmt::format("{:.2f}", kMsPerSecond * mean.measured_s),
                   fmt::format("{:.2f}", kMsPerSecond * mean.preset_s),
                   fmt::format("{:+.1f}", 100 * error_of(mean.preset_s, mean.measured_s)),
                   fmt::format("{:.2f}", kMsPerSecond * mean.fitted_s),
                   fmt::format("{:+.1f}", 100 * error_of(mean.fitted_s, mean.measured_s))});
  }
  return table.render(style);
}

std::string calibration_text(const real::Calibration& calibration,
                             const real::ScreenedResults& screened, const Style& style) {
  std::string text = fields_table(calibration, style) + "\n" + means_table(calibration, style) +
                     "\nA number is kept where the results don't tell it apart from the others; "
                     "step_overhead_us always,\nfor with one model it can't be told from "
                     "layer_overhead_us.\n";
  for (const real::BenchResult& result : screened.results) {
    for (const std::string& note : result.notes) {
      text += fmt::format("{}: {}.\n", shown(result.file), note);
    }
  }
  const uint64_t all = screened.results.size() + screened.left_out.size();
  if (!screened.left_out.empty()) {
    text +=
        style.bad(fmt::format("Left out: {} of {} results.", screened.left_out.size(), all)) + "\n";
  }
  for (const real::LeftOutResult& result : screened.left_out) {
    text += fmt::format("{}: {}.\n", shown(result.file), result.why);
  }
  return text;
}

Json field_json(const real::CalibratedField& field) {
  Json json = {{"key", field.key},
               {"preset", rounded(field.preset, 6)},
               {"value", rounded(field.value, 6)},
               {"identified", field.is_identified},
               {"interval_95", nullptr}};
  if (field.is_identified) json["interval_95"] = {rounded(field.low, 6), rounded(field.high, 6)};
  return json;
}

std::string calibration_json(const real::Calibration& calibration,
                             const real::ScreenedResults& screened) {
  Json json = new_output();
  json["fields"] = Json::array();
  for (const real::CalibratedField& field : calibration.fields) {
    json["fields"].push_back(field_json(field));
  }
  json["means"] = Json::array();
  for (const real::CalibratedMean& mean : calibration.means) {
    json["means"].push_back({{"file", mean.file},
                             {"mean", mean.what},
                             {"measured_s", rounded(mean.measured_s, 9)},
                             {"preset_s", rounded(mean.preset_s, 9)},
                             {"fitted_s", rounded(mean.fitted_s, 9)}});
  }
  json["notes"] = Json::array();
  for (const real::BenchResult& result : screened.results) {
    for (const std::string& note : result.notes) {
      json["notes"].push_back({{"file", result.file}, {"note", note}});
    }
  }
  json["left_out"] = Json::array();
  for (const real::LeftOutResult& result : screened.left_out) {
    json["left_out"].push_back({{"file", result.file}, {"why", result.why}});
  }
  return to_text(json);
}

/// What is left of the results. Throws UserError where that is nothing, with each one's reason.
real::ScreenedResults read_screened(const std::vector<std::string>& files,
                                    const real::RunSetup& setup) {
  std::vector<real::BenchResult> results;
  for (const std::string& file : files) {
    for (real::BenchResult& result : real::read_bench_results(file)) {
      results.push_back(std::move(result));
    }
  }
  real::ScreenedResults screened = real::screen_results(setup, std::move(results));
  if (!screened.results.empty()) return screened;
  std::vector<std::string> reasons;
  for (const real::LeftOutResult& result : screened.left_out) {
    reasons.push_back(fmt::format("{}: {}", shown(result.file), result.why));
  }
  throw UserError(fmt::format("none of the results can be used: {}", join(reasons, "; ")));
}

}  // namespace

void add_calibrate_command(CLI::App& app, CalibrateArguments& arguments) {
  CLI::App* command = add_command(
      app, "calibrate", "Fit an engine's preset to your own benchmark results", kCalibrateFooter);
  command
      ->add_option("files", arguments.files,
                   "Results of vllm bench serve --save-result, or of guidellm")
      ->type_name("FILE...");
  add_text(command, "--out", arguments.out, "FILE", "Write the engine as a hardware file");
  add_text(command, "--name", arguments.name, "NAME", "The engine's name in it [mine]");
  command->add_flag("--json", arguments.json, "Print JSON");
  arguments.scenario.add_to(command);
}

void run_calibrate_command(const CalibrateArguments& arguments) {
  if (arguments.files.empty()) {
    throw UserError("calibrate needs results of vllm bench serve --save-result or of guidellm");
  }
  const real::Scenario scenario = arguments.scenario.read().scenario;
  check_settings(scenario);
  if (arguments.out) {
    std::vector<NamedFile> inputs = arguments.scenario.input_files(scenario);
    for (const std::string& file : arguments.files) inputs.push_back({shown(file), file});
    check_output_files({{"--out", *arguments.out}}, inputs);
  }
  real::Hardware hardware;
  if (!scenario.hardware.empty()) hardware.add_file(scenario.hardware);
  const real::RunSetup setup = real::set_up(scenario, hardware);
  const real::ScreenedResults screened = read_screened(arguments.files, setup);
  const real::Calibration calibration = real::calibrate(setup, screened.results);
  std::vector<FileContents> files;
  if (arguments.out && calibration.identified() > 0) {
    const std::string source = fmt::format("llm-kitchen calibrate, {} results, {} on {}",
                                           screened.results.size(), scenario.model, scenario.gpu);
    files.push_back(
        {*arguments.out,
         real::engine_file(calibration, arguments.name.value_or(kCalibratedName), source)});
  }
  write_files(files, arguments.json ? calibration_json(calibration, screened)
                                    : calibration_text(calibration, screened,
                                                       Style{is_colour_terminal(STDOUT_FILENO)}));
  if (calibration.identified() == 0) {
    throw UserError(fmt::format(
        "the results identify none of the numbers, so the engine would be the preset{}; "
        "docs/real/calibrate.md tells which benchmarks tell what",
        arguments.out ? " and " + shown(*arguments.out) + " isn't written" : ""));
  }
}

}  // namespace kitchen::cli

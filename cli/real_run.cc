#include "cli/real_run.h"

#include <fmt/core.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <chrono>
#include <cstdio>
#include <memory>
#include <vector>

#include "cli/io.h"
#include "cli/options.h"
#include "cli/real_run_report.h"
#include "cli/text.h"
#include "cli/user_error.h"
#include "real/run.h"

namespace kitchen::cli {
namespace {

constexpr char kRunFooter[] =
    "Examples:\n"
    "  llm-kitchen run --model llama-3.1-8b --gpu h100 --trace azure.csv --ttft-ms-max 500\n"
    "  llm-kitchen run --model llama-3.1-8b --gpu h100 --rate-per-s 20 --prompt-log-mean 6.9\n"
    "    --prompt-log-sigma 0.7 --output-log-mean 5.3 --output-log-sigma 0.8 --requests 10000\n"
    "  llm-kitchen run --scenario chat.toml --replicas 2 --json\n\n"
    "docs/real/scenario.md lists the settings, docs/real/run.md says what each figure is.\n\n"
    "Exit codes: 0 done, whether targets are met or not; 2 bad input, the model doesn't fit, or a\n"
    "file can't be written.";

/// How far a run is, on a terminal's last line, which it leaves empty.
class ProgressLine : public sim::ServingListener {
 public:
  ~ProgressLine() override {
    if (shown_) std::fputs("\r\x1b[K", stderr);
  }

  void on_request(const sim::RequestRecord& record) override {
    constexpr int64_t kLooks = 4096;
    if (++ended_ % kLooks != 0) return;
    const auto now = Clock::now();
    if (now - last_ < kPause) return;
    last_ = now;
    shown_ = true;
    const double seconds =
        static_cast<double>(record.ended_ps) / static_cast<double>(sim::kPsPerSecond);
    const std::string line =
        fmt::format("\r{} requests, {:.0f} s of their time\x1b[K", ended_, seconds);
    std::fputs(line.c_str(), stderr);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr auto kPause = std::chrono::milliseconds(100);

  int64_t ended_ = 0;
  Clock::time_point last_ = Clock::now();
  bool shown_ = false;
};

void check_run_arguments(const RunArguments& arguments) {
  if (arguments.json && arguments.csv) throw UserError("choose one of --csv and --json");
}

ServingReport serve_traffic(const real::Scenario& scenario) {
  real::Hardware hardware;
  if (!scenario.hardware.empty()) hardware.add_file(scenario.hardware);
  real::RunSetup setup = real::set_up(scenario, hardware);
  real::Traffic traffic(scenario);
  real::RunSeries series;
  std::vector<sim::ServingListener*> listeners = {&series};
  std::unique_ptr<ProgressLine> progress;
  if (is_terminal(STDERR_FILENO)) {
    progress = std::make_unique<ProgressLine>();
    listeners.push_back(progress.get());
  }
  real::RunOutcome outcome = real::run(setup, traffic, listeners);
  progress.reset();
  std::vector<std::string> warnings = traffic.warnings();
  for (std::string& warning : real::report_warnings(setup, outcome, series)) {
    warnings.push_back(std::move(warning));
  }
  return {std::move(setup), std::move(outcome), traffic.title(), std::move(warnings)};
}

}  // namespace

void add_run_command(CLI::App& app, RunArguments& arguments) {
  CLI::App* command = add_command(
      app, "run", "Serve a trace or synthetic traffic on real GPUs and report like a benchmark",
      kRunFooter);
  command->add_flag("--json", arguments.json, "Print JSON");
  command->add_flag("--csv", arguments.csv, "Print a header and a row of CSV");
  arguments.scenario.add_to(command);
}

void run_run_command(const RunArguments& arguments) {
  check_run_arguments(arguments);
  const ServingReport report = serve_traffic(arguments.scenario.read().scenario);
  if (arguments.json || arguments.csv) {
    // What the text says in its last lines.
    for (const std::string& warning : report.warnings) {
      write_error(fmt::format("llm-kitchen: warning: {}", warning));
    }
    write_output(arguments.json ? serving_report_json(report) : serving_report_csv(report));
    return;
  }
  write_output(serving_report_text(report, Style{is_colour_terminal(STDOUT_FILENO)}));
}

}  // namespace kitchen::cli

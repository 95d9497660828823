#include "cli/real_run.h"

#include <fmt/core.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <chrono>
#include <cstdio>
#include <initializer_list>
#include <memory>
#include <vector>

#include "cli/io.h"
#include "cli/options.h"
#include "cli/real_html.h"
#include "cli/real_run_report.h"
#include "cli/text.h"
#include "cli/user_error.h"
#include "real/report_html.h"
#include "real/report_perfetto.h"
#include "real/run.h"
#include "real/run_export.h"
#include "real/time_units.h"

namespace kitchen::cli {
namespace {

constexpr char kRunFooter[] =
    "Examples:\n"
    "  llm-kitchen run --model llama-3.1-8b --gpu h100 --trace azure.csv\n"
    "    --ttft-ms-max 500 --html report.html\n"
    "  llm-kitchen run --model llama-3.1-8b --gpu h100 --rate-per-s 20\n"
    "    --prompt-log-mean 6.9 --prompt-log-sigma 0.7 --output-log-mean 5.3\n"
    "    --output-log-sigma 0.8 --requests 10000\n"
    "  llm-kitchen run --scenario chat.toml --replicas 2 --json\n\n"
    "docs/real/scenario.md lists the settings, docs/real/run.md says what each\n"
    "figure is.\n\n"
    "Exit codes: 0 done, whether targets are met or not; 2 bad input, the model\n"
    "doesn't fit, or a file can't be written; then no file is.";

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
    const std::string line = fmt::format("\r{} requests, {:.0f} s of their time\x1b[K", ended_,
                                         real::seconds_of(record.ended_ps));
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
  check_html_option(arguments.html);
}

/// What is written besides the report. Looked at while the run goes on.
struct RunRecorders {
  real::RunSeries series;
  std::unique_ptr<real::PerfettoTrace> perfetto;
  std::unique_ptr<real::RunExport> exported;
  std::unique_ptr<ProgressLine> progress;

  std::vector<sim::ServingListener*> listeners() {
    std::vector<sim::ServingListener*> all = {&series};
    for (sim::ServingListener* each : std::initializer_list<sim::ServingListener*>{
             perfetto.get(), exported.get(), progress.get()}) {
      if (each != nullptr) all.push_back(each);
    }
    return all;
  }
};

void check_run_files(const RunArguments& arguments, const real::Scenario& scenario) {
  std::vector<NamedFile> outputs;
  const auto add = [&](const char* name, const std::optional<std::string>& path) {
    if (path) outputs.push_back({name, *path});
  };
  add("--html", arguments.html);
  add("--perfetto", arguments.perfetto);
  add("--export", arguments.exported);
  check_output_files(outputs, arguments.scenario.input_files(scenario));
}

ServingReport serve_traffic(const RunArguments& arguments, const real::Scenario& scenario,
                            RunRecorders& recorders) {
  real::Hardware hardware;
  if (!scenario.hardware.empty()) hardware.add_file(scenario.hardware);
  real::RunSetup setup = real::set_up(scenario, hardware);
  real::Traffic traffic(scenario);
  if (arguments.perfetto) recorders.perfetto = std::make_unique<real::PerfettoTrace>();
  if (arguments.exported) recorders.exported = std::make_unique<real::RunExport>(traffic);
  if (is_terminal(STDERR_FILENO)) recorders.progress = std::make_unique<ProgressLine>();
  real::RunOutcome outcome = real::run(setup, traffic, recorders.listeners());
  recorders.progress.reset();
  std::vector<std::string> warnings = traffic.warnings();
  for (std::string& warning : real::report_warnings(setup, outcome)) {
    warnings.push_back(std::move(warning));
  }
  if (recorders.perfetto != nullptr && recorders.perfetto->cut()) {
    warnings.push_back(fmt::format("--perfetto keeps the first {} events; the run had more",
                                   real::PerfettoTrace::kEventsMax));
  }
  return {std::move(setup), std::move(outcome), traffic.title(), std::move(warnings)};
}

/// The files, and `output` for standard output.
void write_run(const RunArguments& arguments, const RunRecorders& recorders,
               const ServingReport& report, const std::string& output) {
  std::vector<FileContents> files;
  if (arguments.html) {
    const sim::ClusterConfig& cluster = report.setup.cluster;
    const real::HtmlReport page = {serving_report_title(report), report.traffic,
                                   serving_report_text(report, Style{})};
    const std::vector<real::HtmlPlot> plots = real::run_plots(
        report.outcome.metrics, recorders.series, cluster.replicas * cluster.replica.kv_blocks);
    files.push_back({*arguments.html, real::html_page(page, plots)});
  }
  if (arguments.perfetto) files.push_back({*arguments.perfetto, recorders.perfetto->json()});
  if (arguments.exported) files.push_back({*arguments.exported, recorders.exported->csv()});
  write_files(files, output);
}

}  // namespace

void add_run_command(CLI::App& app, RunArguments& arguments) {
  CLI::App* command = add_command(
      app, "run", "Serve a trace or synthetic traffic on real GPUs and report like a benchmark",
      kRunFooter);
  command->add_flag("--json", arguments.json, "Print JSON");
  command->add_flag("--csv", arguments.csv, "Print a header and a row of CSV");
  add_text(command, "--html", arguments.html, "FILE", "Also write a page with plots");
  add_text(
      command, "--perfetto", arguments.perfetto, "FILE",
      fmt::format("Also write the schedule, for ui.perfetto.dev or chrome://tracing: its first "
                  "{} events",
                  real::PerfettoTrace::kEventsMax)
          .c_str());
  add_text(command, "--export", arguments.exported, "FILE",
           "Also write the requests as they came in, as a trace");
  arguments.scenario.add_to(command);
}

void run_run_command(const RunArguments& arguments) {
  check_run_arguments(arguments);
  const real::Scenario scenario = arguments.scenario.read().scenario;
  check_run_files(arguments, scenario);
  RunRecorders recorders;
  const ServingReport report = serve_traffic(arguments, scenario, recorders);
  if (arguments.json || arguments.csv) {
    // What the text says in its last lines.
    for (const std::string& warning : report.warnings) {
      write_error(fmt::format("llm-kitchen: warning: {}", warning));
    }
  }
  write_run(arguments, recorders, report,
            arguments.json ? serving_report_json(report)
            : arguments.csv
                ? serving_report_csv(report)
                : serving_report_text(report, Style{is_colour_terminal(STDOUT_FILENO)}));
}

}  // namespace kitchen::cli

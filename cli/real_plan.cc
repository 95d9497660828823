#include "cli/real_plan.h"

#include <fmt/core.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>

#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/options.h"
#include "cli/progress_bar.h"
#include "cli/real_html.h"
#include "cli/real_plan_report.h"
#include "cli/real_sweep.h"
#include "cli/text.h"
#include "cli/user_error.h"
#include "real/number_text.h"
#include "real/plan.h"
#include "real/plan_prices.h"

namespace kitchen::cli {
namespace {

constexpr double kErrorMax = 2;

constexpr char kPlanFooter[] =
    "Examples:\n"
    "  llm-kitchen plan --model llama-3.1-8b --trace azure.csv --ttft-ms-max 500\n"
    "    --tpot-ms-max 50 --html plan.html\n"
    "  llm-kitchen plan --scenario chat.toml --gpu h100 --vary tp=1,2,4\n"
    "    --vary replicas=1:12:1 --price h100=2.2 --json\n\n"
    "Settings that are neither given nor varied are tried at their usual values: GPUs\n"
    "with a price, tp, replicas, weights, requests_max, token_budget, router.\n"
    "--weights bf16 tries none that are quantised.\n"
    "docs/real/plan.md tells how it is decided.\n\n"
    "Exit codes: 0 there is a plan; 1 no candidate meets the targets, or none holds\n"
    "with its expected error; 2 bad input.";

int64_t seeds_of(const std::optional<std::string>& text) {
  constexpr int64_t kSeeds = 3;
  if (!text) return kSeeds;
  int64_t seeds = 0;
  if (read_integer(*text, seeds) && seeds >= 1 && seeds <= real::kPlanSeedsMax) return seeds;
  throw UserError(fmt::format("--seeds {}: it must be a whole number from 1 to {}", shown(*text),
                              real::kPlanSeedsMax));
}

std::optional<double> error_of(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  double share = 0;
  // A NaN is in no range.
  if (real::read_number(*text, share) && share >= 0 && share <= kErrorMax) return share;
  const std::string percent =
      share > 0 && share <= 100 ? fmt::format("; {} % is {}", *text, real::number_text(share / 100))
                                : ", such as 0.12";
  throw UserError(fmt::format("--error {}: it must be a share from 0 to {}{}", shown(*text),
                              kErrorMax, percent));
}

/// The bundled prices, or the scenario's one price for its GPU, and over both what was typed.
real::GpuPrices prices_of(const PlanArguments& arguments, const real::Scenario& scenario,
                          const real::Hardware& hardware) {
  real::GpuPrices prices = real::default_prices();
  if (scenario.price_per_gpu_hour) {
    if (scenario.gpu.empty()) {
      throw UserError(
          "--price-per-gpu-hour is of one GPU, but no --gpu is given; --price GPU=PRICE says "
          "which");
    }
    prices[scenario.gpu] = {*scenario.price_per_gpu_hour, "given"};
  }
  for (const std::string& text : arguments.prices) {
    real::read_price_option(text, hardware, prices);
  }
  return prices;
}

/// Says which GPUs are left out where all with a price are tried.
void note_unpriced(const real::Hardware& hardware, const real::GpuPrices& prices) {
  std::vector<std::string> unpriced;
  for (const std::string& gpu : hardware.gpu_names()) {
    if (!prices.contains(gpu)) unpriced.push_back(gpu);
  }
  if (unpriced.empty()) return;
  write_error(
      fmt::format("llm-kitchen: not tried, because no price is known: {}; --price GPU=X adds one",
                  join(unpriced)));
}

bool is_varied(const std::vector<real::ScenarioAxis>& axes, std::string_view key) {
  return std::ranges::find(axes, key, &real::ScenarioAxis::key) != axes.end();
}

}  // namespace

void add_plan_command(CLI::App& app, PlanArguments& arguments) {
  CLI::App* command = add_command(
      app, "plan", "The cheapest configuration that meets the latency targets", kPlanFooter);
  command
      ->add_option("--vary", arguments.vary,
                   "Values to try instead of the usual ones, such as tp=1,2 or replicas=1:12:1; "
                   "repeatable")
      ->type_name("KEY=VALUES")
      ->expected(1)
      ->take_all();
  command->add_option("--price", arguments.prices, "Price of a GPU for an hour; repeatable")
      ->type_name("GPU=PRICE")
      ->expected(1)
      ->take_all();
  add_text(command, "--seeds", arguments.seeds, "N",
           "Runs of synthetic traffic with other random numbers [3]");
  add_text(command, "--error", arguments.error, "SHARE",
           "By how much times may be longer than computed [from the validation tables]");
  add_text(command, "--threads", arguments.threads, "N",
           "Runs at the same time [one for each processor]");
  command->add_flag("--json", arguments.json, "Print JSON");
  command->add_flag("--csv", arguments.csv, "Print every candidate as a row of CSV");
  add_text(command, "--html", arguments.html, "FILE", "Also write a page with plots");
  arguments.scenario.add_to(command);
}

ExitCode run_plan_command(const PlanArguments& arguments) {
  if (arguments.json && arguments.csv) throw UserError("choose one of --csv and --json");
  check_html_option(arguments.html);
  const real::ScenarioFile file = arguments.scenario.read();
  const std::vector<std::string> typed = arguments.scenario.given_keys();
  real::Hardware hardware;
  if (!file.scenario.hardware.empty()) hardware.add_file(file.scenario.hardware);
  const real::GpuPrices prices = prices_of(arguments, file.scenario, hardware);
  real::PlanQuestion question;
  question.base = file.scenario;
  question.axes = axes_of(file, arguments.vary, typed);
  for (const auto& [gpu, price] : prices) question.prices[gpu] = price.per_hour;
  question.seeds = seeds_of(arguments.seeds);
  question.error_share = error_of(arguments.error);
  question.threads = threads_of(arguments.threads);
  question.weights_by_default = !file.scenario.weights && !is_varied(question.axes, "weights");
  std::vector<std::string> given = typed;
  given.insert(given.end(), file.given.begin(), file.given.end());
  const bool all_gpus = file.scenario.gpu.empty() && !is_varied(question.axes, "gpu");
  question.axes = real::with_default_axes(question, given, hardware);
  std::vector<NamedFile> outputs;
  if (arguments.html) outputs.push_back({"--html", *arguments.html});
  check_output_files(outputs, arguments.scenario.input_files(file.scenario, question.axes));
  const InterruptGuard interrupt;
  try {
    ProgressBar bar("candidates");
    const real::Plan plan =
        real::make_plan(question, hardware, interrupt.stop(),
                        [&](int64_t done, int64_t all) { bar.show(done, all); });
    bar.clear();
    if (all_gpus) note_unpriced(hardware, prices);
    for (const std::string& warning : plan.warnings) {
      write_error(fmt::format("llm-kitchen: warning: {}", warning));
    }
    std::vector<FileContents> files;
    if (arguments.html) {
      files.push_back(
          {*arguments.html, plan_html(plan, plan_text(plan, prices, hardware, Style{}))});
    }
    write_files(files, arguments.json  ? plan_json(plan, prices, hardware)
                       : arguments.csv ? plan_csv(plan)
                                       : plan_text(plan, prices, hardware,
                                                   Style{is_colour_terminal(STDOUT_FILENO)}));
    return plan.safe() ? ExitCode::ok : ExitCode::no_plan;
  } catch (const real::PlanStopped&) {
    write_error("llm-kitchen: stopped; a plan has no result before it is done");
    InterruptGuard::end_program();
  }
}

}  // namespace kitchen::cli

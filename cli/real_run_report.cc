#include "cli/real_run_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "cli/explain_report.h"
#include "cli/json_output.h"
#include "real/time_units.h"
#include "real/validation.h"
#include "real/vllm_command.h"

namespace kitchen::cli {
namespace {

using real::RunFigure;

/// The figures of a run, by name.
class RunFigures {
 public:
  explicit RunFigures(const ServingReport& report)
      : all_(real::report_figures(report.setup, report.outcome)) {}

  const std::vector<RunFigure>& all() const { return all_; }

  const RunFigure& find(std::string_view name) const {
    return *std::ranges::find(all_, name, &RunFigure::name);
  }

  /// "-" where there is none.
  std::string number(std::string_view name, int decimals) const {
    const std::optional<double> value = real::figure_number(find(name));
    return value ? fmt::format("{:.{}f}", *value, decimals) : "-";
  }

  std::string percent(std::string_view name) const {
    const std::optional<double> value = real::figure_number(find(name));
    return value ? fmt::format("{:.1f} %", 100 * *value) : "-";
  }

  bool has(std::string_view name) const { return real::figure_number(find(name)).has_value(); }

 private:
  std::vector<RunFigure> all_;
};

std::string times_table(const RunFigures& figures, const Style& style) {
  std::vector<Table::Column> columns = {{"ms", Table::Align::left}, {"mean"}};
  for (const auto& percentile : real::kReportedPercentiles) {
    columns.push_back({std::string(percentile.name)});
  }
  columns.push_back({"max"});
  Table table(std::move(columns));
  constexpr std::pair<const char*, const char*> kTimes[] = {
      {"TTFT", "ttft"}, {"TPOT", "tpot"}, {"ITL", "itl"}, {"E2E", "e2e"}, {"queue", "queue"}};
  for (const auto& [title, name] : kTimes) {
    std::vector<std::string> row = {title};
    const auto add = [&](std::string_view which) {
      row.push_back(figures.number(fmt::format("{}_ms_{}", name, which), 2));
    };
    add("mean");
    for (const auto& percentile : real::kReportedPercentiles) add(percentile.name);
    add("max");
    table.add_row(std::move(row));
  }
  return table.render(style);
}

std::string ms_text(sim::TimePs ps) { return fmt::format("{:.2f} ms", real::ms_of(ps)); }

std::string judged_text(const real::TargetResult& result) {
  if (!result.has_samples) return "no request has one";
  return result.judged_ps == sim::kNever ? "too many didn't finish" : ms_text(result.judged_ps);
}

std::string targets_text(const ServingReport& report, const Style& style) {
  std::string text;
  const auto& targets = report.outcome.metrics.targets();
  const double percentile =
      static_cast<double>(targets.percentile) / static_cast<double>(real::kMilliPerPercent);
  for (const real::TargetResult& result : real::target_results(report.outcome)) {
    text += fmt::format(
        "target {} p{:g} at most {}: {} ({})\n", result.name, percentile, ms_text(result.limit_ps),
        result.met() ? style.good("met") : style.bad("missed"), judged_text(result));
  }
  return text;
}

std::string as_sentence(std::string text) {
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text + ".";
}

class RowsOfTwo {
 public:
  void add(const char* name, std::string value, std::string note = "") {
    table_.add_row({name, std::move(value), std::move(note)});
  }
  std::string render(const Style& style) const { return table_.render(style); }

 private:
  Table table_{{{"run", Table::Align::left}, {""}, {"", Table::Align::left}}};
};

void add_request_rows(RowsOfTwo& rows, const RunFigures& figures) {
  rows.add("requests", figures.number("requests", 0));
  rows.add("finished", figures.number("requests_finished", 0));
  rows.add("duration", figures.number("duration_s", 3), "s");
  rows.add("throughput", figures.number("requests_per_s", 3), "requests/s");
  rows.add("", figures.number("output_tokens_per_s", 1), "output tokens/s");
  rows.add("", figures.number("tokens_per_s", 1), "tokens/s, prompts counted");
  if (figures.has("goodput_per_s")) {
    rows.add("goodput", figures.number("goodput_per_s", 3),
             fmt::format("requests/s within all targets, {} of all",
                         figures.percent("requests_within_targets_share")));
  }
}

void add_engine_rows(RowsOfTwo& rows, const ServingReport& report, const RunFigures& figures) {
  rows.add("in steps", figures.percent("busy_share"),
           fmt::format("of the time; of it {} of the bandwidth, {} of the peak used",
                       figures.percent("bandwidth_share"), figures.percent("compute_share")));
  rows.add("steps", figures.number("steps", 0),
           fmt::format("{} ms on average", figures.number("step_ms_mean", 2)));
  rows.add("batch, mean", figures.number("batch_mean", 1),
           fmt::format("most {}, at most {}", figures.number("batch_peak", 0),
                       report.setup.cluster.replica.requests_max));
  rows.add("waiting, mean", figures.number("waiting_mean", 1), "requests in the queue");
  rows.add("preemptions", figures.number("preemptions", 0),
           fmt::format("of {} requests", figures.number("requests_preempted", 0)));
  rows.add("KV cache, mean", figures.percent("kv_share_mean"),
           fmt::format("most {} of {} blocks", figures.percent("kv_share_peak"),
                       figures.number("kv_blocks", 0)));
  if (report.outcome.metrics.cached_tokens() > 0) {
    rows.add("prefix cache", figures.percent("prefix_hit_share"), "of prompt tokens were there");
  }
  if (figures.has("cost_per_hour")) {
    rows.add(
        "cost", figures.number("cost_per_hour", 2),
        fmt::format("an hour, {} GPU{}", report.setup.gpus(), report.setup.gpus() == 1 ? "" : "s"));
    rows.add("", figures.number("cost_per_million_output_tokens", 4), "a million output tokens");
    rows.add("", figures.number("cost_per_million_tokens", 4), "a million tokens, prompts counted");
  }
}

std::string error_text(const real::Deployment& deployment) {
  const auto error = real::expected_error(deployment);
  if (!error) {
    return fmt::format(
        "Expected error: not known; no measurements of {} on {} are among those that validate "
        "compares.\n",
        deployment.engine.name, deployment.gpu.name);
  }
  const std::string ttft = error->ttft_p95
                               ? fmt::format("95 of 100 within {:.0f} %", 100 * *error->ttft_p95)
                               : "not compared";
  return fmt::format(
      "Expected error: TPOT median {:.0f} %, 95 of 100 within {:.0f} %; TTFT {} ({}).\n",
      100 * error->tpot_median, 100 * error->tpot_p95, ttft, error->of);
}

Json figure_json(const RunFigure& figure) {
  if (const auto* flag = std::get_if<bool>(&figure.value)) return *flag;
  if (const auto* whole = std::get_if<int64_t>(&figure.value)) return *whole;
  if (const auto* text = std::get_if<std::string>(&figure.value)) return *text;
  if (const auto* number = std::get_if<double>(&figure.value)) {
    return rounded(*number, figure.decimals);
  }
  return nullptr;
}

/// As it would stand in a scenario file.
Json setting_json(const real::Setting& setting, const std::string& value) {
  switch (setting.kind) {
    case real::Setting::Kind::whole:
    case real::Setting::Kind::number:
      return Json::parse(value);
    case real::Setting::Kind::flag:
      return value == "on";
    case real::Setting::Kind::text:
    case real::Setting::Kind::path:
    case real::Setting::Kind::choice:
      break;
  }
  return value;
}

Json scenario_json(const real::Scenario& scenario) {
  Json json = Json::object();
  for (const auto& [key, value] : real::settings_given(scenario)) {
    json[key] = setting_json(*std::ranges::find(real::settings(), key, &real::Setting::key), value);
  }
  return json;
}

Json served_deployment_json(const real::RunSetup& setup) {
  const real::Deployment& deployment = setup.deployment;
  const sim::ServingConfig& config = setup.cluster.replica;
  return {{"model", deployment.model.name},
          {"gpu", deployment.gpu.name},
          {"engine", deployment.engine.name},
          {"tp", deployment.tensor_parallel},
          {"replicas", setup.cluster.replicas},
          {"weights", real::type_name(deployment.precision.weights)},
          {"activations", real::type_name(deployment.precision.activations)},
          {"kv", real::type_name(deployment.precision.kv)},
          {"requests_max", config.requests_max},
          {"token_budget", config.token_budget},
          {"context_tokens_max", config.context_tokens_max}};
}

Json targets_json(const real::RunOutcome& outcome) {
  Json json = Json::array();
  for (const real::TargetResult& result : real::target_results(outcome)) {
    const bool is_time = result.judged_ps != sim::kNever;
    const double judged_ms = real::ms_of(result.judged_ps);
    json.push_back({{"name", result.name},
                    {"limit_ms", rounded(real::ms_of(result.limit_ps), 6)},
                    {"judged_ms", is_time ? Json(rounded(judged_ms, 6)) : Json(nullptr)},
                    {"met", result.met()}});
  }
  return json;
}

Json expected_error_json(const real::Deployment& deployment) {
  const auto error = real::expected_error(deployment);
  if (!error) return nullptr;
  return {{"tpot_median", rounded(error->tpot_median, 4)},
          {"tpot_p95", rounded(error->tpot_p95, 4)},
          {"ttft_p95", error->ttft_p95 ? Json(rounded(*error->ttft_p95, 4)) : Json()},
          {"of", error->of}};
}

}  // namespace

std::string serving_report_title(const ServingReport& report) {
  const real::RunSetup& setup = report.setup;
  const real::Deployment& deployment = setup.deployment;
  std::string gpus = fmt::format("{} x {}", deployment.tensor_parallel, deployment.gpu.name);
  if (setup.cluster.replicas > 1) {
    gpus = fmt::format("{} replicas of {}", setup.cluster.replicas, gpus);
  }
  return fmt::format("{} on {}, {}", deployment.model.name, gpus, deployment.engine.title);
}

std::string serving_report_text(const ServingReport& report, const Style& style) {
  const RunFigures figures(report);
  const real::RunSetup& setup = report.setup;
  std::string text = style.bold(serving_report_title(report));
  text += "\n" + precision_text(setup.deployment.precision) + "; " + report.traffic + "\n\n";
  const std::string saturation = real::saturation_text(setup, report.outcome);
  if (!saturation.empty()) text += style.bad(as_sentence(saturation)) + "\n\n";
  text += times_table(figures, style);
  const std::string note = real::times_note(report.outcome);
  if (!note.empty()) text += note + ".\n";
  const std::string targets = targets_text(report, style);
  if (!targets.empty()) text += "\n" + targets;
  RowsOfTwo rows;
  add_request_rows(rows, figures);
  add_engine_rows(rows, report, figures);
  text += "\n" + rows.render(style);
  text += fmt::format("state hash {}\n", real::figure_text(figures.find("state_hash")));
  text += "\n" + kv_capacity_text(setup.capacity, setup.deployment, style);
  text += "\n" + error_text(setup.deployment);
  for (const std::string& missing : real::vllm_has_not(setup)) text += "Note: " + missing + ".\n";
  for (const std::string& warning : report.warnings) {
    if (warning != saturation) text += style.bad("Warning: ") + warning + ".\n";
  }
  return text;
}

std::string serving_report_json(const ServingReport& report) {
  Json json = new_output();
  json["scenario"] = scenario_json(report.setup.scenario);
  json["deployment"] = served_deployment_json(report.setup);
  json["traffic"] = report.traffic;
  json["kv_cache"] = kv_capacity_json(report.setup.capacity);
  json["figures"] = Json::object();
  for (const RunFigure& figure : real::report_figures(report.setup, report.outcome)) {
    json["figures"][figure.name] = figure_json(figure);
  }
  json["targets"] = targets_json(report.outcome);
  json["expected_error"] = expected_error_json(report.setup.deployment);
  json["notes"] = real::vllm_has_not(report.setup);
  json["warnings"] = report.warnings;
  return to_text(json);
}

std::string serving_report_csv(const ServingReport& report) {
  std::vector<std::string> names;
  std::vector<std::string> values;
  const Json deployment = served_deployment_json(report.setup);
  for (const auto& [name, value] : deployment.items()) {
    names.push_back(name);
    values.push_back(csv_field(value.is_string() ? value.get<std::string>() : value.dump()));
  }
  for (const RunFigure& figure : real::report_figures(report.setup, report.outcome)) {
    names.push_back(figure.name);
    values.push_back(csv_field(real::figure_text(figure)));
  }
  return join(names, ",") + "\n" + join(values, ",") + "\n";
}

}  // namespace kitchen::cli

#include "cli/real_html.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <variant>

#include "cli/text.h"
#include "cli/user_error.h"
#include "real/number_text.h"
#include "real/report_html.h"
#include "real/time_units.h"

namespace kitchen::cli {
namespace {

constexpr double kWideRange = 50;  // largest over smallest, from which on a logarithm shows more
constexpr uint64_t kLinesMax = 12;

std::vector<std::optional<double>> gaps(uint64_t count) {
  return std::vector<std::optional<double>>(count);
}

bool is_wide(const real::HtmlPlot& plot) {
  std::vector<double> values;
  if (plot.y_target) values.push_back(*plot.y_target);
  for (const real::HtmlPlot::Series& series : plot.series) {
    for (const std::optional<double>& y : series.y) {
      if (y) values.push_back(*y);
    }
  }
  if (values.empty()) return false;
  const auto [least, most] = std::ranges::minmax(values);
  return least > 0 && most > kWideRange * least;
}

real::HtmlPlot load_plot(const real::Plan& plan, uint64_t target) {
  const real::TargetMargin& first = plan.curve.front().margins[target];
  const std::string name(real::target_name(first.kind));
  const double percentile =
      static_cast<double>(plan.targets.percentile) / static_cast<double>(real::kMilliPerPercent);
  real::HtmlPlot plot;
  plot.title = fmt::format("{} p{} against load{}", name, real::number_text(percentile),
                           plan.knee ? fmt::format("; knee at {:.1f}", *plan.knee) : "");
  plot.x_label = "times the load";
  plot.y_label = "ms";
  plot.x_target = plan.knee;
  plot.y_target = real::ms_of(first.target_ps);
  plot.series = {{name, {}}};
  for (const real::LoadPoint& point : plan.curve) {
    const sim::TimePs worst_ps = point.margins[target].worst_ps;
    plot.x.push_back(point.scale);
    plot.series.front().y.push_back(worst_ps == sim::kNever ? std::nullopt
                                                            : std::optional(real::ms_of(worst_ps)));
  }
  plot.y_is_log = is_wide(plot);
  return plot;
}

/// In per cent, of the target that is the fullest; nullopt where the candidate wasn't run to its
/// end, or the target was never reached.
std::optional<double> fullest_target(const real::Plan& plan, const real::Candidate& candidate) {
  if (candidate.trials.empty()) return std::nullopt;
  double most = 0;
  for (const real::TargetMargin& margin : real::margins(plan.targets, candidate.trials)) {
    if (margin.worst_ps == sim::kNever) return std::nullopt;
    most = std::max(most, 100 * margin.used_share());
  }
  return most;
}

real::HtmlPlot candidates_plot(const real::Plan& plan) {
  real::HtmlPlot plot;
  plot.title = "Candidates that were run to their end: cost against the fullest target";
  plot.x_label = plan.priced ? "per hour" : "GPUs";
  plot.y_label = "% of the target";
  plot.is_points = true;
  plot.y_target = 100;
  std::vector<std::pair<uint64_t, double>> run;  // cheapest first, as candidates are
  for (uint64_t i = 0; i < plan.candidates.size(); ++i) {
    const std::optional<double> full = fullest_target(plan, plan.candidates[i]);
    if (full && *full > 0) run.emplace_back(i, *full);
  }
  // The last lies above the others.
  plot.series = {{"meet the targets", gaps(run.size())},
                 {"miss one", gaps(run.size())},
                 {"the plan", gaps(run.size())}};
  for (uint64_t row = 0; row < run.size(); ++row) {
    const auto [place, full] = run[row];
    const real::Candidate& candidate = plan.candidates[place];
    plot.x.push_back(candidate.cost_per_hour);
    plot.series[full <= 100 ? 0 : 1].y[row] = full;
    if (plan.winner && place == plan.described()) plot.series[2].y[row] = full;
  }
  plot.y_is_log = is_wide(plot);
  return plot;
}

struct SweepFigure {
  const char* name;
  const char* title;
  const char* unit;
};
constexpr std::array<SweepFigure, 6> kSweepFigures = {
    {{"ttft_ms_p95", "TTFT p95", "ms"},
     {"tpot_ms_p95", "TPOT p95", "ms"},
     {"e2e_ms_p95", "E2E p95", "ms"},
     {"output_tokens_per_s", "Output tokens", "tokens/s"},
     {"goodput_per_s", "Goodput", "requests/s"},
     {"cost_per_million_output_tokens", "Cost of a million output tokens", "price"}}};

std::optional<double> figure_of(const real::SweepRecord& record, const char* name) {
  const auto& figures = record.outcome.figures;
  const auto found = std::ranges::find(figures, name, &real::Figure::name);
  if (found == figures.end()) return std::nullopt;
  if (const auto* number = std::get_if<double>(&found->value)) return *number;
  if (const auto* whole = std::get_if<int64_t>(&found->value)) return static_cast<double>(*whole);
  return std::nullopt;
}

/// What a sweep is drawn against.
struct SweepAxis {
  std::string name = "point";
  uint64_t column = 0;         // of the settings
  bool is_setting = false;     // else the number of the point
  std::vector<double> values;  // of each record
};

/// Of the settings with numbers the one with the most values; of several the last.
SweepAxis sweep_axis(const std::vector<real::SweepRecord>& records) {
  SweepAxis best;
  for (const real::SweepRecord& record : records) {
    best.values.push_back(static_cast<double>(record.point));
  }
  uint64_t most = 2;
  for (uint64_t column = 0; column < records.front().settings.size(); ++column) {
    SweepAxis axis{records.front().settings[column].first, column, true, {}};
    for (const real::SweepRecord& record : records) {
      double value = 0;
      if (!real::read_number(record.settings[column].second, value)) break;
      axis.values.push_back(value);
    }
    if (axis.values.size() < records.size()) continue;
    const uint64_t count = std::set<double>(axis.values.begin(), axis.values.end()).size();
    if (count < most) continue;
    most = count;
    best = std::move(axis);
  }
  return best;
}

/// "tp=1 replicas=2": the settings that aren't the axis; "" where there are none.
std::string line_name(const real::SweepRecord& record, const SweepAxis& axis) {
  std::string name;
  for (uint64_t column = 0; column < record.settings.size(); ++column) {
    if (axis.is_setting && column == axis.column) continue;
    const auto& [key, value] = record.settings[column];
    name += (name.empty() ? "" : " ") + key + "=" + value;
  }
  return name;
}

real::HtmlPlot sweep_plot(const std::vector<real::SweepRecord>& records, const SweepAxis& axis,
                          const SweepFigure& figure) {
  real::HtmlPlot plot;
  plot.title = figure.title;
  plot.x_label = axis.name;
  plot.y_label = figure.unit;
  std::vector<uint64_t> order(records.size());
  for (uint64_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](uint64_t i) { return axis.values[i]; });
  std::set<std::string> names;
  if (axis.is_setting) {
    for (const real::SweepRecord& record : records) names.insert(line_name(record, axis));
  }
  // So many lines can't be told apart, and points that are numbered have none between them.
  plot.is_points = !axis.is_setting || names.size() > kLinesMax;
  if (plot.is_points) {
    plot.series = {{"each point of the grid", {}}};
    for (const uint64_t i : order) {
      plot.x.push_back(axis.values[i]);
      plot.series.front().y.push_back(figure_of(records[i], figure.name));
    }
  } else {
    const std::set<double> xs(axis.values.begin(), axis.values.end());
    plot.x.assign(xs.begin(), xs.end());
    std::map<std::string, uint64_t> lines;
    for (const real::SweepRecord& record : records) {  // in the order of the grid
      const std::string name = line_name(record, axis);
      if (!lines.emplace(name, plot.series.size()).second) continue;
      plot.series.push_back({name.empty() ? figure.title : name, gaps(plot.x.size())});
    }
    for (uint64_t i = 0; i < records.size(); ++i) {
      const auto x = std::ranges::lower_bound(plot.x, axis.values[i]) - plot.x.begin();
      plot.series[lines.at(line_name(records[i], axis))].y[static_cast<uint64_t>(x)] =
          figure_of(records[i], figure.name);
    }
  }
  plot.y_is_log = is_wide(plot);
  return plot;
}

}  // namespace

void check_html_option(const std::optional<std::string>& html) {
  if (!html || !real::kUplotJs.empty()) return;
  throw UserError(
      "this llm-kitchen was built without uPlot, which draws --html; './dev build' leaves one "
      "that has it in build/llm-kitchen");
}

std::string plan_html(const real::Plan& plan, const std::string& text) {
  std::vector<real::HtmlPlot> plots;
  if (plan.winner) {
    for (uint64_t i = 0; i < plan.curve.front().margins.size(); ++i) {
      plots.push_back(load_plot(plan, i));
    }
  }
  real::HtmlPlot candidates = candidates_plot(plan);
  if (!candidates.x.empty()) plots.push_back(std::move(candidates));
  const std::string model =
      plan.candidates.empty() ? "" : " for " + plan.candidates.front().scenario.model;
  return real::html_page(
      {"Plan" + model,
       fmt::format("{} requests, {} candidates; the marks are the targets{}", plan.requests,
                   plan.candidates.size(), plan.knee ? " and the knee" : ""),
       text},
      plots);
}

std::string sweep_html(const std::vector<real::SweepRecord>& records, const std::string& text) {
  std::vector<real::HtmlPlot> plots;
  std::vector<std::string> keys;
  if (!records.empty()) {
    for (const auto& [key, value] : records.front().settings) keys.push_back(key);
    const SweepAxis axis = sweep_axis(records);
    for (const SweepFigure& figure : kSweepFigures) {
      const bool any = std::ranges::any_of(records, [&](const real::SweepRecord& record) {
        return figure_of(record, figure.name).has_value();
      });
      if (any) plots.push_back(sweep_plot(records, axis, figure));
    }
  }
  const int64_t points = records.empty() ? 0 : records.front().points;
  return real::html_page(
      {"Sweep of " + join(keys), fmt::format("{} of {} points", records.size(), points), text},
      plots);
}

}  // namespace kitchen::cli

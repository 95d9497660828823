#include "real/report_html.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "real/time_units.h"
#include "sim/check.h"

namespace kitchen::real {
namespace {

constexpr double kCurvePoints = 500;  // more can't be seen

std::string escaped_html(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

/// Six digits are more than a plot shows.
std::string plotted(double value) {
  char text[32];
  const auto [end, error] =
      std::to_chars(text, text + sizeof text, value, std::chars_format::general, 6);
  return {text, end};
}

std::string json_list(const std::vector<double>& values) {
  std::string text = "[";
  for (const double value : values) {
    if (text.size() > 1) text += ",";
    text += plotted(value);
  }
  return text + "]";
}

struct Plot {
  std::string title;
  std::string x;
  std::string y;
  bool is_log = false;
  bool is_full = false;  // up to 100 %
  sim::TimePs limit_ps = sim::kNever;
  std::vector<std::string> names;
  std::vector<std::vector<double>> values;  // x, then one of each name
};

std::string plot_json(const Plot& plot) {
  const auto flag = [](bool value) { return value ? "true" : "false"; };
  std::string names;
  for (const std::string& name : plot.names) {
    names += std::string(names.empty() ? "" : ",") + "\"" + name + "\"";
  }
  std::string values;
  for (const std::vector<double>& list : plot.values) {
    values += std::string(values.empty() ? "" : ",") + json_list(list);
  }
  const std::string limit = plot.limit_ps == sim::kNever ? "null" : plotted(ms_of(plot.limit_ps));
  return R"({"title":")" + plot.title + R"(","x":")" + plot.x + R"(","y":")" + plot.y +
         R"(","log":)" + flag(plot.is_log) + ",\"full\":" + flag(plot.is_full) +
         ",\"limit\":" + limit + ",\"series\":[" + names + "],\"values\":[" + values + "]}";
}

/// The share of all that took at most so long.
Plot spread(const char* name, const TimeHistogram& times, sim::TimePs limit_ps) {
  Plot plot{
      std::string(name) + ": share within", "ms", "%", true, true, limit_ps, {name}, {{}, {}}};
  int64_t seen = 0;
  double last = -1;
  const auto buckets = times.buckets();
  for (const TimeHistogram::Bucket& bucket : buckets) {
    seen += bucket.count;
    const double share = static_cast<double>(seen) / static_cast<double>(times.count());
    const bool is_last = seen == times.count();
    if (share - last < 1 / kCurvePoints && !is_last) continue;
    last = share;
    // A logarithm has no zero.
    plot.values[0].push_back(ms_of(std::max<sim::TimePs>(bucket.last, 1)));
    plot.values[1].push_back(100 * share);
  }
  return plot;
}

std::vector<double> levels(const LevelSeries& series, double scale) {
  std::vector<double> values;
  for (int64_t point = 0; point < series.points(); ++point) {
    values.push_back(series.mean(point) * scale);
  }
  return values;
}

std::vector<double> times_of(const LevelSeries& series) {
  std::vector<double> values;
  for (int64_t point = 0; point < series.points(); ++point) {
    values.push_back(seconds_of(point * series.stretch_ps()));
  }
  return values;
}

std::string data_json(const HtmlReport& report, const Metrics& metrics, const RunSeries& series) {
  const Targets& targets = metrics.targets();
  std::vector<Plot> plots;
  const auto add_spread = [&](const char* name, const TimeHistogram& times, sim::TimePs limit_ps) {
    if (times.count() > 0) plots.push_back(spread(name, times, limit_ps));
  };
  add_spread("TTFT", metrics.ttft(), targets.ttft_ps_max);
  add_spread("TPOT", metrics.tpot(), targets.tpot_ps_max);
  add_spread("ITL", metrics.itl(), targets.itl_ps_max);
  add_spread("E2E", metrics.e2e(), targets.e2e_ps_max);
  plots.push_back(
      {"Requests",
       "s",
       "requests",
       false,
       false,
       sim::kNever,
       {"running", "waiting"},
       {times_of(series.running()), levels(series.running(), 1), levels(series.waiting(), 1)}});
  plots.push_back({"KV cache",
                   "s",
                   "% in use",
                   false,
                   true,
                   sim::kNever,
                   {"in use"},
                   {times_of(series.kv_blocks()),
                    levels(series.kv_blocks(), 100 / static_cast<double>(report.kv_blocks))}});
  std::string text = "{\"plots\":[";
  for (const Plot& plot : plots) {
    if (&plot != &plots.front()) text += ",";
    text += plot_json(plot);
  }
  return text + "]}";
}

}  // namespace

std::string html_report(const HtmlReport& report, const Metrics& metrics, const RunSeries& series) {
  KITCHEN_CHECK(!kUplotJs.empty());
  std::string page;
  std::string_view rest = kReportHtml;
  while (true) {
    const uint64_t open = rest.find("{{");
    page += rest.substr(0, open);
    if (open == std::string_view::npos) return page;
    const uint64_t close = rest.find("}}", open);
    const std::string_view name = rest.substr(open + 2, close - open - 2);
    if (name == "title") page += escaped_html(report.title);
    if (name == "subtitle") page += escaped_html(report.subtitle);
    if (name == "text") page += escaped_html(report.text);
    if (name == "data") page += data_json(report, metrics, series);
    if (name == "uplot_js") page += kUplotJs;
    if (name == "uplot_css") page += kUplotCss;
    rest.remove_prefix(close + 2);
  }
}

}  // namespace kitchen::real

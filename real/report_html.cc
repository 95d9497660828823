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

std::string text_json(std::string_view text) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string json = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    // Not even </script> may end the script that it stands in.
    if (byte < 0x20 || c == '"' || c == '\\' || c == '<') {
      json += std::string("\\u00") + kDigits[byte / 16] + kDigits[byte % 16];
    } else {
      json += c;
    }
  }
  return json + "\"";
}

std::string number_json(const std::optional<double>& value) {
  return value ? plotted(*value) : "null";
}

template <typename Values, typename ToJson>
std::string list_json(const Values& values, ToJson to_json) {
  std::string text = "[";
  for (const auto& value : values) {
    if (text.size() > 1) text += ",";
    text += to_json(value);
  }
  return text + "]";
}

std::string plot_json(const HtmlPlot& plot) {
  const auto flag = [](bool value) { return value ? "true" : "false"; };
  const auto y_json = [](const HtmlPlot::Series& series) {
    return list_json(series.y, number_json);
  };
  const auto name_json = [](const HtmlPlot::Series& series) { return text_json(series.name); };
  const std::string y = list_json(plot.series, y_json);
  return "{\"title\":" + text_json(plot.title) + ",\"x\":" + text_json(plot.x_label) +
         ",\"y\":" + text_json(plot.y_label) + ",\"xLog\":" + flag(plot.x_is_log) +
         ",\"yLog\":" + flag(plot.y_is_log) + ",\"percent\":" + flag(plot.is_percent) +
         ",\"points\":" + flag(plot.is_points) + ",\"xTarget\":" + number_json(plot.x_target) +
         ",\"yTarget\":" + number_json(plot.y_target) +
         ",\"series\":" + list_json(plot.series, name_json) + ",\"values\":[" +
         list_json(plot.x, plotted) + (plot.series.empty() ? "" : ",") + y.substr(1, y.size() - 2) +
         "]}";
}

/// The share of all that took at most so long.
HtmlPlot spread(const char* name, const TimeHistogram& times, sim::TimePs limit_ps) {
  HtmlPlot plot;
  plot.title = std::string(name) + ": share within";
  plot.x_label = "ms";
  plot.y_label = "%";
  plot.x_is_log = plot.is_percent = true;
  if (limit_ps != sim::kNever) plot.x_target = ms_of(limit_ps);
  plot.series = {{name, {}}};
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
    plot.x.push_back(ms_of(std::max<sim::TimePs>(bucket.last, 1)));
    plot.series.front().y.emplace_back(100 * share);
  }
  return plot;
}

std::vector<std::optional<double>> levels(const LevelSeries& series, double scale) {
  std::vector<std::optional<double>> values;
  for (int64_t point = 0; point < series.points(); ++point) {
    values.emplace_back(series.mean(point) * scale);
  }
  return values;
}

HtmlPlot over_time(const char* title, const char* y_label, const LevelSeries& times) {
  HtmlPlot plot;
  plot.title = title;
  plot.x_label = "s";
  plot.y_label = y_label;
  for (int64_t point = 0; point < times.points(); ++point) {
    plot.x.push_back(seconds_of(point * times.stretch_ps()));
  }
  return plot;
}

}  // namespace

std::vector<HtmlPlot> run_plots(const Metrics& metrics, const RunSeries& series,
                                int64_t kv_blocks) {
  const Targets& targets = metrics.targets();
  std::vector<HtmlPlot> plots;
  const auto add_spread = [&](const char* name, const TimeHistogram& times, sim::TimePs limit_ps) {
    if (times.count() > 0) plots.push_back(spread(name, times, limit_ps));
  };
  add_spread("TTFT", metrics.ttft(), targets.ttft_ps_max);
  add_spread("TPOT", metrics.tpot(), targets.tpot_ps_max);
  add_spread("ITL", metrics.itl(), targets.itl_ps_max);
  add_spread("E2E", metrics.e2e(), targets.e2e_ps_max);
  HtmlPlot requests = over_time("Requests", "requests", series.running());
  requests.series = {{"running", levels(series.running(), 1)},
                     {"waiting", levels(series.waiting(), 1)}};
  plots.push_back(std::move(requests));
  HtmlPlot cache = over_time("KV cache", "% in use", series.kv_blocks());
  cache.is_percent = true;
  cache.series = {{"in use", levels(series.kv_blocks(), 100 / static_cast<double>(kv_blocks))}};
  plots.push_back(std::move(cache));
  return plots;
}

std::string html_page(const HtmlReport& report, std::span<const HtmlPlot> plots) {
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
    if (name == "data") page += "{\"plots\":" + list_json(plots, plot_json) + "}";
    if (name == "uplot_js") page += kUplotJs;
    if (name == "uplot_css") page += kUplotCss;
    rest.remove_prefix(close + 2);
  }
}

}  // namespace kitchen::real

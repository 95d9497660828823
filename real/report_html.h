#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "real/metrics.h"
#include "real/run_series.h"

namespace kitchen::real {

/// uPlot as it was built in; empty where the program was built without it.
extern const std::string_view kUplotJs;
extern const std::string_view kUplotCss;
/// The page that plots and text are put into.
extern const std::string_view kReportHtml;

/// Lines, or points, over the same x.
struct HtmlPlot {
  struct Series {
    std::string name;
    std::vector<std::optional<double>> y;  ///< one for each x; nullopt: a gap
  };

  std::string title;
  std::string x_label;
  std::string y_label;
  bool x_is_log = false;           ///< then no x is 0
  bool y_is_log = false;           ///< then no y is 0
  bool is_percent = false;         ///< y from 0 to 100
  bool is_points = false;          ///< without lines between them
  std::optional<double> x_target;  ///< a vertical line
  std::optional<double> y_target;  ///< a horizontal line
  std::vector<double> x;           ///< rising
  std::vector<Series> series;
};

struct HtmlReport {
  std::string title;
  std::string subtitle;
  std::string text;  ///< the report as a terminal shows it
};

/// A page that stands by itself, with the plots and the text. kUplotJs must not be empty.
std::string html_page(const HtmlReport& report, std::span<const HtmlPlot> plots);

/// Of a run: the spread of latencies; what was running, waiting and in the KV cache over time.
/// `kv_blocks` are those of all replicas.
std::vector<HtmlPlot> run_plots(const Metrics& metrics, const RunSeries& series, int64_t kv_blocks);

}  // namespace kitchen::real

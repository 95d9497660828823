#pragma once

#include <string>
#include <string_view>

#include "real/metrics.h"
#include "real/run_series.h"

namespace kitchen::real {

/// uPlot as it was built in; empty where the program was built without it.
extern const std::string_view kUplotJs;
extern const std::string_view kUplotCss;
/// The page that plots and text are put into.
extern const std::string_view kReportHtml;

struct HtmlReport {
  std::string title;
  std::string subtitle;
  std::string text;       ///< the report as a terminal shows it
  int64_t kv_blocks = 1;  ///< of all replicas
};

/// A page that stands by itself: the spread of latencies, what was running, waiting and in the KV
/// cache over time, and the text. kUplotJs must not be empty.
std::string html_report(const HtmlReport& report, const Metrics& metrics, const RunSeries& series);

}  // namespace kitchen::real

#include "real/report_html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace kitchen::real {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

std::string page_of_a_run() {
  Metrics metrics(Targets{.ttft_ps_max = 500 * sim::kPsPerMs});
  for (int64_t i = 1; i <= 5000; ++i) {
    metrics.on_request({.admitted_ps = 0,
                        .first_token_ps = i * sim::kPsPerMs,
                        .ended_ps = i * sim::kPsPerMs * 3,
                        .output_tokens = 3});
  }
  RunSeries series;
  sim::StepRun run;
  run.first_ps = sim::kPsPerSecond;
  run.steps = 10;
  run.decode.requests = 4;
  run.waiting = 2;
  run.kv_blocks_first = run.kv_blocks_last = 5;
  series.on_steps(run);
  return html_page({"A <title>", "x & y", "table \"1\""}, run_plots(metrics, series, 10));
}

class HtmlReportTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (kUplotJs.empty()) GTEST_SKIP() << "built without web/node_modules/uplot";
  }
};

TEST_F(HtmlReportTest, StandsByItself) {
  const std::string page = page_of_a_run();
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, HasSubstr(std::string(kUplotJs)));
  EXPECT_THAT(page, Not(HasSubstr("{{title}}")));
  // A name space of SVG is no address that is loaded.
  EXPECT_THAT(page, Not(HasSubstr("src=")));
  EXPECT_THAT(page, Not(HasSubstr("href=")));
  EXPECT_THAT(page, Not(HasSubstr("url(")));
}

TEST_F(HtmlReportTest, TextsCannotBecomeMarkup) {
  const std::string page = page_of_a_run();
  EXPECT_THAT(page, HasSubstr("<h1>A &lt;title></h1>"));
  EXPECT_THAT(page, HasSubstr("<p>x &amp; y</p>"));
  EXPECT_THAT(page, HasSubstr("<pre tabindex=\"0\">table &quot;1&quot;</pre>"));
}

Json data_in(const std::string& page) {
  const std::string open = "<script type=\"application/json\" id=\"data\">";
  const uint64_t start = page.find(open) + open.size();
  return Json::parse(page.substr(start, page.find("</script>", start) - start));
}

TEST_F(HtmlReportTest, NamesInPlotsCannotEndTheScript) {
  HtmlPlot plot;
  plot.title = "</script>\"\\\n";
  plot.x = {1, 2};
  plot.series = {{"trace=</script>.csv", {std::nullopt, 3}}};
  const Json data = data_in(html_page({"", "", ""}, std::vector<HtmlPlot>{plot}));
  EXPECT_EQ(data["plots"][0]["title"], plot.title);
  EXPECT_EQ(data["plots"][0]["series"][0], plot.series[0].name);
  EXPECT_EQ(data["plots"][0]["values"], Json::parse("[[1, 2], [null, 3]]"));
}

TEST_F(HtmlReportTest, PlotsAreTheRuns) {
  const Json data = data_in(page_of_a_run());
  std::vector<std::string> titles;
  for (const Json& plot : data["plots"]) {
    titles.push_back(plot["title"]);
    for (const Json& values : plot["values"]) {
      EXPECT_EQ(values.size(), plot["values"][0].size()) << plot["title"];
      EXPECT_LE(values.size(), 1100U);
    }
  }
  EXPECT_EQ(titles, (std::vector<std::string>{"TTFT: share within", "TPOT: share within",
                                              "E2E: share within", "Requests", "KV cache"}));
  const Json& ttft = data["plots"][0];
  EXPECT_EQ(ttft["xTarget"], 500);
  EXPECT_EQ(ttft["values"][1].back(), 100);
  EXPECT_GE(ttft["values"][0].back(), 5000);
  EXPECT_LE(ttft["values"][0].back(), 5010);
  EXPECT_EQ(data["plots"][4]["values"][1][1], 50) << "5 of 10 blocks";
}

}  // namespace
}  // namespace kitchen::real

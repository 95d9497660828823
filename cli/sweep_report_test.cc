#include "cli/sweep_report.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "cli/json_output.h"

namespace kitchen::cli {
namespace {

using sim::Batching;

SweepReport invented_sweep() {
  SweepReport report;
  report.shift_key = "2";
  report.shift_title = "Rush hour";
  report.levers = {game::Lever::slots, game::Lever::batching};
  const auto add = [&](int32_t slots, Batching batching, int32_t served, int32_t stars) {
    report.outcomes.push_back({.settings = {.slots = slots, .batching = batching},
                               .orders = 120,
                               .served = served,
                               .passed = stars > 0,
                               .stars = stars,
                               .wait_p95_ms = 12'905,
                               .preemptions = slots * 7});
  };
  add(1, Batching::static_batch, 13, 0);
  add(2, Batching::static_batch, 0, 0);
  add(1, Batching::continuous, 109, 1);
  add(2, Batching::continuous, 120, 3);
  add(3, Batching::continuous, 100, 0);
  add(4, Batching::continuous, 110, 1);
  return report;
}

TEST(SweepReport, TableIsGolden) {
  EXPECT_EQ(sweep_text({invented_sweep()}, Style{}),
            R"(Shift 2, Rush hour: 6 fixed settings
slots  batching    kv_cache  weight_bits  orders  served    share  passed  stars  wait_p95_s  preemptions
    1  static      on                 16     120      13   10.8 %      no      0      12.905            7
    2  static      on                 16     120       0    0.0 %      no      0      12.905           14
    1  continuous  on                 16     120     109   90.8 %     yes      1      12.905            7
    2  continuous  on                 16     120     120  100.0 %     yes      3      12.905           14
    3  continuous  on                 16     120     100   83.3 %      no      0      12.905           21
    4  continuous  on                 16     120     110   91.7 %     yes      1      12.905           28
Slots that pass
  batching=static: none
  batching=continuous: 1-2, 4
)");
}

TEST(SweepReport, CsvIsGolden) {
  EXPECT_EQ(sweep_csv({invented_sweep()}),
            "shift,slots,batching,kv_cache,weight_bits,orders,served,served_share,passed,stars,"
            "wait_p95_s,preemptions\n"
            "2,1,static,on,16,120,13,0.1083,false,0,12.905,7\n"
            "2,2,static,on,16,120,0,0.0000,false,0,12.905,14\n"
            "2,1,continuous,on,16,120,109,0.9083,true,1,12.905,7\n"
            "2,2,continuous,on,16,120,120,1.0000,true,3,12.905,14\n"
            "2,3,continuous,on,16,120,100,0.8333,false,0,12.905,21\n"
            "2,4,continuous,on,16,120,110,0.9167,true,1,12.905,28\n");
}

TEST(SweepReport, JsonHasTheRowsAndKeysOfTheCsv) {
  const Json json = Json::parse(sweep_json({invented_sweep()}));
  ASSERT_EQ(json["outcomes"].size(), 6U);
  std::string header;
  for (const auto& [key, value] : json["outcomes"][0].items()) {
    header += (header.empty() ? "" : ",") + key;
  }
  const std::string csv = sweep_csv({invented_sweep()});
  EXPECT_EQ(header, csv.substr(0, csv.find('\n')));
  EXPECT_EQ(json["outcomes"][2].dump(),
            R"({"shift":"2","slots":1,"batching":"continuous","kv_cache":"on","weight_bits":16,)"
            R"("orders":120,"served":109,"served_share":0.9083,"passed":true,"stars":1,)"
            R"("wait_p95_s":12.905,"preemptions":7})");
}

TEST(SweepReport, OneLeverNeedsNoCombination) {
  SweepReport report = invented_sweep();
  report.levers = {game::Lever::slots};
  report.outcomes.erase(report.outcomes.begin(), report.outcomes.begin() + 2);
  EXPECT_TRUE(sweep_text({report}, Style{}).ends_with("Slots that pass\n  1-2, 4\n"));
}

TEST(SweepReport, AgreesWithPlayingTheSettingAlone) {
  const game::Shift& shift = *game::find_shift(1);
  const SweepReport report = make_sweep_report(shift);
  EXPECT_EQ(report.outcomes.size(), 64U);
  for (const game::Outcome& outcome : report.outcomes) {
    const game::Score score = game::play_fixed(shift, outcome.settings).score();
    EXPECT_EQ(outcome.served, score.served);
    EXPECT_EQ(outcome.wait_p95_ms, score.wait_p95_ms);
  }
}

TEST(ShiftList, NamesEveryShiftWithItsLevers) {
  const std::string text = shift_list_text(Style{});
  EXPECT_EQ(std::ranges::count(text, '\n'), 3 + static_cast<int64_t>(game::shifts().size()));
  EXPECT_NE(text.find("slots, batching, kv-cache, weight-bits\n"), std::string::npos);
  const Json json = Json::parse(shift_list_json());
  ASSERT_EQ(json["shifts"].size(), game::shifts().size());
  EXPECT_EQ(json["shifts"][1]["name"], "Rush hour");
  EXPECT_EQ(json["shifts"][1]["levers"].dump(), R"(["slots","batching"])");
  EXPECT_GT(json["shifts"][1]["orders"], 0);
}

}  // namespace
}  // namespace kitchen::cli

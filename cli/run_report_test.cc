#include "cli/run_report.h"

#include <gtest/gtest.h>

#include "cli/json_output.h"

namespace kitchen::cli {
namespace {

using game::Lever;

/// A run that no kitchen has played: each number is another one, so that none can stand in for
/// another.
RunReport invented_report() {
  RunReport report;
  report.shift_key = "2";
  report.shift_title = "Rush hour";
  report.commands = {{0, Lever::slots, 8}, {12'500, Lever::batching, 1}};
  report.score.orders = 120;
  report.score.served = 109;
  for (int32_t cause = 0; cause < sim::kLossCauseCount; ++cause) {
    report.score.left[cause] = 4 - cause;
  }
  report.score.unfinished = 1;
  report.score.passed = true;
  report.score.stars = 2;
  report.score.wait_p50_ms = 3'151;
  report.score.wait_p95_ms = 12'905;
  report.score.wait_max_ms = 15'272;
  report.verdict.kind = game::VerdictKind::no_free_slot;
  report.verdict.passed = true;
  report.verdict.lost = 11;
  report.verdict.lost_to_this = 4;
  report.verdict.hold_ms = 21'340;
  report.verdict.slots_busy_milli = 7'612;
  report.verdict.step_mean_us = 29'690;
  report.verdict.preemptions = 17;
  report.tokens_made = 11'141;
  report.steps = 1'671;
  report.running_peak = 13;
  report.par_wait_ms = 12'000;
  report.par_slots = 12;
  report.spent = {.weights_ps = 30 * sim::kPsPerSecond,
                  .requests_ps = 15 * sim::kPsPerSecond,
                  .kv_read_ps = 3'000'004 * sim::kPsPerUs,
                  .prefill_ps = 600 * sim::kPsPerMs};
  report.unfinished_step_ps = 20 * sim::kPsPerMs;
  report.hash = 0xc1134b9ed71466a9;
  report.replay = "lk1-2-0n8.12500b1.-297776cdff1cdc519e52-c1134b9ed71466a9";
  return report;
}

constexpr char kGoldenText[] =
    R"(Shift 2, Rush hour: passed, 2 of 3 stars
4 of the 11 lost orders were held up by a lack of free slots: for 21.3 s orders waited because all were taken.

settings                  0 s slots=8, 12.5 s batching=continuous
orders                        120
served                        109  90.8 %, 90 % passes
lost                           11
  no free slot                  4
  static batch                  3
  memory full                   2
  step too slow                 1
  unfinished at the end         1
wait, from arrival to last token, of the served
  p50                       3.151  s
  p95                      12.905  s, par 12.000 s
  max                      15.272  s
tokens/s                    185.7
busy slots, mean              7.6
busy slots, peak               13  par 12
preemptions                    17
decode steps                 1671  29.7 ms on average
GPU time, of 60 s
  reading weights          30.000  s   50.0 %
  work per request         15.000  s   25.0 %
  reading KV cache          3.000  s    5.0 %
  prefill, recompute        0.600  s    1.0 %
  step cut off by the end   0.020  s    0.0 %
  idle                     11.380  s   19.0 %
state hash                c1134b9ed71466a9
replay                    lk1-2-0n8.12500b1.-297776cdff1cdc519e52-c1134b9ed71466a9
)";

constexpr char kGoldenJson[] = R"({
  "program_version": "0.1.0",
  "rules_version": 1,
  "shift": "2",
  "commands": [
    {
      "lever": "slots",
      "value": 8,
      "at_s": 0.0
    },
    {
      "lever": "batching",
      "value": "continuous",
      "at_s": 12.5
    }
  ],
  "orders": 120,
  "served": 109,
  "served_share": 0.9083,
  "passed": true,
  "stars": 2,
  "lost": 11,
  "lost_by_cause": {
    "no_free_slot": 4,
    "static_batch": 3,
    "memory_full": 2,
    "step_too_slow": 1,
    "unfinished": 1
  },
  "wait_p50_s": 3.151,
  "wait_p95_s": 12.905,
  "wait_max_s": 15.272,
  "tokens": 11141,
  "tokens_per_s": 185.7,
  "busy_slots_mean": 7.612,
  "busy_slots_peak": 13,
  "preemptions": 17,
  "decode_steps": 1671,
  "step_mean_ms": 29.69,
  "gpu_time_s": {
    "weights": 30.0,
    "requests": 15.0,
    "kv_read": 3.000004,
    "prefill": 0.6,
    "unfinished_step": 0.02,
    "idle": 11.379996
  },
  "verdict": {
    "kind": "no_free_slot",
    "sentence": "4 of the 11 lost orders were held up by a lack of free slots: for 21.3 s orders waited because all were taken."
  },
  "state_hash": "c1134b9ed71466a9",
  "replay": "lk1-2-0n8.12500b1.-297776cdff1cdc519e52-c1134b9ed71466a9"
}
)";

TEST(RunReport, TextIsGolden) {
  EXPECT_EQ(run_report_text(invented_report(), Style{}), kGoldenText);
}

TEST(RunReport, JsonIsGolden) { EXPECT_EQ(run_report_json(invented_report()), kGoldenJson); }

TEST(RunReport, ColoursOnlyTheTitleAndTheOutcome) {
  RunReport report = invented_report();
  EXPECT_EQ(run_report_text(report, Style{true})
                .find("\x1b[1mShift 2, Rush hour\x1b[0m: \x1b[32mpassed, 2 of 3 stars\x1b[0m\n"),
            0U);
  report.score.passed = false;
  report.score.stars = 0;
  EXPECT_NE(run_report_text(report, Style{true}).find("\x1b[31mfailed, 0 of 3 stars\x1b[0m\n"),
            std::string::npos);
}

TEST(RunReport, AddsUpOnEveryShift) {
  for (const game::Shift& shift : game::shifts()) {
    const game::Run run = game::play_fixed(shift, shift.defaults);
    const Json json = Json::parse(run_report_json(make_run_report(run)));
    int64_t lost = 0;
    for (const auto& [cause, count] : json["lost_by_cause"].items()) lost += count.get<int64_t>();
    EXPECT_EQ(json["served"].get<int64_t>() + lost, json["orders"].get<int64_t>());
    double gpu_time_s = 0;
    for (const auto& [part, seconds] : json["gpu_time_s"].items()) {
      EXPECT_GE(seconds.get<double>(), 0) << part;
      gpu_time_s += seconds.get<double>();
    }
    EXPECT_NEAR(gpu_time_s, 60, 1e-5);
    EXPECT_LE(json["busy_slots_mean"], json["busy_slots_peak"]);
  }
}

TEST(RunReport, AShiftLeftAloneHasNoCommands) {
  const game::Shift& shift = *game::find_shift(1);
  const RunReport report = make_run_report(game::play_fixed(shift, shift.defaults));
  EXPECT_NE(run_report_text(report, Style{}).find("settings                  the shift's defaults"),
            std::string::npos);
}

}  // namespace
}  // namespace kitchen::cli

#include "real/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <span>
#include <string>

namespace kitchen::real {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Hardware& known_hardware() {
  static const Hardware hardware;
  return hardware;
}

struct Reported {
  RunSetup setup;
  std::map<std::string, RunFigure> figures;
  std::vector<std::string> warnings;
  std::string times_note;
  std::vector<TargetResult> targets;
  std::vector<std::string> names;
};

/// Of a chat of fixed lengths with these settings on top; "" leaves one of its own out.
Reported reported(const std::vector<std::pair<const char*, const char*>>& keys) {
  std::map<std::string, std::string> settings = {
      {"model", "llama-3.1-8b"}, {"gpu", "h100"},          {"rate_per_s", "10"},
      {"prompt_tokens", "1000"}, {"output_tokens", "101"}, {"requests", "200"}};
  for (const auto& [key, value] : keys) settings[key] = value;
  Scenario scenario;
  for (const auto& [key, value] : settings) {
    if (!value.empty()) {
      EXPECT_EQ(set_setting(scenario, key, value), "") << key;
    }
  }
  Reported reported;
  reported.setup = set_up(scenario, known_hardware());
  Traffic traffic(scenario);
  const RunOutcome outcome = run(reported.setup, traffic);
  for (RunFigure& figure : report_figures(reported.setup, outcome)) {
    reported.names.push_back(figure.name);
    EXPECT_TRUE(reported.figures.emplace(figure.name, figure).second) << figure.name;
  }
  reported.warnings = report_warnings(reported.setup, outcome);
  reported.times_note = times_note(outcome);
  reported.targets = target_results(outcome);
  return reported;
}

double number(const Reported& report, const char* name) {
  return figure_number(report.figures.at(name)).value_or(-1);
}

TEST(Report, NamesAndOrderOfFiguresStay) {
  EXPECT_THAT(
      reported({}).names,
      ElementsAre(
          "requests", "requests_finished", "requests_refused_context", "requests_refused_kv",
          "requests_cut_context", "requests_cut_kv", "requests_left_over", "duration_s",
          "requests_per_s", "output_tokens_per_s", "tokens_per_s", "ttft_ms_mean", "ttft_ms_p50",
          "ttft_ms_p90", "ttft_ms_p95", "ttft_ms_p99", "ttft_ms_max", "tpot_ms_mean", "tpot_ms_p50",
          "tpot_ms_p90", "tpot_ms_p95", "tpot_ms_p99", "tpot_ms_max", "itl_ms_mean", "itl_ms_p50",
          "itl_ms_p90", "itl_ms_p95", "itl_ms_p99", "itl_ms_max", "e2e_ms_mean", "e2e_ms_p50",
          "e2e_ms_p90", "e2e_ms_p95", "e2e_ms_p99", "e2e_ms_max", "queue_ms_mean", "queue_ms_p50",
          "queue_ms_p90", "queue_ms_p95", "queue_ms_p99", "queue_ms_max", "goodput_per_s",
          "requests_within_targets_share", "targets_met", "saturated", "steps", "step_ms_mean",
          "batch_mean", "batch_peak", "waiting_mean", "busy_share", "bandwidth_share",
          "compute_share", "preemptions", "requests_preempted", "kv_blocks", "kv_share_mean",
          "kv_share_peak", "prefix_hit_share", "gpus", "cost_per_hour",
          "cost_per_million_output_tokens", "cost_per_million_tokens", "state_hash"));
}

TEST(Report, FiguresFitTogether) {
  const Reported report = reported({{"price_per_gpu_hour", "3.6"}, {"replicas", "2"}});
  const double seconds = number(report, "duration_s");
  EXPECT_EQ(number(report, "requests_finished"), 200);
  EXPECT_NEAR(number(report, "requests_per_s") * seconds, 200, 1e-6);
  EXPECT_NEAR(number(report, "output_tokens_per_s") * seconds, 200 * 101, 1e-6);
  EXPECT_NEAR(number(report, "tokens_per_s") * seconds, 200 * 1101, 1e-6);
  EXPECT_NEAR(number(report, "e2e_ms_mean"),
              number(report, "ttft_ms_mean") + 100 * number(report, "tpot_ms_mean"), 1e-5);
  EXPECT_NEAR(number(report, "itl_ms_mean"), number(report, "tpot_ms_mean"), 1e-5)
      << "the same times, as every request has as many tokens";
  EXPECT_EQ(number(report, "gpus"), 2);
  EXPECT_NEAR(number(report, "cost_per_hour"), 7.2, 1e-9);
  EXPECT_NEAR(number(report, "cost_per_million_output_tokens"), 0.002 * seconds / 0.0202, 1e-6);
  EXPECT_NEAR(number(report, "busy_share") * seconds * 2,
              number(report, "steps") * number(report, "step_ms_mean") / 1000, 1e-6);
  for (const char* share :
       {"busy_share", "bandwidth_share", "compute_share", "kv_share_mean", "kv_share_peak"}) {
    EXPECT_GT(number(report, share), 0) << share;
    EXPECT_LE(number(report, share), 1) << share << ": no step beats physics";
  }
  EXPECT_TRUE(report.warnings.empty());
  EXPECT_EQ(report.times_note, "") << "all finished";
}

/// What the law says of one request's steps one by one: operations at the peak, over their time.
double compute_share_of_one(const RunSetup& setup, int64_t prompt, int64_t output, double busy_s) {
  const Model& model = setup.deployment.model;
  const CostLaw law(setup.deployment);
  double seconds = 0;
  for (int64_t made = 0; made < output; ++made) {
    const Chunk chunk = made == 0 ? Chunk{1, 0, prompt} : Chunk{1, prompt + made - 1, 1};
    const StepLoad load = load_of(model, std::span(&chunk, 1));
    seconds += law.linear_flop(load.tokens) / law.linear_peak_flop_per_s() +
               (law.attention_flop(load) + law.lm_head_flop(1)) /
                   setup.deployment.gpu.bf16_flop_per_s.value;
  }
  return seconds / busy_s;
}

TEST(Report, ComputeShareIsTheLawsOfEachStep) {
  const auto expect_share = [](const char* model, const char* prompt, const char* output) {
    const Reported report = reported({{"model", model},
                                      {"prompt_tokens", prompt},
                                      {"output_tokens", output},
                                      {"requests", "1"}});
    const double busy_s = number(report, "steps") * number(report, "step_ms_mean") / 1000;
    const double expected =
        compute_share_of_one(report.setup, std::stoll(prompt), std::stoll(output), busy_s);
    EXPECT_NEAR(number(report, "compute_share") / expected, 1, 1e-9) << model;
  };
  expect_share("llama-3.1-8b", "1", "20000");
  expect_share("mistral-7b-v0.1", "4000", "2000");  // past its window of 4096
}

TEST(Report, WithoutTargetOrPriceNothingIsSaidOfThem) {
  const Reported report = reported({});
  for (const char* name : {"goodput_per_s", "requests_within_targets_share", "targets_met",
                           "cost_per_hour", "cost_per_million_tokens"}) {
    EXPECT_EQ(figure_text(report.figures.at(name)), "") << name;
  }
  EXPECT_TRUE(report.targets.empty());
}

TEST(Report, TargetsAreJudgedAtTheirPercentile) {
  const Reported report =
      reported({{"ttft_ms_max", "1000"}, {"tpot_ms_max", "0.5"}, {"percentile", "99"}});
  ASSERT_EQ(report.targets.size(), 2U);
  EXPECT_EQ(report.targets[0].name, "TTFT");
  EXPECT_TRUE(report.targets[0].met());
  EXPECT_FALSE(report.targets[1].met());
  EXPECT_EQ(number(report, "targets_met"), 0);
  EXPECT_EQ(number(report, "goodput_per_s"), 0);
  const Reported met = reported({{"ttft_ms_max", "1000"}});
  EXPECT_EQ(number(met, "targets_met"), 1);
  EXPECT_EQ(number(met, "goodput_per_s"), number(met, "requests_per_s"));
}

TEST(Report, SaysFirstThatTheDeploymentCannotKeepUp) {
  const Reported report = reported({{"rate_per_s", "500"},
                                    {"requests", "2000"},
                                    {"requests_max", "16"},
                                    {"context_tokens_max", "1100"}});
  EXPECT_EQ(number(report, "saturated"), 1);
  ASSERT_EQ(report.warnings.size(), 2U);
  EXPECT_THAT(report.warnings[0], HasSubstr("the deployment can't keep up: "));
  EXPECT_THAT(report.warnings[1], HasSubstr("2000 requests were cut off"));
  const Reported calm = reported({{"rate_per_s", "20"}, {"requests", "2000"}});
  EXPECT_TRUE(calm.warnings.empty());
  EXPECT_EQ(number(calm, "saturated"), 0);
  // As much for several replicas, of which each has its own batch.
  const Reported several = reported(
      {{"rate_per_s", "500"}, {"requests", "2000"}, {"requests_max", "16"}, {"replicas", "4"}});
  EXPECT_EQ(number(several, "saturated"), 1);
}

TEST(Report, ClientsOfAClosedLoopSaturateNothing) {
  const Reported report = reported({{"rate_per_s", ""},
                                    {"arrivals", "closed"},
                                    {"clients", "200"},
                                    {"requests_max", "16"},
                                    {"requests", "1000"}});
  EXPECT_GT(number(report, "waiting_mean"), 100);
  EXPECT_EQ(number(report, "saturated"), 0);
}

TEST(Report, WhatNoRequestHasIsNotMetAndHasNoFigure) {
  const Reported report =
      reported({{"output_tokens", "1"}, {"tpot_ms_max", "50"}, {"prefix_caching", "off"}});
  for (const char* name : {"tpot_ms_mean", "tpot_ms_p50", "tpot_ms_p99", "tpot_ms_max",
                           "itl_ms_mean", "itl_ms_p95", "prefix_hit_share"}) {
    EXPECT_FALSE(figure_number(report.figures.at(name)).has_value()) << name;
  }
  ASSERT_EQ(report.targets.size(), 1U);
  EXPECT_FALSE(report.targets[0].has_samples);
  EXPECT_FALSE(report.targets[0].met());
  EXPECT_EQ(number(report, "targets_met"), 0);
}

TEST(Report, WarnsOfWhatWasRefusedOrCutOff) {
  const Reported refused = reported({{"kv_blocks", "50"}, {"oversized", "refuse"}});
  ASSERT_EQ(refused.warnings.size(), 1U);
  EXPECT_EQ(
      refused.warnings[0],
      "200 requests were refused: their prompts are longer than the whole KV cache of 800 tokens");
  EXPECT_EQ(figure_text(refused.figures.at("ttft_ms_p50")), "") << "there is none";
  EXPECT_EQ(refused.times_note, "No request finished, so none has a time: 200 refused");
  const Reported judged =
      reported({{"kv_blocks", "50"}, {"oversized", "refuse"}, {"itl_ms_max", "100"}});
  EXPECT_EQ(number(judged, "targets_met"), 0) << "nobody got a token";
  const Reported cut = reported({{"context_tokens_max", "1050"}, {"requests", "1"}});
  ASSERT_EQ(cut.warnings.size(), 1U);
  EXPECT_EQ(cut.warnings[0],
            "1 request was cut off: with its output it filled 1050 tokens of context");
  EXPECT_EQ(cut.times_note, "No request finished, so none has a time: 1 cut off");
}

TEST(Report, TellsWhichRequestsTheTimesAreOf) {
  const Reported some = reported({{"context_tokens_max", "1050"},
                                  {"output_log_mean", "4"},
                                  {"output_log_sigma", "0.5"},
                                  {"output_tokens", ""}});
  const std::string finished = figure_text(some.figures.at("requests_finished"));
  const std::string cut = figure_text(some.figures.at("requests_cut_context"));
  EXPECT_EQ(std::stoll(finished) + std::stoll(cut), 200);
  EXPECT_GT(std::stoll(finished), 1);
  EXPECT_GT(std::stoll(cut), 1);
  EXPECT_EQ(some.times_note, "Times are of the " + finished + " requests that finished, without: " +
                                 cut + " cut off; ITL is of every token made");
}

TEST(Report, NumbersAreWrittenInFull) {
  EXPECT_EQ(figure_text({"", 1234567.5, 3}), "1234567.500");
  EXPECT_EQ(figure_text({"", 1e-9, 6}), "0.000000");
  EXPECT_EQ(figure_text({"", int64_t{7}, 0}), "7");
  EXPECT_EQ(figure_text({"", true, 0}), "true");
  EXPECT_EQ(figure_text({"", {}, 0}), "");
  EXPECT_EQ(figure_text({"", std::string("abc"), 0}), "abc");
}

}  // namespace
}  // namespace kitchen::real

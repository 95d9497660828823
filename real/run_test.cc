#include "real/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "real/report.h"
#include "real/run_export.h"
#include "real/run_series.h"
#include "tests/temporary_folder.h"

namespace kitchen::real {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;

using Keys = std::initializer_list<std::pair<const char*, const char*>>;

const Hardware& bundled_hardware() {
  static const Hardware hardware;
  return hardware;
}

Scenario chat_scenario(const Keys& keys = {}) {
  Scenario scenario;
  for (const auto& [key, value] : {std::pair("model", "llama-3.1-8b"),
                                   {"gpu", "h100"},
                                   {"rate_per_s", "20"},
                                   {"prompt_log_mean", "6.9"},
                                   {"prompt_log_sigma", "0.7"},
                                   {"output_log_mean", "5.3"},
                                   {"output_log_sigma", "0.8"},
                                   {"requests", "300"}}) {
    EXPECT_EQ(set_setting(scenario, key, value), "");
  }
  for (const auto& [key, value] : keys) EXPECT_EQ(set_setting(scenario, key, value), "") << key;
  return scenario;
}

RunOutcome outcome_of(const Scenario& scenario,
                      std::span<sim::ServingListener* const> listeners = {}) {
  const RunSetup setup = set_up(scenario, bundled_hardware());
  Traffic traffic(scenario);
  return run(setup, traffic, listeners);
}

std::string run_error(const Keys& keys) {
  try {
    outcome_of(chat_scenario(keys));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Run, ServesEveryRequest) {
  const RunOutcome outcome = outcome_of(chat_scenario());
  EXPECT_EQ(outcome.metrics.finished(), 300);
  EXPECT_EQ(outcome.counts.arrived, 300);
  EXPECT_TRUE(outcome.counts.busy_ps == outcome.metrics.work().busy_ps);
  EXPECT_EQ(outcome.counts.steps, outcome.metrics.work().steps);
  EXPECT_EQ(outcome.counts.tokens_computed, outcome.metrics.work().tokens);
  EXPECT_EQ(outcome.metrics.itl().count(), outcome.metrics.output_tokens() - 300)
      << "a time between tokens for each token but the first";
  EXPECT_GT(outcome.metrics.ttft().min(), 10 * sim::kPsPerMs)
      << "no prompt of these is computed faster";
}

TEST(Run, IsTheSameAgainAndWithListeners) {
  const RunOutcome first = outcome_of(chat_scenario());
  RunSeries series;
  sim::ServingListener* const listeners[] = {&series};
  const RunOutcome second = outcome_of(chat_scenario(), listeners);
  EXPECT_EQ(first.hash, second.hash);
  EXPECT_TRUE(first.metrics.e2e().sum() == second.metrics.e2e().sum());
  EXPECT_GT(series.running().points(), 0);
  EXPECT_NE(first.hash, outcome_of(chat_scenario({{"seed", "2"}})).hash);
}

TEST(Run, SettingsReachTheEngine) {
  const RunSetup setup = set_up(chat_scenario({{"tp", "2"},
                                               {"replicas", "3"},
                                               {"router", "least_kv"},
                                               {"weights", "fp8"},
                                               {"kv", "fp8"},
                                               {"kv_blocks", "1234"},
                                               {"requests_max", "17"},
                                               {"token_budget", "555"},
                                               {"batching", "static"},
                                               {"chunked_prefill", "off"},
                                               {"prefix_caching", "off"},
                                               {"context_tokens_max", "4000"},
                                               {"memory_share", "0.5"},
                                               {"ttft_ms_max", "250.5"},
                                               {"percentile", "99.9"}}),
                                bundled_hardware());
  EXPECT_EQ(setup.gpus(), 6);
  EXPECT_EQ(setup.cluster.router, sim::Router::least_kv);
  EXPECT_EQ(setup.deployment.precision.weights, NumberType::fp8);
  EXPECT_EQ(setup.deployment.precision.activations, NumberType::fp8);
  EXPECT_EQ(setup.deployment.precision.kv, NumberType::fp8);
  EXPECT_EQ(setup.deployment.engine.memory_share.value, 0.5);
  const sim::ServingConfig& replica = setup.cluster.replica;
  EXPECT_EQ(replica.kv_blocks, 1234);
  EXPECT_EQ(replica.requests_max, 17);
  EXPECT_EQ(replica.token_budget, 555);
  EXPECT_EQ(replica.batching, sim::Batching::static_batch);
  EXPECT_FALSE(replica.chunked_prefill);
  EXPECT_FALSE(replica.prefix_caching);
  EXPECT_EQ(replica.context_tokens_max, 4000);
  EXPECT_EQ(setup.targets.ttft_ps_max, 250'500'000'000);
  EXPECT_EQ(setup.targets.percentile, 99'900);
  EXPECT_EQ(setup.targets.e2e_ps_max, sim::kNever);
}

TEST(Run, WhatCannotBeIsSaid) {
  EXPECT_THAT(run_error({{"gpu", "h1000"}}), HasSubstr("there is no GPU h1000; did you mean h100"));
  EXPECT_THAT(run_error({{"model", "lama-3.1-8b"}}), HasSubstr("did you mean llama-3.1-8b"));
  EXPECT_THAT(run_error({{"tp", "3"}}), HasSubstr("doesn't divide the 32 heads"));
  EXPECT_THAT(run_error({{"model", "llama-3.1-70b"}}),
              HasSubstr("llama-3.1-70b doesn't fit on 1 x h100: "));
  EXPECT_EQ(run_error({{"context_tokens_max", "200000"}}),
            "context_tokens_max is 200000; llama-3.1-8b allows at most 131072");
}

TEST(Run, APromptThatIsTooLongStopsTheRunOrIsCounted) {
  EXPECT_EQ(
      run_error({{"context_tokens_max", "1000"}, {"requests", "50"}, {"seed", "5"}}).substr(0, 8),
      "request ");
  EXPECT_THAT(run_error({{"kv_blocks", "20"}}),
              HasSubstr("tokens; the whole KV cache holds 320. With oversized = refuse such "
                        "requests are refused and counted"));
  const RunOutcome outcome =
      outcome_of(chat_scenario({{"context_tokens_max", "1000"}, {"oversized", "refuse"}}));
  EXPECT_GT(outcome.counts.refused(), 0);
  EXPECT_GT(outcome.metrics.finished(), 0);
  EXPECT_EQ(outcome.metrics.requests(), 300);
}

/// The figures of a run that may depend on when requests came in.
std::vector<std::string> figures_of(const RunSetup& setup, const RunOutcome& outcome) {
  std::vector<std::string> texts;
  for (const RunFigure& figure : report_figures(setup, outcome)) {
    texts.push_back(figure.name + "=" + figure_text(figure));
  }
  return texts;
}

/// Runs a scenario, writes what came in as a trace, runs that, and compares.
void expect_same_again(const Scenario& scenario) {
  const RunSetup setup = set_up(scenario, bundled_hardware());
  Traffic traffic(scenario);
  RunExport exported(traffic);
  sim::ServingListener* const listeners[] = {&exported};
  const RunOutcome first = run(setup, traffic, listeners);
  const TemporaryFile file("exported_run.csv", exported.csv());
  Scenario again = chat_scenario();
  for (const char* key : {"replicas", "router", "kv_blocks", "token_budget"}) {
    const std::string value = setting_text(scenario, key);
    if (value.empty()) continue;
    EXPECT_EQ(set_setting(again, key, value), "");
  }
  again.rate_per_s = again.prompt_log_mean = again.prompt_log_sigma = std::nullopt;
  again.output_log_mean = again.output_log_sigma = std::nullopt;
  again.requests.reset();
  again.trace = file.path();
  EXPECT_EQ(figures_of(setup, outcome_of(again)), figures_of(setup, first));
}

TEST(Run, ExportedAndServedAgainItIsTheSame) {
  expect_same_again(chat_scenario());
  expect_same_again(chat_scenario({{"kv_blocks", "1500"}, {"rate_scale", "3"}}));
  expect_same_again(chat_scenario({{"replicas", "3"}, {"router", "least_kv"}}));
  Scenario closed = chat_scenario(
      {{"arrivals", "closed"}, {"clients", "12"}, {"think_s", "0.25"}, {"replicas", "2"}});
  closed.rate_per_s.reset();
  expect_same_again(closed);
  Scenario shared = chat_scenario({{"router", "prefix_aware"}, {"replicas", "2"}});
  shared.trace = std::string(KITCHEN_TESTDATA) + "/mooncake.jsonl";
  shared.rate_per_s = shared.prompt_log_mean = shared.prompt_log_sigma = std::nullopt;
  shared.output_log_mean = shared.output_log_sigma = std::nullopt;
  shared.requests.reset();
  shared.rate_scale = 7;
  expect_same_again(shared);
}

TEST(Run, WhatClientsHaveNotSentIsNotExported) {
  Scenario scenario = chat_scenario(
      {{"arrivals", "closed"}, {"clients", "1"}, {"think_s", "86400"}, {"requests", "60"}});
  scenario.rate_per_s.reset();
  Traffic traffic(scenario);
  RunExport exported(traffic);
  sim::ServingListener* const listeners[] = {&exported};
  const RunOutcome outcome = run(set_up(scenario, bundled_hardware()), traffic, listeners);
  EXPECT_EQ(outcome.metrics.requests(), 60);
  EXPECT_EQ(outcome.metrics.finished(), 54) << "one a day, and the last after 53 days";
  EXPECT_EQ(std::ranges::count(exported.csv(), '\n'), 1 + outcome.metrics.finished());
}

TEST(Run, StoppedBeforeItsEndItMeetsNoTarget) {
  // Of 45, two arrive too late to end and two after the end of time.
  class Long : public RequestSource {
   public:
    bool next(Request& request) override {
      if (given_ == 45) return false;
      const sim::TimePs late_ps = sim::kServingTimeMaxPs + (given_ < 43 ? -1000 : 1000);
      request = {given_ < 41 ? 0 : late_ps, 100, 10, {}};
      ++given_;
      return true;
    }

   private:
    int64_t given_ = 0;
  } source;
  const RunSetup setup =
      set_up(chat_scenario({{"ttft_ms_max", "9000"}, {"percentile", "90"}}), bundled_hardware());
  const RunOutcome outcome = run(setup, source);
  EXPECT_EQ(outcome.stopped, sim::StopReason::time_over);
  EXPECT_EQ(outcome.metrics.finished(), 41);
  EXPECT_EQ(outcome.metrics.requests(), 45);
  EXPECT_EQ(outcome.metrics.not_finished(), 4);
  EXPECT_TRUE(outcome.metrics.all_met()) << "91 of 100 are within";
  EXPECT_FALSE(outcome.met());
  ASSERT_EQ(target_results(outcome).size(), 1U);
  EXPECT_FALSE(target_results(outcome)[0].met());
  EXPECT_THAT(figures_of(setup, outcome),
              IsSupersetOf({"requests=45", "requests_left_over=4", "targets_met=false"}));
  const std::vector<std::string> warnings = report_warnings(setup, outcome);
  EXPECT_THAT(warnings, Contains(HasSubstr("stopped at 53 days of simulated time, with 4 "
                                           "requests left over")));
  EXPECT_THAT(times_note(outcome), HasSubstr("Times are of the 41 requests that finished, "
                                             "without: 4 left over when the run was stopped"));
}

TEST(Run, TheEnginesOwnBlocksSayThatItFits) {
  const Keys tight = {{"gpu", "l4"}, {"memory_share", "0.7"}};
  EXPECT_THAT(run_error(tight), HasSubstr("doesn't fit on 1 x l4"));
  const RunOutcome outcome =
      outcome_of(chat_scenario({{"gpu", "l4"}, {"memory_share", "0.7"}, {"kv_blocks", "2000"}}));
  EXPECT_EQ(outcome.metrics.finished(), 300);
  EXPECT_THAT(run_error({{"model", "llama-3.1-70b"}, {"gpu", "l4"}, {"kv_blocks", "2000"}}),
              HasSubstr("doesn't fit on 1 x l4"))
      << "the weights alone are more than the whole memory";
}

TEST(Run, ClientsOfAClosedLoopAreNeverMoreThanThere) {
  Scenario scenario = chat_scenario({{"arrivals", "closed"}, {"clients", "7"}});
  scenario.rate_per_s.reset();
  const RunOutcome outcome = outcome_of(scenario);
  EXPECT_EQ(outcome.metrics.finished(), 300);
  EXPECT_LE(outcome.counts.running_peak, 7);
  EXPECT_GE(outcome.counts.running_peak, 6);
}

}  // namespace
}  // namespace kitchen::real

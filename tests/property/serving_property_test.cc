#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/cluster.h"
#include "tests/property/drawn.h"
#include "tests/property/serving_scenario.h"
#include "tests/reference/serving_difference.h"
#include "tests/reference/serving_stepwise.h"

namespace kitchen::property {
namespace {

using sim::TimePs;

const int32_t kCases = set_cases(250);

TEST(ServingProperty, EveryPropertyHasItsCases) {
  int32_t cases = 0;
  EXPECT_TRUE(rc::check([&cases] { ++cases; }));
  EXPECT_EQ(cases, kCases);
}

/// A cluster with what it told.
struct ServedRun {
  reference::ServingRecorder recorder;
  std::unique_ptr<sim::Cluster> cluster;
};

template <typename AtSubmit>
std::unique_ptr<ServedRun> run_of(const ServingScenario& scenario, AtSubmit at_submit) {
  RC_ASSERT(sim::validate(scenario.config, scenario.cost) == sim::ServingError::ok);
  auto run = std::make_unique<ServedRun>();
  run->cluster = std::make_unique<sim::Cluster>(
      std::make_shared<const sim::ServingCost>(scenario.cost), scenario.config, run->recorder);
  for (const sim::ServingRequest& request : scenario.requests) {
    RC_ASSERT(run->cluster->await_turn());
    run->cluster->submit(request);
    at_submit(*run->cluster);
  }
  run->cluster->drain();
  RC_ASSERT(run->cluster->stopped() == sim::StopReason::none);
  return run;
}

std::unique_ptr<ServedRun> run_of(const ServingScenario& scenario) {
  return run_of(scenario, [](const sim::Cluster&) {});
}

reference::StepwiseCluster stepwise_of(const ServingScenario& scenario) {
  reference::StepwiseCluster stepwise(scenario.cost, scenario.config, scenario.requests);
  stepwise.run();
  return stepwise;
}

void expect_equal(const ServingScenario& scenario) {
  const std::unique_ptr<ServedRun> run = run_of(scenario);
  const reference::StepwiseCluster stepwise = stepwise_of(scenario);
  RC_ASSERT(reference::first_difference(*run->cluster, run->recorder, stepwise) == "");
  RC_ASSERT(reference::broken_token_law(stepwise) == "");
}

RC_GTEST_PROP(ServingProperty, EngineEqualsStepwiseReference, ()) {
  expect_equal(make_serving_scenario(*any_serving_recipe()));
}

// Nearly all of the KV cache in use by few requests with long outputs: preempted again and again.
RC_GTEST_PROP(ServingProperty, EngineEqualsStepwiseReferenceInPreemptionStorms, ()) {
  ServingRecipe recipe = *any_serving_recipe();
  recipe.static_batch = false;
  recipe.kv_blocks = 2 + recipe.kv_blocks % 30;
  recipe.requests_max = 20;
  recipe.clients = 0;
  for (ServingOrder& order : recipe.orders) {
    order.gap %= 100;
    order.prompt_tokens = 1 + order.prompt_tokens % 12;
    order.output_tokens += 20;
  }
  expect_equal(make_serving_scenario(recipe));
}

// Few requests, long outputs, coefficients of a real size: many steps in one closed form.
RC_GTEST_PROP(ServingProperty, EngineEqualsStepwiseReferenceOnLongOutputs, ()) {
  ServingRecipe recipe = *any_serving_recipe();
  recipe.scale = 1'000'000;
  recipe.kv_blocks *= 40;
  recipe.orders.resize(std::min<size_t>(recipe.orders.size(), 5));
  for (ServingOrder& order : recipe.orders) {
    order.output_tokens *= 17;
    order.gap *= 30;
  }
  expect_equal(make_serving_scenario(recipe));
}

RC_GTEST_PROP(ServingProperty, LawsHold, ()) {
  const ServingScenario scenario = make_serving_scenario(*any_serving_recipe());
  const std::unique_ptr<ServedRun> run = run_of(scenario, [](const sim::Cluster& cluster) {
    RC_ASSERT(reference::broken_serving_count(cluster) == "");
  });
  RC_ASSERT(reference::broken_serving_law(*run->cluster, run->recorder) == "");
  RC_ASSERT(run->cluster->hash() == run_of(scenario)->cluster->hash());
}

// Steps of days: whoever isn't done by the end of time is still counted, and the run says why it
// stopped.
RC_GTEST_PROP(ServingProperty, ARunThatDoesNotEndStopsWithAReason, ()) {
  ServingRecipe recipe = *any_serving_recipe();
  recipe.scale = 1;
  ServingScenario scenario = make_serving_scenario(recipe);
  std::vector<TimePs>& steps_ps = scenario.cost.step_ps;
  const TimePs longest_ps = *std::max_element(steps_ps.begin(), steps_ps.end());
  for (TimePs& step_ps : steps_ps) step_ps *= sim::kServingStepMaxPs / 8 / longest_ps;
  RC_ASSERT(sim::validate(scenario.config, scenario.cost) == sim::ServingError::ok);
  reference::ServingRecorder recorder;
  sim::Cluster cluster(std::make_shared<const sim::ServingCost>(scenario.cost), scenario.config,
                       recorder);
  reference::ListedRequests source(scenario.requests);
  sim::run_all(cluster, source);
  RC_ASSERT(reference::broken_serving_count(cluster) == "");
  RC_ASSERT(cluster.now_ps() <= sim::kServingTimeMaxPs);
  const sim::ServingCounts counts = cluster.counts();
  const bool all_done =
      counts.waiting + counts.running == 0 && counts.arrived == std::ssize(scenario.requests);
  RC_ASSERT(all_done == (cluster.stopped() == sim::StopReason::none));
  RC_CLASSIFY(!all_done);
}

/// All that was told before a time, as one text.
std::string told_before(const reference::ServingRecorder& recorder, TimePs until_ps) {
  std::string text;
  const auto add = [&](TimePs at_ps, std::initializer_list<int64_t> values) {
    if (at_ps >= until_ps) return;
    for (const int64_t value : values) text += std::to_string(value) + " ";
    text += "\n";
  };
  for (const sim::BatchChange& change : recorder.admissions) {
    add(change.at_ps, {change.at_ps, change.id, change.replica, change.cached_tokens});
  }
  for (const sim::BatchChange& change : recorder.preemptions) {
    add(change.at_ps, {change.at_ps, change.id, change.replica});
  }
  for (const sim::RequestRecord& record : recorder.records) {
    add(record.ended_ps, {record.ended_ps, record.id, record.output_tokens});
  }
  return text;
}

// Two crowds that differ only in how much more the outputs of some would still have been: until the
// first of these ends, nothing may tell them apart.
RC_GTEST_PROP(ServingProperty, NobodyKnowsHowLongAnOutputWillBe, ()) {
  ServingRecipe recipe = *any_serving_recipe();
  recipe.context_tokens_max = 1000;
  const ServingScenario shorter = make_serving_scenario(recipe);
  ServingScenario longer = shorter;
  std::set<int64_t> changed;
  for (size_t i = 0; i < longer.requests.size(); ++i) {
    if (*rc::gen::arbitrary<bool>()) continue;
    longer.requests[i].output_tokens += 10;
    changed.insert(static_cast<int64_t>(i));
  }
  const std::unique_ptr<ServedRun> a = run_of(shorter);
  const std::unique_ptr<ServedRun> b = run_of(longer);
  TimePs until_ps = sim::kNever;
  for (const sim::RequestRecord& record : a->recorder.records) {
    if (changed.contains(record.id)) until_ps = std::min(until_ps, record.ended_ps);
  }
  RC_ASSERT(told_before(a->recorder, until_ps) == told_before(b->recorder, until_ps));
}

/// In how many of the cases something happened.
class HappenedIn {
 public:
  void count(const std::map<std::string, bool>& seen) {
    for (const auto& [what, happened] : seen) seen_[what] += happened ? 1 : 0;
    ++cases_;
  }
  int32_t cases() const { return cases_; }
  int32_t percent(const std::string& what) const { return seen_.at(what) * 100 / cases_; }

 private:
  std::map<std::string, int32_t> seen_;
  int32_t cases_ = 0;
};

std::map<std::string, bool> what_happens(const ServingScenario& scenario) {
  const std::unique_ptr<ServedRun> run = run_of(scenario);
  const sim::ServingCounts counts = run->cluster->counts();
  const sim::ServingConfig& config = scenario.config.replica;
  std::map<std::string, bool> seen;
  for (int32_t outcome = 0; outcome < sim::kOutcomeCount; ++outcome) {
    seen["outcome " + std::to_string(outcome)] = counts.ended[outcome] > 0;
  }
  seen["preempted"] = counts.preemptions > 0;
  seen["preempted twice"] = false;
  for (const sim::RequestRecord& record : run->recorder.records) {
    seen["preempted twice"] |= record.preemptions > 1;
  }
  seen["a gap in a token stream"] = !run->recorder.gaps.empty();
  seen["prefix cache hit"] = counts.cached_tokens > 0;
  seen["blocks left in the prefix cache"] = counts.kv_blocks_cached > 0;
  seen["slots stand full"] = counts.running_peak == config.requests_max;
  seen["several replicas at work"] = false;
  std::map<std::string, bool> steps;
  for (const sim::StepRun& run_of_steps : run->recorder.runs) {
    seen["several replicas at work"] |= run_of_steps.replica > 0;
    seen["many steps at once"] |= run_of_steps.steps > 5;
    seen["prompts beside decodes"] |=
        run_of_steps.prefill.requests > 0 && run_of_steps.decode.requests > 0;
    seen["budget used up"] |=
        run_of_steps.prefill.tokens + run_of_steps.decode.requests == config.token_budget;
    seen["a prompt beyond the budget"] |=
        run_of_steps.prefill.tokens + run_of_steps.decode.requests > config.token_budget;
    seen["context within the window and beyond"] |=
        run_of_steps.decode.growing > 0 &&
        run_of_steps.decode.growing < run_of_steps.decode.requests;
    seen["queue waits for memory"] |=
        run_of_steps.waiting > 0 && run_of_steps.kv_blocks_first * 10 > config.kv_blocks * 8;
  }
  seen["static batch"] = config.batching == sim::Batching::static_batch && counts.running_peak > 1;
  seen["clients"] = scenario.config.clients > 0 && counts.arrived > scenario.config.clients;
  return seen;
}

// A generator that misses a corner makes every property above pass for nothing.
TEST(ServingProperty, GeneratorReachesEveryCorner) {
  HappenedIn happened;
  for_drawn(any_serving_recipe(), 1'000, [&](const ServingRecipe& recipe) {
    happened.count(what_happens(make_serving_scenario(recipe)));
  });
  const std::map<std::string, int32_t> least = {
      {"a gap in a token stream", 15},
      {"a prompt beyond the budget", 8},
      {"blocks left in the prefix cache", 20},
      {"budget used up", 40},
      {"clients", 15},
      {"context within the window and beyond", 10},
      {"many steps at once", 40},
      {"outcome 0", 80},
      {"outcome 1", 15},
      {"outcome 2", 15},
      {"outcome 3", 15},
      {"outcome 4", 15},
      {"preempted", 20},
      {"preempted twice", 8},
      {"prefix cache hit", 15},
      {"prompts beside decodes", 40},
      {"queue waits for memory", 20},
      {"several replicas at work", 20},
      {"slots stand full", 25},
      {"static batch", 8},
  };
  for (const auto& [what, percent] : least) {
    EXPECT_GE(happened.percent(what), percent) << what;
    std::printf("%3d %% %s\n", happened.percent(what), what.c_str());
  }
}

}  // namespace
}  // namespace kitchen::property

#include "real/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "real/plan_floor.h"
#include "real/plan_prices.h"
#include "tests/temporary_folder.h"

namespace kitchen::real {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::atomic<bool> kNoStop{false};

const Hardware& bundled() {
  static const Hardware kHardware;
  return kHardware;
}

/// Poisson traffic on an 8B model, a few GPUs that could serve it.
PlanQuestion small_question() {
  PlanQuestion question;
  question.base.model = "llama-3.1-8b";
  question.base.rate_per_s = 12;
  question.base.prompt_tokens = 600;
  question.base.output_log_mean = 4;
  question.base.output_log_sigma = 0.5;
  question.base.requests = 120;
  question.base.percentile = 90;
  question.base.ttft_ms_max = 150;
  question.base.tpot_ms_max = 30;
  question.axes = {read_axis("gpu=l40s,h100"), read_axis("tp=1"), read_axis("replicas=1,2,3,4"),
                   read_axis("requests_max=4,64")};
  question.prices = {{"l40s", 0.8}, {"h100", 2.7}};
  question.seeds = 2;
  question.threads = 2;
  return question;
}

Plan plan_of(const PlanQuestion& question) {
  return make_plan(question, bundled(), kNoStop, nullptr);
}

std::string plan_error(const PlanQuestion& question) {
  try {
    plan_of(question);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TrafficSample traffic_of(const Scenario& scenario) {
  Traffic traffic(scenario);
  return sample_traffic(traffic, clients_of(scenario));
}

/// Whether it meets all targets, by runs to their ends.
bool meets(Scenario scenario, int64_t seeds) {
  for (int64_t seed = 1; seed <= seeds; ++seed) {
    scenario.seed = seed;
    Traffic traffic(scenario);
    if (!run(set_up(scenario, bundled()), traffic).metrics.all_met()) return false;
  }
  return true;
}

TEST(Plan, IsTheCheapestOfAllThatMeetTheTargets) {
  for (const double tpot_ms : {12.0, 20.0, 30.0, 60.0}) {
    PlanQuestion question = small_question();
    question.base.tpot_ms_max = tpot_ms;
    const Plan plan = plan_of(question);
    double cheapest = 1e9;
    for (const Candidate& candidate : plan.candidates) {
      const bool met = meets(candidate.scenario, question.seeds);
      if (met) cheapest = std::min(cheapest, candidate.cost_per_hour);
      // What was left out without a run can't have met them, or costs more.
      const bool by_plan = candidate.fate == Fate::met || candidate.fate == Fate::not_needed;
      EXPECT_TRUE(by_plan || !met) << tpot_ms << ": " << candidate.scenario.gpu;
    }
    ASSERT_EQ(plan.winner.has_value(), cheapest < 1e9) << tpot_ms;
    if (plan.winner) {
      EXPECT_EQ(plan.candidates[*plan.winner].cost_per_hour, cheapest) << tpot_ms;
    }
  }
}

/// The cheapest of those that meet the targets and that `among` says, by runs to their ends; 1e9
/// where none does.
double cheapest_by_force(const Plan& plan, int64_t seeds, const auto& among) {
  double cheapest = 1e9;
  for (const Candidate& candidate : plan.candidates) {
    const bool wanted = candidate.cost_per_hour < cheapest && among(candidate.scenario);
    if (wanted && meets(candidate.scenario, seeds)) cheapest = candidate.cost_per_hour;
  }
  return cheapest;
}

double cost_of(const Plan& plan, std::optional<uint64_t> place) {
  return place ? plan.candidates[*place].cost_per_hour : 1e9;
}

TEST(Plan, IsTheCheapestOfAllRoutersAndWeightsAsWell) {
  PlanQuestion question = small_question();
  question.base.arrivals = Arrivals::Kind::gamma;
  question.base.burstiness = 3;
  question.base.rate_per_s = 6;
  question.base.prompt_tokens.reset();
  question.base.prompt_log_mean = 6.5;
  question.base.prompt_log_sigma = 1.5;
  question.base.output_log_sigma = 1.3;
  question.axes = {read_axis("gpu=l40s,h100"), read_axis("replicas=1,2,3,4,5,6"),
                   read_axis("weights=bf16,fp8"), read_axis("requests_max=4"),
                   read_axis("router=least_requests,round_robin,prefix_aware")};
  int64_t dearer_round_robin = 0;
  int64_t dearer_bf16 = 0;
  for (const double ttft_ms : {150.0, 400.0, 700.0}) {
    question.base.ttft_ms_max = ttft_ms;
    const Plan plan = plan_of(question);
    // One replica needs no router, and without prefixes the prefix-aware one looks at requests.
    EXPECT_EQ(plan.candidates.size(), 2 * 2 * (1 + 5 * 2)) << ttft_ms;
    const double all = cheapest_by_force(plan, 2, [](const Scenario&) { return true; });
    EXPECT_EQ(cost_of(plan, plan.winner), all) << ttft_ms;
    if (plan.asked_round_robin) {
      const double round_robin = cheapest_by_force(plan, 2, [](const Scenario& scenario) {
        return scenario.replicas == 1 || scenario.router == sim::Router::round_robin;
      });
      EXPECT_EQ(cost_of(plan, plan.round_robin), round_robin) << ttft_ms;
      dearer_round_robin += round_robin > all ? 1 : 0;
    }
    if (plan.is_quantised) {
      const double bf16 = cheapest_by_force(
          plan, 2, [](const Scenario& scenario) { return scenario.weights == NumberType::bf16; });
      EXPECT_EQ(cost_of(plan, plan.unquantised), bf16) << ttft_ms;
      dearer_bf16 += bf16 > all ? 1 : 0;
    }
  }
  EXPECT_GT(dearer_round_robin, 0);
  EXPECT_GT(dearer_bf16, 0);
}

TEST(Plan, SaysTheSameWhateverTheThreads) {
  PlanQuestion question = small_question();
  question.error_share = 0.3;
  question.threads = 1;
  const Plan one = plan_of(question);
  question.threads = 5;
  const Plan many = plan_of(question);
  EXPECT_EQ(one.winner, many.winner);
  EXPECT_EQ(one.runner_up, many.runner_up);
  EXPECT_EQ(one.cheaper, many.cheaper);
  EXPECT_EQ(one.safe_winner, many.safe_winner);
  EXPECT_EQ(one.unquantised, many.unquantised);
  EXPECT_EQ(one.safe_unquantised, many.safe_unquantised);
  EXPECT_EQ(one.round_robin, many.round_robin);
  EXPECT_EQ(one.counts, many.counts);
  EXPECT_EQ(one.load_max, many.load_max);
}

TEST(Plan, TellsWhatElseAndWhyAndHowFar) {
  const Plan plan = plan_of(small_question());
  ASSERT_TRUE(plan.winner.has_value());
  const Candidate& winner = plan.candidates[*plan.winner];
  ASSERT_TRUE(plan.runner_up.has_value());
  EXPECT_GE(plan.candidates[*plan.runner_up].cost_per_hour, winner.cost_per_hour);
  EXPECT_LE(plan.binding.used_share(), 1);
  EXPECT_GT(plan.binding.used_share(), 0);
  EXPECT_EQ(plan.binding.kind, TargetKind::tpot);
  EXPECT_EQ(plan.bottleneck, "most of a step is reading the weights");
  ASSERT_EQ(plan.curve.size(), 13);
  EXPECT_EQ(plan.curve.front().scale, 0.5);
  EXPECT_EQ(plan.curve.back().scale, 2);
  EXPECT_GE(plan.load_max, 1);
  // At the load itself, the curve is the plan.
  EXPECT_EQ(plan.curve[5].scale, 1);
  EXPECT_EQ(plan.curve[5].margins[0].worst_ps, margins(plan.targets, winner.trials)[0].worst_ps);
}

TEST(Plan, AFullBatchIsABottleneck) {
  PlanQuestion question = small_question();
  question.axes = {read_axis("gpu=h100"), read_axis("requests_max=2")};
  question.base.tpot_ms_max.reset();
  question.base.ttft_ms_max = 60'000;
  EXPECT_EQ(plan_of(question).bottleneck, "requests wait for a place in the batch: requests_max");
}

TEST(Plan, ALessThanPossibleTargetGetsTheBestThereIs) {
  PlanQuestion question = small_question();
  question.base.ttft_ms_max = 12;  // an H100's floor for the prompt is 10, its law 20
  const Plan plan = plan_of(question);
  EXPECT_FALSE(plan.winner.has_value());
  ASSERT_TRUE(plan.closest.has_value());
  const Candidate& closest = plan.candidates[*plan.closest];
  EXPECT_EQ(closest.scenario.gpu, "h100");
  ASSERT_FALSE(closest.trials.empty());
  const double used = margins(plan.targets, closest.trials)[0].used_share();
  EXPECT_GT(used, 1);
  for (const Candidate& candidate : plan.candidates) {
    std::vector<TrialFigures> trials;
    for (const int64_t seed : {1, 2}) {
      Scenario scenario = candidate.scenario;
      scenario.seed = seed;
      trials.push_back(
          *run_trial(set_up(scenario, bundled()), traffic_of(scenario), 1, false, kNoStop));
    }
    const double other = margins(plan.targets, trials)[0].used_share();
    EXPECT_GE(other * 1.01, used);
    // Within 1 % nobody would pay for more.
    if (candidate.cost_per_hour < closest.cost_per_hour) {
      EXPECT_GT(other, used * 0.999);
    }
  }
}

TEST(Plan, ATargetBelowTheFloorIsSaidToBe) {
  PlanQuestion question = small_question();
  question.base.ttft_ms_max = 2;
  const Plan plan = plan_of(question);
  EXPECT_EQ(plan.count_of(Fate::beyond_floor), std::ssize(plan.candidates));
  EXPECT_THAT(plan.candidates.front().why, HasSubstr("TTFT of 2 ms is out of reach of 1 x l40s"));
  EXPECT_TRUE(plan.closest.has_value());
  EXPECT_FALSE(plan.replicas_may_help);
  // Of the two GPUs the H100 computes faster: 600 tokens of 8 G multiplications at 989 T/s.
  ASSERT_EQ(plan.floors.size(), 2);
  const TargetFloor& floor = plan.floors.front();
  EXPECT_EQ(floor.kind, TargetKind::ttft);
  EXPECT_EQ(plan.candidates[floor.floor_of].scenario.gpu, "h100");
  EXPECT_NEAR(floor.floor_s, 600 * 2 * 7.0e9 / 989e12, 0.3e-3);
  EXPECT_GT(floor.alone_s, floor.floor_s);
  EXPECT_EQ(floor.of, "a prompt of 600 tokens");
  EXPECT_EQ(floor.bound, "its operations at the datasheet's peak");
  // A token reads 15 GB at 3.35 TB/s.
  EXPECT_NEAR(plan.floors[1].floor_s, 15.0e9 / 3.35e12, 0.2e-3);
  EXPECT_EQ(plan.floors[1].bound, "reading weights and KV cache at the datasheet's bandwidth");
}

TEST(Plan, MoreReplicasMayHelpOnlyWhereOneRequestAloneIsFastEnough) {
  PlanQuestion question = small_question();
  question.axes = {read_axis("gpu=l40s"), read_axis("replicas=1")};
  question.base.rate_per_s = 50;
  const Plan crowded = plan_of(question);
  EXPECT_FALSE(crowded.winner.has_value());
  EXPECT_TRUE(crowded.replicas_may_help);
  question.axes = {read_axis("gpu=l40s"), read_axis("replicas=6,9,12")};
  EXPECT_TRUE(plan_of(question).winner.has_value());
  question.base.tpot_ms_max = 10;  // an L40S reads 15 GB in 17 ms
  const Plan slow = plan_of(question);
  EXPECT_FALSE(slow.winner.has_value());
  EXPECT_FALSE(slow.replicas_may_help);
  EXPECT_THAT(slow.candidates.front().why, HasSubstr("TPOT of 10 ms is out of reach"));
}

TEST(Plan, ATargetThatNothingCanBeJudgedByIsRefused) {
  PlanQuestion question = small_question();
  question.base.output_log_mean.reset();
  question.base.output_log_sigma.reset();
  question.base.output_tokens = 1;
  EXPECT_THAT(plan_error(question), HasSubstr("tpot_ms_max: every output"));
  question.base.tpot_ms_max.reset();
  EXPECT_TRUE(plan_of(question).winner.has_value());
  question.base.itl_ms_max = 30;
  EXPECT_THAT(plan_error(question), HasSubstr("itl_ms_max: every output"));
}

TEST(Plan, WhereNothingFitsTheSmallestThatWouldIsNamed) {
  PlanQuestion question = small_question();
  question.base.model = "llama-3.1-70b";
  question.axes = {read_axis("gpu=l40s,h100"), read_axis("tp=1"), read_axis("weights=bf16")};
  const Plan asked = plan_of(question);
  ASSERT_EQ(asked.fits_of_asked.size(), 1)
      << "no other weights are suggested to who asked for some";
  EXPECT_EQ(asked.fits_of_asked[0].weights, NumberType::bf16);
  EXPECT_EQ(asked.fits_of_all.size(), 1);
  question.weights_by_default = true;
  const Plan plan = plan_of(question);
  EXPECT_EQ(plan.count_of(Fate::impossible), std::ssize(plan.candidates));
  EXPECT_FALSE(plan.closest.has_value());
  EXPECT_TRUE(plan.floors.empty());
  // 141 GB in bf16: two H100, since L40S have no all-reduce that is known; 71 GB in fp8, 39 in
  // int4.
  ASSERT_EQ(plan.fits_of_asked.size(), 3);
  EXPECT_EQ(plan.fits_of_asked[0].weights, NumberType::bf16);
  EXPECT_EQ(plan.fits_of_asked[0].gpu, "h100");
  EXPECT_EQ(plan.fits_of_asked[0].tensor_parallel, 2);
  EXPECT_EQ(plan.fits_of_asked[1].tensor_parallel, 1);
  EXPECT_GE(plan.fits_of_asked[2].kv_tokens, 600);
  ASSERT_EQ(plan.fits_of_all.size(), 3);
  // What is named can be deployed, and nothing smaller can.
  for (const SmallestFit& fit : plan.fits_of_all) {
    Scenario scenario = question.base;
    scenario.gpu = fit.gpu;
    scenario.tensor_parallel = fit.tensor_parallel;
    scenario.weights = fit.weights;
    EXPECT_EQ(set_up(scenario, bundled()).capacity.tokens(), fit.kv_tokens);
  }
}

TEST(Plan, PromptsThatAreRefusedAreNotServedByMoreReplicas) {
  PlanQuestion question = small_question();
  question.axes = {read_axis("gpu=h100"), read_axis("replicas=1,2")};
  question.base.oversized = Oversized::refuse;
  question.base.context_tokens_max = 500;
  const Plan plan = plan_of(question);
  EXPECT_EQ(plan.count_of(Fate::impossible), 2);
  EXPECT_THAT(plan.candidates.front().why,
              HasSubstr("120 of 120 prompts are longer than the context of 500 tokens"));
}

TEST(Plan, WhatDoesNotFitIsLeftOutWithItsReason) {
  PlanQuestion question = small_question();
  question.base.model = "llama-3.1-70b";
  question.axes = {read_axis("gpu=l40s,h100"), read_axis("tp=1,4"), read_axis("replicas=1")};
  question.base.ttft_ms_max = 5000;
  question.base.tpot_ms_max = 500;
  const Plan plan = plan_of(question);
  ASSERT_TRUE(plan.winner.has_value());
  EXPECT_EQ(plan.candidates[*plan.winner].scenario.tensor_parallel, 4);
  EXPECT_EQ(plan.candidates[*plan.winner].scenario.gpu, "h100");
  EXPECT_EQ(plan.counts.at(Fate::impossible), 3);
  EXPECT_FALSE(plan.candidates.front().why.empty());
}

TEST(Plan, HoldsOrNotWithItsError) {
  PlanQuestion question = small_question();
  question.error_share = 0;
  EXPECT_TRUE(plan_of(question).holds_with_error);
  question.error_share = 8;
  const Plan plan = plan_of(question);
  EXPECT_FALSE(plan.holds_with_error);
  EXPECT_FALSE(plan.safe_winner.has_value());
  question.error_share = 0.5;
  const Plan half = plan_of(question);
  ASSERT_FALSE(half.holds_with_error);
  EXPECT_EQ(half.recommended(), half.safe_winner);
  EXPECT_EQ(half.deploy_error->share, 0.5);
  // The curve is of what is to be deployed.
  EXPECT_EQ(half.curve[5].margins[0].worst_ps,
            margins(half.targets, half.candidates[*half.safe_winner].trials)[0].worst_ps);
  ASSERT_TRUE(half.safe_winner.has_value());
  EXPECT_GE(half.candidates[*half.safe_winner].cost_per_hour,
            half.candidates[*half.winner].cost_per_hour);
}

TEST(Plan, EachTargetIsJudgedWithItsOwnError) {
  PlanQuestion question = small_question();
  question.base.engine = "vllm-0.12";
  question.axes = {read_axis("gpu=h100"), read_axis("replicas=1,2")};
  question.base.ttft_ms_max = 1000;
  const Plan loose = plan_of(question);
  ASSERT_TRUE(loose.winner && loose.error && loose.error->ttft_share);
  // Of the H100's rows: 12.1 and 29.5 % too short.
  EXPECT_NEAR(loose.error->share, 0.121 / 0.879, 1e-9);
  EXPECT_NEAR(*loose.error->ttft_share, 0.295 / 0.705, 1e-9);
  EXPECT_TRUE(loose.holds_with_error);
  // Now TTFT has room for TPOT's error, but not for its own.
  PlanQuestion tight = question;
  const double ttft_ms = loose.curve[5].knee_ms;
  tight.base.ttft_ms_max = ttft_ms * 1.38;
  tight.error_share = loose.error->share;
  ASSERT_TRUE(plan_of(tight).holds_with_error);
  tight.error_share.reset();
  EXPECT_FALSE(plan_of(tight).holds_with_error);
}

/// Served by an engine whose error isn't known, on a GPU whose KV cache may be half as large as is
/// computed: sampling for 1024 requests takes the rest.
PlanQuestion tight_cache_question() {
  PlanQuestion question = small_question();
  question.base.arrivals = Arrivals::Kind::closed;
  question.base.rate_per_s.reset();
  question.base.clients = 14;
  question.base.prompt_tokens = 2000;
  question.base.ttft_ms_max = 60'000;
  question.base.tpot_ms_max.reset();
  question.axes = {read_axis("gpu=l4"), read_axis("replicas=1,2"), read_axis("requests_max=1024"),
                   read_axis("token_budget=8192")};
  question.prices = {{"l4", 0.5}};
  return question;
}

TEST(Plan, WhereNoErrorIsKnownItHoldsWithTheSmallerCache) {
  PlanQuestion question = tight_cache_question();
  // As much as one replica takes with the cache that is computed, and a little more.
  const Plan loose = plan_of(question);
  ASSERT_TRUE(loose.winner.has_value());
  EXPECT_EQ(loose.safe(), loose.winner);
  question.base.ttft_ms_max = loose.curve[5].knee_ms * 1.02;
  const Plan plan = plan_of(question);
  ASSERT_TRUE(plan.winner.has_value());
  EXPECT_EQ(plan.candidates[*plan.winner].gpus, 1);
  EXPECT_FALSE(plan.error.has_value());
  EXPECT_GT(plan.cache_share, 0.2);
  EXPECT_FALSE(plan.holds_with_error);
  ASSERT_TRUE(plan.safe_winner.has_value());
  EXPECT_EQ(plan.candidates[*plan.safe_winner].gpus, 2);
  EXPECT_EQ(plan.described(), *plan.safe_winner);
  EXPECT_FALSE(plan.recommended().has_value()) << "how far off it may be isn't known";
  // Nothing is left where one replica is all that may be had; more could.
  question.axes[1] = read_axis("replicas=1");
  const Plan alone = plan_of(question);
  ASSERT_TRUE(alone.winner.has_value());
  EXPECT_FALSE(alone.safe().has_value());
  EXPECT_TRUE(alone.replicas_may_help);
  // With smaller limits the cache is what it is computed to be.
  question.axes[2] = read_axis("requests_max=64");
  question.axes[3] = read_axis("token_budget=2048");
  const Plan small = plan_of(question);
  ASSERT_TRUE(small.winner.has_value());
  EXPECT_EQ(small.cache_share, 0);
  EXPECT_EQ(small.safe(), small.winner);
}

TEST(Plan, MoreReplicasAreNoHelpWhereTheErrorAloneIsTooMuch) {
  PlanQuestion question = small_question();
  question.axes = {read_axis("gpu=h100"), read_axis("replicas=1,2")};
  question.error_share = 8;
  const Plan slow = plan_of(question);
  ASSERT_TRUE(slow.winner.has_value());
  EXPECT_FALSE(slow.safe().has_value());
  EXPECT_FALSE(slow.replicas_may_help);
  // Here one request alone has room for it, but not with the others.
  question = small_question();
  question.axes = {read_axis("gpu=l40s"), read_axis("replicas=3")};
  question.error_share = 0.3;
  const Plan crowded = plan_of(question);
  ASSERT_TRUE(crowded.winner.has_value());
  EXPECT_FALSE(crowded.safe().has_value());
  EXPECT_TRUE(crowded.replicas_may_help);
}

/// A curve of these latencies at the loads of a plan.
std::optional<double> knee_at(const std::vector<double>& ms) {
  const std::vector<double> scales = {0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.6, 1.8, 2};
  std::vector<LoadPoint> curve;
  for (uint64_t i = 0; i < ms.size(); ++i) {
    LoadPoint point;
    point.scale = scales[i];
    point.knee_ms = ms[i];
    curve.push_back(point);
  }
  return knee_of(curve);
}

TEST(PlanKnee, IsBeforeTheCollapseNotAtIt) {
  // Doubles first after 1.3; that it grows tenfold later makes no later knee.
  EXPECT_EQ(knee_at({370, 375, 377, 379, 388, 427, 471, 531, 628, 1270, 13563, 53429, 95863}), 1.3);
  EXPECT_EQ(knee_at({100, 130, 140, 150, 160, 170, 180, 190, 200, 210, 9000, 9000, 9000}), 0.5);
  // A step that is twice as wide may grow by twice as much.
  EXPECT_EQ(knee_at({100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 149, 149, 149}),
            std::nullopt);
  EXPECT_EQ(knee_at({100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 151, 151}), 1.6);
  EXPECT_EQ(knee_at({100, 120, 144, 173, 207, 249, 298, 358, 430, 515, 600, 700, 800}),
            std::nullopt);
}

TEST(Plan, WhatCanBeNoQuestionIsRefused) {
  PlanQuestion question = small_question();
  question.base.ttft_ms_max.reset();
  question.base.tpot_ms_max.reset();
  EXPECT_THAT(plan_error(question), HasSubstr("plan needs a target"));
  question = small_question();
  question.prices.erase("h100");
  EXPECT_THAT(plan_error(question), HasSubstr("no price for h100"));
  question = small_question();
  question.axes.push_back(read_axis("rate_scale=1,2"));
  EXPECT_THAT(plan_error(question), HasSubstr("rate_scale: a plan varies what is deployed"));
  question = small_question();
  question.axes[0] = {"gpu", {"l40s", "h1000"}, {}};
  EXPECT_THAT(plan_error(question), HasSubstr("h1000"));
  question = small_question();
  question.base.rate_per_s.reset();
  EXPECT_THAT(plan_error(question), HasSubstr("no traffic"));
}

TEST(Plan, WithoutPricesTheFewestGpusAreTheCheapest) {
  PlanQuestion question = small_question();
  question.prices.clear();
  question.axes[0] = read_axis("gpu=h100");
  const Plan plan = plan_of(question);
  EXPECT_FALSE(plan.priced);
  ASSERT_TRUE(plan.winner.has_value());
  EXPECT_EQ(plan.candidates[*plan.winner].gpus, 1);
}

TEST(Plan, TheRunnerUpMayDifferInLimitsAlone) {
  PlanQuestion question = small_question();
  question.axes = {read_axis("gpu=h100"), read_axis("requests_max=32,64")};
  const Plan plan = plan_of(question);
  ASSERT_EQ(plan.counts.at(Fate::met), 2);
  ASSERT_TRUE(plan.runner_up.has_value());
  EXPECT_NE(plan.runner_up, plan.winner);
}

TEST(Plan, WithoutChunkedPrefillTheBudgetHoldsTheLongestRequest) {
  PlanQuestion question = small_question();
  question.base.chunked_prefill = false;
  question.axes = {read_axis("gpu=h100"), read_axis("token_budget=640,2048")};
  const Plan plan = plan_of(question);
  ASSERT_TRUE(plan.winner.has_value());
  EXPECT_EQ(plan.candidates[*plan.winner].scenario.token_budget, 2048);
  EXPECT_EQ(plan.counts.at(Fate::impossible), 1);
  EXPECT_THAT(plan.candidates[1 - *plan.winner].why,
              HasSubstr("takes no request longer than token_budget, 640 tokens"));
  // A context that the budget holds is one with which vLLM starts.
  question.base.context_tokens_max = 640;
  question.base.oversized = Oversized::refuse;
  EXPECT_FALSE(plan_of(question).counts.contains(Fate::impossible));
}

TEST(Plan, TheLargestSeedIsASeed) {
  PlanQuestion question = small_question();
  question.axes = {read_axis("gpu=h100")};
  question.base.seed = INT64_MAX;
  question.seeds = 2;
  const Plan plan = plan_of(question);
  ASSERT_TRUE(plan.winner.has_value());
  question.base.seed = 0;
  question.seeds = 1;
  const Plan after = plan_of(question);
  EXPECT_EQ(plan.candidates[0].trials[1].judged, after.candidates[0].trials[0].judged);
}

TEST(Plan, PassesOnWhatIsToBeKnownOfItsTrace) {
  PlanQuestion question = small_question();
  question.axes = {read_axis("gpu=h100")};
  EXPECT_TRUE(plan_of(question).warnings.empty());
  const TemporaryFile file("plan_test_back.csv",
                           "arrival_s,prompt_tokens,output_tokens\n5,100,10\n4,100,10\n6,100,10\n");
  question.base.trace = file.path();
  question.base.rate_per_s.reset();
  question.base.prompt_tokens.reset();
  question.base.output_log_mean.reset();
  question.base.output_log_sigma.reset();
  EXPECT_THAT(plan_of(question).warnings, ElementsAre(HasSubstr("plan_test_back.csv")));
}

TEST(Plan, IsStopped) {
  const std::atomic<bool> stop{true};
  EXPECT_THROW(make_plan(small_question(), bundled(), stop, nullptr), PlanStopped);
}

TEST(PlanTrial, WhatIsGivenUpWouldHaveMissed) {
  Scenario scenario = small_question().base;
  scenario.gpu = "l40s";
  const TrafficSample traffic = traffic_of(scenario);
  int64_t given_up = 0;
  for (const double ms : {20.0, 60.0, 100.0, 150.0, 250.0, 500.0, 1000.0, 3000.0}) {
    for (const char* key : {"ttft_ms_max", "tpot_ms_max", "itl_ms_max", "e2e_ms_max"}) {
      Scenario one = scenario;
      one.ttft_ms_max.reset();
      one.tpot_ms_max.reset();
      ASSERT_EQ(set_setting(one, key, std::to_string(ms)), "");
      const RunSetup setup = set_up(one, bundled());
      const auto tried = run_trial(setup, traffic, 1, true, kNoStop);
      const auto whole = run_trial(setup, traffic, 1, false, kNoStop);
      ASSERT_TRUE(whole.has_value());
      if (tried) {
        EXPECT_EQ(tried->judged, whole->judged) << key << " " << ms;
      } else {
        EXPECT_FALSE(whole->met) << key << " " << ms;
        ++given_up;
      }
      if (!beyond_least(setup, traffic).empty()) {
        EXPECT_FALSE(whole->met) << key << " " << ms;
      }
    }
  }
  EXPECT_GT(given_up, 4);
}

TEST(PlanTrial, NoRunIsFasterThanTheLeastTimes) {
  struct Tried {
    const char* gpu;
    int64_t tp;
    int64_t budget;
  };
  // The A100's measured all-reduce rises so that two short messages take less than a long one.
  for (const auto& [gpu, tp, budget] :
       {Tried{"l40s", 1, 256}, Tried{"l40s", 1, 8192}, Tried{"h100", 1, 256},
        Tried{"h100", 1, 8192}, Tried{"rtx-4090", 1, 256}, Tried{"rtx-4090", 1, 8192},
        Tried{"a100-80", 2, 512}, Tried{"a100-80", 2, 8192}}) {
    Scenario scenario = small_question().base;
    scenario.gpu = gpu;
    scenario.tensor_parallel = tp;
    scenario.token_budget = budget;
    scenario.prompt_tokens = 1024;
    scenario.replicas = 40;  // nearly each request is alone
    scenario.rate_per_s = 2;
    const TrafficSample traffic = traffic_of(scenario);
    const RunSetup setup = set_up(scenario, bundled());
    const auto figures = run_trial(setup, traffic, 1, false, kNoStop);
    for (const TargetKind kind : kTargetKinds) {
      const auto least = least_time(setup, traffic, kind);
      const auto judged_ps = figures->judged[static_cast<uint64_t>(kind)];
      ASSERT_TRUE(least.has_value());
      EXPECT_LE(least->floor_s, least->alone_s);
      EXPECT_LE(least->alone_s * 1e12, static_cast<double>(judged_ps) * 1.001)
          << gpu << " " << budget << " " << target_name(kind);
    }
    // And they are near what there is: TTFT is that of the prompt alone.
    const double ttft_s = least_time(setup, traffic, TargetKind::ttft)->alone_s;
    if (budget == 8192) {
      EXPECT_LT(static_cast<double>(figures->judged[0]), ttft_s * 1.05e12);
    }
  }
}

TEST(PlanTrial, SlowerTakesThatMuchLonger) {
  Scenario scenario = small_question().base;
  scenario.gpu = "h100";
  scenario.arrivals = Arrivals::Kind::closed;
  scenario.clients = 4;
  scenario.rate_per_s.reset();
  const TrafficSample traffic = traffic_of(scenario);
  const RunSetup setup = set_up(scenario, bundled());
  const auto usual = run_trial(setup, traffic, 1, false, kNoStop);
  const auto twice = run_trial(slower(setup, 1), traffic, 1, false, kNoStop);
  EXPECT_NEAR(static_cast<double>(twice->duration_ps) / static_cast<double>(usual->duration_ps), 2,
              1e-3);
  // Of clients, twice the load is twice as many.
  const auto more = run_trial(setup, traffic, 2, false, kNoStop);
  EXPECT_EQ(usual->running_peak, 4);
  EXPECT_EQ(more->running_peak, 8);
}

TEST(PlanMargins, IntervalsAreStudents) {
  Targets targets;
  targets.ttft_ps_max = 20 * sim::kPsPerMs;
  std::vector<TrialFigures> trials(3);
  for (int64_t i = 0; i < 3; ++i) {
    trials[static_cast<uint64_t>(i)].judged[0] = (10 + 2 * i) * sim::kPsPerMs;
  }
  const std::vector<TargetMargin> all = margins(targets, trials);
  ASSERT_EQ(all.size(), 1);
  EXPECT_EQ(all[0].worst_ps, 14 * sim::kPsPerMs);
  EXPECT_DOUBLE_EQ(all[0].used_share(), 0.7);
  EXPECT_NEAR(all[0].ms.mean, 12, 1e-9);
  EXPECT_NEAR(all[0].ms.half_width, 4.303 * 2 / 1.7320508, 1e-3);
}

TEST(PlanAxes, AreThoseThatNeitherVaryNorAreGiven) {
  PlanQuestion question = small_question();
  question.axes = {read_axis("tp=4")};
  const std::vector<ScenarioAxis> axes =
      with_default_axes(question, {"replicas", "weights"}, bundled());
  std::vector<std::string> keys;
  for (const ScenarioAxis& axis : axes) keys.push_back(axis.key);
  EXPECT_THAT(keys, ElementsAre("tp", "gpu", "requests_max", "token_budget"));
  EXPECT_THAT(axes[1].values, ::testing::UnorderedElementsAre("h100", "l40s"));
}

TEST(PlanAxes, RoutersAreTriedWhereThereAreReplicas) {
  PlanQuestion question = small_question();
  question.axes = {read_axis("tp=4")};
  EXPECT_EQ(with_default_axes(question, {}, bundled()).back().key, "router");
  EXPECT_NE(with_default_axes(question, {"replicas"}, bundled()).back().key, "router");
  EXPECT_NE(with_default_axes(question, {"router"}, bundled()).back().key, "router");
  question.base.replicas = 3;
  EXPECT_EQ(with_default_axes(question, {"replicas"}, bundled()).back().key, "router");
  for (const auto router : {sim::Router::round_robin, sim::Router::least_requests,
                            sim::Router::least_kv, sim::Router::prefix_aware}) {
    EXPECT_FALSE(router_advice(router).empty());
  }
}

TEST(PlanAxes, WhereAllIsGivenThereIsOneCandidate) {
  PlanQuestion question = small_question();
  question.base.gpu = "h100";
  question.base.token_budget = 2048;
  question.axes.clear();
  question.axes = with_default_axes(
      question, {"gpu", "tp", "replicas", "weights", "requests_max", "token_budget"}, bundled());
  const Plan plan = plan_of(question);
  ASSERT_EQ(plan.candidates.size(), 1);
  EXPECT_THAT(plan.candidates[0].values, ElementsAre("h100", "1", "1", "2048"));
  EXPECT_TRUE(plan.winner.has_value());
}

TEST(PlanPrices, AreOfGpusThatExistAndSayWhereTheyAreFrom) {
  const GpuPrices prices = default_prices();
  EXPECT_GE(prices.size(), 6);
  for (const auto& [gpu, price] : prices) {
    EXPECT_THAT(bundled().gpu_names(), Contains(gpu));
    EXPECT_THAT(price.source, HasSubstr(", read 20")) << gpu;
  }
  GpuPrices mine = prices;
  read_price_option("h100=2.5", bundled(), mine);
  EXPECT_EQ(mine.at("h100").per_hour, 2.5);
  for (const char* text : {"h100", "h100=", "=2", "h100=0", "h100=-1", "h100=nan", "h100=2x"}) {
    EXPECT_THROW(read_price_option(text, bundled(), mine), InputError) << text;
  }
  EXPECT_THROW(read_price_option("h10=9", bundled(), mine), InputError);
  EXPECT_THROW(read_prices("[price.x]\nread = 'y'\nsource = 'z'\n", "p.toml"), InputError);
  EXPECT_THROW(read_prices("[price.x]\nusd_per_hour = 0\nread = 'y'\nsource = 'z'\n", "p.toml"),
               InputError);
  EXPECT_THROW(read_prices("a = 1\n", "p.toml"), InputError);
}

}  // namespace
}  // namespace kitchen::real

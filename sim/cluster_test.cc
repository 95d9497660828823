#include "sim/cluster.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace kitchen::sim {
namespace {

using ::testing::ElementsAre;

/// Keeps the requests that ended, in that order, and counts what else it is told.
class Told : public ServingListener {
 public:
  void on_request(const RequestRecord& record) override { records.push_back(record); }
  void on_steps(const StepRun& run) override { runs.push_back(run); }
  void on_gap(const TokenGap& gap) override { gaps.push_back(gap); }

  RequestRecord of(int64_t id) const {
    for (const RequestRecord& record : records) {
      if (record.id == id) return record;
    }
    ADD_FAILURE() << "request " << id << " has not ended";
    return {};
  }

  std::vector<RequestRecord> records;
  std::vector<StepRun> runs;
  std::vector<TokenGap> gaps;
};

/// A step takes 100 ps, and 1 ps for each token of a prompt.
std::shared_ptr<const ServingCost> simple_cost() {
  ServingCost cost;
  cost.step_ps.assign(1'001, 100);
  cost.pair_fs = 0;
  for (int64_t tokens = 0; tokens <= 1'000; ++tokens) cost.step_ps[tokens] += tokens;
  return std::make_shared<const ServingCost>(cost);
}

ClusterConfig simple_config() {
  ClusterConfig config;
  config.replica.kv_blocks = 100;
  config.replica.block_tokens = 4;
  config.replica.requests_max = 10;
  config.replica.token_budget = 20;
  config.replica.context_tokens_max = 1'000;
  return config;
}

ServingRequest request(TimePs arrival_ps, int64_t prompt, int64_t output,
                       std::vector<int64_t> prefix = {}) {
  return {arrival_ps, prompt, output, std::move(prefix)};
}

ServingCounts run(const ClusterConfig& config, const std::vector<ServingRequest>& requests,
                  Told& told) {
  Cluster cluster(simple_cost(), config, told);
  for (const ServingRequest& one : requests) {
    EXPECT_TRUE(cluster.await_turn());
    cluster.submit(one);
  }
  cluster.drain();
  EXPECT_EQ(cluster.stopped(), StopReason::none);
  return cluster.counts();
}

TEST(Cluster, OneRequestAlone) {
  Told told;
  run(simple_config(), {request(50, 8, 3)}, told);
  const RequestRecord record = told.of(0);
  EXPECT_EQ(record.admitted_ps, 50);
  EXPECT_EQ(record.first_token_ps, 50 + 108);
  EXPECT_EQ(record.ended_ps, 50 + 108 + 2 * 101);
  EXPECT_EQ(record.output_tokens, 3);
  ASSERT_EQ(told.runs.size(), 2U);
  EXPECT_EQ(told.runs[1].steps, 2) << "the decodes are one run";
}

TEST(Cluster, APromptIsSplitByTheBudgetBesideDecodes) {
  Told told;
  run(simple_config(), {request(0, 4, 20), request(1, 50, 1)}, told);
  std::vector<int64_t> chunks;
  for (const StepRun& steps : told.runs) {
    if (steps.prefill.tokens > 0) chunks.push_back(steps.prefill.tokens);
  }
  EXPECT_THAT(chunks, ElementsAre(4, 19, 19, 12));
}

TEST(Cluster, WithoutChunksALongPromptRunsAloneAndAShortOneWhole) {
  ClusterConfig config = simple_config();
  config.replica.chunked_prefill = false;
  Told told;
  run(config, {request(0, 4, 3), request(1, 50, 2), request(1, 4, 1)}, told);
  const TimePs decoded_ps = 104 + 2 * 101;
  EXPECT_EQ(told.of(0).ended_ps, decoded_ps);
  EXPECT_EQ(told.of(1).first_token_ps, decoded_ps + 150);
  EXPECT_EQ(told.of(2).admitted_ps, decoded_ps + 150) << "nobody passes the head of the queue";
}

// 5 blocks of 4 tokens: two prompts of 8 fill four, the fifth goes to the first.
TEST(Cluster, TheLatestIsPreemptedAndComputesAnew) {
  ClusterConfig config = simple_config();
  config.replica.kv_blocks = 5;
  Told told;
  const ServingCounts counts = run(config, {request(0, 8, 5), request(0, 8, 5)}, told);
  EXPECT_EQ(counts.preemptions, 1);
  EXPECT_EQ(told.of(0).preemptions, 0);
  EXPECT_EQ(told.of(0).ended_ps, 116 + 4 * 101);
  EXPECT_EQ(told.of(1).preemptions, 1);
  ASSERT_EQ(told.gaps.size(), 1U);
  EXPECT_EQ(told.gaps[0].from_ps, 116);
  // 8 of the prompt and the token already made.
  EXPECT_EQ(told.gaps[0].to_ps, told.of(0).ended_ps + 109);
  EXPECT_EQ(told.of(1).ended_ps, told.gaps[0].to_ps + 3 * 101);
  EXPECT_EQ(counts.tokens_computed, 8 + 4 + 8 + 9 + 3);
}

TEST(Cluster, WhatCannotBeServedSaysWhy) {
  ClusterConfig config = simple_config();
  config.replica.kv_blocks = 5;
  config.replica.context_tokens_max = 19;
  Told told;
  run(config, {request(0, 19, 1), request(0, 17, 9), request(0, 18, 1)}, told);
  EXPECT_EQ(told.of(0).outcome, Outcome::refused_context);
  EXPECT_EQ(told.of(1).outcome, Outcome::context_full);
  EXPECT_EQ(told.of(1).output_tokens, 2);
  EXPECT_EQ(told.of(2).outcome, Outcome::finished);
  config.replica.context_tokens_max = 1'000;
  Told told_kv;
  run(config, {request(0, 21, 1), request(0, 20, 2), request(0, 18, 3)}, told_kv);
  EXPECT_EQ(told_kv.of(0).outcome, Outcome::refused_kv);
  EXPECT_EQ(told_kv.of(1).outcome, Outcome::kv_full);
  EXPECT_EQ(told_kv.of(1).output_tokens, 1);
  EXPECT_EQ(told_kv.of(2).outcome, Outcome::finished) << "its last token needs no room";
}

TEST(Cluster, AStaticBatchLetsNobodyIn) {
  ClusterConfig config = simple_config();
  config.replica.batching = Batching::static_batch;
  Told told;
  run(config, {request(0, 4, 2), request(0, 4, 9), request(1, 4, 1)}, told);
  EXPECT_EQ(told.of(0).admitted_ps, told.of(1).admitted_ps);
  EXPECT_EQ(told.of(2).admitted_ps, told.of(1).ended_ps);
}

TEST(Cluster, APrefixIsComputedOnce) {
  ClusterConfig config = simple_config();
  config.replica.prefix_caching = true;
  config.replica.prefix_tokens = 8;
  Told told;
  const ServingCounts counts = run(config,
                                   {request(0, 20, 1, {1, 2, 3}), request(5'000, 20, 1, {1, 2, 9}),
                                    request(9'000, 16, 1, {1, 2})},
                                   told);
  EXPECT_EQ(told.of(1).cached_tokens, 16);
  EXPECT_EQ(told.of(1).first_token_ps, 5'000 + 104);
  EXPECT_EQ(told.of(2).cached_tokens, 8) << "one token at least is computed, of a block all";
  EXPECT_EQ(counts.cached_tokens, 24);
  EXPECT_EQ(counts.kv_blocks_used, 0);
  EXPECT_EQ(counts.kv_blocks_cached, 4);
}

TEST(Cluster, ClientsSendWhenTheyHaveThoughtAboutTheAnswer) {
  ClusterConfig config = simple_config();
  config.clients = 1;
  config.think_ps = 1'000;
  Told told;
  run(config, {request(77, 4, 1), request(0, 1'000, 1), request(0, 4, 1)}, told);
  EXPECT_EQ(told.of(0).arrival_ps, 0);
  EXPECT_EQ(told.of(1).arrival_ps, 104 + 1'000);
  EXPECT_EQ(told.of(1).outcome, Outcome::refused_context);
  EXPECT_EQ(told.of(2).arrival_ps, 104 + 2'000);
}

TEST(Cluster, RoutersChooseByWhatTheyAreNamedFor) {
  ClusterConfig config = simple_config();
  config.replicas = 2;
  config.replica.prefix_caching = true;
  config.replica.prefix_tokens = 4;
  const std::vector<ServingRequest> requests = {request(0, 20, 1, {1}), request(10, 4, 50),
                                                request(11, 4, 50), request(300, 5, 1, {1})};
  const auto replicas = [&](Router router) {
    config.router = router;
    Told told;
    run(config, requests, told);
    std::vector<int32_t> chosen;
    for (int64_t id = 0; id < 4; ++id) chosen.push_back(told.of(id).replica);
    return chosen;
  };
  EXPECT_THAT(replicas(Router::round_robin), ElementsAre(0, 1, 0, 1));
  EXPECT_THAT(replicas(Router::least_requests), ElementsAre(0, 1, 0, 0));
  EXPECT_THAT(replicas(Router::least_kv), ElementsAre(0, 1, 1, 0));
  EXPECT_THAT(replicas(Router::prefix_aware), ElementsAre(0, 1, 0, 0));
}

std::vector<int32_t> replicas_of(const ClusterConfig& config,
                                 const std::vector<ServingRequest>& requests) {
  Told told;
  run(config, requests, told);
  std::vector<int32_t> replicas;
  for (int64_t id = 0; id < std::ssize(requests); ++id) {
    replicas.push_back(told.of(id).replica);
  }
  return replicas;
}

TEST(Cluster, LeastKvDoesNotSendAllOfOneInstantToOneReplica) {
  ClusterConfig config = simple_config();
  config.replicas = 2;
  config.router = Router::least_kv;
  EXPECT_THAT(replicas_of(config, {request(0, 8, 5), request(0, 8, 5), request(0, 8, 5)}),
              ElementsAre(0, 1, 0));
  EXPECT_THAT(replicas_of(config, {request(0, 60, 1), request(0, 8, 1), request(1, 8, 1),
                                   request(101, 48, 1), request(102, 8, 1)}),
              ElementsAre(0, 1, 1, 1, 0))
      << "of the first prompt the step under way has computed 20 tokens, the rest is wanted";
}

TEST(Cluster, LeastKvCountsWhatAPreemptedRequestWillNeed) {
  ClusterConfig config = simple_config();
  config.replica.kv_blocks = 5;
  config.replicas = 2;
  config.router = Router::least_kv;
  // As above two are in the first replica, of which one is preempted at 116 and then needs 9
  // tokens; the second replica has one of 12 in use, and what comes now fits beside neither.
  const std::vector<ServingRequest> requests = {request(0, 8, 5), request(0, 9, 2),
                                                request(0, 8, 5), request(117, 4, 1)};
  EXPECT_THAT(replicas_of(config, requests), ElementsAre(0, 1, 0, 1));
}

TEST(Cluster, PrefixAwareGoesByRequestsWhileReplicasAreOutOfBalance) {
  ClusterConfig config = simple_config();
  config.replicas = 2;
  config.router = Router::prefix_aware;
  config.replica.prefix_caching = true;
  config.replica.prefix_tokens = 4;
  config.balance = {2, 150};
  std::vector<ServingRequest> requests(7, request(5'000, 20, 9, {1}));
  requests.front().arrival_ps = 0;
  EXPECT_THAT(replicas_of(config, requests), ElementsAre(0, 0, 0, 0, 1, 0, 1));
  config.balance = {};
  EXPECT_THAT(replicas_of(config, requests), ElementsAre(0, 0, 0, 0, 0, 0, 0));
}

TEST(Cluster, ARunThatNeverEndsStopsWithAReason) {
  ServingCost cost;
  cost.step_ps.assign(21, kServingStepMaxPs / 4);
  Told told;
  Cluster cluster(std::make_shared<const ServingCost>(cost), simple_config(), told);
  ASSERT_TRUE(cluster.await_turn());
  cluster.submit(request(0, 4, 900));
  cluster.drain();
  EXPECT_EQ(cluster.stopped(), StopReason::time_over);
  EXPECT_FALSE(cluster.await_turn());
  EXPECT_EQ(cluster.counts().running, 1);
  EXPECT_EQ(cluster.now_ps(), kServingTimeMaxPs);
}

// Four replicas at work for 40 days each: 160 days, where a time can't be beyond 106.
TEST(Cluster, ReplicasTogetherWorkForLongerThanATimeCanBe) {
  ServingCost cost;
  cost.step_ps.assign(21, kServingStepMaxPs / 4);
  ClusterConfig config = simple_config();
  config.replicas = 4;
  Told told;
  Cluster cluster(std::make_shared<const ServingCost>(cost), config, told);
  for (int32_t id = 0; id < 4; ++id) {
    ASSERT_TRUE(cluster.await_turn());
    cluster.submit(request(0, 4, 12));
  }
  cluster.drain();
  EXPECT_EQ(cluster.stopped(), StopReason::none);
  const ServingCounts counts = cluster.counts();
  EXPECT_EQ(counts.steps, 4 * 12);
  EXPECT_TRUE(counts.busy_ps == Int128{4} * 12 * (kServingStepMaxPs / 4));
  EXPECT_TRUE(counts.busy_ps > INT64_MAX);
}

TEST(Cluster, ARequestAfterTheEndOfTimeIsNotTaken) {
  Told told;
  Cluster cluster(simple_cost(), simple_config(), told);
  ASSERT_TRUE(cluster.await_turn());
  cluster.submit(request(kServingTimeMaxPs + 1, 4, 1));
  EXPECT_EQ(cluster.stopped(), StopReason::time_over);
  EXPECT_EQ(cluster.counts().arrived, 0);
}

TEST(Cluster, EachFieldHasItsRange) {
  const auto error = [](auto change) {
    ClusterConfig config = simple_config();
    change(config);
    return validate(config, *simple_cost());
  };
  EXPECT_EQ(error([](auto&) {}), ServingError::ok);
  EXPECT_EQ(error([](auto& c) { c.replicas = 0; }), ServingError::replicas_out_of_range);
  EXPECT_EQ(error([](auto& c) { c.clients = -1; }), ServingError::clients_out_of_range);
  EXPECT_EQ(error([](auto& c) { c.think_ps = -1; }), ServingError::think_out_of_range);
  EXPECT_EQ(error([](auto& c) { c.balance.requests = -1; }), ServingError::balance_out_of_range);
  EXPECT_EQ(error([](auto& c) { c.balance.percent = kBalanceMax + 1; }),
            ServingError::balance_out_of_range);
  EXPECT_EQ(error([](auto& c) { c.replica.kv_blocks = 0; }), ServingError::kv_blocks_out_of_range);
}

}  // namespace
}  // namespace kitchen::sim

#include "sim/step_cost.h"

#include <gtest/gtest.h>

#include "sim/time.h"

namespace kitchen::sim {
namespace {

/// The coefficients of the game, written out: docs/rules.md.
Costs game_costs() {
  Costs costs;
  costs.weights_read_ps = 20 * kPsPerMs;
  costs.per_request_ps = 1'140 * kPsPerUs;
  costs.per_token_ps = 60 * kPsPerUs;
  costs.per_context_ps = 2 * kPsPerUs;
  costs.memory_bytes = 24'000'000'000;
  costs.weights_bytes = 16'000'000'000;
  costs.kv_bytes_per_token = 20'000'000;
  return costs;
}

TEST(StepCost, OneRequestAloneTakes21Point2Ms) {
  const StepParts parts = step_parts(game_costs(), 16, {1, 1, 0});
  EXPECT_EQ(parts.total_ps(), 21'200 * kPsPerUs);
  EXPECT_EQ(kPsPerSecond / parts.total_ps(), 47);  // tokens per second
}

TEST(StepCost, EightRequestsShareOneReadOfTheWeights) {
  const StepParts parts = step_parts(game_costs(), 16, {8, 8, 0});
  EXPECT_EQ(parts.weights_ps, 20 * kPsPerMs);
  EXPECT_EQ(parts.total_ps(), 29'600 * kPsPerUs);
}

TEST(StepCost, EachPartIsItsOwnTerm) {
  Costs costs;
  costs.weights_read_ps = 100'000;
  costs.per_request_ps = 1'000;
  costs.per_token_ps = 100;
  costs.per_context_ps = 1;
  const StepParts parts = step_parts(costs, 16, {3, 12, 40});
  EXPECT_EQ(parts.weights_ps, 100'000);
  EXPECT_EQ(parts.requests_ps, 3'300);
  EXPECT_EQ(parts.prefill_ps, 900);
  EXPECT_EQ(parts.kv_read_ps, 40);
  EXPECT_EQ(parts.total_ps(), 100'000 + 3 * 1'000 + 12 * 100 + 40);
}

TEST(StepCost, EightBitsHalveTheReadAndNothingElse) {
  const StepLoad load = {4, 9, 100};
  const StepParts full = step_parts(game_costs(), 16, load);
  const StepParts half = step_parts(game_costs(), 8, load);
  EXPECT_EQ(half.weights_ps * 2, full.weights_ps);
  EXPECT_EQ(half.requests_ps, full.requests_ps);
  EXPECT_EQ(half.kv_read_ps, full.kv_read_ps);
  EXPECT_EQ(half.prefill_ps, full.prefill_ps);
}

TEST(StepCost, HalvesOfOddNumbersAreRoundedDown) {
  Costs costs;
  costs.weights_read_ps = 7;
  costs.weights_bytes = 9;
  EXPECT_EQ(weights_read_ps(costs, 16), 7);
  EXPECT_EQ(weights_read_ps(costs, 8), 3);
  EXPECT_EQ(weights_bytes(costs, 16), 9);
  EXPECT_EQ(weights_bytes(costs, 8), 4);
}

TEST(StepCost, MemoryBesideTheWeightsHoldsWholeTokens) {
  EXPECT_EQ(kv_capacity_tokens(game_costs(), 16), 400);
  EXPECT_EQ(kv_capacity_tokens(game_costs(), 8), 800);
  Costs costs = game_costs();
  costs.memory_bytes -= 1;
  EXPECT_EQ(kv_capacity_tokens(costs, 16), 399);
}

TEST(StepCost, NothingFitsWhereTheWeightsDoNot) {
  Costs costs = game_costs();
  costs.memory_bytes = 10'000'000'000;
  EXPECT_EQ(kv_capacity_tokens(costs, 16), 0);
  EXPECT_EQ(kv_capacity_tokens(costs, 8), 100);
}

TEST(StepCost, SteadyLoadIsThatOfRequestsInTheMiddle) {
  const StepLoad cached = steady_load(3, 10, true);
  EXPECT_EQ(cached.requests, 3);
  EXPECT_EQ(cached.tokens_computed, 3);
  EXPECT_EQ(cached.tokens_read, 27);
  const StepLoad uncached = steady_load(3, 10, false);
  EXPECT_EQ(uncached.requests, 3);
  EXPECT_EQ(uncached.tokens_computed, 30);
  EXPECT_EQ(uncached.tokens_read, 0);
}

TEST(StepCost, NoMoreRequestsThanTheMemoryHasRoomFor) {
  EXPECT_EQ(requests_that_fit(game_costs(), 8, true, 64, 100), 8);
  EXPECT_EQ(requests_that_fit(game_costs(), 8, true, 64, 101), 7);
  EXPECT_EQ(requests_that_fit(game_costs(), 16, true, 3, 100), 3);
  EXPECT_EQ(requests_that_fit(game_costs(), 16, true, 64, 401), 0);
  EXPECT_EQ(requests_that_fit(game_costs(), 16, false, 64, 401), 64);
}

}  // namespace
}  // namespace kitchen::sim

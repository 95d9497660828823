#include "sim/serving.h"

#include <gtest/gtest.h>

#include "sim/serving_cost.h"

namespace kitchen::sim {
namespace {

ServingCost flat_cost(int64_t tokens_max) {
  ServingCost cost;
  cost.step_ps.assign(static_cast<uint64_t>(tokens_max) + 1, 100);
  return cost;
}

TEST(ServingCost, AStepIsTheSumOfItsTerms) {
  ServingCost cost = flat_cost(10);
  cost.step_ps[7] = 1'000;
  cost.per_request_ps = 10;
  cost.context_ps = 3;
  cost.kv_read_ps = 2;
  cost.pair_fs = 700;
  DecodeLoad decode{2, 30, 0, 0};
  PrefillLoad prefill;
  prefill.add(4, 5, 0);
  EXPECT_EQ(prefill.pairs, 5 + 6 + 7 + 8 + 9);
  // 35 pairs at 700 fs are 24.5 ps.
  EXPECT_EQ(serving_step_ps(cost, decode, prefill), 1'000 + 3 * 10 + 30 * 3 + 4 * 2 + 25);
  EXPECT_EQ(serving_step_ps(cost, decode, {}), 100 + 2 * 10 + 30 * 3);
  EXPECT_EQ(serving_growth_ps(cost, decode), 2 * 3);
}

TEST(ServingCost, AWindowIsReadNoFurther) {
  ServingCost cost = flat_cost(100);
  cost.window_tokens = 10;
  cost.window_context_ps = 5;
  cost.window_kv_read_ps = 7;
  cost.window_pair_fs = 1'000;
  PrefillLoad prefill;
  prefill.add(8, 4, cost.window_tokens);
  EXPECT_EQ(prefill.window_context, 8);
  EXPECT_EQ(prefill.window_pairs, 9 + 10 + 10 + 10);
  const DecodeLoad decode{2, 1'000, 14, 1};
  EXPECT_EQ(serving_step_ps(cost, decode, prefill), 100 + 14 * 5 + 8 * 7 + 39);
  EXPECT_EQ(serving_growth_ps(cost, decode), 5);
}

// A million tokens of prompt at a pair's cost of a whole microsecond: beyond 64 bits in between.
TEST(ServingCost, PairsDoNotOverflow) {
  ServingCost cost = flat_cost(1);
  cost.pair_fs = 1'000'000'000;
  PrefillLoad prefill;
  prefill.add(0, kServingTokensMax, 0);
  EXPECT_EQ(pairs_ps(cost, prefill), prefill.pairs * 1'000'000);
}

TEST(ServingConfig, EachFieldHasItsRange) {
  EXPECT_EQ(validate(ServingConfig{}), ServingError::ok);
  const auto error = [](auto change) {
    ServingConfig config;
    change(config);
    return validate(config);
  };
  EXPECT_EQ(error([](auto& c) { c.kv_blocks = 0; }), ServingError::kv_blocks_out_of_range);
  EXPECT_EQ(error([](auto& c) { c.block_tokens = 0; }), ServingError::block_tokens_out_of_range);
  EXPECT_EQ(error([](auto& c) { c.requests_max = 0; }), ServingError::requests_max_out_of_range);
  EXPECT_EQ(error([](auto& c) { c.token_budget = 0; }), ServingError::token_budget_out_of_range);
  EXPECT_EQ(error([](auto& c) { c.context_tokens_max = 1; }),
            ServingError::context_tokens_out_of_range);
  EXPECT_EQ(error([](auto& c) { c.prefix_tokens = 100; }), ServingError::ok) << "not in use";
  EXPECT_EQ(error([](auto& c) {
              c.prefix_caching = true;
              c.prefix_tokens = 100;
            }),
            ServingError::prefix_tokens_out_of_range);
}

TEST(ServingConfig, TheTableReachesToTheLongestStep) {
  ServingConfig config;
  config.kv_blocks = 1'000;
  EXPECT_EQ(step_tokens_max(config), config.token_budget);
  config.chunked_prefill = false;
  EXPECT_EQ(step_tokens_max(config), 16'000);
  EXPECT_EQ(validate(config, flat_cost(15'999)), ServingError::cost_table_too_short);
  EXPECT_EQ(validate(config, flat_cost(16'000)), ServingError::ok);
}

TEST(ServingConfig, CostsAreSane) {
  const ServingConfig config;
  ServingCost cost = flat_cost(config.token_budget);
  cost.kv_read_ps = -1;
  EXPECT_EQ(validate(config, cost), ServingError::cost_negative);
  cost = flat_cost(config.token_budget);
  cost.step_ps[5] = 0;
  EXPECT_EQ(validate(config, cost), ServingError::cost_table_not_positive);
  cost = flat_cost(config.token_budget);
  cost.context_ps = int64_t{1} << 40;
  EXPECT_EQ(validate(config, cost), ServingError::step_out_of_range);
}

}  // namespace
}  // namespace kitchen::sim

#include "real/kv_capacity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "real/test_deployment.h"
#include "real/validation.h"

namespace kitchen::real {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class CountedTest : public ::testing::TestWithParam<CountedBlocks> {};

TEST_P(CountedTest, IsWithinOneAndAHalfPercentOfVllmsOwnCount) {
  const CountedBlocks& row = GetParam();
  const KvCapacity capacity = kv_capacity(test_deployment(row.model, row.gpu, row.tensor_parallel));
  const double error = static_cast<double>(capacity.blocks) / static_cast<double>(row.blocks) - 1;
  EXPECT_LT(error, 0.015) << capacity.blocks;
  EXPECT_GT(error, -0.015) << capacity.blocks;
}

INSTANTIATE_TEST_SUITE_P(Vllm, CountedTest, ::testing::ValuesIn(counted_blocks()));

TEST(KvCapacity, ItsPartsAddUpToWhatTheEngineTakes) {
  const KvCapacity capacity = kv_capacity(test_deployment("llama-3.1-8b", "h100"));
  EXPECT_DOUBLE_EQ(capacity.weights_bytes + capacity.reserve_bytes + capacity.free_bytes,
                   capacity.usable_bytes);
  EXPECT_DOUBLE_EQ(capacity.weights_bytes, 2.0 * 8'030'261'248);
  EXPECT_EQ(capacity.missing_bytes(), 0);
  EXPECT_EQ(capacity.tokens(), capacity.blocks * 16);
}

TEST(KvCapacity, TheEnginesOwnFigureGoesFirst) {
  const KvCapacity capacity = kv_capacity(test_deployment("llama-3.1-8b", "rtx-4090"), 2588);
  EXPECT_TRUE(capacity.given);
  EXPECT_EQ(capacity.tokens(), 41'408);
}

TEST(KvCapacity, AKeyHeadIsKeptMoreThanOnceOnMoreGpusThanKeyHeads) {
  EXPECT_DOUBLE_EQ(kv_bytes_per_token(test_deployment("qwen2.5-7b", "h100", 4)), 57'344 / 4.0);
  EXPECT_DOUBLE_EQ(kv_bytes_per_token(test_deployment("qwen3-30b-a3b", "h100", 8)), 98'304 / 4.0);
}

TEST(KvCapacity, AnEightBitCacheHoldsTwiceAsMuch) {
  Deployment half = test_deployment("llama-3.1-8b", "h100");
  half.precision.kv = NumberType::fp8;
  const int64_t full = kv_capacity(test_deployment("llama-3.1-8b", "h100")).blocks;
  EXPECT_NEAR(static_cast<double>(kv_capacity(half).blocks), 2.0 * static_cast<double>(full), 1);
}

TEST(KvCapacity, AModelThatDoesntFitSaysByHowMuchAndWhatWould) {
  const Deployment of = test_deployment("llama-3.1-70b", "h100");
  const KvCapacity capacity = kv_capacity(of);
  EXPECT_EQ(capacity.blocks, 0);
  EXPECT_NEAR(capacity.missing_bytes(), 141.107e9 + 1.2e9 - 0.9 * 85.028e9, 0.05e9);
  EXPECT_THAT(what_would_fit(of, test_hardware().gpus()),
              ElementsAre("--tp 2", "--weights fp8", "--gpu b200"));
}

TEST(KvCapacity, WhatWouldFitReallyFits) {
  Deployment of = test_deployment("llama-3.1-405b", "h100");
  EXPECT_EQ(what_would_fit(of, test_hardware().gpus()), std::vector<std::string>());
  of.tensor_parallel = 8;
  EXPECT_THAT(what_would_fit(of, test_hardware().gpus()),
              ElementsAre("--weights fp8", "--gpu h200"));
}

TEST(Deployment, TensorParallelismMustDivideTheHeads) {
  EXPECT_EQ(deployment_problem(test_deployment("llama-3.1-8b", "h100", 8)), "");
  EXPECT_THAT(deployment_problem(test_deployment("llama-3.1-8b", "h100", 3)),
              HasSubstr("doesn't divide the 32 heads and 8 KV heads of llama-3.1-8b; allowed are "
                        "1, 2, 4, 8, 16, 32"));
  EXPECT_THAT(deployment_problem(test_deployment("llama-3.1-8b", "h100", 0)),
              HasSubstr("allowed are"));
  EXPECT_THAT(deployment_problem(test_deployment("qwen2.5-7b", "h100", 8)), HasSubstr("28 heads"));
}

TEST(Deployment, TensorParallelismNeedsTheGpusAllReduce) {
  EXPECT_THAT(deployment_problem(test_deployment("llama-3.1-8b", "l40s", 2)),
              HasSubstr("the all-reduce of 2 l40s is not known"));
  EXPECT_THAT(deployment_problem(test_deployment("llama-3.1-8b", "h100", 16)),
              HasSubstr("known are 1, 2, 4, 8"));
}

TEST(Deployment, Fp8IsOnlyWhereTheGpuHasIt) {
  Deployment of = test_deployment("llama-3.1-8b", "a100-80");
  of.precision.activations = NumberType::fp8;
  EXPECT_THAT(deployment_problem(of), HasSubstr("a100-80 doesn't compute in fp8"));
  of.gpu = test_hardware().gpu("h100");
  EXPECT_THAT(deployment_problem(of), HasSubstr("fp8 activations need fp8 weights"));
  of.precision.weights = NumberType::fp8;
  EXPECT_EQ(deployment_problem(of), "");
  EXPECT_EQ(default_activations(NumberType::fp8, test_hardware().gpu("a100-80")), NumberType::bf16);
}

}  // namespace
}  // namespace kitchen::real

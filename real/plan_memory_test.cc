#include "real/plan_memory.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "real/test_deployment.h"

namespace kitchen::real {
namespace {

constexpr double kGib = 1024.0 * 1024 * 1024;

TEST(PlanMemory, ActivationsAreWhatVllmLogged) {
  // H100, vLLM 0.19.0, 8192 tokens and 1024 requests; of Llama-2-7B its CodeLlama. The first three
  // are made by sampling, the last by the MLP.
  for (const auto& [model, gib] : {std::pair("llama-3.1-8b", 1.89),
                                   {"qwen2.5-7b", 2.21},
                                   {"qwen3-8b", 2.21},
                                   {"llama-2-7b", 0.77}}) {
    Deployment deployment = test_deployment(model, "h100");
    deployment.engine.name = "vllm-0.19";
    EXPECT_NEAR(activation_bytes(deployment, 1024, 8192) / kGib, gib, 0.05) << model;
  }
  // Before, with tp 2 as well: sampling isn't divided.
  Deployment before = test_deployment("llama-3.1-8b", "h100");
  before.engine.name = "vllm-0.12";
  EXPECT_NEAR(activation_bytes(before, 1024, 8192) / kGib, 4.76, 0.1);
}

RunSetup setup_of(const char* gpu, int64_t requests_max, int64_t token_budget,
                  const char* model = "llama-3.1-8b", int64_t gpus = 1) {
  Scenario scenario;
  scenario.model = model;
  scenario.gpu = gpu;
  scenario.tensor_parallel = gpus;
  scenario.memory_share = std::string(gpu) == "h100" ? 0.95 : 0.9;
  scenario.rate_per_s = 1;
  scenario.prompt_tokens = 100;
  scenario.output_tokens = 10;
  scenario.requests_max = requests_max;
  scenario.token_budget = token_budget;
  return set_up(scenario, Hardware());
}

TEST(PlanMemory, WhatIsLeftIsWhatVllmCounted) {
  // The same logs: tokens in the cache, or with several GPUs what is left for it in GiB.
  for (const auto& [model, tokens] :
       {std::pair("llama-3.1-8b", 476'016), {"qwen2.5-7b", 1'096'000}}) {
    const RunSetup setup = setup_of("h100", 1024, 8192, model);
    const int64_t left = (setup.capacity.blocks - blocks_fewer(setup)) * 16;
    EXPECT_NEAR(static_cast<double>(left) / tokens, 1, 0.01) << model;
  }
  for (const auto& [gpus, gib] :
       {std::pair(2, 75.23 - 7.51 - 1.89 - 2.07), {4, 75.23 - 3.77 - 1.89 - 2.13}}) {
    const RunSetup setup = setup_of("h100", 1024, 8192, "llama-3.1-8b", gpus);
    const auto left = static_cast<double>(setup.capacity.blocks - blocks_fewer(setup));
    EXPECT_NEAR(left * 16 * setup.capacity.bytes_per_token / kGib, gib, 0.01 * gib) << gpus;
  }
}

TEST(PlanMemory, LargerStepsLeaveFewerBlocks) {
  EXPECT_EQ(blocks_fewer(setup_of("rtx-4090", 256, 2048)), 0);
  EXPECT_EQ(blocks_fewer(setup_of("rtx-4090", 64, 2048)), 0);
  // 0.36 GB of blocks of 2 MiB.
  const int64_t fewer = blocks_fewer(setup_of("rtx-4090", 256, 8192));
  EXPECT_GT(fewer, 150);
  EXPECT_LT(fewer, 200);
  EXPECT_GT(blocks_fewer(setup_of("rtx-4090", 1024, 8192)), 3 * fewer);
  RunSetup given = setup_of("rtx-4090", 1024, 8192);
  given.capacity.given = true;
  EXPECT_EQ(blocks_fewer(given), 0);
}

}  // namespace
}  // namespace kitchen::real

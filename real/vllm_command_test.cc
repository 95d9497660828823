#include "real/vllm_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "real/plan_memory.h"

namespace kitchen::real {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::StartsWith;

Scenario served_by_vllm() {
  Scenario scenario;
  scenario.model = "llama-3.1-8b";
  scenario.gpu = "h100";
  return scenario;
}

RunSetup set_up_bundled(const Scenario& scenario) {
  static const Hardware bundled;
  return set_up(scenario, bundled);
}

VllmCommand command_for(const Scenario& scenario, int64_t longest_tokens = 0) {
  return vllm_command(set_up_bundled(scenario), longest_tokens);
}

TEST(VllmCommand, OptionsAreVllmsOwn) {
  Scenario scenario = served_by_vllm();
  scenario.tensor_parallel = 2;
  scenario.requests_max = 128;
  scenario.weights = NumberType::fp8;
  scenario.kv = NumberType::fp8;
  scenario.prefix_caching = false;
  scenario.kv_blocks = 1000;
  EXPECT_THAT(command_for(scenario).flags,
              IsSupersetOf({"--tensor-parallel-size 2", "--max-num-seqs 128", "--quantization fp8",
                            "--kv-cache-dtype fp8", "--no-enable-prefix-caching",
                            "--enable-chunked-prefill", "--gpu-memory-utilization 0.9",
                            "--num-gpu-blocks-override 1000"}));
  EXPECT_THAT(vllm_has_not(set_up_bundled(scenario)), IsEmpty());
  scenario.engine = "trtllm-1.0";
  scenario.weights = NumberType::bf16;
  EXPECT_THAT(command_for(scenario, 100).flags, IsEmpty());
  EXPECT_THAT(command_for(scenario, 100).notes, IsEmpty());
}

TEST(VllmCommand, LengthIsTheLongestRequestsWithRoom) {
  const Scenario scenario = served_by_vllm();
  const VllmCommand command = command_for(scenario, 4000);
  EXPECT_THAT(command.flags, Contains("--max-model-len 4608"));  // 4400 in steps of 256
  EXPECT_THAT(command.notes, ElementsAre("--max-model-len is the longest request, 4000 tokens, and "
                                         "a tenth more, rounded up to 256"));
  EXPECT_EQ(max_model_len(set_up_bundled(scenario), 130'000).tokens, 131'072);
  EXPECT_EQ(max_model_len(set_up_bundled(scenario), 130'000).why, "the model's context");
  EXPECT_EQ(max_model_len(set_up_bundled(scenario), 0).tokens, 131'072) << "nothing is known";
}

TEST(VllmCommand, LengthThatWasGivenStays) {
  Scenario scenario = served_by_vllm();
  scenario.context_tokens_max = 9000;
  EXPECT_EQ(max_model_len(set_up_bundled(scenario), 4000).tokens, 9000);
  EXPECT_EQ(max_model_len(set_up_bundled(scenario), 4000).why, "as given");
}

TEST(VllmCommand, LengthIsBelowWhatTheCacheMayNotHold) {
  Scenario scenario = served_by_vllm();
  scenario.gpu = "l4";  // without room for the model's 131072 tokens
  scenario.token_budget = 2048;
  const RunSetup small = set_up_bundled(scenario);
  const int64_t computed = small.capacity.tokens();
  ASSERT_LT(computed, 131'072);
  const ModelLength length = max_model_len(small, computed - 1);
  EXPECT_LT(length.tokens, computed) << "its own count may be smaller, and then it doesn't start";
  EXPECT_GT(length.tokens, computed - computed / 20);
  EXPECT_THAT(length.why, StartsWith("what the KV cache holds even if its "));
  EXPECT_THAT(vllm_command(small, computed - 1).notes,
              Contains(HasSubstr("refuses requests longer than --max-model-len")));
  scenario.kv_blocks = small.capacity.blocks;  // vLLM's own count is no computation
  EXPECT_EQ(max_model_len(set_up_bundled(scenario), computed).tokens, computed);
}

TEST(VllmCommand, LengthLeavesWhatLargerStepsTakeOfTheCache) {
  Scenario scenario = served_by_vllm();
  scenario.gpu = "l4";
  scenario.requests_max = 1024;
  scenario.token_budget = 8192;
  const RunSetup setup = set_up_bundled(scenario);
  const int64_t fewer = blocks_fewer(setup);
  ASSERT_GT(fewer, setup.capacity.blocks / 10) << "more than what the computed count was off by";
  const ModelLength length = max_model_len(setup, setup.capacity.tokens() - 1);
  EXPECT_EQ(length.tokens, (setup.capacity.blocks - fewer) * setup.capacity.block_tokens);
  EXPECT_THAT(length.why, HasSubstr("vLLM may need for its activations"));
}

TEST(VllmCommand, WithoutChunkedPrefillARequestFitsIntoAStep) {
  Scenario scenario = served_by_vllm();
  scenario.chunked_prefill = false;
  scenario.token_budget = 2048;
  EXPECT_THAT(command_for(scenario).flags,
              IsSupersetOf({"--max-num-batched-tokens 2048", "--max-model-len 2048",
                            "--no-enable-chunked-prefill"}));
}

TEST(VllmCommand, SaysWhatVllmHasNotGot) {
  Scenario scenario = served_by_vllm();
  scenario.kv = NumberType::int8;
  scenario.batching = sim::Batching::static_batch;
  scenario.weights = NumberType::fp8;
  scenario.activations = NumberType::bf16;
  scenario.requests_max = 256;
  scenario.token_budget = 128;
  const VllmCommand command = command_for(scenario, 100);
  for (const char* part : {"no int8 KV cache", "no static batching", "bf16 activations",
                           "--max-num-batched-tokens 128 below --max-num-seqs 256"}) {
    EXPECT_THAT(command.notes, Contains(HasSubstr(part)));
  }
  EXPECT_THAT(command.flags, Contains("--max-num-seqs 128")) << "so that it starts";
  EXPECT_THAT(command.flags, Each(Not(HasSubstr("kv-cache-dtype"))));
  // An A100 computes fp8 weights in bf16 whatever is asked.
  scenario.gpu = "a100-80";
  EXPECT_THAT(command_for(scenario).notes, Each(Not(HasSubstr("bf16 activations"))));
}

TEST(VllmCommand, SaysWhichCheckpointIsNeeded) {
  Scenario scenario = served_by_vllm();
  scenario.weights = NumberType::int4;
  EXPECT_THAT(command_for(scenario).notes,
              Contains("MODEL must be a checkpoint with int4 weights"));
  scenario.weights = NumberType::fp8;
  EXPECT_THAT(command_for(scenario).notes, Each(Not(HasSubstr("checkpoint"))));
}

}  // namespace
}  // namespace kitchen::real

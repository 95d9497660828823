#include "real/measured_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "real/cost.h"
#include "real/input_error.h"
#include "real/model_config.h"
#include "real/test_deployment.h"
#include "tests/temporary_folder.h"

namespace kitchen::real {
namespace {

using ::testing::DoubleNear;
using ::testing::HasSubstr;

class MeasuredRowsTest : public ::testing::Test {
 protected:
  void write(const std::string& text) const { file_.write(text); }

  TemporaryFile file_{"measured_rows_test.csv"};
  std::string path_ = file_.path();
};

constexpr char kClientsHeader[] =
    "backend,backend_version,model_path,system,precision,mode,isl,osl,batch_size,tp_size,"
    "silicon_ttft_ms,silicon_tpot_ms\n";

TEST_F(MeasuredRowsTest, ClientRowsAreThoseAskedForAndNotSaturated) {
  write(std::string(kClientsHeader) +
        "vllm,0.12.0,Qwen/Qwen3-32B,h100_sxm,,agg,1024,128,8,2,154.2,18.0\n"
        "vllm,0.12.0,Qwen/Qwen3-32B,h100_sxm,,agg,4096,128,128,2,18956,156.8\n"
        "vllm,0.12.0,Qwen/Qwen3-32B,h100_sxm,,disagg,4096,128,128,2,100,156.8\n"
        "vllm,0.12.0,Qwen/Qwen3-32B,h100_sxm,fp8,agg,4000,1000,144,8,953,23\n"
        "trtllm,0.12.0,Qwen/Qwen3-32B,h100_sxm,,agg,1024,128,8,2,154.2,18.0\n");
  const MeasuredTable table =
      read_client_rows(test_hardware(), path_, {"vllm", "0.12.0", "qwen3-32b", "h100"});
  ASSERT_EQ(table.rows.size(), 1U);
  const MeasuredRow& row = table.rows.front();
  EXPECT_EQ(row.name, "qwen3-32b tp 2, 1024+128 tokens, 8 clients");
  EXPECT_EQ(row.requests, 8);
  EXPECT_EQ(row.prompt_tokens, 1024);
  EXPECT_EQ(row.output_tokens, 128);
  EXPECT_EQ(row.deployment.tensor_parallel, 2);
  EXPECT_DOUBLE_EQ(row.measured_s, 0.018);
  ASSERT_EQ(table.excluded.size(), 1U);
  EXPECT_EQ(table.excluded.front().rows, 1);
  EXPECT_THAT(table.excluded.front().rule, HasSubstr("saturated"));
  const MeasuredTable none = read_client_rows(
      test_hardware(), path_, {"vllm", "0.12.0", "qwen3-32b", "h100", NumberType::fp8, "odd"});
  EXPECT_TRUE(none.rows.empty());
  ASSERT_EQ(none.excluded.size(), 1U);
  EXPECT_EQ(none.excluded.front().rule, "odd");
  EXPECT_EQ(none.excluded.front().rows, 1);
}

TEST_F(MeasuredRowsTest, InferenceMaxHasShorterLengthsAndASmallCache) {
  write(std::string(kClientsHeader) +
        "vllm,,meta-llama/Llama-3.1-70B,h200_sxm,fp8,agg,1024,8192,4,1,100,20\n");
  const MeasuredTable table = read_client_rows(
      test_hardware(), path_, {"vllm", "", "llama-3.1-70b", "h200", NumberType::fp8});
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_EQ(table.rows[0].prompt_tokens, 921);
  EXPECT_EQ(table.rows[0].output_tokens, 7372);
  EXPECT_EQ(table.rows[0].deployment.precision.kv, NumberType::fp8);
  EXPECT_EQ(table.rows[0].deployment.precision.activations, NumberType::fp8);
}

TEST_F(MeasuredRowsTest, BatchesThatDontFitAreCounted) {
  write(
      "Hardware,Num of Hardware,Framework,Model,Input Output Length,Batch Size,Latency\n"
      "Nvidia H100 GPU,1,vLLM,meta-llama/Llama-2-7b-hf,128,16,1.5\n"
      "Nvidia H100 GPU,1,vLLM,meta-llama/Llama-2-7b-hf,2048,64,90\n"
      "Nvidia H100 GPU,1,vLLM,facebook/opt-6.7b,128,16,1.5\n"
      "Nvidia H100 GPU,2,vLLM,meta-llama/Llama-2-7b-hf,128,16,1.5\n"
      "Nvidia H100 GPU,1,vLLM,meta-llama/Llama-2-7b-hf,128,16,\n"
      "AMD MI300X GPU,1,vLLM,meta-llama/Llama-2-7b-hf,128,16,1.5\n");
  const MeasuredTable table =
      read_batch_rows(test_hardware(), path_, {"vLLM", "h100", "vllm-2024"});
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_EQ(table.rows[0].name, "llama-2-7b, 128+128 tokens, batch 16");
  ASSERT_EQ(table.excluded.size(), 3U);
  EXPECT_THAT(table.excluded[0].rule, HasSubstr("don't fit"));
  EXPECT_THAT(table.excluded[1].rule, HasSubstr("no config.json"));
  EXPECT_THAT(table.excluded[2].rule, HasSubstr("without a measured time"));
  const BatchKinds found = batch_kinds(path_);
  ASSERT_EQ(found.kinds.size(), 2U);
  EXPECT_EQ(found.kinds[1].gpus, 2);
  EXPECT_EQ(found.kinds[1].engine, "vllm-2024");
  ASSERT_EQ(found.excluded.size(), 1U) << "the MI300X";
  EXPECT_THAT(found.excluded[0].rule, HasSubstr("no preset is of"));
}

TEST_F(MeasuredRowsTest, EveryRowOfClientsIsOfAKindOrCountedByARule) {
  const std::string figures = ",1024,128,8,2,154.2,18.0\n";
  write(std::string(kClientsHeader) + "vllm,0.12.0,Qwen/Qwen3-32B,h100_sxm,,agg" + figures +
        "vllm,0.12.0,Qwen/Qwen3-32B,h100_sxm,,agg,1024,128,8,1,154.2,25.0\n"
        "vllm,,Qwen/Qwen3-32B,h100_sxm,fp8,agg" +
        figures + "vllm,0.12.0,Qwen/Qwen3-32B,h100_sxm,fp8,disagg" + figures +
        "vllm,0.8.0,Qwen/Qwen3-32B,h100_sxm,fp8,agg" + figures +
        "vllm,0.12.0,Qwen/Qwen4-32B,h100_sxm,fp8,agg" + figures +
        "vllm,0.12.0,Qwen/Qwen3-32B,gb200,fp8,agg" + figures +
        "vllm,0.12.0,Qwen/Qwen3-32B,h100_sxm,fp4,agg" + figures);
  const ClientKinds found = client_kinds(path_);
  ASSERT_EQ(found.kinds.size(), 2U);
  EXPECT_EQ(found.kinds[1].weights, NumberType::fp8);
  ASSERT_EQ(found.excluded.size(), 5U);
  for (const ExcludedRows& excluded : found.excluded) EXPECT_EQ(excluded.rows, 1) << excluded.rule;
  const MeasuredTable table = read_client_rows(test_hardware(), path_, found.kinds[0]);
  EXPECT_EQ(table.rows.size(), 2U);
  EXPECT_TRUE(table.excluded.empty());
}

TEST_F(MeasuredRowsTest, ARowThatCantBeServedIsLeftOut) {
  write(std::string(kClientsHeader) +
        "vllm,0.12.0,Qwen/Qwen3-32B,h100_sxm,,agg,39000,1000,8,8,154.2,18.0\n"
        "vllm,0.12.0,Qwen/Qwen3-32B,h100_sxm,,agg,1024,128,8,3,154.2,18.0\n"
        "vllm,0.12.0,Qwen/Qwen3-32B,h100_sxm,,agg,1024,128,8,16,154.2,18.0\n"
        "vllm,0.12.0,Qwen/Qwen3-32B,h100_sxm,,agg,1024,128,8,2,,18.0\n"
        "vllm,0.12.0,Qwen/Qwen3-32B,h100_sxm,,agg,1024,128,8,2,100,9.0\n");
  const MeasuredTable table =
      read_client_rows(test_hardware(), path_, {"vllm", "0.12.0", "qwen3-32b", "h100"});
  EXPECT_TRUE(table.rows.empty());
  ASSERT_EQ(table.excluded.size(), 4U);
  EXPECT_THAT(table.excluded[3].rule, HasSubstr("less time than reading the weights"));
  EXPECT_THAT(table.excluded[0].rule, HasSubstr("doesn't fit"));
  EXPECT_EQ(table.excluded[1].rows, 2) << table.excluded[1].rule;
  EXPECT_THAT(table.excluded[2].rule, HasSubstr("without a measured time"));
}

// 10 requests of each of so many clients would need more memory than there is, and the tokens of
// others more than 64 bits.
TEST_F(MeasuredRowsTest, ARowOfMoreThanCanBeSimulatedIsLeftOut) {
  const std::string start = "vllm,0.12.0,Qwen/Qwen3-32B,h100_sxm,,agg,";
  const std::string end = ",8,154.2,18.0\n";
  write(std::string(kClientsHeader) + start + "1024,128,1000000000" + end + start +
        "4611686018427387904,128,8" + end + start + "1024,4611686018427387904,8" + end + start +
        "1024,128,16385" + end + start + "1024,128,16384" + end);
  const MeasuredTable clients =
      read_client_rows(test_hardware(), path_, {"vllm", "0.12.0", "qwen3-32b", "h100"});
  ASSERT_EQ(clients.rows.size(), 1U);
  EXPECT_EQ(clients.rows[0].requests, 16384);
  ASSERT_EQ(clients.excluded.size(), 1U);
  EXPECT_EQ(clients.excluded[0].rows, 4);
  EXPECT_THAT(clients.excluded[0].rule, HasSubstr("more than 16384 requests at a time"));
  const std::string batch = "Nvidia H100 GPU,1,vLLM,meta-llama/Llama-2-7b-hf,";
  write("Hardware,Num of Hardware,Framework,Model,Input Output Length,Batch Size,Latency\n" +
        batch + "4611686018427387904,2,1.5\n" + batch + "128,4611686018427387904,1.5\n");
  const MeasuredTable batches =
      read_batch_rows(test_hardware(), path_, {"vLLM", "h100", "vllm-2024"});
  EXPECT_TRUE(batches.rows.empty());
  ASSERT_EQ(batches.excluded.size(), 1U);
  EXPECT_EQ(batches.excluded[0].rows, 2);
  EXPECT_THAT(batches.excluded[0].rule, HasSubstr("1048576 tokens"));
}

TEST_F(MeasuredRowsTest, WhatIsWrongIsToldWithItsPlace) {
  write(
      "model,num_gpus,weight_bits,tokens_per_s\nLlama-2-7B,1,6,100\nLlama-9-7B,1,8,100\n"
      "Llama-2-7B,3,8,100\nLlama-2-7B,1,8,100\n");
  const MeasuredTable table = read_single_rows(test_hardware(), path_);
  EXPECT_EQ(table.rows.size(), 1U);
  EXPECT_EQ(table.excluded.size(), 3U) << "6 bits, no such model, 3 GPUs";
  write("model,num_gpus,weight_bits,tokens_per_s\nLlama-2-7B,1,x,100\n");
  try {
    read_single_rows(test_hardware(), path_);
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_THAT(
        error.what(),
        HasSubstr(
            "measured_rows_test.csv:2:14: weight_bits is x; expected a whole number above 0"));
  }
}

MeasuredRow row(const char* model, const char* gpu, int64_t requests, int64_t prompt,
                int64_t output) {
  Deployment deployment{
      find_model(model), test_hardware().gpu(gpu), test_hardware().engine("vllm-0.12", gpu), 1, {}};
  return {"", std::move(deployment), requests, prompt, output, 1};
}

double summed_batch_s(const MeasuredRow& of) {
  const CostLaw law(of.deployment);
  const Model& model = of.deployment.model;
  double sum =
      law.terms(load_of(model, std::vector<Chunk>{{of.requests, 0, of.prompt_tokens}})).total_s();
  for (int64_t made = 1; made < of.output_tokens; ++made) {
    const std::vector<Chunk> step = {{of.requests, of.prompt_tokens + made - 1, 1}};
    sum += law.terms(load_of(model, step)).total_s();
  }
  return sum;
}

TEST(BatchTime, IsTheSumOfItsSteps) {
  for (const MeasuredRow& of :
       {row("llama-3-8b", "h100", 16, 128, 128), row("llama-3-8b", "h100", 1, 7, 1),
        row("gemma-2-9b", "h100", 3, 4000, 300), row("gemma-2-9b", "h100", 3, 4500, 300),
        row("mistral-7b-v0.1", "gh200", 3, 100, 100)}) {
    EXPECT_THAT(batch_s(of), DoubleNear(summed_batch_s(of), 1e-9 * summed_batch_s(of)));
  }
}

TEST(ClientTpot, OfOneClientIsItsStep) {
  const MeasuredRow of = row("llama-3-8b", "h100", 1, 1000, 100);
  EXPECT_DOUBLE_EQ(client_tpot_formula_s(of), single_token_s(of));
}

TEST(ClientTpot, OthersPromptsCome) {
  const double alone_s = single_token_s(row("llama-3-8b", "h100", 8, 4000, 100));
  const double among_s = client_tpot_formula_s(row("llama-3-8b", "h100", 8, 4000, 100));
  EXPECT_GT(among_s, 1.5 * alone_s);
}

}  // namespace
}  // namespace kitchen::real

#include "real/measured_runs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <tuple>

#include "real/input_error.h"
#include "real/model_config.h"
#include "real/test_deployment.h"
#include "tests/temporary_folder.h"

namespace kitchen::real {
namespace {

using ::testing::DoubleNear;
using ::testing::HasSubstr;

MeasuredRow row(const char* model, int64_t clients, int64_t prompt, int64_t output) {
  return {"some row", test_deployment(model, "h100", 1, NumberType::bf16, "vllm-0.12"),
          clients,    prompt,
          output,     1};
}

TEST(SimulatedClients, OneAloneTakesTheLawsStep) {
  const MeasuredRow of = row("llama-3.1-8b", 1, 1000, 200);
  EXPECT_THAT(simulate_clients(of).tpot_s,
              DoubleNear(single_token_s(of), 0.002 * single_token_s(of)));
}

TEST(SimulatedClients, ManyAreCloseToTheFormula) {
  for (const int64_t clients : {8, 32}) {
    const MeasuredRow of = row("llama-3.1-8b", clients, 1000, 1000);
    const double formula_s = client_tpot_formula_s(of);
    EXPECT_THAT(client_tpot_s(of), DoubleNear(formula_s, 0.05 * formula_s)) << clients;
  }
}

TEST(SimulatedClients, WhatCannotBeServedIsSaid) {
  try {
    simulate_clients(row("llama-3.1-70b", 1, 1000, 200));
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("some row: llama-3.1-70b doesn't fit on 1 x h100"));
  }
  try {
    simulate_clients(row("llama-3-8b", 1, 9000, 200));
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("too long for the KV cache or the context"));
  }
}

/// As LLMServingSim's bench writes it, as far as it is read.
constexpr char kMeta[] = R"({"model": "meta-llama/Llama-3.1-8B", "vllm_version": "0.19.0",
  "engine_kwargs": {"tensor_parallel_size": 1, "data_parallel_size": 1, "dtype": "bfloat16",
    "kv_cache_dtype": "auto", "max_num_batched_tokens": 2048, "max_num_seqs": 256},
  "kv_cache": {"num_gpu_blocks": 2588, "block_size": 16},
  "hardware": {"device_name": "NVIDIA GeForce RTX 4090"}})";

class RunFile : public ::testing::Test {
 protected:
  void write(const std::string& requests, const std::string& meta = kMeta) const {
    std::ofstream(path_) << requests;
    std::ofstream(folder_.path() + "/bench_x_meta.json") << meta;
  }

  std::string error_of() const {
    try {
      simulate_run(test_hardware(), path_);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.path() + "/bench_x_requests.jsonl";
};

// The engine's clock is 900 s behind; the second request waits 0.5 s before it is queued.
constexpr char kTwoRequests[] =
    R"({"input_toks": 10, "output_toks": 3, "arrival_time": 1000.0, )"
    R"("queued_ts": 100.0, "first_token_ts": 100.2, "last_token_ts": 101.2})"
    "\n"
    R"({"input_toks": 10, "output_toks": 1, "arrival_time": 1001.0, )"
    R"("queued_ts": 101.5, "first_token_ts": 101.8, "last_token_ts": 101.8})"
    "\n";

std::string replaced(std::string text, const std::string& part, const std::string& with) {
  return text.replace(text.find(part), part.size(), with);
}

TEST_F(RunFile, TimesAreMeasuredFromTheClientsArrival) {
  write(kTwoRequests);
  const MeasuredRun run = simulate_run(test_hardware(), path_);
  EXPECT_EQ(run.requests, 2);
  EXPECT_EQ(run.name, "RTX 4090 run");
  EXPECT_TRUE(run.is_fitted);
  EXPECT_EQ(run.left_out, "");
  EXPECT_THAT(run.measured.ttft_s, DoubleNear((0.2 + 0.8) / 2, 1e-9));
  EXPECT_THAT(run.measured.tpot_s, DoubleNear(0.5, 1e-9));
  EXPECT_THAT(run.measured.makespan_s, DoubleNear(1.8, 1e-9));
  EXPECT_THAT(run.computed.makespan_s, DoubleNear(1.02, 0.01));
}

TEST_F(RunFile, AnotherGpuIsComparedWithWhatIsKnownOfIt) {
  write(kTwoRequests, replaced(kMeta, "NVIDIA GeForce RTX 4090", "NVIDIA H100 80GB HBM3"));
  const MeasuredRun run = simulate_run(test_hardware(), path_);
  EXPECT_EQ(run.name, "NVIDIA H100 80GB HBM3 run, meta-llama/Llama-3.1-8B");
  EXPECT_FALSE(run.is_fitted);
  EXPECT_EQ(run.left_out, "");
  EXPECT_GT(run.computed.makespan_s, 1);
}

TEST_F(RunFile, WhatIsNotKnownIsLeftOutByARule) {
  for (const auto& [part, with, rule] :
       {std::tuple{"RTX 4090", "RTX 5090", "GPUs that aren't known"},
        {"Llama-3.1-8B", "Opt-9B", "no config.json"},
        {"0.19.0", "0.9.2", "that no preset is of"},
        {"\"bfloat16\"", "\"float32\"", "types other than bf16"},
        {"\"data_parallel_size\": 1", "\"data_parallel_size\": 2", "data parallelism"},
        {"\"tensor_parallel_size\": 1", "\"tensor_parallel_size\": 2",
         "all-reduce of 2 rtx-4090"}}) {
    write(kTwoRequests, replaced(kMeta, part, with));
    EXPECT_THAT(simulate_run(test_hardware(), path_).left_out, HasSubstr(rule)) << with;
  }
}

TEST_F(RunFile, WhatIsWrongIsToldWithItsPlace) {
  write("{\"input_toks\": 10}\n");
  EXPECT_THAT(error_of(), HasSubstr("bench_x_requests.jsonl:1:1: expected a number as "));
  write("\n");
  EXPECT_THAT(error_of(), HasSubstr("bench_x_requests.jsonl:1:1: the file has no request"));
  write(kTwoRequests, "{");
  EXPECT_THAT(error_of(), HasSubstr("bench_x_meta.json:1:2: no JSON"));
  write(kTwoRequests, "[]");
  EXPECT_THAT(error_of(), HasSubstr("bench_x_meta.json: expected an object as engine_kwargs"));
  write(kTwoRequests, replaced(kMeta, "2588", "0"));
  EXPECT_THAT(error_of(), HasSubstr("num_gpu_blocks must be a whole number above 0"));
}

}  // namespace
}  // namespace kitchen::real

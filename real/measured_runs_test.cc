#include "real/measured_runs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

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
    EXPECT_STREQ(error.what(), "some row: the model doesn't fit into the GPUs' memory");
  }
  try {
    simulate_clients(row("llama-3-8b", 1, 9000, 200));
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("too long for the KV cache or the context"));
  }
}

class RunFile : public ::testing::Test {
 protected:
  TemporaryFile file_{"measured_runs_test.jsonl"};
  std::string path_ = file_.path();
};

TEST_F(RunFile, TimesAreMeasuredFromTheClientsArrival) {
  // The engine's clock is 900 s behind; the second request waits 0.5 s before it is queued.
  std::ofstream(path_) << R"({"input_toks": 10, "output_toks": 3, "arrival_time": 1000.0, )"
                          R"("queued_ts": 100.0, "first_token_ts": 100.2, "last_token_ts": 101.2})"
                       << '\n'
                       << R"({"input_toks": 10, "output_toks": 1, "arrival_time": 1001.0, )"
                          R"("queued_ts": 101.5, "first_token_ts": 101.8, "last_token_ts": 101.8})"
                       << '\n';
  const MeasuredRun run = simulate_rtx_4090_run(test_hardware(), path_);
  EXPECT_EQ(run.requests, 2);
  EXPECT_THAT(run.measured.ttft_s, DoubleNear((0.2 + 0.8) / 2, 1e-9));
  EXPECT_THAT(run.measured.tpot_s, DoubleNear(0.5, 1e-9));
  EXPECT_THAT(run.measured.makespan_s, DoubleNear(1.8, 1e-9));
  EXPECT_THAT(run.computed.makespan_s, DoubleNear(1.02, 0.01));
}

TEST_F(RunFile, WhatIsWrongIsToldWithItsPlace) {
  std::ofstream(path_) << "{\"input_toks\": 10}\n";
  EXPECT_THROW(simulate_rtx_4090_run(test_hardware(), path_), InputError);
  std::ofstream(path_) << "\n";
  try {
    simulate_rtx_4090_run(test_hardware(), path_);
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("measured_runs_test.jsonl:1:1: the file has no request"));
  }
}

}  // namespace
}  // namespace kitchen::real

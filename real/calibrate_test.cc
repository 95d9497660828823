#include "real/calibrate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "real/plan_memory.h"
#include "real/vllm_command.h"
#include "tests/temporary_folder.h"

namespace kitchen::real {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const Hardware& bundled_hardware() {
  static const Hardware kHardware;
  return kHardware;
}

RunSetup llama_on_h100() {
  Scenario scenario;
  scenario.model = "llama-3.1-8b";
  scenario.gpu = "h100";
  scenario.token_budget = 1024;  // the law's table goes so far, and is made for each try
  return set_up(scenario, bundled_hardware());
}

/// The bundled preset with other numbers, as an engine of somebody else would have.
Engine other_engine() {
  Engine engine = llama_on_h100().deployment.engine;
  engine.layer_overhead_s.value = 75e-6;
  engine.per_request_s.value = 60e-6;
  engine.weight_efficiency.value = 0.8;
  engine.kv_efficiency.value = 0.7;
  engine.compute_efficiency.value = 0.55;
  return engine;
}

/// What so many clients would measure on that engine.
BenchResult measured_on(const Engine& engine, int64_t clients, int64_t prompt, int64_t output) {
  RunSetup setup = llama_on_h100();
  setup.deployment.engine = engine;
  setup.cost = std::make_shared<const sim::ServingCost>(
      CostLaw(setup.deployment).coefficients(sim::step_tokens_max(setup.cluster.replica)));
  setup.cluster.clients = clients;
  BenchResult result;
  result.file = "c" + std::to_string(clients);
  result.clients = clients;
  Request request;
  request.prompt_tokens = prompt;
  request.output_tokens = output;
  result.requests.assign(static_cast<uint64_t>(3 * clients), request);
  ListedSource source(result.requests);
  const RunOutcome outcome = run(setup, source);
  constexpr double kSecond = static_cast<double>(sim::kPsPerSecond);
  result.ttft_s = static_cast<double>(outcome.metrics.ttft().mean()) / kSecond;
  result.tpot_s = static_cast<double>(outcome.metrics.tpot().mean()) / kSecond;
  return result;
}

const CalibratedField& field_named(const Calibration& calibration, const std::string& key) {
  return *std::ranges::find(calibration.fields, key, &CalibratedField::key);
}

TEST(Calibrate, FindsTheNumbersThatTheResultsWereMadeWith) {
  const Engine truth = other_engine();
  const std::vector<BenchResult> results = {
      measured_on(truth, 1, 200, 100),   measured_on(truth, 8, 200, 100),
      measured_on(truth, 64, 200, 100),  measured_on(truth, 16, 8000, 100),
      measured_on(truth, 1, 16000, 50),  measured_on(truth, 128, 100, 200),
      measured_on(truth, 32, 2000, 200), measured_on(truth, 4, 30000, 100)};
  const Calibration calibration = calibrate(llama_on_h100(), results);
  for (const CalibratedField& field : calibration.fields) {
    EXPECT_TRUE(field.is_identified) << field.key;
    EXPECT_LT(field.low, field.value) << field.key;
    EXPECT_GT(field.high, field.value) << field.key;
  }
  EXPECT_NEAR(field_named(calibration, "layer_overhead_us").value, 75, 4);
  EXPECT_NEAR(field_named(calibration, "per_request_us").value, 60, 4);
  EXPECT_NEAR(field_named(calibration, "weight_efficiency").value, 0.8, 0.04);
  EXPECT_NEAR(field_named(calibration, "kv_efficiency").value, 0.7, 0.04);
  EXPECT_NEAR(field_named(calibration, "compute_efficiency").value, 0.55, 0.02);
  for (const CalibratedMean& mean : calibration.means) {
    EXPECT_NEAR(mean.fitted_s / mean.measured_s, 1, 0.005) << mean.file << " " << mean.what;
  }
}

TEST(Calibrate, SaysWhatOneConcurrencyDoesNotTell) {
  const Calibration calibration =
      calibrate(llama_on_h100(), std::vector{measured_on(other_engine(), 1, 1000, 100)});
  int64_t told = 0;
  for (const CalibratedField& field : calibration.fields) {
    told += field.is_identified ? 1 : 0;
    if (!field.is_identified) {
      EXPECT_EQ(field.value, field.preset) << field.key;
    }
  }
  EXPECT_LE(told, 2) << "two means can't tell more";
  EXPECT_FALSE(field_named(calibration, "kv_efficiency").is_identified);
  EXPECT_FALSE(field_named(calibration, "per_request_us").is_identified);
}

TEST(Calibrate, LeavesWhatIsNotToldAsGivenBeyondTheUsualRange) {
  RunSetup setup = llama_on_h100();
  setup.deployment.engine.per_request_s.value = 300e-6;
  setup.deployment.engine.kv_efficiency.value = 0.125;
  const Calibration calibration =
      calibrate(setup, std::vector{measured_on(setup.deployment.engine, 1, 100, 20)});
  for (const auto& [key, given] : {std::pair{"per_request_us", 300.0}, {"kv_efficiency", 0.125}}) {
    const CalibratedField& field = field_named(calibration, key);
    EXPECT_FALSE(field.is_identified) << key;
    EXPECT_DOUBLE_EQ(field.preset, given) << key;
    EXPECT_DOUBLE_EQ(field.value, given) << key;
  }
  const std::string text = engine_file(calibration, "mine", "one result");
  EXPECT_THAT(text, HasSubstr("per_request_us = { value = 300, "));
  EXPECT_THAT(text, HasSubstr("kv_efficiency = { value = 0.125, "));
}

/// What calibrating with one result of such lengths (prompt, output) says is wrong.
std::string refusal_of(const std::vector<std::pair<int64_t, int64_t>>& lengths) {
  BenchResult result;
  result.file = "mine.json";
  result.clients = 1;
  result.ttft_s = 1;
  result.tpot_s = 0.01;
  for (const auto& [prompt, output] : lengths) result.requests.push_back({0, prompt, output, {}});
  try {
    calibrate(llama_on_h100(), std::vector{result});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Calibrate, RefusesResultsThatCannotBeServedWhole) {
  // The context is 131,072 tokens.
  EXPECT_THAT(refusal_of({{1000, 10}, {140'000, 10}, {150'000, 20}}),
              HasSubstr("mine.json: 2 of 3 requests can't be served to their end: the longest has "
                        "150020 tokens with its output; the context holds 131072, the KV cache "));
  EXPECT_THAT(refusal_of({{140'000, 10}}), HasSubstr("mine.json: 1 of 1 requests"));
  EXPECT_THAT(refusal_of({{1000, 10}, {131'000, 100}}), HasSubstr("mine.json: 1 of 2 requests"))
      << "its output is cut off";
  EXPECT_THAT(refusal_of({{1000, 1}}), HasSubstr("mine.json: no request has an output of two"));
}

TEST(Calibrate, GivesAFileThatIsReadBack) {
  const std::vector<BenchResult> results = {measured_on(other_engine(), 1, 200, 50),
                                            measured_on(other_engine(), 64, 200, 50)};
  const Calibration calibration = calibrate(llama_on_h100(), results);
  const std::string text = engine_file(calibration, "my \"own\"", "two results");
  Hardware hardware;
  hardware.add_text(text, "mine.toml");
  const Engine read = hardware.engine("my \"own\"", "h100");
  for (const EngineField& field : engine_fields()) {
    EXPECT_NEAR((read.*field.field).value, (calibration.engine.*field.field).value,
                1e-9 * (calibration.engine.*field.field).value)
        << field.key;
  }
  EXPECT_THAT(text, HasSubstr("source = \"two results\""));
  EXPECT_EQ(read.token_budget, calibration.engine.token_budget);
}

TEST(Calibrate, ItsEngineHasThePresetsOptionsAndMemory) {
  Hardware hardware;
  Calibration calibration;
  calibration.engine = hardware.engine("vllm-0.19", "h100");
  hardware.add_text(engine_file(calibration, "mine", "one result"), "mine.toml");
  Scenario scenario;
  scenario.model = "llama-3.1-8b";
  scenario.gpu = "h100";
  scenario.tensor_parallel = 2;
  scenario.requests_max = 1024;
  const RunSetup preset = set_up(scenario, hardware);
  scenario.engine = "mine";
  const RunSetup mine = set_up(scenario, hardware);
  ASSERT_FALSE(vllm_command(preset, 100).flags.empty());
  EXPECT_EQ(vllm_command(mine, 100).flags, vllm_command(preset, 100).flags);
  ASSERT_GT(blocks_fewer(preset), 0);
  EXPECT_EQ(blocks_fewer(mine), blocks_fewer(preset));
  // Calibrated again, it is still based on the same.
  calibration.engine = hardware.engine("mine", "h100");
  EXPECT_THAT(engine_file(calibration, "again", "two results"),
              HasSubstr("\nbased_on = \"vllm-0.19\"\n"));
  // What isn't bundled needn't be known where the file is read.
  calibration.engine.name = "own";
  calibration.engine.based_on = "";
  const std::string own = engine_file(calibration, "again", "two results");
  EXPECT_THAT(own, Not(HasSubstr("based_on")));
  hardware.add_text(own, "again.toml");
}

/// A result file, removed at the end of its test.
class BenchFile {
 public:
  explicit BenchFile(const std::string& json) : file_("result.json", json) {}

  BenchResult read() const { return read_bench_results(file_.path()).front(); }
  std::string error() const {
    try {
      read();
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

 private:
  TemporaryFile file_;
};

TEST(BenchResults, OfClientsAreRead) {
  const BenchFile file(
      R"({"request_rate": "inf", "max_concurrency": 4, "completed": 2, "mean_ttft_ms": 50.5,
          "mean_tpot_ms": 10, "input_lens": [100, 200, 300], "output_lens": [10, 0, 30]})");
  const BenchResult result = file.read();
  EXPECT_EQ(result.clients, 4);
  EXPECT_DOUBLE_EQ(result.ttft_s, 0.0505);
  EXPECT_DOUBLE_EQ(result.tpot_s, 0.01);
  ASSERT_EQ(result.requests.size(), 2) << "the failed one is left out";
  EXPECT_EQ(result.requests[1].prompt_tokens, 300);
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("1 of 3 requests failed")));
}

TEST(BenchResults, OfTheirOwnTimesAreRead) {
  const BenchFile file(
      R"({"request_rate": 2, "max_concurrency": null, "mean_ttft_ms": 50, "mean_tpot_ms": 10,
          "input_lens": [100, 200], "output_lens": [10, 20], "start_times": [1001.5, 1000]})");
  const BenchResult result = file.read();
  EXPECT_EQ(result.clients, 0);
  ASSERT_EQ(result.requests.size(), 2);
  EXPECT_EQ(result.requests[0].prompt_tokens, 200);
  EXPECT_EQ(result.requests[1].arrival_ps, 1'500 * sim::kPsPerMs);
}

TEST(BenchResults, WithoutDetailsHaveTheMeanLength) {
  const BenchFile file(
      R"({"request_rate": "inf", "max_concurrency": 2, "completed": 4, "mean_ttft_ms": 50,
          "mean_tpot_ms": 10, "total_input_tokens": 400, "total_output_tokens": 82})");
  const BenchResult result = file.read();
  ASSERT_EQ(result.requests.size(), 4);
  EXPECT_EQ(result.requests[0].prompt_tokens, 100);
  EXPECT_EQ(result.requests[0].output_tokens, 21);
  ASSERT_EQ(result.notes.size(), 1);
}

TEST(BenchResults, OfWhichNothingWasAnsweredHaveNoMeans) {
  const BenchFile file(
      R"({"request_rate": "inf", "max_concurrency": 2, "completed": 0, "failed": 7,
          "total_input_tokens": 0, "total_output_tokens": 0, "request_throughput": 0,
          "mean_ttft_ms": 0.0, "mean_tpot_ms": 0.0})");
  const BenchResult result = file.read();
  EXPECT_EQ(result.answered, 0);
  EXPECT_EQ(result.failed, 7);
}

TEST(BenchResults, WhatIsNoneIsRefused) {
  const std::string expected = "expected a result of vllm bench serve --save-result or of guidellm";
  EXPECT_THAT(BenchFile("").error(), HasSubstr(expected));
  EXPECT_THAT(BenchFile("[]").error(), HasSubstr(expected));
  EXPECT_THAT(BenchFile("{}").error(), HasSubstr(expected));
  EXPECT_THAT(BenchFile("a,b\n1,2\n").error(), HasSubstr(expected));
  EXPECT_THAT(BenchFile(R"({"mean_ttft_ms": 1, )").error(), HasSubstr("no JSON"));
  EXPECT_THAT(BenchFile(R"({"mean_ttft_ms": 1} x)").error(), HasSubstr("no JSON"));
  EXPECT_THAT(BenchFile(R"({"mean_ttft_ms": NaN})").error(), HasSubstr("no JSON"));
  EXPECT_THAT(BenchFile(R"({"mean_ttft_ms": -1, "mean_tpot_ms": 1, "completed": 1})").error(),
              HasSubstr("mean_ttft_ms must be a time, 0 or more"));
  EXPECT_THAT(BenchFile(R"({"mean_ttft_ms": 0, "mean_tpot_ms": 1, "completed": 1})").error(),
              HasSubstr("the mean TTFT is 0; expected a time above 0"));
  EXPECT_THAT(BenchFile(R"({"mean_ttft_ms": 1, "completed": 1})").error(),
              HasSubstr("no mean TPOT"));
  EXPECT_THAT(BenchFile(R"({"mean_ttft_ms": 1, "mean_tpot_ms": 1, "completed": 1})").error(),
              HasSubstr("nothing says how long its requests are"));
  EXPECT_THAT(BenchFile(R"({"mean_ttft_ms": 1, "mean_tpot_ms": 1, "request_rate": 2,
                            "completed": 1, "total_input_tokens": 9, "total_output_tokens": 9})")
                  .error(),
              HasSubstr("--save-detailed"));
  EXPECT_THAT(BenchFile(R"({"mean_ttft_ms": 1, "mean_tpot_ms": 1, "input_lens": [0],
                            "output_lens": [1]})")
                  .error(),
              HasSubstr("input_lens[0] is 0; expected a whole number from 1"));
  EXPECT_THAT(BenchFile(R"({"mean_ttft_ms": 1, "mean_tpot_ms": 1, "input_lens": [1, 2],
                            "output_lens": [1]})")
                  .error(),
              HasSubstr("2 input_lens, 1 output_lens"));
}

std::vector<BenchResult> sample_results(const char* name) {
  return read_bench_results(std::string(KITCHEN_TESTDATA) + "/" + name);
}

TEST(BenchResults, OfVllmAreReadFromTheMeansOrFromTheDetails) {
  const BenchResult clients = sample_results("vllm_clients.json").front();
  EXPECT_EQ(clients.clients, 2);
  EXPECT_EQ(clients.answered, 3);
  EXPECT_EQ(clients.failed, 1);
  EXPECT_DOUBLE_EQ(clients.ttft_s, 0.07);
  EXPECT_EQ(clients.model, "toys/Llama-3.1-8B-Instruct");
  EXPECT_EQ(clients.gpu, "NVIDIA H100 80GB HBM3");
  EXPECT_EQ(clients.tensor_parallel, 1);
  // Only chosen metrics have means (--percentile-metrics); the lists have them all.
  const BenchResult details = BenchFile(
                                  R"({"request_rate": "inf", "max_concurrency": 1, "completed": 2,
          "input_lens": [10, 10, 10], "output_lens": [3, 0, 5], "ttfts": [0.25, 0.0, 0.75],
          "itls": [[0.125, 0.125], [], [0.25, 0.25, 0.25, 0.25]]})")
                                  .read();
  EXPECT_DOUBLE_EQ(details.ttft_s, 0.5);
  EXPECT_DOUBLE_EQ(details.tpot_s, (0.125 + 0.25) / 2);
}

TEST(BenchResults, OfOneFileMayBeSeveral) {
  const std::vector<BenchResult> results = sample_results("vllm_appended.json");
  ASSERT_EQ(results.size(), 2);
  EXPECT_THAT(results[0].file, HasSubstr("vllm_appended.json (benchmark 1)"));
  EXPECT_EQ(results[0].clients, 1);
  EXPECT_DOUBLE_EQ(results[0].ttft_s, 0.03);
  EXPECT_EQ(results[1].clients, 4);
  EXPECT_EQ(results[1].requests[1].prompt_tokens, 120);
}

TEST(BenchResults, OfGuideLlmAreReadInEachVersion) {
  const BenchResult second = sample_results("guidellm_0.2.json").front();
  EXPECT_EQ(second.clients, 2);
  EXPECT_EQ(second.model, "toys/Llama-3.1-8B-Instruct");
  EXPECT_EQ(second.requests[0].prompt_tokens, 64) << "as they were sent";
  EXPECT_NEAR(second.ttft_s, (0.125 + 0.25) / 2, 1e-6);
  EXPECT_NEAR(second.tpot_s, (0.625 / 31 + 0.25 / 16) / 2, 1e-6);
  EXPECT_EQ(second.failed, 0) << "one was cut off by the end, which is no failure";
  const BenchResult third = sample_results("guidellm_0.3.json").front();
  EXPECT_EQ(third.clients, 1);
  EXPECT_EQ(third.model, "toys/Llama-3.1-8B-Instruct");
  EXPECT_EQ(third.answered, 5);
  EXPECT_EQ(third.failed, 1);
  EXPECT_NEAR(third.ttft_s, 0.375, 1e-9);
  EXPECT_NEAR(third.tpot_s, 0.1, 1e-9);
  EXPECT_THAT(third.notes, ::testing::Contains(HasSubstr("it lists 2 of 5 answered requests")));
  const BenchResult eighth = sample_results("guidellm_0.8.json").front();
  EXPECT_EQ(eighth.clients, 0);
  EXPECT_EQ(eighth.model, "toys/Llama-3.1-8B-Instruct");
  EXPECT_EQ(eighth.requests[0].prompt_tokens, 128) << "pictures count";
  EXPECT_EQ(eighth.requests[1].arrival_ps, 750 * sim::kPsPerMs);
  EXPECT_NEAR(eighth.ttft_s, 0.375, 1e-9);
  EXPECT_NEAR(eighth.tpot_s, 0.1, 1e-9);
}

/// A result that llama_on_h100() may well have given.
BenchResult usual_result() {
  BenchResult result;
  result.file = "usual.json";
  result.requests.assign(4, {0, 1000, 100, {}});
  result.clients = 1;
  result.answered = 4;
  result.ttft_s = 0.05;
  result.tpot_s = 0.007;
  return result;
}

/// Why a result is left out; "" where it isn't.
std::string left_out(const BenchResult& result) {
  const ScreenedResults screened = screen_results(llama_on_h100(), {result});
  EXPECT_EQ(screened.results.size() + screened.left_out.size(), 1);
  return screened.left_out.empty() ? "" : screened.left_out.front().why;
}

TEST(Screen, KeepsWhatIsOfTheDeployment) {
  BenchResult result = usual_result();
  EXPECT_EQ(left_out(result), "");
  for (const char* name : {"meta-llama/Llama-3.1-8B-Instruct", "Meta-Llama-3.1-8B", "my-tuned"}) {
    result.model = name;
    EXPECT_EQ(left_out(result), "") << name;
  }
  result.model = "my-tuned";
  const ScreenedResults screened = screen_results(llama_on_h100(), {result});
  EXPECT_THAT(screened.results.front().notes,
              ElementsAre(HasSubstr("whether that is llama-3.1-8b isn't known here")));
  result.gpu = "NVIDIA H100 80GB HBM3";
  result.tensor_parallel = 1;
  EXPECT_EQ(left_out(result), "");
}

TEST(Screen, LeavesOutWhatWasNotAnswered) {
  BenchResult result = usual_result();
  result.failed = 1;
  EXPECT_THAT(left_out(result), HasSubstr("1 of 5 requests failed; at most a tenth may"));
  result.answered = 9;
  EXPECT_EQ(left_out(result), "");
  BenchResult none;
  none.failed = 7;
  EXPECT_EQ(left_out(none), "no request was answered (7 failed)");
}

TEST(Screen, LeavesOutWhatIsOfSomethingElse) {
  BenchResult model = usual_result();
  model.model = "Qwen/Qwen2.5-7B-Instruct";
  EXPECT_EQ(left_out(model), "it is of the model Qwen/Qwen2.5-7B-Instruct, not of llama-3.1-8b");
  BenchResult gpu = usual_result();
  for (const char* name :
       {"A100-SXM4-80GB", "NVIDIA L40S", "h200", "NVIDIA GeForce RTX 4090", "a100"}) {
    gpu.gpu = name;
    EXPECT_THAT(left_out(gpu), HasSubstr(", not of h100")) << name;
  }
  gpu.gpu = "our cluster";
  EXPECT_EQ(left_out(gpu), "");
  Scenario scenario;
  scenario.model = "llama-3.1-8b";
  scenario.gpu = "a100-40";
  gpu.ttft_s = 1;
  gpu.tpot_s = 1;
  const RunSetup smaller = set_up(scenario, bundled_hardware());
  for (const char* name : {"A100", "NVIDIA A100", "a100_sxm"}) {
    gpu.gpu = name;
    EXPECT_EQ(screen_results(smaller, {gpu}).results.size(), 1) << name << " may have 40 GB";
  }
  gpu.gpu = "NVIDIA A100-SXM4-80GB";
  EXPECT_TRUE(screen_results(smaller, {gpu}).results.empty());
  BenchResult tp = usual_result();
  tp.tensor_parallel = 2;
  EXPECT_EQ(left_out(tp), "it is of tp 2, not of 1");
  BenchResult drafted = usual_result();
  drafted.speculative = true;
  EXPECT_THAT(left_out(drafted), HasSubstr("speculative decoding"));
}

TEST(Screen, LeavesOutWhatIsBeyondPhysics) {
  // 15.0 GB of weights at 3.35 TB/s are 4.5 ms; 1000 prompt tokens are 14 TFLOP of 989 a second.
  BenchResult result = usual_result();
  result.tpot_s = 0.0040;
  EXPECT_THAT(left_out(result), HasSubstr("its mean TPOT of 4 ms is beyond physics"));
  result.tpot_s = 0.0047;
  EXPECT_EQ(left_out(result), "");
  result.ttft_s = 0.013;
  EXPECT_THAT(left_out(result), HasSubstr("its mean TTFT of 13 ms is beyond physics"));
  result.ttft_s = 0.017;
  EXPECT_EQ(left_out(result), "");
}

TEST(Screen, LeavesOutCopies) {
  BenchResult copy = usual_result();
  copy.file = "copy.json";
  BenchResult other = usual_result();
  other.ttft_s += 0.001;
  const ScreenedResults screened = screen_results(llama_on_h100(), {usual_result(), copy, other});
  EXPECT_EQ(screened.results.size(), 2);
  ASSERT_EQ(screened.left_out.size(), 1);
  EXPECT_EQ(screened.left_out[0].file, "copy.json");
  EXPECT_EQ(screened.left_out[0].why, "it is a copy of usual.json");
}

TEST(Calibrate, IdentifiesNothingFromWhatNoEngineGives) {
  const RunSetup setup = llama_on_h100();
  BenchResult result = measured_on(setup.deployment.engine, 1, 100, 20);
  result.ttft_s *= 1000;
  const Calibration calibration = calibrate(setup, std::vector{result});
  EXPECT_EQ(calibration.identified(), 0);
  for (const CalibratedField& field : calibration.fields) {
    EXPECT_FALSE(field.is_identified) << field.key;
    EXPECT_EQ(field.value, field.preset) << field.key;
  }
}

}  // namespace
}  // namespace kitchen::real

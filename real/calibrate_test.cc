#include "real/calibrate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/temporary_folder.h"

namespace kitchen::real {
namespace {

using ::testing::HasSubstr;

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
    EXPECT_TRUE(field.is_identified) << field.key << " +- " << field.spread;
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
      EXPECT_EQ(field.value, field.start) << field.key;
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
    EXPECT_DOUBLE_EQ(field.start, given) << key;
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

/// A result file, removed at the end of its test.
class BenchFile {
 public:
  explicit BenchFile(const std::string& json) : file_("result.json", json) {}

  BenchResult read() const { return read_bench_result(file_.path()); }
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
      R"({"request_rate": "inf", "max_concurrency": 4, "completed": 3, "mean_ttft_ms": 50.5,
          "mean_tpot_ms": 10, "input_lens": [100, 200, 300], "output_lens": [10, 0, 30]})");
  const BenchResult result = file.read();
  EXPECT_EQ(result.clients, 4);
  EXPECT_DOUBLE_EQ(result.ttft_s, 0.0505);
  EXPECT_DOUBLE_EQ(result.tpot_s, 0.01);
  ASSERT_EQ(result.requests.size(), 2) << "the failed one is left out";
  EXPECT_EQ(result.requests[1].prompt_tokens, 300);
  EXPECT_TRUE(result.notes.empty());
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

TEST(BenchResults, WhatIsNoneIsRefused) {
  EXPECT_THAT(BenchFile("{").error(), HasSubstr("no JSON"));
  EXPECT_THAT(BenchFile("[]").error(), HasSubstr("no result of vllm bench serve"));
  EXPECT_THAT(BenchFile("{}").error(), HasSubstr("\"mean_ttft_ms\" must be a number above 0"));
  EXPECT_THAT(BenchFile(R"({"mean_ttft_ms": -1, "mean_tpot_ms": 1})").error(),
              HasSubstr("\"mean_ttft_ms\" must be a number above 0"));
  EXPECT_THAT(BenchFile(R"({"mean_ttft_ms": 1, "mean_tpot_ms": 1, "request_rate": 2,
                            "completed": 1, "total_input_tokens": 9, "total_output_tokens": 9})")
                  .error(),
              HasSubstr("--save-detailed"));
  EXPECT_THAT(BenchFile(R"({"mean_ttft_ms": 1, "mean_tpot_ms": 1, "input_lens": [0],
                            "output_lens": [1]})")
                  .error(),
              HasSubstr("input_lens[0] must be a number from 1"));
  EXPECT_THAT(BenchFile(R"({"mean_ttft_ms": 1, "mean_tpot_ms": 1, "input_lens": [1, 2],
                            "output_lens": [1]})")
                  .error(),
              HasSubstr("differ in length"));
}

}  // namespace
}  // namespace kitchen::real

// The seam of lab.wasm, natively: tests/wasm plays the same files in the module.

#include "wasm/lab.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>

#include "real/cost.h"
#include "real/hardware_file.h"
#include "real/model_config.h"
#include "wasm/lab_setup.h"
#include "wasm/lab_text.h"

namespace kitchen::wasm {
namespace {

using Figures = std::map<std::string, int64_t>;

LabText read_golden_lab(const std::string& name) {
  std::ifstream in(std::filesystem::path(KITCHEN_LAB_GOLDEN) / name);
  LabText text;
  EXPECT_TRUE(in.is_open()) << name;
  EXPECT_EQ(read_lab_text(in, text), "") << name;
  return text;
}

/// Runs it and compares with what is written down; with KITCHEN_UPDATE_LAB=1 writes it down.
Figures play(const std::string& name) {
  LabText text = read_golden_lab(name);
  const auto expected = text.figures;
  EXPECT_EQ(run_lab_text(text), "") << name;
  if (std::getenv("KITCHEN_UPDATE_LAB") != nullptr) {
    std::ofstream out(std::filesystem::path(KITCHEN_LAB_GOLDEN) / name);
    write_lab_text(out, text);
  } else {
    EXPECT_EQ(text.figures, expected) << name;
  }
  return {text.figures.begin(), text.figures.end()};
}

void expect_laws(const Figures& got, int64_t replicas) {
  const auto at = [&got](const char* name) { return got.at(name); };
  EXPECT_EQ(at("arrived"), at("finished") + at("context_full") + at("kv_full") +
                               at("refused_context") + at("refused_kv"));
  EXPECT_EQ(at("waiting"), 0);
  EXPECT_EQ(at("running"), 0);
  EXPECT_EQ(at("ttft_count"), at("finished"));
  // The first token of each that was let in comes after no other.
  EXPECT_EQ(at("tokens_made"),
            at("itl_count") + at("arrived") - at("refused_context") - at("refused_kv"));
  EXPECT_LE(at("busy_ps"), replicas * at("now_ps"));
}

TEST(LabGolden, WorkloadW) {
  const Figures got = play("w_2000.lab");
  expect_laws(got, 1);
  EXPECT_EQ(got.at("finished"), 2'000);
}

TEST(LabGolden, PreemptionStorm) {
  const Figures got = play("storm.lab");
  expect_laws(got, 2);
  EXPECT_GT(got.at("preemptions"), got.at("arrived"));
}

TEST(LabText, RequestsThatAreGivenRunAsThoseDrawn) {
  LabText drawn = read_golden_lab("w_2000.lab");
  ASSERT_EQ(run_lab_text(drawn), "");
  LabText given = drawn;
  given.requests.assign(lab_requests(), lab_requests() + 2'000);
  ASSERT_EQ(run_lab_text(given), "");
  EXPECT_EQ(given.figures, drawn.figures);
  given.requests.pop_back();
  ASSERT_EQ(run_lab_text(given), "");
  EXPECT_NE(given.figures, drawn.figures);
}

TEST(LabText, ReadsWhatItWrites) {
  LabText text = read_golden_lab("storm.lab");
  text.requests = {{0, 5, 6}, {INT64_MAX, 1, 2}};
  text.settings.emplace_back("a", 0.1);
  std::stringstream stream;
  write_lab_text(stream, text);
  LabText again;
  ASSERT_EQ(read_lab_text(stream, again), "");
  EXPECT_EQ(again.title, text.title);
  EXPECT_EQ(again.settings, text.settings);
  EXPECT_EQ(again.figures, text.figures);
  ASSERT_EQ(again.requests.size(), 2U);
  EXPECT_EQ(again.requests[1].arrival_ps, INT64_MAX);
}

TEST(LabText, NamesTheLineThatItCantRead) {
  for (const char* bad :
       {"set a", "set a b", "set a 1 2", "got a 1.5", "request 1 2", "hello", ""}) {
    std::istringstream in(std::string("# t\n") + bad + "\n");
    LabText text;
    EXPECT_EQ(read_lab_text(in, text).substr(0, 7), "line 2:") << bad;
  }
}

TEST(LabText, NamesASettingThatIsMissingOrIsntOne) {
  LabText text = read_golden_lab("w_2000.lab");
  LabText missing = text;
  missing.settings.erase(missing.settings.begin());
  EXPECT_EQ(run_lab_text(missing), "the setting model.layers is missing");
  text.settings.emplace_back("model.wings", 2);
  EXPECT_EQ(run_lab_text(text), "there is no setting model.wings");
}

// Every number of the presets that a step's cost depends on goes through the settings.
TEST(LabSetup, CostsAreThoseOfThePresets) {
  const real::Hardware hardware;
  for (const char* model : {"llama-3.1-8b", "mixtral-8x7b", "mistral-7b-v0.1"}) {
    for (const real::Gpu& gpu : hardware.gpus()) {
      LabSetup setup;
      setup.deployment.model = real::find_model(model);
      setup.deployment.gpu = gpu;
      setup.deployment.engine = hardware.engine("vllm-0.19", gpu.name);
      LabSetup again;
      ASSERT_EQ(set_from(settings_of(setup), again), "") << model << " on " << gpu.name;
      const sim::ServingCost expected = real::CostLaw(setup.deployment).coefficients(8'192);
      const sim::ServingCost cost = real::CostLaw(again.deployment).coefficients(8'192);
      EXPECT_EQ(cost.step_ps, expected.step_ps) << model << " on " << gpu.name;
      EXPECT_EQ(cost.per_request_ps, expected.per_request_ps);
      EXPECT_EQ(cost.context_ps, expected.context_ps);
      EXPECT_EQ(cost.window_context_ps, expected.window_context_ps);
      EXPECT_EQ(cost.kv_read_ps, expected.kv_read_ps);
      EXPECT_EQ(cost.window_kv_read_ps, expected.window_kv_read_ps);
      EXPECT_EQ(cost.pair_fs, expected.pair_fs);
      EXPECT_EQ(cost.window_pair_fs, expected.window_pair_fs);
      EXPECT_EQ(cost.window_tokens, expected.window_tokens);
    }
  }
}

TEST(LabSetup, RefusesEachSettingOutOfItsRangeByName) {
  const LabText text = read_golden_lab("w_2000.lab");
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (const auto& [name, value] : text.settings) {
    for (const double bad : {-1.0, kNan, 1e30}) {
      LabText changed = text;
      for (auto& [other, number] : changed.settings) {
        if (other == name) number = bad;
      }
      EXPECT_EQ(run_lab_text(changed).substr(0, name.size() + 3), name + " is") << bad;
    }
  }
}

std::string run_with(const std::map<std::string, double>& changes) {
  LabText text = read_golden_lab("w_2000.lab");
  for (auto& [name, value] : text.settings) {
    if (changes.contains(name)) value = changes.at(name);
  }
  return run_lab_text(text);
}

TEST(LabSetup, RefusesWhatDoesntGoTogether) {
  EXPECT_EQ(run_with({{"model.layers", 1.5}}),
            "model.layers is 1.5; it must be a whole number from 1 to 1000");
  EXPECT_NE(run_with({{"model.kv_heads", 64}}).find("KV heads"), std::string::npos);
  EXPECT_NE(run_with({{"model.window_layers", 1}}).find("go together"), std::string::npos);
  EXPECT_NE(run_with({{"model.window_layers", 33}, {"model.window_tokens", 1}}).find("32"),
            std::string::npos);
  EXPECT_NE(run_with({{"precision.activations", 1}}).find("fp8"), std::string::npos);
  EXPECT_NE(
      run_with(
          {{"gpu.bandwidth_bytes_per_s", 1e9}, {"model.intermediate", 1e6}, {"model.hidden", 1e5}})
          .find("one step"),
      std::string::npos);
  EXPECT_NE(run_with({{"traffic.requests", 1e6}}).find("at most 200000"), std::string::npos);
}

TEST(LabSetup, RefusesRequestsThatCantBe) {
  LabText text = read_golden_lab("w_2000.lab");
  text.requests = {{5, 1, 1}, {4, 1, 1}};
  EXPECT_EQ(run_lab_text(text).substr(0, 27), "request 2 arrives at 4 ps; ");
  text.requests = {{-1, 1, 1}};
  EXPECT_EQ(run_lab_text(text).substr(0, 28), "request 1 arrives at -1 ps; ");
  for (const LabRequest bad : {LabRequest{0, 0, 1}, {0, 1, 0}, {0, 1 << 21, 1}, {0, 1, -5}}) {
    text.requests = {bad};
    EXPECT_EQ(run_lab_text(text).substr(0, 14), "request 1 has ");
  }
  for (const int32_t count : {-1, 0, kLabRequestsMax + 1}) {
    EXPECT_EQ(lab_run(count), 1);
    EXPECT_EQ(std::string(lab_problem()).substr(0, 22), "the number of requests");
  }
}

}  // namespace
}  // namespace kitchen::wasm

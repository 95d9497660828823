#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "real/engine_fit.h"
#include "real/measured_runs.h"
#include "real/measurements.h"

// Where the fitted numbers of data/engines.toml are from: each is fitted anew and must be what
// stands there. A fit that gives other numbers prints the lines to put in. What runs through the
// simulator takes long: one round from the preset on, which would leave a place that isn't the
// best. After a change of it, put in what is printed until nothing is.
namespace kitchen::real {
namespace {

const std::string kFitData = KITCHEN_MEASUREMENTS;
constexpr double kSameShare = 0.003;
constexpr int64_t kSimulatedRounds = 1;

struct PresetFit {
  const char* engine;
  const char* gpu;
  std::vector<FitKey> keys;
  MeasuredTable (*read)(const Hardware&);
  double (*computed)(const MeasuredRow&);
  int64_t rounds_max = kFitRoundsMax;
};

void PrintTo(const PresetFit& fit, std::ostream* out) { *out << fit.engine << '_' << fit.gpu; }

MeasuredTable vllm_rows(const Hardware& hardware) {
  return read_client_rows(hardware, kFitData + "/calibration/silicon_sample.csv",
                          {"vllm", "0.12.0", "qwen3-32b", "h100", NumberType::bf16});
}

MeasuredTable trtllm_rows(const Hardware& hardware) {
  return read_client_rows(hardware, kFitData + "/calibration/silicon_sample.csv",
                          {"trtllm", "", "llama-3.1-70b", "h200", NumberType::fp8});
}

template <const char* framework, const char* gpu, const char* engine>
MeasuredTable batch_rows(const Hardware& hardware) {
  return read_batch_rows(hardware, kFitData + "/validation/llm_inference_bench.csv",
                         {framework, gpu, engine});
}

MeasuredTable single_rows(const Hardware& hardware) {
  return read_single_rows(hardware, kFitData + "/validation/gpt_fast_a100_batch1.csv");
}

constexpr char kVllm[] = "vLLM";
constexpr char kVllmEngine[] = "vllm-2024";
constexpr char kTrtllm[] = "TensorRT-LLM";
constexpr char kTrtllmEngine[] = "trtllm-2024";
constexpr char kA100[] = "a100-40";
constexpr char kH100[] = "h100";
constexpr char kGh200[] = "gh200";

std::vector<FitKey> client_keys(const char* weights, const char* kv, const char* compute) {
  return {{"layer_overhead_us", 0, 150},
          {"per_request_us", 0, 200},
          {weights, 0.5, 1},
          {kv, 0.4, 1},
          {compute, 0.3, 1},
          {"all_reduce_scale", 0.1, 4}};
}

std::vector<FitKey> trtllm_keys() {
  std::vector<FitKey> keys =
      client_keys("weight_efficiency_fp8", "kv_efficiency_fp8", "compute_efficiency_fp8");
  keys.push_back({"all_reduce_us", 0, 30});
  return keys;
}

// Models of one size and outputs as long as prompts: the shares of the bandwidth and of the peak
// are taken from kernels.
const std::vector<FitKey> kBatchKeys = {{"step_overhead_us", 0, 8000},
                                        {"per_request_us", 0, 200},
                                        {"kv_efficiency", 0.3, 1},
                                        {"kv_reread", 0, 1}};

const std::vector<FitKey> kSingleKeys = {{"layer_overhead_us", 0, 200},
                                         {"weight_efficiency", 0.4, 1},
                                         {"weight_efficiency_int8", 0.3, 1},
                                         {"weight_efficiency_int4", 0.2, 1},
                                         {"all_reduce_us", 0, 30}};

/// The middle one of the shares of the peak that vLLM's GEMM kernels reach with 8192 tokens, which
/// is what a step of prompts has, and 16 M weights or more.
double gemm_share(const Hardware& hardware, std::string_view dtype) {
  constexpr double kTokens = 8192;
  constexpr double kWeightsMin = 16e6;
  const Gpu& gpu = hardware.gpu("h100");
  const double peak = dtype == "fp8" ? gpu.fp8_flop_per_s.value : gpu.bf16_flop_per_s.value;
  Measurements table(kFitData + "/kernels/gemm_subset.csv");
  std::vector<double> shares;
  while (table.next()) {
    const bool is_wanted = table.text("system") == "h100_sxm" && table.text("dtype") == dtype &&
                           table.text("engine").starts_with("vllm") && table.number("m") == kTokens;
    const double weights = table.number("n") * table.number("k");
    if (!is_wanted || weights < kWeightsMin) continue;
    shares.push_back(2 * kTokens * weights / (table.number("latency_ms") * 1e-3) / peak);
  }
  std::ranges::sort(shares);
  return shares.empty() ? 0 : shares[shares.size() / 2];
}

TEST(PresetFit, TheShareOfTheFp8PeakIsThatOfKernels) {
  if (!std::filesystem::exists(kFitData)) GTEST_SKIP() << "no ../shared/data";
  const Hardware hardware;
  const Engine preset = hardware.engine("vllm-0.12", "h100");
  const double fp8 = gemm_share(hardware, "fp8");
  const double bf16 = gemm_share(hardware, "bfloat16");
  EXPECT_NEAR(fp8, 0.551, 0.001);
  EXPECT_NEAR(bf16, 0.771, 0.001);
  EXPECT_NEAR(preset.compute_efficiency_fp8.value, preset.compute_efficiency.value * fp8 / bf16,
              0.001);
}

struct ExpertFit {
  const char* engine;
  const char* preset;
  const char* version;
};

// One number, so it is looked for beside where it is: the least sum of the errors' sizes.
TEST(PresetFit, TheShareThatExpertsReachIsTheBest) {
  if (!std::filesystem::exists(kFitData)) GTEST_SKIP() << "no ../shared/data";
  const Hardware hardware;
  for (const ExpertFit& of : {ExpertFit{"vllm", "vllm-0.12", "0.12.0"},
                              ExpertFit{"sglang", "sglang-0.5", "0.5.6.post2"}}) {
    MeasuredTable table =
        read_client_rows(hardware, kFitData + "/calibration/silicon_sample.csv",
                         {of.engine, of.version, "qwen3-235b-a22b", "h200", NumberType::fp8});
    ASSERT_GT(table.rows.size(), 20U);
    const auto error_with = [&](double share) {
      double sum = 0;
      for (MeasuredRow& row : table.rows) {
        row.deployment.engine.expert_efficiency_fp8.value = share;
        sum += std::abs(client_tpot_s(row) / row.measured_s - 1);
      }
      return sum;
    };
    const double share = hardware.engine(of.preset, "h200").expert_efficiency_fp8.value;
    const double best = error_with(share);
    EXPECT_LE(best, error_with(share + 0.02)) << of.preset;
    EXPECT_LE(best, error_with(share - 0.02)) << of.preset;
  }
}

class PresetFitTest : public ::testing::TestWithParam<PresetFit> {};

TEST_P(PresetFitTest, GivesTheNumbersOfThePreset) {
  if (!std::filesystem::exists(kFitData)) GTEST_SKIP() << "no ../shared/data";
  const Hardware hardware;
  const PresetFit& of = GetParam();
  const Engine preset = hardware.engine(of.engine, of.gpu);
  const EngineFit found =
      fit_engine(preset, of.keys, of.read(hardware).rows, of.computed, of.rounds_max);
  for (uint64_t i = 0; i < of.keys.size(); ++i) {
    const FitKey& key = of.keys[i];
    const FitValue& value = found.fit.values[i];
    for (const EngineField& field : engine_fields()) {
      if (field.key != key.key) continue;
      const double is = (preset.*field.field).value / field.unit;
      // What is well within its own error isn't another number.
      const double same = std::max(kSameShare * (key.last - key.first), 0.1 * value.spread);
      EXPECT_NEAR(is, value.value, same)
          << key.key << " = { value = " << value.value << " (" << value.spread
          << (value.is_identified ? ")" : "; not identified)");
    }
  }
}

std::string name_of(const ::testing::TestParamInfo<PresetFit>& info) {
  std::string name = std::string(info.param.engine) + "_" + info.param.gpu;
  for (char& letter : name) {
    if (letter == '-' || letter == '.') letter = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(
    Every, PresetFitTest,
    ::testing::Values(
        PresetFit{"vllm-0.12", "h100",
                  client_keys("weight_efficiency", "kv_efficiency", "compute_efficiency"),
                  vllm_rows, client_tpot_s, kSimulatedRounds},
        PresetFit{"trtllm-1.0", "h200", trtllm_keys(), trtllm_rows, client_tpot_s,
                  kSimulatedRounds},
        PresetFit{kVllmEngine, kA100, kBatchKeys, batch_rows<kVllm, kA100, kVllmEngine>, batch_s},
        PresetFit{kVllmEngine, kH100, kBatchKeys, batch_rows<kVllm, kH100, kVllmEngine>, batch_s},
        PresetFit{kVllmEngine, kGh200, kBatchKeys, batch_rows<kVllm, kGh200, kVllmEngine>, batch_s},
        PresetFit{kTrtllmEngine, kA100, kBatchKeys, batch_rows<kTrtllm, kA100, kTrtllmEngine>,
                  batch_s},
        PresetFit{kTrtllmEngine, kH100, kBatchKeys, batch_rows<kTrtllm, kH100, kTrtllmEngine>,
                  batch_s},
        PresetFit{kTrtllmEngine, kGh200, kBatchKeys, batch_rows<kTrtllm, kGh200, kTrtllmEngine>,
                  batch_s},
        PresetFit{"gpt-fast", "a100-80", kSingleKeys, single_rows, single_token_s}),
    name_of);

}  // namespace
}  // namespace kitchen::real

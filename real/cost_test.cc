#include "real/cost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

#include "real/hardware_file.h"
#include "real/model_config.h"
#include "real/test_deployment.h"

namespace kitchen::real {
namespace {

using ::testing::DoubleNear;

StepTerms terms(const Deployment& of, std::vector<Chunk> chunks) {
  return CostLaw(of).terms(load_of(of.model, chunks));
}

TEST(SoftMax, IsTheLongerWhereOneIsMuchLongerAndMoreAtTheRidge) {
  EXPECT_THAT(soft_max(3, 0), DoubleNear(3, 1e-15));
  EXPECT_THAT(soft_max(100, 1), DoubleNear(100, 1e-6));
  EXPECT_THAT(soft_max(1, 1), DoubleNear(1.189207115002721, 1e-15));  // 2^(1/4)
}

TEST(Load, SumsOverRequests) {
  const Model model = find_model("llama-3.1-8b");
  const StepLoad load = load_of(model, std::vector<Chunk>{{64, 1000, 1}, {2, 0, 100}, {1, 50, 10}});
  EXPECT_EQ(load.requests, 67);
  EXPECT_EQ(load.tokens, 64 + 200 + 10);
  EXPECT_EQ(load.context, 64'000 + 50);
  // A decode sees its context and itself; a prompt's token t sees t tokens.
  EXPECT_EQ(load.pairs, 64 * 1001 + 2 * 5050 + (10 * 50 + 55));
}

TEST(Load, AWindowSeesNoFurther) {
  Model model = find_model("llama-3.1-8b");
  model.window_layers = 1;
  model.window_tokens = 10;
  const auto window_of = [&](Chunk chunk) { return load_of(model, std::vector<Chunk>{chunk}); };
  EXPECT_EQ(window_of({1, 4, 1}).window_pairs, 5);
  EXPECT_EQ(window_of({1, 9, 1}).window_pairs, 10);
  EXPECT_EQ(window_of({1, 500, 1}).window_pairs, 10);
  EXPECT_EQ(window_of({1, 500, 1}).window_context, 10);
  EXPECT_EQ(window_of({1, 0, 20}).window_pairs, 55 + 10 * 10);
  EXPECT_EQ(window_of({1, 0, 20}).pairs, 210);
}

RC_GTEST_PROP(Load, PairsAreWhatCountingThemGives, ()) {
  Model model = find_model("llama-3.1-8b");
  model.window_layers = 1;
  model.window_tokens = *rc::gen::inRange<int64_t>(1, 60);
  const auto cached = *rc::gen::inRange<int64_t>(0, 80);
  const auto computed = *rc::gen::inRange<int64_t>(1, 80);
  int64_t pairs = 0;
  int64_t window_pairs = 0;
  for (int64_t token = cached + 1; token <= cached + computed; ++token) {
    pairs += token;
    window_pairs += std::min(token, model.window_tokens);
  }
  const StepLoad load = load_of(model, std::vector<Chunk>{{1, cached, computed}});
  RC_ASSERT(load.pairs == pairs);
  RC_ASSERT(load.window_pairs == window_pairs);
}

// By hand, from the datasheet and the preset: 15.01 GB of weights without the embedding table.
TEST(Law, OneRequestOnAnH100) {
  const StepTerms step = terms(test_deployment("llama-3.1-8b", "h100"), {{1, 1000, 1}});
  EXPECT_THAT(step.weights_s, DoubleNear(15'009'849'344 / (0.9 * 3.35e12), 1e-9));
  EXPECT_THAT(step.layer_overhead_s, DoubleNear(32 * 46e-6, 1e-12));
  EXPECT_THAT(step.kv_read_s, DoubleNear(1000 * 131'072 / (0.9 * 3.35e12), 1e-12));
  EXPECT_THAT(step.per_request_s, DoubleNear(45e-6, 1e-12));
  EXPECT_EQ(step.all_reduce_s, 0);
  EXPECT_THAT(step.total_s(), DoubleNear(6.54e-3, 0.05e-3));
}

TEST(Law, APromptIsComputeBound) {
  const StepTerms step = terms(test_deployment("llama-3.1-8b", "h100"), {{1, 0, 8192}});
  // 2 * 6.98 G weights * 8192 tokens at 72 % of 989 TFLOP/s.
  EXPECT_THAT(step.linear_s, DoubleNear(2 * 6'979'321'856.0 * 8192 / (0.72 * 989e12), 1e-4));
  EXPECT_GT(step.total_s(), 0.133) << "a simulator that prints 48 ms here beats physics";
}

TEST(Law, EightBitsHalveTheReadingAndNotTheStep) {
  const StepTerms bf16 = terms(test_deployment("llama-3.1-8b", "h100"), {{1, 100, 1}});
  const StepTerms fp8 =
      terms(test_deployment("llama-3.1-8b", "h100", 1, NumberType::fp8), {{1, 100, 1}});
  const double speedup = bf16.total_s() / fp8.total_s();
  EXPECT_GT(speedup, 1.2);
  EXPECT_LT(speedup, 1.7);
  // lm_head stays in bf16: 1.05 of the 15.01 GB.
  EXPECT_THAT(fp8.weights_s / bf16.weights_s, DoubleNear(0.535, 0.001));
}

TEST(Law, TensorParallelismDividesTheReadingAndAddsAllReduces) {
  const StepTerms one = terms(test_deployment("llama-3.1-70b", "b200"), {{8, 1000, 1}});
  const StepTerms four = terms(test_deployment("llama-3.1-70b", "b200", 4), {{8, 1000, 1}});
  EXPECT_THAT(four.weights_s / one.weights_s, DoubleNear(0.25, 0.001));
  EXPECT_THAT(four.kv_read_s / one.kv_read_s, DoubleNear(0.25, 1e-9));
  const Deployment of = test_deployment("llama-3.1-70b", "b200", 4);
  const AllReduce& table = *find_all_reduce(of.gpu, 4);
  // The smallest message's time is in the layers' overhead.
  const double growth_s = all_reduce_s(table, 8 * 8192) - table.seconds.front();
  EXPECT_THAT(four.all_reduce_s,
              DoubleNear(2 * 80 * of.engine.all_reduce_scale.value * growth_s, 1e-12));
  Deployment slower = of;
  slower.engine.all_reduce_s.value = 1e-6;
  EXPECT_THAT(terms(slower, {{8, 1000, 1}}).all_reduce_s - four.all_reduce_s,
              DoubleNear(2 * 80 * 1e-6, 1e-12));
}

TEST(Law, EachTypeOfWeightsHasItsShareOfTheBandwidth) {
  for (const NumberType type :
       {NumberType::bf16, NumberType::fp8, NumberType::int8, NumberType::int4}) {
    Deployment of = test_deployment("llama-3.1-8b", "h100", 1, type);
    of.engine.weight_efficiency.value = 0.9;
    of.engine.weight_efficiency_fp8.value = 0.8;
    of.engine.weight_efficiency_int8.value = 0.7;
    of.engine.weight_efficiency_int4.value = 0.6;
    const double share = 0.9 - 0.1 * static_cast<double>(type);
    EXPECT_THAT(terms(of, {{1, 100, 1}}).weights_s,
                DoubleNear(CostLaw(of).weights_read_bytes(1) / (share * 3.35e12), 1e-12))
        << type_name(type);
  }
}

TEST(Law, AKeyHeadsCacheCanBeReadAgainForEachOfItsQueryHeads) {
  Deployment of = test_deployment("llama-3.1-8b", "h100");  // 32 heads, 8 KV heads
  of.engine.kv_reread.value = 0;
  const double once_s = terms(of, {{4, 1000, 1}}).kv_read_s;
  of.engine.kv_reread.value = 0.5;
  EXPECT_THAT(terms(of, {{4, 1000, 1}}).kv_read_s / once_s, DoubleNear(2.5, 1e-12));
  of.engine.kv_reread.value = 1;
  EXPECT_THAT(terms(of, {{4, 1000, 1}}).kv_read_s / once_s, DoubleNear(4, 1e-12));
  Deployment alone = test_deployment("llama-2-7b", "h100");  // a KV head for each head
  alone.engine.kv_reread.value = 1;
  EXPECT_DOUBLE_EQ(CostLaw(alone).kv_reads(), 1);
}

TEST(Law, AMixtureOfExpertsReadsTheExpertsItMeets) {
  const CostLaw law(test_deployment("mixtral-8x7b", "h200"));
  EXPECT_THAT(law.distinct_experts(1), DoubleNear(2, 1e-12));
  EXPECT_THAT(law.distinct_experts(2), DoubleNear(8 * (1 - 0.75 * 0.75), 1e-12));
  EXPECT_THAT(law.distinct_experts(1000), DoubleNear(8, 1e-9));
  EXPECT_LT(law.weights_read_bytes(1), 0.3 * law.weights_read_bytes(1000));
}

TEST(Law, ExpertsKernelsCanBeSlowerThanThoseOfDenseLayers) {
  Deployment of = test_deployment("mixtral-8x7b", "h200");
  of.engine.expert_efficiency.value = 1;
  const StepTerms fast = terms(of, {{1, 1000, 1}});
  of.engine.expert_efficiency.value = 0.5;
  const StepTerms slow = terms(of, {{1, 1000, 1}});
  // Two of eight experts, in bf16, once more.
  const double experts_bytes = 2.0 * static_cast<double>(active_expert_parameters(of.model));
  const double rate = of.engine.weight_efficiency.value * of.gpu.bandwidth_bytes_per_s.value;
  EXPECT_THAT(slow.weights_s - fast.weights_s, DoubleNear(experts_bytes / rate, 1e-12));
  EXPECT_THAT(slow.compute_s / fast.compute_s,
              DoubleNear(1 + static_cast<double>(active_expert_parameters(of.model)) /
                                 static_cast<double>(active_parameters(of.model)),
                         1e-12));
  of.precision.weights = NumberType::fp8;
  const double fp8_s = terms(of, {{1, 1000, 1}}).weights_s;
  of.engine.expert_efficiency_fp8.value = 0.5 * of.engine.expert_efficiency_fp8.value;
  EXPECT_GT(terms(of, {{1, 1000, 1}}).weights_s, 1.2 * fp8_s) << "8 bits have a share of their own";
  Deployment dense = test_deployment("llama-3.1-8b", "h100");
  const double dense_s = terms(dense, {{8, 1000, 1}}).total_s();
  dense.engine.expert_efficiency.value = 0.1;
  EXPECT_DOUBLE_EQ(terms(dense, {{8, 1000, 1}}).total_s(), dense_s);
}

struct AnyStep {
  Deployment deployment;
  std::vector<Chunk> chunks;
};

/// Any model on any GPU under any engine, doing anything.
AnyStep any_step() {
  static const Hardware hardware;
  const std::vector<std::string> engines = hardware.engine_names();
  AnyStep step;
  step.deployment.model = find_model(*rc::gen::elementOf(model_names()));
  step.deployment.gpu = *rc::gen::elementOf(hardware.gpus());
  step.deployment.engine = hardware.engine(*rc::gen::elementOf(engines), step.deployment.gpu.name);
  step.deployment.tensor_parallel = *rc::gen::element<int64_t>(1, 2, 4, 8);
  Precision& precision = step.deployment.precision;
  precision.weights =
      *rc::gen::element(NumberType::bf16, NumberType::fp8, NumberType::int8, NumberType::int4);
  precision.activations = default_activations(precision.weights, step.deployment.gpu);
  precision.kv = *rc::gen::element(NumberType::bf16, NumberType::fp8);
  if (!deployment_problem(step.deployment).empty()) step.deployment.tensor_parallel = 1;
  const auto decodes = *rc::gen::inRange<int64_t>(0, 500);
  const auto context = *rc::gen::inRange<int64_t>(0, 100'000);
  step.chunks = {{decodes, context, 1}, {1, context / 2, *rc::gen::inRange<int64_t>(1, 20'000)}};
  return step;
}

RC_GTEST_PROP(Law, NoStepBeatsPhysics, ()) {
  const AnyStep step = any_step();
  RC_PRE(deployment_problem(step.deployment).empty());
  const CostLaw law(step.deployment);
  const StepLoad load = load_of(step.deployment.model, step.chunks);
  RC_ASSERT(law.terms(load).total_s() >= law.floor_s(load));
}

RC_GTEST_PROP(Law, MoreWorkIsNeverFaster, ()) {
  const AnyStep step = any_step();
  const CostLaw law(step.deployment);
  const StepLoad load = load_of(step.deployment.model, step.chunks);
  std::vector<Chunk> more = step.chunks;
  more.push_back({1, 100, 1});
  RC_ASSERT(law.terms(load_of(step.deployment.model, more)).total_s() > law.terms(load).total_s());
}

/// A step in whole picoseconds, as the engine adds it up: decodes and prompts' chunks apart.
double integer_step_s(const sim::ServingCost& c, const StepLoad& decodes, const StepLoad& chunks) {
  const int64_t pairs_fs = chunks.pairs * c.pair_fs + chunks.window_pairs * c.window_pair_fs;
  const int64_t ps = c.step_ps[static_cast<uint64_t>(decodes.tokens + chunks.tokens)] +
                     (decodes.requests + chunks.requests) * c.per_request_ps +
                     decodes.context * c.context_ps + decodes.window_context * c.window_context_ps +
                     chunks.context * c.kv_read_ps + chunks.window_context * c.window_kv_read_ps +
                     pairs_fs / 1000;
  return static_cast<double>(ps) * 1e-12;
}

RC_GTEST_PROP(Coefficients, AddUpToTheLaw, ()) {
  const AnyStep step = any_step();
  const CostLaw law(step.deployment);
  const Model& model = step.deployment.model;
  const StepLoad decodes = load_of(model, std::vector<Chunk>{step.chunks[0]});
  const StepLoad chunks = load_of(model, std::vector<Chunk>{step.chunks[1]});
  const double exact = law.terms(load_of(model, step.chunks)).total_s();
  const sim::ServingCost coefficients = law.coefficients(decodes.tokens + chunks.tokens);
  const double whole = integer_step_s(coefficients, decodes, chunks);
  RC_ASSERT(std::abs(whole - exact) <= 1e-3 * exact);
}

}  // namespace
}  // namespace kitchen::real

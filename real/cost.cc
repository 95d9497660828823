#include "real/cost.h"

#include <algorithm>
#include <cmath>

#include "sim/check.h"

namespace kitchen::real {
namespace {

constexpr double kFlopPerWeight = 2;    // multiply and add
constexpr double kFlopPerPair = 4;      // query times key, weight times value: two each
constexpr double kReducesPerLayer = 2;  // after the attention and after the MLP
constexpr double kPsPerSecond = 1e12;
constexpr double kFsPerSecond = 1e15;
constexpr double kUnitsMax = 9e18;

int64_t rounded(double value) {
  KITCHEN_CHECK(value >= 0 && value < kUnitsMax);
  const double above = value + 0.5;
  return static_cast<int64_t>(above);
}

/// base^exponent by squaring; exponent >= 0.
double power(double base, int64_t exponent) {
  double result = 1;
  for (int64_t rest = exponent; rest > 0; rest /= 2) {
    if (rest % 2 == 1) result *= base;
    base *= base;
  }
  return result;
}

}  // namespace

double soft_max(double a, double b) {
  const double a2 = a * a;
  const double b2 = b * b;
  return std::sqrt(std::sqrt(a2 * a2 + b2 * b2));
}

StepLoad load_of(const Model& model, std::span<const Chunk> chunks) {
  StepLoad load;
  for (const Chunk& chunk : chunks) {
    const int64_t window = model.window_layers > 0 ? model.window_tokens : INT32_MAX;
    const int64_t all = chunk.cached_tokens + chunk.new_tokens;
    load.requests += chunk.requests;
    load.tokens += chunk.requests * chunk.new_tokens;
    load.context += chunk.requests * chunk.cached_tokens;
    load.window_context += chunk.requests * std::min(chunk.cached_tokens, window);
    load.pairs += chunk.requests * sim::attention_pairs(chunk.cached_tokens, chunk.new_tokens, all);
    load.window_pairs +=
        chunk.requests * sim::attention_pairs(chunk.cached_tokens, chunk.new_tokens, window);
  }
  return load;
}

CostLaw::CostLaw(const Deployment& deployment)
    : deployment_(deployment), gpus_(static_cast<double>(deployment.tensor_parallel)) {
  const Model& model = deployment_.model;
  const Engine& engine = deployment_.engine;
  const Precision& precision = deployment_.precision;
  if (deployment_.tensor_parallel > 1) {
    all_reduce_ = find_all_reduce(deployment_.gpu, deployment_.tensor_parallel);
    KITCHEN_CHECK(all_reduce_ != nullptr);
  }
  const Parameters count = parameters(model);
  const double per_weight = weight_bytes(precision.weights) / gpus_;
  // Read in every step, even where it is the embedding table.
  const double lm_head_bytes = static_cast<double>(model.vocabulary * model.hidden) * kFullBytes;
  dense_bytes_ = static_cast<double>(count.attention + count.dense_mlp) * per_weight +
                 static_cast<double>(count.small) * kFullBytes +
                 (engine.lm_head_sharded ? lm_head_bytes / gpus_ : lm_head_bytes);
  experts_bytes_ = static_cast<double>(count.experts) * per_weight;

  const bool fp8 = precision.activations == NumberType::fp8;
  linear_peak_ = fp8 ? deployment_.gpu.fp8_flop_per_s.value : deployment_.gpu.bf16_flop_per_s.value;
  linear_efficiency_ = fp8 ? engine.compute_efficiency_fp8.value : engine.compute_efficiency.value;
  weight_efficiency_ = real::weight_efficiency(engine, precision.weights).value;
  kv_efficiency_ = precision.kv == NumberType::bf16 ? engine.kv_efficiency.value
                                                    : engine.kv_efficiency_fp8.value;
  const double group = static_cast<double>(model.heads) /
                       (gpus_ * static_cast<double>(kv_heads_per_gpu(deployment_)));
  kv_reads_ = 1 + engine.kv_reread.value * (group - 1);

  const int64_t full_layers = model.layers - model.window_layers;
  full_kv_bytes_ = kv_bytes_per_token(deployment_, full_layers);
  window_kv_bytes_ = kv_bytes_per_token(deployment_, model.window_layers);
  const double layer_pair_flop =
      kFlopPerPair * static_cast<double>(model.heads * model.head_dim) / gpus_;
  full_pair_flop_ = layer_pair_flop * static_cast<double>(full_layers);
  window_pair_flop_ = layer_pair_flop * static_cast<double>(model.window_layers);
}

double CostLaw::distinct_experts(int64_t tokens) const {
  const double experts = static_cast<double>(deployment_.model.experts);
  const double chosen = static_cast<double>(deployment_.model.experts_per_token);
  return experts * (1 - power(1 - chosen / experts, tokens));
}

double CostLaw::experts_read_bytes(int64_t tokens) const {
  if (deployment_.model.experts == 0) return 0;
  const double experts = static_cast<double>(deployment_.model.experts);
  return experts_bytes_ * distinct_experts(tokens) / experts;
}

double CostLaw::weights_read_bytes(int64_t tokens) const {
  return dense_bytes_ + experts_read_bytes(tokens);
}

double CostLaw::expert_flop(int64_t tokens) const {
  return kFlopPerWeight * static_cast<double>(active_expert_parameters(deployment_.model)) *
         static_cast<double>(tokens) / gpus_;
}

double CostLaw::linear_flop(int64_t tokens) const {
  return kFlopPerWeight * static_cast<double>(active_parameters(deployment_.model)) *
         static_cast<double>(tokens) / gpus_;
}

double CostLaw::kv_read_bytes(const StepLoad& load) const {
  return static_cast<double>(load.context) * full_kv_bytes_ +
         static_cast<double>(load.window_context) * window_kv_bytes_;
}

double CostLaw::attention_flop(const StepLoad& load) const {
  return static_cast<double>(load.pairs) * full_pair_flop_ +
         static_cast<double>(load.window_pairs) * window_pair_flop_;
}

// Only the last token of a request meets lm_head, so this goes with requests and not with tokens.
double CostLaw::lm_head_flop(int64_t requests) const {
  const Model& model = deployment_.model;
  return kFlopPerWeight * static_cast<double>(model.vocabulary * model.hidden) *
         static_cast<double>(requests) / (deployment_.engine.lm_head_sharded ? gpus_ : 1);
}

StepTerms CostLaw::terms_of_tokens(int64_t tokens) const {
  const Engine& engine = deployment_.engine;
  const double layers = static_cast<double>(deployment_.model.layers);
  StepTerms terms;
  terms.step_overhead_s = engine.step_overhead_s.value;
  terms.layer_overhead_s = engine.layer_overhead_s.value * layers;
  // What the kernels of experts take longer than those of dense layers.
  const double more = 1 / expert_efficiency(engine, deployment_.precision.weights).value - 1;
  terms.weights_s = (weights_read_bytes(tokens) + more * experts_read_bytes(tokens)) /
                    (weight_efficiency_ * deployment_.gpu.bandwidth_bytes_per_s.value);
  terms.compute_s =
      (linear_flop(tokens) + more * expert_flop(tokens)) / (linear_efficiency_ * linear_peak_);
  terms.linear_s = soft_max(terms.weights_s, terms.compute_s);
  if (all_reduce_ != nullptr) {
    const double elements = static_cast<double>(tokens * deployment_.model.hidden);
    const double growth_s = all_reduce_s(*all_reduce_, elements) - all_reduce_->seconds.front();
    terms.all_reduce_s =
        kReducesPerLayer * layers *
        (engine.all_reduce_s.value + engine.all_reduce_scale.value * std::max(growth_s, 0.0));
  }
  return terms;
}

double CostLaw::kv_bytes_per_s() const {
  return kv_efficiency_ * deployment_.gpu.bandwidth_bytes_per_s.value / kv_reads_;
}

StepTerms CostLaw::terms(const StepLoad& load) const {
  const Gpu& gpu = deployment_.gpu;
  const Engine& engine = deployment_.engine;
  const double attention_rate = engine.compute_efficiency.value * gpu.bf16_flop_per_s.value;
  StepTerms terms = terms_of_tokens(load.tokens);
  terms.kv_read_s = kv_read_bytes(load) / kv_bytes_per_s();
  terms.attention_s = attention_flop(load) / attention_rate;
  terms.lm_head_s = lm_head_flop(load.requests) / attention_rate;
  terms.per_request_s = engine.per_request_s.value * static_cast<double>(load.requests);
  return terms;
}

sim::ServingCost CostLaw::coefficients(int64_t tokens_max) const {
  const Gpu& gpu = deployment_.gpu;
  const Engine& engine = deployment_.engine;
  const double attention_rate = engine.compute_efficiency.value * gpu.bf16_flop_per_s.value;
  const double kv_rate = kv_bytes_per_s();
  const double full_pair_s = full_pair_flop_ / attention_rate;
  const double window_pair_s = window_pair_flop_ / attention_rate;
  sim::ServingCost coefficients;
  coefficients.step_ps.reserve(static_cast<uint64_t>(tokens_max) + 1);
  for (int64_t tokens = 0; tokens <= tokens_max; ++tokens) {
    coefficients.step_ps.push_back(rounded(terms_of_tokens(tokens).total_s() * kPsPerSecond));
  }
  const double request_s = engine.per_request_s.value + lm_head_flop(1) / attention_rate;
  coefficients.per_request_ps = rounded(request_s * kPsPerSecond);
  coefficients.context_ps = rounded((full_kv_bytes_ / kv_rate + full_pair_s) * kPsPerSecond);
  coefficients.window_context_ps =
      rounded((window_kv_bytes_ / kv_rate + window_pair_s) * kPsPerSecond);
  coefficients.kv_read_ps = rounded(full_kv_bytes_ / kv_rate * kPsPerSecond);
  coefficients.window_kv_read_ps = rounded(window_kv_bytes_ / kv_rate * kPsPerSecond);
  coefficients.pair_fs = rounded(full_pair_s * kFsPerSecond);
  coefficients.window_pair_fs = rounded(window_pair_s * kFsPerSecond);
  coefficients.window_tokens = deployment_.model.window_tokens;
  return coefficients;
}

double CostLaw::floor_s(const StepLoad& load) const {
  const double bytes = weights_read_bytes(load.tokens) + kv_read_bytes(load);
  const double full_flop = attention_flop(load) + lm_head_flop(load.requests);
  return std::max(
      bytes / deployment_.gpu.bandwidth_bytes_per_s.value,
      linear_flop(load.tokens) / linear_peak_ + full_flop / deployment_.gpu.bf16_flop_per_s.value);
}

}  // namespace kitchen::real

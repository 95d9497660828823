#include "wasm/lab_setup.h"

#include <algorithm>
#include <concepts>
#include <string_view>
#include <type_traits>

#include "real/cost.h"
#include "real/number_text.h"

namespace kitchen::wasm {
namespace {

// More than any model has, and little enough that no product of them overflows.
constexpr double kLayersMost = 1'000;
constexpr double kHeadsMost = 1'000;
constexpr double kExpertsMost = 1'000;
constexpr double kHiddenMost = 100'000;
constexpr double kWidthMost = 1'000'000;
constexpr double kVocabularyMost = 10'000'000;
// What a whole number can be without losing a unit as a double.
constexpr double kExactMost = 9'007'199'254'740'992;
// Of one step that computes as many tokens as it may.
constexpr double kStepSecondsMost = 1'000;

template <typename Visit>
void visit_model(real::Model& model, Visit& visit) {
  visit("model.layers", model.layers, 1, kLayersMost);
  visit("model.hidden", model.hidden, 1, kHiddenMost);
  visit("model.heads", model.heads, 1, kHeadsMost);
  visit("model.kv_heads", model.kv_heads, 1, kHeadsMost);
  visit("model.head_dim", model.head_dim, 1, kHeadsMost);
  visit("model.intermediate", model.intermediate, 0, kWidthMost);
  visit("model.vocabulary", model.vocabulary, 1, kVocabularyMost);
  visit("model.tied_embeddings", model.tied_embeddings, 0, 1);
  visit("model.qkv_bias", model.qkv_bias, 0, 1);
  visit("model.output_bias", model.output_bias, 0, 1);
  visit("model.qk_norm", model.qk_norm, 0, 1);
  visit("model.norms_per_layer", model.norms_per_layer, 0, kLayersMost);
  visit("model.experts", model.experts, 0, kExpertsMost);
  visit("model.experts_per_token", model.experts_per_token, 0, kExpertsMost);
  visit("model.expert_intermediate", model.expert_intermediate, 0, kHiddenMost);
  visit("model.shared_intermediate", model.shared_intermediate, 0, kHiddenMost);
  visit("model.shared_gate", model.shared_gate, 0, 1);
  visit("model.expert_layers", model.expert_layers, 0, kLayersMost);
  visit("model.window_layers", model.window_layers, 0, kLayersMost);
  visit("model.window_tokens", model.window_tokens, 0, kVocabularyMost);
}

template <typename Visit>
void visit_hardware(real::Deployment& deployment, Visit& visit) {
  visit("gpu.bandwidth_bytes_per_s", deployment.gpu.bandwidth_bytes_per_s.value, 1e9, 1e15);
  visit("gpu.bf16_flop_per_s", deployment.gpu.bf16_flop_per_s.value, 1e10, 1e18);
  visit("gpu.fp8_flop_per_s", deployment.gpu.fp8_flop_per_s.value, 0, 1e18);
  visit("precision.weights", deployment.precision.weights, 0, 3);
  visit("precision.activations", deployment.precision.activations, 0, 1);
  visit("precision.kv", deployment.precision.kv, 0, 2);
}

template <typename Visit>
void visit_cluster(sim::ClusterConfig& cluster, Visit& visit) {
  sim::ServingConfig& replica = cluster.replica;
  visit("replica.kv_blocks", replica.kv_blocks, 1, sim::kKvBlocksMax);
  visit("replica.block_tokens", replica.block_tokens, 1, sim::kBlockTokensMax);
  visit("replica.requests_max", replica.requests_max, 1, sim::kServingRequestsMax);
  visit("replica.token_budget", replica.token_budget, 1, sim::kServingTokensMax);
  visit("replica.context_tokens_max", replica.context_tokens_max, 2, sim::kContextTokensMax);
  visit("replica.batching", replica.batching, 0, 1);
  visit("replica.chunked_prefill", replica.chunked_prefill, 0, 1);
  visit("cluster.replicas", cluster.replicas, 1, sim::kReplicasMax);
  visit("cluster.router", cluster.router, 0, 3);
  visit("cluster.clients", cluster.clients, 0, sim::kClientsMax);
  visit("cluster.think_ps", cluster.think_ps, 0, kExactMost);
}

template <typename Visit>
void visit_traffic(real::Synthetic& traffic, Visit& visit) {
  visit("arrivals.kind", traffic.arrivals.kind, 0, 1);
  visit("arrivals.per_second", traffic.arrivals.per_second, real::kRateMin, real::kRateMax);
  visit("arrivals.burstiness", traffic.arrivals.burstiness, real::kBurstinessMin,
        real::kBurstinessMax);
  visit("prompt.kind", traffic.prompt.kind, 0, 1);
  visit("prompt.tokens", traffic.prompt.tokens, 1, sim::kServingTokensMax);
  visit("prompt.log_mean", traffic.prompt.log_mean, 0, real::kLogMeanMax);
  visit("prompt.log_sigma", traffic.prompt.log_sigma, 0, real::kLogSigmaMax);
  visit("output.kind", traffic.output.kind, 0, 1);
  visit("output.tokens", traffic.output.tokens, 1, sim::kServingTokensMax);
  visit("output.log_mean", traffic.output.log_mean, 0, real::kLogMeanMax);
  visit("output.log_sigma", traffic.output.log_sigma, 0, real::kLogSigmaMax);
  visit("traffic.requests", traffic.requests, 1, real::kRequestsMax);
  visit("traffic.seed", traffic.seed, 0, kExactMost);
}

/// Calls visit(name, member, first, last, unit) for every setting, in order. Where there is a unit
/// the setting is the member divided by it.
template <typename Visit>
void visit_all(LabSetup& setup, Visit visit) {
  const auto in_own_unit = [&visit](std::string_view name, auto& member, auto first, auto last) {
    visit(name, member, static_cast<double>(first), static_cast<double>(last), 1.0);
  };
  visit_model(setup.deployment.model, in_own_unit);
  visit_hardware(setup.deployment, in_own_unit);
  for (const real::EngineField& field : real::engine_fields()) {
    double& value = (setup.deployment.engine.*field.field).value;
    visit("engine." + std::string(field.key), value, field.first, field.last, field.unit);
  }
  visit_cluster(setup.cluster, in_own_unit);
  visit_traffic(setup.traffic, in_own_unit);
}

bool is_whole(double value) { return static_cast<double>(static_cast<int64_t>(value)) == value; }

}  // namespace

std::vector<std::string> setting_names() {
  LabSetup setup;
  std::vector<std::string> names;
  visit_all(setup, [&names](std::string_view name, auto&, double, double, double) {
    names.emplace_back(name);
  });
  return names;
}

std::vector<double> settings_of(const LabSetup& setup) {
  LabSetup copy = setup;
  std::vector<double> settings;
  visit_all(copy, [&settings](std::string_view, auto& member, double, double, double unit) {
    settings.push_back(static_cast<double>(member) / unit);
  });
  return settings;
}

std::string set_from(std::span<const double> settings, LabSetup& setup) {
  std::string problem;
  uint64_t place = 0;
  visit_all(
      setup, [&](std::string_view name, auto& member, double first, double last, double unit) {
        using Member = std::remove_reference_t<decltype(member)>;
        const double value = place < settings.size() ? settings[place] : first - 1;
        ++place;
        // A NaN is in no range.
        const bool within = value >= first && value <= last;
        const bool fits = within && (std::same_as<Member, double> || is_whole(value));
        if (fits) {
          member = static_cast<Member>(value * unit);
        } else if (problem.empty()) {
          problem = std::string(name) + " is " + real::number_text(value) + "; it must be a " +
                    (std::same_as<Member, double> ? "number" : "whole number") + " from " +
                    real::number_text(first) + " to " + real::number_text(last);
        }
      });
  if (problem.empty() && place != settings.size()) {
    problem = "there are " + std::to_string(settings.size()) + " settings; there must be " +
              std::to_string(place);
  }
  return problem.empty() ? problem_of(setup) : problem;
}

std::string problem_of(const LabSetup& setup) {
  const std::string deployment = real::deployment_problem(setup.deployment);
  if (!deployment.empty()) return deployment;
  const std::string traffic = real::synthetic_problem(setup.traffic);
  if (!traffic.empty()) return traffic;
  const real::Model& model = setup.deployment.model;
  if (std::max(model.expert_layers, model.window_layers) > model.layers) {
    return "no more layers can have experts or a window than there are: " +
           std::to_string(model.layers);
  }
  if (model.kv_heads > model.heads || model.experts_per_token > model.experts) {
    return "a model has no more KV heads than heads, and uses no more experts than it has";
  }
  if ((model.window_layers > 0) != (model.window_tokens > 0)) {
    return "model.window_layers and model.window_tokens go together";
  }
  const real::StepLoad most = {1, sim::step_tokens_max(setup.cluster.replica), 1, 1, 1, 1};
  if (!(real::CostLaw(setup.deployment).terms(most).total_s() < kStepSecondsMost)) {
    return "one step could take longer than " + real::number_text(kStepSecondsMost) + " s";
  }
  return "";
}

}  // namespace kitchen::wasm

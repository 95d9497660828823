#include "real/plan_memory.h"

#include <algorithm>

#include "real/vllm_command.h"

namespace kitchen::real {
namespace {

/// Buffers of inputs and workspaces, from the same logs as what follows.
constexpr double kBaseBytes = 0.107e9;
/// Of each request and word of the vocabulary: logits, their copy in 32 bits, and what top-k and
/// top-p sorting takes. From logs of vLLM 0.19.0 (llm-d-planner,
/// docs/accuracy/vllm-v0.19.0-accuracy-report.md) and of versions before 0.15 (llm-d-benchmark,
/// config_explorer/empirical-vllm-memory-results.md), H100.
constexpr double kLogitBytes = 14;
constexpr double kLogitBytesBefore = 38;
/// What 0.19.0 sets aside on each of several GPUs outside of PyTorch (2.07 to 2.13 GiB with tp 2
/// and 4, against 0.25), from the same report.
constexpr double kParallelBytes = 1.85 * 1024 * 1024 * 1024;

bool is_newer(const Deployment& deployment) {
  return preset_name(deployment.engine) == "vllm-0.19";
}

}  // namespace

double activation_bytes(const Deployment& deployment, int64_t requests_max, int64_t token_budget) {
  const Model& model = deployment.model;
  const auto gpus = static_cast<double>(deployment.tensor_parallel);
  const auto hidden = static_cast<double>(model.hidden);
  // Of one token, in elements: residual and input, gate and up side by side, their product.
  double mlp = static_cast<double>(model.intermediate);
  double expert_outputs = 0;
  if (model.experts > 0) {
    const auto experts = static_cast<double>(model.experts_per_token);
    mlp = experts * static_cast<double>(model.expert_intermediate) +
          static_cast<double>(model.shared_intermediate);
    expert_outputs = experts * hidden;
  }
  const double per_token = kFullBytes * (2 * hidden + expert_outputs + 3 * mlp / gpus);
  const auto tokens = static_cast<double>(token_budget);
  const double logit_bytes = is_newer(deployment) ? kLogitBytes : kLogitBytesBefore;
  const double sampling = static_cast<double>(std::min(requests_max, token_budget)) *
                              static_cast<double>(model.vocabulary) * logit_bytes +
                          tokens * hidden * kFullBytes;
  return kBaseBytes + std::max(tokens * per_token, sampling);
}

int64_t blocks_fewer(const RunSetup& setup) {
  const KvCapacity& capacity = setup.capacity;
  if (capacity.given || !runs_vllm(setup.deployment)) return 0;
  const sim::ServingConfig& replica = setup.cluster.replica;
  double more = activation_bytes(setup.deployment, replica.requests_max, replica.token_budget) -
                activation_bytes(setup.deployment, kReserveRequests, kReserveTokens);
  more = std::max(0.0, more);
  const bool is_parallel = setup.deployment.tensor_parallel > 1;
  if (is_parallel && is_newer(setup.deployment)) more += kParallelBytes;
  if (more == 0) return 0;
  const double block_bytes = capacity.bytes_per_token * static_cast<double>(capacity.block_tokens);
  const auto fewer = static_cast<int64_t>(more / block_bytes) + 1;
  return std::min(fewer, capacity.blocks);
}

}  // namespace kitchen::real

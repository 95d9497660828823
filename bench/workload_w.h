#pragma once

#include <cstdint>

#include "real/hardware_file.h"
#include "real/kv_capacity.h"
#include "real/model_config.h"
#include "real/synthetic.h"
#include "sim/cluster.h"

// Workload W, on which serving is timed: Llama-3.1-8B on one H100 under vLLM 0.19's preset, Poisson
// arrivals at 20 requests/s, lognormal lengths (log-mean 6.9, sigma 0.7 of prompts, 5.3 and 0.8 of
// outputs: about 1,270 and 276 tokens), chunked prefill, paged KV cache.
namespace kitchen::bench {

/// What W runs on.
inline real::Deployment deployment_w() {
  const real::Hardware hardware;
  return {real::find_model("llama-3.1-8b"),
          hardware.gpu("h100"),
          hardware.engine("vllm-0.19", "h100"),
          1,
          {}};
}

/// One replica with the engine's own limits.
inline sim::ClusterConfig cluster_w(const real::Deployment& deployment) {
  sim::ClusterConfig cluster;
  sim::ServingConfig& replica = cluster.replica;
  replica.kv_blocks = real::kv_capacity(deployment).blocks;
  replica.block_tokens = deployment.engine.block_tokens;
  replica.requests_max = deployment.engine.requests_max;
  replica.token_budget = deployment.engine.token_budget;
  replica.context_tokens_max = deployment.model.context_tokens_max;
  return cluster;
}

inline real::Synthetic traffic_w(int64_t requests) {
  real::Synthetic traffic;
  traffic.arrivals.per_second = 20;
  traffic.prompt = {real::Lengths::Kind::lognormal, 1, 6.9, 0.7};
  traffic.output = {real::Lengths::Kind::lognormal, 1, 5.3, 0.8};
  traffic.requests = requests;
  return traffic;
}

}  // namespace kitchen::bench

#pragma once

#include <cstdint>

#include "real/run.h"

// What vLLM's activations take of the KV cache beyond the preset's reserve. Source: as it starts,
// vLLM runs a step of max_num_batched_tokens tokens and samples for max_num_seqs requests, and what
// that took at most isn't for the KV cache (vllm/v1/worker/gpu_worker.py).
namespace kitchen::real {

/// Limits with which vLLM counted the blocks of the one run whose limits are known (RTX 4090,
/// measured_runs.h); the preset's reserve holds the activations of those.
inline constexpr int64_t kReserveRequests = 256;
inline constexpr int64_t kReserveTokens = 2048;

/// Peak bytes of activations on one GPU: the larger of what the MLP of a whole step and what
/// sampling takes. Within 0.05 GiB of what vLLM 0.19.0 logged on an H100 with 8192 tokens and 1024
/// requests (plan_memory_test.cc); sampling took 2.7 times as much in 0.11 and before.
double activation_bytes(const Deployment& deployment, int64_t requests_max, int64_t token_budget);

/// Blocks that are likely missing from those computed, since activations take more than with the
/// limits above, and 0.19 more on several GPUs; 0 where the blocks are given, or the engine isn't
/// vLLM.
int64_t blocks_fewer(const RunSetup& setup);

}  // namespace kitchen::real

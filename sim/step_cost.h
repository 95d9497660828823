#pragma once

#include <cstdint>

#include "sim/time.h"

namespace kitchen::sim {

/// Memory is counted in powers of ten.
inline constexpr int64_t kBytesPerKb = 1'000;
inline constexpr int64_t kBytesPerMb = 1'000 * kBytesPerKb;

/// What a GPU and a model cost. Every coefficient >= 0; see validate() in kitchen.h for ranges.
struct Costs {
  TimePs weights_read_ps = 0;  ///< reading all weights once, at 16 bits a weight
  TimePs per_request_ps = 0;   ///< for each request in the batch
  TimePs per_token_ps = 0;     ///< for each token whose keys and values are computed
  TimePs per_context_ps = 0;   ///< for each KV cache entry read
  int64_t memory_bytes = 0;    ///< all of the GPU's memory
  int64_t weights_bytes = 0;   ///< all weights, at 16 bits a weight
  int64_t kv_bytes_per_token = 0;
};

/// What one decode step works on.
struct StepLoad {
  int64_t requests = 0;
  int64_t tokens_computed = 0;  ///< 1 for a request with its KV cached, else its whole context
  int64_t tokens_read = 0;      ///< KV cache entries read
};

/// The load of `requests` requests that each have `context_tokens` of context, prompt and generated
/// together. With the KV cache on, all but the newest token of each are cached already.
StepLoad steady_load(int64_t requests, int64_t context_tokens, bool kv_cache);

/// A step's time by what it was spent on; the four parts add up to the step.
struct StepParts {
  TimePs weights_ps = 0;   ///< the same however many requests share the step
  TimePs requests_ps = 0;  ///< per request, its one new token included
  TimePs kv_read_ps = 0;   ///< reading cached keys and values
  TimePs prefill_ps = 0;   ///< computing context that is not cached: prompts, and recompute

  TimePs total_ps() const { return weights_ps + requests_ps + kv_read_ps + prefill_ps; }
};

/// Time to read all weights once. `weight_bits` is 8 or 16: half the bits are half the bytes.
TimePs weights_read_ps(const Costs& costs, int32_t weight_bits);

/// step = read(weights) + per_request * requests + per_token * tokens_computed
///      + per_context * tokens_read                       (docs/rules.md, "A decode step costs")
StepParts step_parts(const Costs& costs, int32_t weight_bits, const StepLoad& load);

/// Bytes the weights take up.
int64_t weights_bytes(const Costs& costs, int32_t weight_bits);

/// How many tokens' keys and values fit beside the weights; 0 where the weights alone do not fit.
int64_t kv_capacity_tokens(const Costs& costs, int32_t weight_bits);

/// How many of `requests` with `context_tokens` of context each have room for their KV cache; all
/// of them with the KV cache off.
int64_t requests_that_fit(const Costs& costs, int32_t weight_bits, bool kv_cache, int64_t requests,
                          int64_t context_tokens);

}  // namespace kitchen::sim

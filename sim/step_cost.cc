#include "sim/step_cost.h"

#include <algorithm>

#include "sim/rounding.h"

namespace kitchen::sim {
namespace {

constexpr int32_t kFullBits = 16;

}  // namespace

StepLoad steady_load(int64_t requests, int64_t context_tokens, bool kv_cache) {
  return kv_cache ? StepLoad{requests, requests, requests * (context_tokens - 1)}
                  : StepLoad{requests, requests * context_tokens, 0};
}

TimePs weights_read_ps(const Costs& costs, int32_t weight_bits) {
  return costs.weights_read_ps * weight_bits / kFullBits;
}

StepParts step_parts(const Costs& costs, int32_t weight_bits, const StepLoad& load) {
  StepParts parts;
  parts.weights_ps = weights_read_ps(costs, weight_bits);
  parts.requests_ps = mul_checked(costs.per_request_ps + costs.per_token_ps, load.requests);
  parts.kv_read_ps = mul_checked(costs.per_context_ps, load.tokens_read);
  parts.prefill_ps = mul_checked(costs.per_token_ps, load.tokens_computed - load.requests);
  return parts;
}

int64_t weights_bytes(const Costs& costs, int32_t weight_bits) {
  return costs.weights_bytes * weight_bits / kFullBits;
}

int64_t kv_capacity_tokens(const Costs& costs, int32_t weight_bits) {
  const int64_t free_bytes = costs.memory_bytes - weights_bytes(costs, weight_bits);
  return free_bytes <= 0 ? 0 : div_floor(free_bytes, costs.kv_bytes_per_token);
}

int64_t requests_that_fit(const Costs& costs, int32_t weight_bits, bool kv_cache, int64_t requests,
                          int64_t context_tokens) {
  const int64_t room = div_floor(kv_capacity_tokens(costs, weight_bits), context_tokens);
  return kv_cache ? std::min(requests, room) : requests;
}

}  // namespace kitchen::sim

#include "sim/state.h"

#include "sim/hash.h"

namespace kitchen::sim {
namespace {

void add_all(Fnv1a64& hash, const std::vector<int32_t>& values) {
  hash.add(static_cast<int64_t>(values.size()));
  for (const int32_t value : values) {
    hash.add(value);
  }
}

template <int32_t kCount, typename Value>
void add_all(Fnv1a64& hash, const Value (&values)[kCount]) {
  for (const Value value : values) {
    hash.add(value);
  }
}

void add_settings(Fnv1a64& hash, const Settings& settings) {
  hash.add(settings.slots);
  hash.add(static_cast<int64_t>(settings.batching));
  hash.add(settings.kv_cache ? 1 : 0);
  hash.add(settings.weight_bits);
}

void add_request(Fnv1a64& hash, const RequestState& request) {
  hash.add(static_cast<int64_t>(request.status));
  hash.add(static_cast<int64_t>(request.cause));
  hash.add(request.generated_tokens);
  hash.add(request.kv_cached ? 1 : 0);
  hash.add(request.slot);
  hash.add(request.preemptions);
  hash.add(request.admitted_ps);
  hash.add(request.first_token_ps);
  hash.add(request.ended_ps);
  add_all(hash, request.held_ps);
}

void add_parts(Fnv1a64& hash, const StepParts& parts) {
  hash.add(parts.weights_ps);
  hash.add(parts.requests_ps);
  hash.add(parts.kv_read_ps);
  hash.add(parts.prefill_ps);
}

}  // namespace

int32_t left_in_all(const KitchenState& state) {
  int32_t in_all = 0;
  for (const int32_t by_cause : state.left) {
    in_all += by_cause;
  }
  return in_all;
}

uint64_t state_hash(const KitchenState& state) {
  Fnv1a64 hash;
  hash.add(state.boundary_ps);
  add_settings(hash, state.settings);
  hash.add(static_cast<int64_t>(state.requests.size()));
  for (const RequestState& request : state.requests) {
    add_request(hash, request);
  }
  add_all(hash, state.waiting);
  add_all(hash, state.running);
  hash.add(static_cast<int64_t>(state.hold));
  hash.add(state.arrived);
  hash.add(state.served);
  add_all(hash, state.left);
  hash.add(state.steps);
  hash.add(state.tokens_made);
  hash.add(state.tokens_computed);
  hash.add(state.preemptions);
  hash.add(state.running_peak);
  add_parts(hash, state.spent);
  hash.add(state.busy_slot_ps);
  add_all(hash, state.held_ps);
  hash.add(state.cold_slot_ps);
  return hash.value();
}

}  // namespace kitchen::sim

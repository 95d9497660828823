#include "sim/state.h"

#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace kitchen::sim {
namespace {

KitchenState some_state() {
  KitchenState state;
  state.requests.resize(2);
  state.waiting = {1};
  state.running = {0};
  return state;
}

/// One change for every field of the state. A new field belongs here.
std::vector<std::function<void(KitchenState&)>> changes() {
  return {
      [](KitchenState& s) { s.boundary_ps = 5; },
      [](KitchenState& s) { s.settings.slots = 5; },
      [](KitchenState& s) { s.settings.batching = Batching::static_batch; },
      [](KitchenState& s) { s.settings.kv_cache = false; },
      [](KitchenState& s) { s.settings.weight_bits = 8; },
      [](KitchenState& s) { s.requests.emplace_back(); },
      [](KitchenState& s) { s.requests[0].status = RequestStatus::served; },
      [](KitchenState& s) { s.requests[0].cause = LossCause::step_too_slow; },
      [](KitchenState& s) { s.requests[0].generated_tokens = 5; },
      [](KitchenState& s) { s.requests[0].kv_cached = true; },
      [](KitchenState& s) { s.requests[0].slot = 5; },
      [](KitchenState& s) { s.requests[0].preemptions = 5; },
      [](KitchenState& s) { s.requests[0].admitted_ps = 5; },
      [](KitchenState& s) { s.requests[0].first_token_ps = 5; },
      [](KitchenState& s) { s.requests[0].ended_ps = 5; },
      [](KitchenState& s) { s.requests[0].held_ps[0] = 5; },
      [](KitchenState& s) { s.requests[0].held_ps[1] = 5; },
      [](KitchenState& s) { s.requests[0].held_ps[2] = 5; },
      [](KitchenState& s) { s.requests[1].slot = 5; },
      [](KitchenState& s) { s.waiting = {}; },
      [](KitchenState& s) { s.waiting = {0}; },
      [](KitchenState& s) { s.running = {}; },
      [](KitchenState& s) { s.running = {1}; },
      [](KitchenState& s) { s.hold = Hold::memory_full; },
      [](KitchenState& s) { s.arrived = 5; },
      [](KitchenState& s) { s.served = 5; },
      [](KitchenState& s) { s.left[0] = 5; },
      [](KitchenState& s) { s.left[1] = 5; },
      [](KitchenState& s) { s.left[2] = 5; },
      [](KitchenState& s) { s.left[3] = 5; },
      [](KitchenState& s) { s.steps = 5; },
      [](KitchenState& s) { s.tokens_made = 5; },
      [](KitchenState& s) { s.tokens_computed = 5; },
      [](KitchenState& s) { s.preemptions = 5; },
      [](KitchenState& s) { s.running_peak = 5; },
      [](KitchenState& s) { s.spent.weights_ps = 5; },
      [](KitchenState& s) { s.spent.requests_ps = 5; },
      [](KitchenState& s) { s.spent.kv_read_ps = 5; },
      [](KitchenState& s) { s.spent.prefill_ps = 5; },
      [](KitchenState& s) { s.busy_slot_ps = 5; },
      [](KitchenState& s) { s.held_ps[0] = 5; },
      [](KitchenState& s) { s.held_ps[1] = 5; },
      [](KitchenState& s) { s.held_ps[2] = 5; },
      [](KitchenState& s) { s.cold_slot_ps = 5; },
  };
}

// All different, so no field is left out and none stands for another.
TEST(StateHash, EveryFieldChangesIt) {
  std::set<uint64_t> hashes = {state_hash(some_state())};
  for (const auto& change : changes()) {
    KitchenState state = some_state();
    change(state);
    hashes.insert(state_hash(state));
  }
  EXPECT_EQ(hashes.size(), changes().size() + 1);
}

// Sizes on 64-bit machines. A field added to the state makes it larger: add it to the hash and to
// changes() above, then here.
TEST(StateHash, ListOfFieldsIsComplete) {
  EXPECT_EQ(sizeof(RequestState), 6 * 4U + 6 * 8U);
  EXPECT_EQ(sizeof(Settings), 4 * 4U);
  EXPECT_EQ(sizeof(StepParts), 4 * 8U);
  EXPECT_EQ(sizeof(KitchenState) - 3 * sizeof(std::vector<int32_t>), 168U);
}

TEST(LeftInAll, CountsEveryCause) {
  KitchenState state = some_state();
  EXPECT_EQ(left_in_all(state), 0);
  int32_t count = 1;
  for (int32_t& left : state.left) {
    left = count;
    count *= 10;
  }
  EXPECT_EQ(left_in_all(state), 1'111);
}

TEST(StateHash, AListIsNotTakenForItsNeighbour) {
  KitchenState a = some_state();
  a.waiting = {0, 1};
  a.running = {};
  KitchenState b = some_state();
  b.waiting = {0};
  b.running = {1};
  EXPECT_NE(state_hash(a), state_hash(b));
}

}  // namespace
}  // namespace kitchen::sim

#include "game/verdict.h"

#include <vector>

#include "game/play_out.h"
#include "sim/check.h"
#include "sim/rounding.h"

namespace kitchen::game {
namespace {

/// floor(dividend * scale / divisor); 0 for a divisor of 0, where nothing was to be divided.
int32_t ratio(int64_t dividend, int64_t scale, int64_t divisor) {
  return divisor == 0 ? 0 : static_cast<int32_t>(sim::mul_div_floor(dividend, scale, divisor));
}

// The cause of most losses; orders that left are named before those still in the house, and an
// earlier cause before a later one, where counts are equal.
int32_t commonest_cause(const Score& score) {
  int32_t commonest = 0;
  for (int32_t cause = 1; cause < sim::kLossCauseCount; ++cause) {
    if (score.left[cause] > score.left[commonest]) {
      commonest = cause;
    }
  }
  return commonest;
}

/// Would the KV cache, on from the start, have served more than any number of slots from the start?
/// Then stoves were taken for so long because every step computed its context again.
bool cache_beats_slots(const Run& run) {
  if (!shows(run.shift(), Lever::kv_cache)) {
    return false;
  }
  const std::vector<Command>& own = run.commands();
  sim::Kitchen with_cache = kitchen_with(run.shift(), with_change(own, {0, Lever::kv_cache, 1}));
  return play_out(with_cache, 0, run.kitchen().state().served + 1) &&
         !some_slots_serve(run.shift(), own, with_cache.state().served);
}

VerdictKind kind_of(const Run& run, const Score& score) {
  if (score.served == score.orders) {
    return VerdictKind::nothing_lost;
  }
  const int32_t cause = commonest_cause(score);
  if (score.left[cause] < score.unfinished) {
    return VerdictKind::too_late;
  }
  switch (static_cast<sim::LossCause>(cause)) {
    case sim::LossCause::no_free_slot:
      return cache_beats_slots(run) ? VerdictKind::recompute : VerdictKind::no_free_slot;
    case sim::LossCause::static_batch:
      return VerdictKind::static_batch;
    case sim::LossCause::memory_full:
      return VerdictKind::memory_full;
    case sim::LossCause::step_too_slow:
    case sim::LossCause::none:
      break;
  }
  return cache_beats_slots(run) ? VerdictKind::recompute : VerdictKind::step_too_slow;
}

int32_t lost_to(const Score& score, VerdictKind kind) {
  switch (kind) {
    case VerdictKind::nothing_lost:
      return 0;
    case VerdictKind::too_late:
      return score.unfinished;
    case VerdictKind::recompute:
      return score.left[static_cast<int32_t>(sim::LossCause::no_free_slot)] +
             score.left[static_cast<int32_t>(sim::LossCause::step_too_slow)];
    default:
      return score.left[commonest_cause(score)];
  }
}

// The mean step would hide it: quiet seconds have short steps.
int32_t lost_us_per_token(const Run& run) {
  sim::TimePs cooking_ps = 0;
  int64_t tokens = 0;
  for (const sim::RequestState& request : run.kitchen().state().requests) {
    if (request.cause == sim::LossCause::step_too_slow) {
      cooking_ps += request.ended_ps - request.admitted_ps;
      tokens += request.generated_tokens;
    }
  }
  return ratio(cooking_ps, 1, tokens * sim::kPsPerUs);
}

sim::TimePs hold_ps(const sim::KitchenState& state, VerdictKind kind) {
  switch (kind) {
    case VerdictKind::no_free_slot:
      return state.held_ps[static_cast<int32_t>(sim::Hold::no_free_slot)];
    case VerdictKind::static_batch:
      return state.held_ps[static_cast<int32_t>(sim::Hold::static_batch)];
    case VerdictKind::memory_full:
      return state.held_ps[static_cast<int32_t>(sim::Hold::memory_full)];
    default:
      return 0;
  }
}

}  // namespace

Verdict verdict(const Run& run) {
  KITCHEN_CHECK(run.ended());
  const Shift& shift = run.shift();
  const sim::KitchenState& state = run.kitchen().state();
  const Score score = run.score();
  const sim::TimePs busy_ps = state.spent.total_ps();
  const sim::TimePs static_held_ps = state.held_ps[static_cast<int32_t>(sim::Hold::static_batch)];

  Verdict verdict;
  verdict.kind = kind_of(run, score);
  verdict.passed = score.passed;
  verdict.lost = score.orders - score.served;
  verdict.lost_to_this = lost_to(score, verdict.kind);
  verdict.slots_busy_milli = run.mean_running_milli();
  verdict.slots_cold_milli = ratio(state.cold_slot_ps, 1000, static_held_ps);
  verdict.step_mean_us = ratio(busy_ps, 1, state.steps * sim::kPsPerUs);
  verdict.lost_us_per_token = lost_us_per_token(run);
  verdict.pace_allowed_us = shift.crowd.patience_per_token_ms * 1000;
  verdict.hold_ms = ratio(hold_ps(state, verdict.kind), 1, sim::kPsPerMs);
  verdict.preemptions = static_cast<int32_t>(state.preemptions);
  verdict.prefill_permille = ratio(state.spent.prefill_ps, 1000, busy_ps);
  // One request by itself, with next to no context: the sketch's 21.2 ms.
  const sim::StepParts alone =
      sim::step_parts(shift.costs, shift.defaults.weight_bits, sim::steady_load(1, 1, true));
  verdict.alone_us_per_token = ratio(alone.total_ps(), 1, sim::kPsPerUs);
  verdict.run_us_per_token = ratio(busy_ps, 1, state.tokens_made * sim::kPsPerUs);
  return verdict;
}

}  // namespace kitchen::game

#include "game/sweep.h"

#include <algorithm>
#include <iterator>

#include "game/play_out.h"

namespace kitchen::game {
namespace {

// The values to try: all of the range where the shift shows the lever, else its default.
LeverRange range_to_try(const Shift& shift, Lever lever) {
  const int32_t fixed = lever_value(shift.defaults, lever);
  return shows(shift, lever) ? lever_range(lever) : LeverRange{fixed, fixed, 1};
}

}  // namespace

std::vector<sim::Settings> fixed_settings(const Shift& shift) {
  // Slowest first.
  constexpr Lever kNesting[] = {Lever::weight_bits, Lever::kv_cache, Lever::batching, Lever::slots};
  std::vector<sim::Settings> all = {shift.defaults};
  for (const Lever lever : kNesting) {
    const LeverRange range = range_to_try(shift, lever);
    std::vector<sim::Settings> next;
    for (const sim::Settings& settings : all) {
      for (int32_t value = range.first; value <= range.last; value += range.step) {
        next.push_back(settings);
        set_lever(next.back(), lever, value);
      }
    }
    all = next;
  }
  return all;
}

Outcome outcome_of(const Shift& shift, const sim::Settings& settings) {
  const Run run = play_fixed(shift, settings);
  const Score score = run.score();
  Outcome outcome;
  outcome.settings = settings;
  outcome.orders = score.orders;
  outcome.served = score.served;
  outcome.passed = score.passed;
  outcome.stars = score.stars;
  outcome.wait_p95_ms = score.wait_p95_ms;
  const sim::KitchenState& state = run.kitchen().state();
  outcome.preemptions = static_cast<int32_t>(state.preemptions);
  outcome.running_peak = running_most(state);
  return outcome;
}

std::vector<Outcome> sweep_part(const Shift& shift, int32_t first, int32_t count) {
  const std::vector<sim::Settings> all = fixed_settings(shift);
  const int64_t end = std::min<int64_t>(std::ssize(all), int64_t{first} + count);
  std::vector<Outcome> outcomes;
  for (int64_t i = first; i < end; ++i) {
    const bool same_but_slots = !outcomes.empty() && all[i].slots > outcomes.back().settings.slots;
    if (same_but_slots && !outcomes.back().slots_filled()) {
      outcomes.push_back(outcomes.back());
      outcomes.back().settings = all[i];
    } else {
      outcomes.push_back(outcome_of(shift, all[i]));
    }
  }
  return outcomes;
}

std::vector<Outcome> sweep(const Shift& shift) { return sweep_part(shift, 0, INT32_MAX); }

}  // namespace kitchen::game

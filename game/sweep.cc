#include "game/sweep.h"

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
  outcome.preemptions = static_cast<int32_t>(run.kitchen().state().preemptions);
  return outcome;
}

std::vector<Outcome> sweep(const Shift& shift) {
  std::vector<Outcome> outcomes;
  for (const sim::Settings& settings : fixed_settings(shift)) {
    outcomes.push_back(outcome_of(shift, settings));
  }
  return outcomes;
}

}  // namespace kitchen::game

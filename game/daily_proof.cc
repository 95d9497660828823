#include "game/daily_proof.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "game/play_out.h"
#include "game/sweep.h"
#include "sim/rounding.h"

namespace kitchen::game {
namespace {

// Par times are stated in tenths of a second.
constexpr int32_t kParStepMs = 100;

bool serves_percent(const Outcome& outcome, int32_t percent) {
  return outcome.served * 100 >= outcome.orders * percent;
}

bool defaults_lose_visibly(const Shift& shift) {
  Run run(shift);
  run.advance_to_ms(kDailyLosingByMs);
  if (sim::left_in_all(run.kitchen().state()) < kDailyLosingOrders) {
    return false;
  }
  run.advance_to_ms(kShiftMs);
  return !run.score().passed;
}

/// All levers of a shift at once.
std::vector<Command> commands_at(int32_t at_ms, const Shift& shift, const sim::Settings& settings) {
  std::vector<Command> commands;
  for (const Lever lever : shift.levers) {
    commands.push_back({at_ms, lever, lever_value(settings, lever)});
  }
  return commands;
}

bool others_fail(const Shift& shift, const std::vector<sim::Settings>& all) {
  const int32_t needed = orders_to_pass(orders_of(shift));
  // In rows of settings that differ in slots.
  for (int64_t first = 0; first < std::ssize(all); first += kStovesMax) {
    if (!is_lesson_learned(shift.lesson, all[first]) &&
        some_slots_serve(shift, commands_at(0, shift, all[first]), needed)) {
      return false;
    }
  }
  return true;
}

/// The outcomes of the row that the lesson is about.
std::vector<Outcome> learned_row(const Shift& shift, const std::vector<sim::Settings>& all) {
  const auto learned = std::find_if(all.begin(), all.end(), [&](const sim::Settings& settings) {
    return is_lesson_learned(shift.lesson, settings) &&
           settings.batching == sim::Batching::continuous;
  });
  return sweep_part(shift, static_cast<int32_t>(learned - all.begin()), kStovesMax);
}

/// Do the passing slot counts follow each other, enough of them, and not from the first on? In
/// lesson 1 not to the last either: there is such a thing as too many.
bool passes_on_an_interval(const Shift& shift, const std::vector<Outcome>& row) {
  const auto passed = [](const Outcome& outcome) { return outcome.passed; };
  const auto first = std::find_if(row.begin(), row.end(), passed);
  const auto last = std::find_if_not(first, row.end(), passed);
  const bool unbroken = std::none_of(last, row.end(), passed);
  const bool ends_fail = first != row.begin() && (shift.lesson != 1 || last != row.end());
  return unbroken && ends_fail && last - first >= daily_width_min(shift.lesson);
}

/// The defaults until `at_ms`, then all levers at once.
bool switching_passes(const Shift& shift, const sim::Settings& settings, int32_t at_ms) {
  sim::Kitchen kitchen = kitchen_with(shift, commands_at(at_ms, shift, settings));
  return play_out(kitchen, 0, orders_to_pass(orders_of(shift)));
}

bool switching_passes_in_time(const Shift& shift, const sim::Settings& settings) {
  for (int32_t second = kDailySwitchSeconds; second >= 0; --second) {
    if (!switching_passes(shift, settings, second * 1'000)) {
      return false;
    }
  }
  return true;
}

/// The fewest slots that serve with a margin, even after a while of doing nothing.
bool find_reference(Shift& shift, const std::vector<Outcome>& row) {
  for (const Outcome& outcome : row) {
    if (outcome.passed && serves_percent(outcome, kDailyServedPercent) &&
        switching_passes_in_time(shift, outcome.settings)) {
      shift.reference = outcome.settings;
      shift.par_wait_ms =
          static_cast<int32_t>(sim::div_ceil(outcome.wait_p95_ms, kParStepMs) * kParStepMs);
      shift.par_slots = outcome.running_peak;
      return true;
    }
  }
  return false;
}

}  // namespace

bool is_lesson_learned(int32_t lesson, const sim::Settings& settings) {
  switch (lesson) {
    case 2:
      return settings.batching == sim::Batching::continuous;
    case 3:
      return settings.kv_cache && settings.weight_bits == 8;
    default:
      return true;  // slots are the lesson
  }
}

int32_t daily_width_min(int32_t lesson) {
  constexpr int32_t kWidthMin[] = {5, 4, 3};
  return kWidthMin[lesson - 1];
}

// Cheapest first.
bool prove_daily(Shift& shift) {
  if (!defaults_lose_visibly(shift)) {
    return false;
  }
  const std::vector<sim::Settings> all = fixed_settings(shift);
  const std::vector<Outcome> row = learned_row(shift, all);
  return passes_on_an_interval(shift, row) && find_reference(shift, row) && others_fail(shift, all);
}

}  // namespace kitchen::game

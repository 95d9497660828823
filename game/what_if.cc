#include "game/what_if.h"

#include <algorithm>

#include "game/play_out.h"
#include "sim/check.h"

namespace kitchen::game {
namespace {

constexpr int32_t kMsPerSecond = 1'000;

int32_t other_values(Lever lever) {
  const LeverRange range = lever_range(lever);
  return (range.last - range.first) / range.step;
}

/// The `place`-th of the values other than `taken`, in ascending order.
int32_t other_value(Lever lever, int32_t taken, int32_t place) {
  const LeverRange range = lever_range(lever);
  const int32_t value = range.first + place * range.step;
  return value < taken ? value : value + range.step;
}

/// What the levers were set to at a time, commands of that very time included.
sim::Settings settings_at(const Run& run, int32_t at_ms) {
  sim::Settings settings = run.shift().defaults;
  for (const Command& command : run.commands()) {
    if (command.at_ms <= at_ms) {
      set_lever(settings, command.lever, command.value);
    }
  }
  return settings;
}

sim::TimePs held_for_a_slot_ps(const sim::KitchenState& state) {
  return state.held_ps[static_cast<int32_t>(sim::Hold::no_free_slot)];
}

}  // namespace

Future what_if(const Run& run, const Command& change, int32_t every_ms) {
  KITCHEN_CHECK(run.ended());
  Future future;
  const Run other = play(run.shift(), with_change(run.commands(), change), future.error);
  if (future.error != RunError::ok) {
    return future;
  }
  future.score = other.score();
  future.saved = future.score.served - run.score().served;
  future.moments = timeline(other, every_ms);
  return future;
}

ChangeSearch::ChangeSearch(const Run& run)
    : run_(run),
      own_served_(run.score().served),
      kitchen_(run.shift().costs, run.shift().orders, run.shift().defaults) {
  KITCHEN_CHECK(run.ended());
  for (const Lever lever : run.shift().levers) {
    per_second_ += other_values(lever);
  }
  size_ = per_second_ * (kShiftMs / kMsPerSecond);
}

void ChangeSearch::search(int32_t count) {
  for (int32_t i = 0; i < count && !done(); ++i) {
    const int32_t second = searched_ / per_second_;
    if (second != second_) {
      go_to_second(second);
    }
    look_at(candidate(searched_));
    ++searched_;
  }
}

BestChange ChangeSearch::best() const {
  BestChange best;
  if (!found_) {
    return best;
  }
  RunError error = RunError::ok;
  const Score score = play(run_.shift(), with_change(run_.commands(), best_.change), error).score();
  KITCHEN_CHECK(error == RunError::ok && score.served == best_served_);
  return {true, best_.change, score.served, score.served - own_served_, score.passed};
}

ChangeSearch::Candidate ChangeSearch::candidate(int32_t index) const {
  const int32_t at_ms = index / per_second_ * kMsPerSecond;
  const sim::Settings settings = settings_at(run_, at_ms);
  int32_t place = index % per_second_;
  for (const Lever lever : run_.shift().levers) {
    if (place >= other_values(lever)) {
      place -= other_values(lever);
      continue;
    }
    const int32_t value = other_value(lever, lever_value(settings, lever), place);
    return {{at_ms, lever, value}, lever == Lever::slots ? value : settings.slots};
  }
  KITCHEN_CHECK(false);  // per_second_ counts the values of all levers
  return {};
}

// Up to just before the second, so that a change at the second itself can still be noted.
void ChangeSearch::go_to_second(int32_t second) {
  for (const Command& command : run_.commands()) {
    if (command.at_ms >= second_ * kMsPerSecond && command.at_ms < second * kMsPerSecond) {
      note(kitchen_, command);
    }
  }
  kitchen_.advance_to(second * sim::kPsPerSecond - 1);
  second_ = second;
  slots_enough_ = 0;
}

void ChangeSearch::look_at(const Candidate& candidate) {
  const bool is_slots = candidate.change.lever == Lever::slots;
  if (is_slots && slots_enough_ > 0 && candidate.slots > slots_enough_) {
    return;  // as many served as with fewer slots
  }
  if (std::ssize(with_change(run_.commands(), candidate.change)) > kCommandsMax) {
    return;  // nobody could play it
  }
  const End end = play_from_here(candidate.change, served_to_win(candidate.slots));
  if (is_slots && !end.slots_held) {
    slots_enough_ = candidate.slots;
  }
  if (!end.beaten) {
    found_ = true;
    best_ = candidate;
    best_served_ = end.served;
  }
}

// What is looked at later changes later, so among equals it must have fewer slots.
int32_t ChangeSearch::served_to_win(int32_t slots) const {
  if (!found_) {
    return own_served_ + 1;
  }
  return slots < best_.slots ? best_served_ : best_served_ + 1;
}

ChangeSearch::End ChangeSearch::play_from_here(const Command& change, int32_t served_needed) const {
  sim::Kitchen kitchen = kitchen_;
  for (const Command& command : with_change(run_.commands(), change)) {
    if (command.at_ms >= change.at_ms) {
      note(kitchen, command);
    }
  }
  const sim::KitchenState& state = kitchen.state();
  // Until the step under way has ended, the queue is still held as it was.
  const bool held_now = state.hold == sim::Hold::no_free_slot;
  const sim::TimePs held_before_ps =
      held_for_a_slot_ps(state) + (held_now ? kitchen.next_boundary_ps() - state.boundary_ps : 0);
  End end;
  end.beaten = !play_out(kitchen, change.at_ms, served_needed);
  end.served = state.served;
  end.slots_held =
      state.hold == sim::Hold::no_free_slot || held_for_a_slot_ps(state) > held_before_ps;
  return end;
}

}  // namespace kitchen::game

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

sim::TimePs held_for_a_slot_ps(const sim::KitchenState& state) {
  return state.held_ps[static_cast<int32_t>(sim::Hold::no_free_slot)];
}

}  // namespace

Future what_if(const Run& run, const Command& change, int32_t every_ms) {
  KITCHEN_CHECK(run.ended());
  Future future;
  Run other(run.shift());
  future.error = other.give(with_change(run.commands(), change));
  if (future.error != RunError::ok) {
    return future;
  }
  future.moments = look_on(other, kShiftMs, every_ms);
  future.score = other.score();
  future.saved = future.score.served - run.kitchen().state().served;
  return future;
}

ChangeSearch::ChangeSearch(const Run& run)
    : run_(run),
      own_served_(run.kitchen().state().served),
      kitchen_(kitchen_with(run.shift(), {})),
      settings_(run.shift().defaults) {
  KITCHEN_CHECK(run.ended());
  for (const Lever lever : run.shift().levers) {
    per_second_ += other_values(lever);
  }
  size_ = per_second_ * (kShiftMs / kMsPerSecond);
}

void ChangeSearch::search(int32_t count) {
  best_changed_ = false;
  for (int32_t i = 0; i < count && !done(); ++i) {
    const int32_t second = searched_ / per_second_;
    if (second != second_) {
      go_to_second(second);
    }
    look_at(candidate(searched_));
    ++searched_;
  }
  if (best_changed_) {
    check_best();
  }
}

BestChange ChangeSearch::best() const {
  if (!found_) {
    return {};
  }
  const bool passed = best_served_ >= orders_to_pass(orders_of(run_.shift()));
  return {true, best_.change, best_served_, best_served_ - own_served_, passed};
}

ChangeSearch::Candidate ChangeSearch::candidate(int32_t index) const {
  const int32_t at_ms = index / per_second_ * kMsPerSecond;
  int32_t place = index % per_second_;
  for (const Lever lever : run_.shift().levers) {
    if (place >= other_values(lever)) {
      place -= other_values(lever);
      continue;
    }
    const int32_t value = other_value(lever, lever_value(settings_, lever), place);
    return {{at_ms, lever, value}, lever == Lever::slots ? value : settings_.slots};
  }
  KITCHEN_CHECK(false);  // per_second_ counts the values of all levers
  return {};
}

// Up to just before the second, so that a change at the second itself can still be noted.
void ChangeSearch::go_to_second(int32_t second) {
  const int32_t from_ms = second_ * kMsPerSecond;
  const int32_t until_ms = second * kMsPerSecond;
  for (const Command& command : run_.commands()) {
    if (command.at_ms >= from_ms && command.at_ms < until_ms) {
      note(kitchen_, command);
    }
    if (command.at_ms > from_ms && command.at_ms <= until_ms) {
      set_lever(settings_, command.lever, command.value);
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
  const std::vector<Command> commands = with_change(run_.commands(), candidate.change);
  if (std::ssize(commands) > kCommandsMax) {
    return;  // nobody could play it
  }
  const End end = play_from_here(commands, served_to_win(candidate.slots));
  if (is_slots && !end.slots_held) {
    slots_enough_ = candidate.slots;
  }
  if (!end.beaten) {
    found_ = true;
    best_changed_ = true;
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

// A future forked in its middle is the one played from the start.
void ChangeSearch::check_best() const {
  RunError error = RunError::ok;
  const Run other = play(run_.shift(), with_change(run_.commands(), best_.change), error);
  KITCHEN_CHECK(error == RunError::ok && other.kitchen().state().served == best_served_);
}

ChangeSearch::End ChangeSearch::play_from_here(const std::vector<Command>& commands,
                                               int32_t served_needed) const {
  const int32_t from_ms = second_ * kMsPerSecond;
  sim::Kitchen kitchen = kitchen_;
  for (const Command& command : commands) {
    if (command.at_ms >= from_ms) {
      note(kitchen, command);
    }
  }
  const sim::KitchenState& state = kitchen.state();
  // Until the step under way has ended, the queue is still held as it was.
  const bool held_now = state.hold == sim::Hold::no_free_slot;
  const sim::TimePs held_before_ps =
      held_for_a_slot_ps(state) + (held_now ? kitchen.next_boundary_ps() - state.boundary_ps : 0);
  End end;
  end.beaten = !play_out(kitchen, from_ms, served_needed);
  end.served = state.served;
  end.slots_held =
      state.hold == sim::Hold::no_free_slot || held_for_a_slot_ps(state) > held_before_ps;
  return end;
}

}  // namespace kitchen::game

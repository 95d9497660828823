#include "game/play_out.h"

#include <algorithm>
#include <iterator>

#include "sim/check.h"

namespace kitchen::game {

void note(sim::Kitchen& kitchen, const Command& command) {
  KITCHEN_CHECK(kitchen.change(to_change(command)) == sim::InputError::ok);
}

sim::Kitchen kitchen_with(const Shift& shift, const std::vector<Command>& commands) {
  sim::Kitchen kitchen(shift.costs, shift.orders, shift.defaults);
  for (const Command& command : commands) {
    note(kitchen, command);
  }
  return kitchen;
}

bool play_out(sim::Kitchen& kitchen, int32_t from_ms, int32_t served_needed) {
  constexpr int32_t kLookEveryMs = 4'000;
  const sim::KitchenState& state = kitchen.state();
  const int64_t may_leave = std::ssize(kitchen.requests()) - served_needed;
  for (int32_t at_ms = from_ms; at_ms < kShiftMs && sim::left_in_all(state) <= may_leave;) {
    at_ms = std::min(at_ms + kLookEveryMs, kShiftMs);
    kitchen.advance_to(at_ms * sim::kPsPerMs);
  }
  return state.served >= served_needed;
}

bool some_slots_serve(const Shift& shift, const std::vector<Command>& commands,
                      int32_t served_needed) {
  const LeverRange range = lever_range(Lever::slots);
  for (int32_t slots = range.first; slots <= range.last; slots += range.step) {
    sim::Kitchen kitchen = kitchen_with(shift, with_change(commands, {0, Lever::slots, slots}));
    if (play_out(kitchen, 0, served_needed)) {
      return true;
    }
    if (running_most(kitchen.state()) < slots) {
      return false;  // more slots change nothing
    }
  }
  return false;
}

int32_t running_most(const sim::KitchenState& state) {
  return std::max(state.running_peak, static_cast<int32_t>(state.running.size()));
}

}  // namespace kitchen::game

#include "game/play_out.h"

#include <algorithm>
#include <iterator>

#include "sim/check.h"

namespace kitchen::game {

void note(sim::Kitchen& kitchen, const Command& command) {
  const sim::TimePs at_ps = command.at_ms * sim::kPsPerMs;
  KITCHEN_CHECK(kitchen.change({at_ps, command.lever, command.value}) == sim::InputError::ok);
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

}  // namespace kitchen::game

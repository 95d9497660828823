#include "game/timeline.h"

#include <algorithm>

#include "sim/check.h"

namespace kitchen::game {
namespace {

Moment look(const Run& run) {
  const sim::Kitchen& kitchen = run.kitchen();
  const sim::KitchenState& state = kitchen.state();
  Moment moment;
  moment.at_ms = run.now_ms();
  moment.running = static_cast<int32_t>(state.running.size());
  moment.waiting = static_cast<int32_t>(state.waiting.size());
  moment.served = state.served;
  moment.left = sim::left_in_all(state);
  moment.kv_used_tokens = static_cast<int32_t>(kitchen.kv_used_tokens());
  return moment;
}

}  // namespace

std::vector<Moment> timeline(const Run& run, int32_t every_ms) {
  KITCHEN_CHECK(every_ms > 0);
  Run again(run.shift());
  for (const Command& command : run.commands()) {
    KITCHEN_CHECK(again.give(command) == RunError::ok);
  }
  std::vector<Moment> moments;
  for (int32_t at_ms = 0; at_ms < run.now_ms(); at_ms += every_ms) {
    again.advance_to_ms(at_ms);
    moments.push_back(look(again));
  }
  again.advance_to_ms(run.now_ms());
  moments.push_back(look(again));
  return moments;
}

}  // namespace kitchen::game

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

std::vector<Moment> look_on(Run& run, int32_t until_ms, int32_t every_ms) {
  KITCHEN_CHECK(every_ms > 0);
  std::vector<Moment> moments;
  for (int32_t at_ms = 0; at_ms < until_ms; at_ms += every_ms) {
    run.advance_to_ms(at_ms);
    moments.push_back(look(run));
  }
  run.advance_to_ms(until_ms);
  moments.push_back(look(run));
  return moments;
}

std::vector<Moment> timeline(const Run& run, int32_t every_ms) {
  Run again(run.shift());
  KITCHEN_CHECK(again.give(run.commands()) == RunError::ok);
  return look_on(again, run.now_ms(), every_ms);
}

}  // namespace kitchen::game

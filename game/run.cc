#include "game/run.h"

#include <algorithm>

#include "sim/check.h"
#include "sim/rounding.h"

namespace kitchen::game {
namespace {

/// Nearest rank: the smallest of the sorted values that at least `percent` of them do not exceed.
int32_t percentile_ms(const std::vector<sim::TimePs>& sorted_ps, int32_t percent) {
  if (sorted_ps.empty()) {
    return 0;
  }
  const int64_t count = static_cast<int64_t>(sorted_ps.size());
  const int64_t rank = sim::div_ceil(count * percent, 100);
  const sim::TimePs value_ps = sorted_ps[rank - 1];
  return static_cast<int32_t>(sim::div_ceil(value_ps, sim::kPsPerMs));
}

std::vector<sim::TimePs> sorted_waits_ps(const sim::Kitchen& kitchen) {
  std::vector<sim::TimePs> waits_ps;
  for (uint32_t i = 0; i < kitchen.requests().size(); ++i) {
    const sim::RequestState& request = kitchen.state().requests[i];
    if (request.status == sim::RequestStatus::served) {
      waits_ps.push_back(request.ended_ps - kitchen.requests()[i].arrival_ps);
    }
  }
  std::make_heap(waits_ps.begin(), waits_ps.end());
  std::sort_heap(waits_ps.begin(), waits_ps.end());
  return waits_ps;
}

int32_t stars_of(const Score& score, const Shift& shift, int32_t running_peak) {
  if (!score.passed || !shift.has_stars) {
    return 0;
  }
  if (score.wait_p95_ms > shift.par_wait_ms) {
    return 1;
  }
  return running_peak > shift.par_slots ? 2 : 3;
}

}  // namespace

sim::SettingChange to_change(const Command& command) {
  return {command.at_ms * sim::kPsPerMs, command.lever, command.value};
}

std::vector<Command> with_change(const std::vector<Command>& commands, const Command& change) {
  std::vector<Command> changed;
  for (const Command& command : commands) {
    if (command.at_ms <= change.at_ms &&
        (command.lever != change.lever || command.at_ms < change.at_ms)) {
      changed.push_back(command);
    }
  }
  changed.push_back(change);
  for (const Command& command : commands) {
    if (command.at_ms > change.at_ms && command.lever != change.lever) {
      changed.push_back(command);
    }
  }
  return changed;
}

Run::Run(const Shift& shift)
    : shift_(&shift), kitchen_(shift.costs, shift.orders, shift.defaults) {}

RunError Run::check(Lever lever, int32_t value) const {
  if (!shows(*shift_, lever)) {
    return RunError::lever_not_shown;
  }
  return lever_range(lever).contains(value) ? RunError::ok : RunError::value_out_of_range;
}

// The boundary that happens this very millisecond may be past already: then the next one counts.
int32_t Run::next_command_ms() const {
  const bool at_boundary = kitchen_.state().boundary_ps == now_ms_ * sim::kPsPerMs;
  return now_ms_ + (at_boundary ? 1 : 0);
}

bool Run::in_force(const Command& command) const {
  return command.at_ms * sim::kPsPerMs <= kitchen_.state().boundary_ps;
}

sim::Settings Run::levers() const {
  sim::Settings levers = kitchen_.state().settings;
  for (const Command& command : commands_) {
    if (!in_force(command) && command.at_ms <= next_command_ms()) {
      set_lever(levers, command.lever, command.value);
    }
  }
  return levers;
}

RunError Run::set(Lever lever, int32_t value) {
  const RunError error = check(lever, value);
  if (error != RunError::ok) {
    return error;
  }
  const int32_t at_ms = next_command_ms();
  if (ended() || at_ms >= kShiftMs) {
    return RunError::shift_over;
  }
  if (value == lever_value(levers(), lever)) {
    return RunError::ok;
  }
  std::vector<Command> kept;
  for (const Command& command : commands_) {
    const bool overridden = command.lever == lever || command.at_ms > at_ms;
    if (in_force(command) || !overridden) {
      kept.push_back(command);
    }
  }
  if (value != lever_value(kitchen_.state().settings, lever)) {
    kept.push_back({at_ms, lever, value});
  }
  if (static_cast<int32_t>(kept.size()) > kCommandsMax) {
    return RunError::too_many_commands;
  }
  commands_ = kept;
  kitchen_.forget_changes();
  for (const Command& command : commands_) {
    if (!in_force(command)) {
      KITCHEN_CHECK(kitchen_.change(to_change(command)) == sim::InputError::ok);
    }
  }
  return RunError::ok;
}

RunError Run::give(const Command& command) {
  const RunError error = check(command.lever, command.value);
  if (error != RunError::ok) {
    return error;
  }
  if (command.at_ms < 0 || command.at_ms >= kShiftMs) {
    return RunError::time_out_of_range;
  }
  if (commands_.size() >= kCommandsMax) {
    return RunError::too_many_commands;
  }
  if (kitchen_.change(to_change(command)) != sim::InputError::ok) {
    return RunError::time_goes_back;
  }
  commands_.push_back(command);
  return RunError::ok;
}

RunError Run::give(const std::vector<Command>& commands) {
  for (const Command& command : commands) {
    const RunError error = give(command);
    if (error != RunError::ok) {
      return error;
    }
  }
  return RunError::ok;
}

void Run::advance_to_ms(int32_t until_ms) {
  const int32_t target_ms = std::min(until_ms, kShiftMs);
  if (target_ms < now_ms_) {
    return;
  }
  now_ms_ = target_ms;
  kitchen_.advance_to(target_ms * sim::kPsPerMs);
}

void Run::finish_step() {
  const sim::TimePs next_ps = kitchen_.next_boundary_ps();
  const int64_t next_ms = next_ps == sim::kNever ? kShiftMs : sim::div_ceil(next_ps, sim::kPsPerMs);
  advance_to_ms(static_cast<int32_t>(std::min<int64_t>(next_ms, kShiftMs)));
}

Score Run::score() const {
  const sim::KitchenState& state = kitchen_.state();
  Score score;
  score.orders = orders_of(*shift_);
  score.served = state.served;
  for (int32_t cause = 0; cause < sim::kLossCauseCount; ++cause) {
    score.left[cause] = state.left[cause];
  }
  score.unfinished = state.arrived - state.served - sim::left_in_all(state);
  const std::vector<sim::TimePs> waits_ps = sorted_waits_ps(kitchen_);
  score.wait_p50_ms = percentile_ms(waits_ps, 50);
  score.wait_p95_ms = percentile_ms(waits_ps, kParPercent);
  score.wait_max_ms = percentile_ms(waits_ps, 100);
  score.passed = ended() && score.served >= orders_to_pass(score.orders);
  score.stars = stars_of(score, *shift_, state.running_peak);
  return score;
}

int32_t Run::mean_running_milli() const {
  const sim::KitchenState& state = kitchen_.state();
  const sim::TimePs busy_ps = state.spent.total_ps();
  return busy_ps == 0 ? 0
                      : static_cast<int32_t>(sim::mul_div_floor(state.busy_slot_ps, 1000, busy_ps));
}

Run play_fixed(const Shift& shift, const sim::Settings& settings) {
  Run run(shift);
  for (const Lever lever : shift.levers) {
    KITCHEN_CHECK(run.set(lever, lever_value(settings, lever)) == RunError::ok);
  }
  run.advance_to_ms(kShiftMs);
  return run;
}

Run play(const Shift& shift, const std::vector<Command>& commands, RunError& error) {
  Run run(shift);
  error = run.give(commands);
  if (error == RunError::ok) {
    run.advance_to_ms(kShiftMs);
  }
  return run;
}

}  // namespace kitchen::game

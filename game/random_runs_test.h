#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "game/free_kitchen.h"
#include "game/run.h"
#include "game/shift.h"
#include "sim/sampling.h"

namespace kitchen::game {

inline int32_t draw(sim::Prng& prng, int32_t first, int32_t last) {
  return static_cast<int32_t>(sim::draw_uniform(prng, first, last));
}

inline Command random_command(const Shift& shift, sim::Prng& prng, int32_t at_ms) {
  const Lever lever = shift.levers[static_cast<size_t>(
      draw(prng, 0, static_cast<int32_t>(shift.levers.size()) - 1))];
  const LeverRange range = lever_range(lever);
  const int32_t steps = (range.last - range.first) / range.step;
  return {at_ms, lever, range.first + range.step * draw(prng, 0, steps)};
}

/// A few commands in order of time, more of them early.
inline std::vector<Command> random_commands(const Shift& shift, sim::Prng& prng) {
  std::vector<int32_t> times_ms;
  const int32_t count = draw(prng, 0, 12);
  for (int32_t i = 0; i < count; ++i) {
    times_ms.push_back(std::min(draw(prng, 0, kShiftMs - 1), draw(prng, 0, kShiftMs - 1)));
  }
  std::sort(times_ms.begin(), times_ms.end());
  std::vector<Command> commands;
  for (int32_t at_ms : times_ms) commands.push_back(random_command(shift, prng, at_ms));
  return commands;
}

/// Values on their steps, and a kitchen that can be made of them.
inline FreeValues random_free_values(sim::Prng& prng) {
  FreeValues values = {};
  for (size_t field = 0; field < values.size(); ++field) {
    const FreeFieldInfo& info = kFreeFields[field];
    const int64_t steps = (info.last - info.first) / info.step;
    // Now and then as the kitchen one begins with, so that keys leave something out.
    const bool initial = sim::draw_uniform(prng, 0, 3) == 0;
    values[field] =
        initial ? info.initial
                : static_cast<int32_t>(info.first + info.step * sim::draw_uniform(prng, 0, steps));
  }
  const auto value = [&](FreeField field) -> int32_t& {
    return values[static_cast<size_t>(field)];
  };
  const auto put_in_order = [&](FreeField low, FreeField high) {
    if (value(low) > value(high)) std::swap(value(low), value(high));
  };
  put_in_order(FreeField::prompt_tokens_min, FreeField::prompt_tokens_max);
  put_in_order(FreeField::output_tokens_min, FreeField::output_tokens_max);
  value(FreeField::weights_mb) =
      std::min(value(FreeField::weights_mb), value(FreeField::memory_mb));
  return values;
}

/// Played by hand: levers set as time goes by in uneven steps, up to the end.
inline Run random_live_run(const Shift& shift, sim::Prng& prng) {
  Run run(shift);
  while (!run.ended()) {
    const int32_t action = draw(prng, 0, 9);
    if (action < 4) {
      const Command command = random_command(shift, prng, 0);
      static_cast<void>(run.set(command.lever, command.value));
    } else if (action < 6) {
      run.finish_step();
    } else {
      run.advance_to_ms(run.now_ms() + draw(prng, 0, 4'000));
    }
  }
  return run;
}

}  // namespace kitchen::game

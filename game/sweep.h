#pragma once

#include <cstdint>
#include <vector>

#include "game/run.h"
#include "game/shift.h"

namespace kitchen::game {

/// How a shift ends when one setting is kept from start to end.
struct Outcome {
  sim::Settings settings;
  int32_t orders = 0;
  int32_t served = 0;
  bool passed = false;
  int32_t stars = 0;
  int32_t wait_p95_ms = 0;
  int32_t preemptions = 0;
  int32_t running_peak = 0;  ///< most requests in one step, the one under way at the end included

  /// Whether some step had as many requests as there were slots.
  bool slots_filled() const { return running_peak >= settings.slots; }
};

/// Every fixed setting of the levers a shift shows; levers not shown keep their default. Slots
/// vary fastest, then batching, KV cache and weights: rows of kStovesMax outcomes per combination.
std::vector<sim::Settings> fixed_settings(const Shift& shift);

Outcome outcome_of(const Shift& shift, const sim::Settings& settings);

/// The outcomes of the fixed settings first…first + count - 1, fewer at the end of the space. Where
/// the slots were never all filled, more of them give the same outcome and it isn't played again.
std::vector<Outcome> sweep_part(const Shift& shift, int32_t first, int32_t count);

/// The outcomes of all fixed settings.
std::vector<Outcome> sweep(const Shift& shift);

}  // namespace kitchen::game

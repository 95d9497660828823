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
};

/// Every fixed setting of the levers a shift shows; levers not shown keep their default. Slots
/// vary fastest, then batching, KV cache and weights: rows of kStovesMax outcomes per combination.
std::vector<sim::Settings> fixed_settings(const Shift& shift);

Outcome outcome_of(const Shift& shift, const sim::Settings& settings);

std::vector<Outcome> sweep(const Shift& shift);

}  // namespace kitchen::game

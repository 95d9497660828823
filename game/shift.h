#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "game/crowd.h"
#include "game/lever.h"
#include "sim/kitchen.h"
#include "sim/state.h"
#include "sim/step_cost.h"

namespace kitchen::game {

inline constexpr int32_t kShiftMs = 60'000;
/// A shift is passed when this share of all its orders is served in time.
inline constexpr int32_t kPassPercent = 90;
/// The second star asks that this share of the served had its meal within par_wait_ms.
inline constexpr int32_t kParPercent = 95;

/// One lesson. Each has a file of its own, shift_N_….cc, with the recipe of its crowd.
struct Shift {
  int32_t number = 0;         ///< from 1, as shown and as written in replays
  const char* text_key = "";  ///< its texts are web/src/text/*/ entries "shift.<text_key>.…"
  sim::Costs costs;
  CrowdRecipe crowd;
  /// The crowd made from the recipe, the same for every run; see with_orders().
  std::shared_ptr<const sim::RequestList> orders;
  std::vector<Lever> levers;  ///< those shown, in order of appearance
  sim::Settings defaults;     ///< also the value of each lever that is not shown
  sim::Settings reference;    ///< a solution: passes with all three stars
  int32_t par_wait_ms = 0;    ///< second star: arrival to last token of 95 % of the served
  int32_t par_slots = 0;      ///< third star: most orders in one step
};

/// All shifts, shift number n at place n - 1.
const std::vector<Shift>& shifts();

/// nullptr for a number that is no shift's.
const Shift* find_shift(int32_t number);

/// The shift with its crowd made anew from the recipe.
Shift with_orders(Shift shift);

bool shows(const Shift& shift, Lever lever);

/// Keys and values of one token where memory is not the lesson: even kStovesMax of the longest
/// orders fit beside 16-bit weights.
inline constexpr int64_t kRoomyKvBytes = 250'000;

/// The costs that all shifts share, but for the memory a token's keys and values take.
sim::Costs kitchen_costs(int64_t kv_bytes_per_token);

Shift shift_1_how_many();
Shift shift_2_rush_hour();
Shift shift_3_memory();

}  // namespace kitchen::game

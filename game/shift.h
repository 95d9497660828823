#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "game/crowd.h"
#include "game/lever.h"
#include "sim/kitchen.h"
#include "sim/state.h"
#include "sim/step_cost.h"

namespace kitchen::game {

inline constexpr int32_t kShiftMs = 60'000;
/// No shift has more orders: the page has room for so many.
inline constexpr int32_t kOrdersMax = 512;
/// A shift is passed when this share of all its orders is served in time.
inline constexpr int32_t kPassPercent = 90;
/// The second star asks that this share of the served had its meal within par_wait_ms.
inline constexpr int32_t kParPercent = 95;

/// How many of `orders` have to be served in time for a shift to be passed.
int32_t orders_to_pass(int32_t orders);

/// Where a shift comes from; see shift_key.h for how each is named.
enum class ShiftKind : int32_t { lesson = 0, daily = 1, free = 2 };

/// A minute to play. Each lesson has a file of its own, shift_N_….cc, with the recipe of its crowd.
struct Shift {
  std::string key;  ///< as in links, replays and on the command line: "2"
  ShiftKind kind = ShiftKind::lesson;
  int32_t lesson = 0;         ///< from 1: whose idea it teaches; 0 for a free kitchen
  int32_t day = 0;            ///< a daily shift's number, from 1; else 0
  const char* text_key = "";  ///< its lesson's texts are web/src/text/*/ "shift.<text_key>.…"
  sim::Costs costs;
  CrowdRecipe crowd;
  /// The crowd made from the recipe, the same for every run; see with_orders().
  std::shared_ptr<const sim::RequestList> orders;
  std::vector<Lever> levers;  ///< those shown, in order of appearance
  sim::Settings defaults;     ///< also the value of each lever that is not shown
  sim::Settings reference;    ///< a solution that earns three stars; without stars, the defaults
  bool has_stars = true;
  int32_t par_wait_ms = 0;  ///< second star: arrival to last token of 95 % of the served
  int32_t par_slots = 0;    ///< third star: most orders in one step
};

/// The lessons, lesson n at place n - 1.
const std::vector<Shift>& shifts();

/// nullptr for a number that is no lesson's.
const Shift* find_shift(int32_t lesson);

/// The shift with its crowd made anew from the recipe.
Shift with_orders(Shift shift);

/// How many orders come; only for a shift that has them, see with_orders().
int32_t orders_of(const Shift& shift);

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

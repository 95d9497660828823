#include "game/shift.h"

namespace kitchen::game {

// Rush hour. Long and short orders mixed: a static batch lasts as long as its longest order, and
// its finished slots stay empty while others wait.
Shift shift_2_rush_hour() {
  Shift shift;
  shift.key = "2";
  shift.lesson = 2;
  shift.text_key = "rush_hour";
  shift.costs = kitchen_costs(kRoomyKvBytes);
  shift.crowd.seed = 3352;
  shift.crowd.streams = {{.from_ms = 0, .until_ms = 4'000, .orders_per_1000_s = 1'200},
                         {.from_ms = 4'000, .until_ms = 24'000, .orders_per_1000_s = 3'000},
                         {.from_ms = 24'000, .until_ms = 46'000, .orders_per_1000_s = 1'200}};
  shift.crowd.kinds = {{.share_percent = 75,
                        .prompt_tokens_min = 8,
                        .prompt_tokens_max = 24,
                        .output_tokens_min = 20,
                        .output_tokens_max = 70},
                       {.share_percent = 25,
                        .prompt_tokens_min = 8,
                        .prompt_tokens_max = 24,
                        .output_tokens_min = 220,
                        .output_tokens_max = 350}};
  shift.crowd.patience_base_ms = 4'000;
  shift.crowd.patience_per_token_ms = 50;
  shift.levers = {Lever::slots, Lever::batching};
  shift.defaults = {.slots = 4, .batching = sim::Batching::static_batch};
  shift.reference = {.slots = 12};
  shift.par_wait_ms = 12'300;
  shift.par_slots = 12;
  return shift;
}

}  // namespace kitchen::game

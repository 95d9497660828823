#include "game/shift.h"

namespace kitchen::game {

// How many at once? Groups walk in together: too few slots and they wait in the queue, too many and
// every step is so slow that they are late together.
Shift shift_1_how_many() {
  Shift shift;
  shift.key = "1";
  shift.lesson = 1;
  shift.text_key = "how_many";
  shift.costs = kitchen_costs(kRoomyKvBytes);
  shift.crowd.seed = 4583;
  shift.crowd.streams = {{.from_ms = 0, .until_ms = 53'000, .orders_per_1000_s = 1'300}};
  shift.crowd.groups = {{.at_ms = 10'000, .window_ms = 500, .orders = 33},
                        {.at_ms = 26'000, .window_ms = 500, .orders = 33},
                        {.at_ms = 42'000, .window_ms = 500, .orders = 33}};
  shift.crowd.kinds = {{.share_percent = 100,
                        .prompt_tokens_min = 8,
                        .prompt_tokens_max = 24,
                        .output_tokens_min = 70,
                        .output_tokens_max = 90}};
  shift.crowd.patience_base_ms = 1'800;
  shift.crowd.patience_per_token_ms = 45;
  shift.levers = {Lever::slots};
  shift.defaults = {.slots = 1};
  shift.reference = {.slots = 30};
  shift.par_wait_ms = 5'500;
  shift.par_slots = 30;
  return shift;
}

}  // namespace kitchen::game

#include "game/shift.h"

namespace kitchen::game {

// Memory almost full. The KV cache saves the recomputing but fills the memory; 8-bit weights make
// room for it. A token here takes as much memory as a page of a long chat does elsewhere, so that
// short orders fill the GPU within a minute.
Shift shift_3_memory() {
  Shift shift;
  shift.key = "3";
  shift.lesson = 3;
  shift.text_key = "memory";
  shift.costs = kitchen_costs(20'000'000);
  shift.crowd.seed = 4272;
  shift.crowd.streams = {{.from_ms = 0, .until_ms = 16'000, .orders_per_1000_s = 3'500},
                         {.from_ms = 16'000, .until_ms = 36'000, .orders_per_1000_s = 5'000},
                         {.from_ms = 36'000, .until_ms = 54'000, .orders_per_1000_s = 3'500}};
  shift.crowd.kinds = {{.share_percent = 100,
                        .prompt_tokens_min = 30,
                        .prompt_tokens_max = 70,
                        .output_tokens_min = 50,
                        .output_tokens_max = 110}};
  shift.crowd.patience_base_ms = 3'000;
  shift.crowd.patience_per_token_ms = 45;
  shift.levers = {Lever::slots, Lever::batching, Lever::kv_cache, Lever::weight_bits};
  shift.defaults = {.slots = 4, .kv_cache = false};
  shift.reference = {.slots = 9, .weight_bits = 8};
  shift.par_wait_ms = 5'300;
  shift.par_slots = 9;
  return shift;
}

}  // namespace kitchen::game

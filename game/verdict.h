#pragma once

#include <cstdint>

#include "game/run.h"

namespace kitchen::game {

/// What held a run back, as facts from which the page makes one sentence. Every number is
/// computed from the run; docs/verdict.md defines each.
enum class VerdictKind : int32_t {
  nothing_lost = 0,  ///< every order was served
  no_free_slot,      ///< more left for want of a slot than for any other cause
  static_batch,      ///< likewise, beside free slots of a static batch
  memory_full,       ///< likewise, for want of memory
  step_too_slow,     ///< likewise, while cooking in a batch too large for the patience
  /// Most left for want of a slot or for slow steps, and keeping the KV cache on would have served
  /// more than any number of slots.
  recompute,
  too_late,  ///< more were in the house at the end than left for any one cause
};

struct Verdict {
  VerdictKind kind = VerdictKind::nothing_lost;
  bool passed = false;
  int32_t lost = 0;              ///< left or unfinished
  int32_t lost_to_this = 0;      ///< of those, to the kind named; docs/verdict.md
  int32_t slots_busy_milli = 0;  ///< mean requests per decode step, in thousandths
  int32_t slots_cold_milli = 0;  ///< mean free slots while a static batch kept orders waiting
  int32_t step_mean_us = 0;      ///< mean decode step
  /// What a token took those lost to slow steps: their time from admission to leaving over the
  /// tokens they made; 0 where none was lost so or none made a token.
  int32_t lost_us_per_token = 0;
  int32_t pace_allowed_us = 0;  ///< the crowd's patience per token
  int32_t hold_ms = 0;          ///< how long the queue was held for this kind's reason
  int32_t preemptions = 0;
  int32_t prefill_permille = 0;    ///< share of GPU time for prompts and recompute
  int32_t alone_us_per_token = 0;  ///< GPU time of a token with one request at a time
  int32_t run_us_per_token = 0;    ///< GPU time of a token in this run
};

/// Only for a run that has ended.
Verdict verdict(const Run& run);

}  // namespace kitchen::game

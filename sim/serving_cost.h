#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/time.h"

// What a step of a real deployment costs, in whole numbers: docs/real/law.md.
namespace kitchen::sim {

/// The law of one model on one replica, as the engine adds it up. All >= 0. A decode reads its
/// `context` at context_ps a token; a prompt's chunk reads at kv_read_ps and pays for each pair on
/// top.
struct ServingCost {
  std::vector<TimePs> step_ps;  ///< by tokens computed: overheads, linear layers, all-reduce
  TimePs per_request_ps = 0;
  TimePs context_ps = 0;
  TimePs window_context_ps = 0;
  TimePs kv_read_ps = 0;
  TimePs window_kv_read_ps = 0;
  int64_t pair_fs = 0;  ///< femtoseconds: a pair takes less than a picosecond where TP is wide
  int64_t window_pair_fs = 0;
  int64_t window_tokens = 0;  ///< of the layers with a sliding window; 0: there are none

  int64_t tokens_max() const { return static_cast<int64_t>(step_ps.size()) - 1; }
};

/// What the requests of one step that decode do: one token each.
struct DecodeLoad {
  int64_t requests = 0;
  int64_t context = 0;         ///< cached tokens that they read, summed
  int64_t window_context = 0;  ///< the same, of each at most the window
  int64_t growing = 0;         ///< requests whose context is still shorter than the window
};

/// What the requests of one step that compute a prompt, or a part of one, do.
struct PrefillLoad {
  int64_t requests = 0;
  int64_t tokens = 0;          ///< computed
  int64_t context = 0;         ///< cached tokens that they read, summed
  int64_t window_context = 0;  ///< the same, of each at most the window
  int64_t pairs = 0;           ///< a computed token with each that it sees, itself included
  int64_t window_pairs = 0;    ///< the same, where each sees the window at most

  /// Adds a chunk of `tokens` that come after `cached` ones. `window` as in ServingCost.
  void add(int64_t cached, int64_t tokens_computed, int64_t window);
};

/// The time of a step. Exact but for the pairs, which are rounded up to a picosecond once per step.
/// The tokens of both loads together must be at most tokens_max(), the sum must fit.
TimePs serving_step_ps(const ServingCost& cost, const DecodeLoad& decode,
                       const PrefillLoad& prefill);

/// By how much each step of decodes alone is longer than the one before.
TimePs serving_growth_ps(const ServingCost& cost, const DecodeLoad& decode);

/// Pairs of `computed` tokens that come after `cached` ones with what each sees: all before it and
/// itself, or the last `window` of those.
int64_t attention_pairs(int64_t cached, int64_t computed, int64_t window);

/// min(cached, window), or 0 without a window.
inline int64_t within_window(int64_t cached, int64_t window) { return std::min(cached, window); }

}  // namespace kitchen::sim

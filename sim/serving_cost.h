#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/check.h"
#include "sim/rounding.h"
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

/// Pairs of `computed` tokens that come after `cached` ones with what each sees: all before it and
/// itself, or the last `window` of those.
int64_t attention_pairs(int64_t cached, int64_t computed, int64_t window);

/// min(cached, window), or 0 without a window.
inline int64_t within_window(int64_t cached, int64_t window) { return std::min(cached, window); }

inline void PrefillLoad::add(int64_t cached, int64_t tokens_computed, int64_t window) {
  requests += 1;
  tokens += tokens_computed;
  context += cached;
  // Without a window: the first sees those cached and itself, each further one a token more.
  pairs += tokens_computed * cached + tokens_computed * (tokens_computed + 1) / 2;
  if (window > 0) {
    window_context += within_window(cached, window);
    window_pairs += attention_pairs(cached, tokens_computed, window);
  }
}

/// The time of the pairs, rounded up to a picosecond.
inline TimePs pairs_ps(const ServingCost& cost, const PrefillLoad& prefill) {
  constexpr int64_t kFsPerPs = 1000;
  // Pairs within a window are among all pairs.
  if (product_fits(prefill.pairs, cost.pair_fs + cost.window_pair_fs)) {
    const int64_t pairs_fs =
        prefill.pairs * cost.pair_fs + prefill.window_pairs * cost.window_pair_fs;
    // Unsigned, which divides by a constant in fewer instructions.
    return static_cast<TimePs>((static_cast<uint64_t>(pairs_fs) + kFsPerPs - 1) / kFsPerPs);
  }
  const Int128 pairs_fs = static_cast<Int128>(prefill.pairs) * cost.pair_fs +
                          static_cast<Int128>(prefill.window_pairs) * cost.window_pair_fs;
  return static_cast<TimePs>((pairs_fs + kFsPerPs - 1) / kFsPerPs);
}

/// The time of a step. Exact but for the pairs, which are rounded up to a picosecond once per step.
/// The tokens of both loads together must be at most tokens_max(). Nothing overflows where
/// validate() in serving.h found the costs `ok` and the loads are those of a replica.
inline TimePs serving_step_ps(const ServingCost& cost, const DecodeLoad& decode,
                              const PrefillLoad& prefill) {
  const int64_t tokens = decode.requests + prefill.tokens;
  KITCHEN_CHECK(tokens <= cost.tokens_max());
  TimePs step_ps =
      cost.step_ps[tokens] + cost.per_request_ps * (decode.requests + prefill.requests) +
      cost.context_ps * decode.context + cost.window_context_ps * decode.window_context;
  if (prefill.requests > 0) {
    step_ps += cost.kv_read_ps * prefill.context + cost.window_kv_read_ps * prefill.window_context +
               pairs_ps(cost, prefill);
  }
  return step_ps;
}

/// By how much each step of decodes alone is longer than the one before.
inline TimePs serving_growth_ps(const ServingCost& cost, const DecodeLoad& decode) {
  return cost.context_ps * decode.requests + cost.window_context_ps * decode.growing;
}

}  // namespace kitchen::sim

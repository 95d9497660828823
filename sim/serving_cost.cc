#include "sim/serving_cost.h"

#include "sim/check.h"
#include "sim/rounding.h"

namespace kitchen::sim {
namespace {

constexpr int64_t kFsPerPs = 1000;

/// 1 + 2 + ... + n
int64_t triangle(int64_t n) { return n * (n + 1) / 2; }

}  // namespace

int64_t attention_pairs(int64_t cached, int64_t computed, int64_t window) {
  const int64_t last = cached + computed;
  const int64_t growing_to = std::clamp(window, cached, last);
  const int64_t growing = triangle(growing_to) - triangle(cached);
  return growing + (last - growing_to) * window;
}

void PrefillLoad::add(int64_t cached, int64_t tokens_computed, int64_t window) {
  requests += 1;
  tokens += tokens_computed;
  context += cached;
  pairs += attention_pairs(cached, tokens_computed, cached + tokens_computed);
  if (window > 0) {
    window_context += within_window(cached, window);
    window_pairs += attention_pairs(cached, tokens_computed, window);
  }
}

TimePs serving_step_ps(const ServingCost& cost, const DecodeLoad& decode,
                       const PrefillLoad& prefill) {
  const int64_t tokens = decode.requests + prefill.tokens;
  KITCHEN_CHECK(tokens <= cost.tokens_max());
  TimePs step_ps = cost.step_ps[tokens] +
                   mul_checked(cost.per_request_ps, decode.requests + prefill.requests) +
                   mul_checked(cost.context_ps, decode.context) +
                   mul_checked(cost.window_context_ps, decode.window_context);
  if (prefill.requests > 0) {
    const Int128 pairs_fs = static_cast<Int128>(prefill.pairs) * cost.pair_fs +
                            static_cast<Int128>(prefill.window_pairs) * cost.window_pair_fs;
    step_ps += mul_checked(cost.kv_read_ps, prefill.context) +
               mul_checked(cost.window_kv_read_ps, prefill.window_context) +
               static_cast<TimePs>((pairs_fs + kFsPerPs - 1) / kFsPerPs);
  }
  return step_ps;
}

TimePs serving_growth_ps(const ServingCost& cost, const DecodeLoad& decode) {
  return mul_checked(cost.context_ps, decode.requests) +
         mul_checked(cost.window_context_ps, decode.growing);
}

}  // namespace kitchen::sim

#include "sim/serving_cost.h"

namespace kitchen::sim {
namespace {

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

}  // namespace kitchen::sim

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

}  // namespace kitchen::sim

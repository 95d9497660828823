#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/rounding.h"
#include "sim/time.h"

// Steps one after the other, each longer than the one before by the same amount.
namespace kitchen::sim {

/// What `count` steps add up to when the first takes `first` and each is longer by `growth`;
/// kNever where that is beyond 2^61, which is later than any time.
constexpr int64_t series(int64_t count, int64_t first, int64_t growth) {
  const int64_t pairs = count * (count - 1) / 2;  // 0 + 1 + … + (count - 1)
  const bool fits = product_fits(count, first) && product_fits(pairs, growth);
  return fits ? count * first + pairs * growth : kNever;
}

/// Smallest count in 1…limit whose steps add up to at least `span`; `limit` where none does.
/// `first` > 0; the last step of `limit` must fit.
constexpr int64_t steps_to_reach(TimePs span, int64_t limit, int64_t first, int64_t growth) {
  if (span <= first) {
    return 1;
  }
  // No step is shorter than the first nor longer than the last; steps grow slowly, so the two
  // bounds are close and the bisection is short.
  int64_t enough = std::min(limit, div_ceil(span, first));
  const int64_t longest = first + growth * (enough - 1);
  int64_t too_few = std::max<int64_t>(1, (span - 1) / longest);
  while (enough - too_few > 1) {
    const int64_t middle = too_few + (enough - too_few) / 2;
    (series(middle, first, growth) >= span ? enough : too_few) = middle;
  }
  return enough;
}

}  // namespace kitchen::sim

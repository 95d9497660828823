#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "sim/check.h"
#include "sim/rounding.h"
#include "sim/time.h"

namespace kitchen::real {

/// Percentiles are whole numbers of thousandths of a percent, so that 99.9 is exact.
using MilliPercent = int64_t;
inline constexpr MilliPercent kMilliPerPercent = 1000;
inline constexpr MilliPercent kAllMilliPercent = 100 * kMilliPerPercent;

/// How spans of time are spread, in memory that doesn't grow with their number. Count, sum, least
/// and most are exact. Values below 1024 ps have a bucket each; above, each doubling has 512 of the
/// same width (as HdrHistogram), so a percentile is at most 1/1024 (0.098 %) off the value that
/// sorting would give.
class TimeHistogram {
 public:
  /// `value` >= 0, `count` >= 0. Here, because it is called several times for each request.
  void add(sim::TimePs value, int64_t count = 1) {
    KITCHEN_CHECK(value >= 0 && count >= 0);
    if (count == 0) return;
    put(index_of(value), count);
    count_ += count;
    sum_ += static_cast<sim::Int128>(value) * count;
    min_ = std::min(min_, value);
    max_ = std::max(max_, value);
  }

  /// first, first + growth, first + 2 growth, ...: `steps` values, each `count` times. All >= 0;
  /// the last must fit. Costs by the buckets met, not by the steps.
  void add_run(sim::TimePs first, sim::TimePs growth, int64_t steps, int64_t count);

  void add_all(const TimeHistogram& other);

  int64_t count() const { return count_; }
  sim::TimePs min() const { return count_ == 0 ? 0 : min_; }
  sim::TimePs max() const { return max_; }
  sim::Int128 sum() const { return sum_; }
  sim::TimePs mean() const;  ///< rounded down; 0 of none

  /// Nearest rank: the least value that is not below so much of all, 0 < part <= kAllMilliPercent;
  /// 0 of none. `missing` more are counted as later than all: where the rank falls among them the
  /// answer is sim::kNever.
  sim::TimePs percentile(MilliPercent part, int64_t missing = 0) const;

  struct Bucket {
    sim::TimePs first = 0;  ///< least value that falls into it
    sim::TimePs last = 0;
    int64_t count = 0;
  };
  /// Those that aren't empty, rising.
  std::vector<Bucket> buckets() const;

 private:
  static constexpr int64_t kExactBits = 10;
  static constexpr int64_t kPerDoubling = int64_t{1} << (kExactBits - 1);

  // Of a value in the exact ones' range 0; the bit that is set then spares a case of its own.
  static int64_t shift_of(sim::TimePs value) {
    constexpr uint64_t kExactTop = uint64_t{1} << (kExactBits - 1);
    return std::bit_width(static_cast<uint64_t>(value) | kExactTop) - kExactBits;
  }
  static int64_t index_of(sim::TimePs value) {
    const int64_t shift = shift_of(value);
    return shift * kPerDoubling + (value >> shift);
  }
  static sim::TimePs first_of(int64_t index);
  static sim::TimePs last_of(int64_t index);

  void grow_to(int64_t index);
  void put(int64_t index, int64_t count) {
    if (index >= std::ssize(counts_)) grow_to(index);
    counts_[static_cast<uint64_t>(index)] += count;
  }

  std::vector<int64_t> counts_;
  int64_t count_ = 0;
  sim::Int128 sum_ = 0;
  sim::TimePs min_ = sim::kNever;
  sim::TimePs max_ = 0;
};

}  // namespace kitchen::real

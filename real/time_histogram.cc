#include "real/time_histogram.h"

namespace kitchen::real {

sim::TimePs TimeHistogram::first_of(int64_t index) {
  if (index < 2 * kPerDoubling) return index;
  const int64_t shift = index / kPerDoubling - 1;
  return (index - shift * kPerDoubling) << shift;
}

sim::TimePs TimeHistogram::last_of(int64_t index) {
  if (index < 2 * kPerDoubling) return index;
  const int64_t shift = index / kPerDoubling - 1;
  return first_of(index) + ((int64_t{1} << shift) - 1);
}

// By whole doublings, so that it seldom grows.
void TimeHistogram::grow_to(int64_t index) {
  counts_.resize(static_cast<uint64_t>((index / kPerDoubling + 1) * kPerDoubling));
}

void TimeHistogram::add_run(sim::TimePs first, sim::TimePs growth, int64_t steps, int64_t count) {
  KITCHEN_CHECK(first >= 0 && growth >= 0 && steps >= 0 && count >= 0);
  if (steps == 0 || count == 0) return;
  if (growth == 0 || steps == 1) {
    add(first, steps * count);
    return;
  }
  const sim::TimePs last = first + sim::mul_checked(growth, steps - 1);
  const int64_t index_last = index_of(last);
  int64_t left = steps;
  sim::TimePs value = first;
  for (int64_t index = index_of(first); index < index_last; index = index_of(value)) {
    const int64_t here = (last_of(index) - value) / growth + 1;
    put(index, here * count);
    left -= here;
    value += here * growth;
  }
  put(index_last, left * count);
  count_ += steps * count;
  sum_ += (static_cast<sim::Int128>(first) + last) * steps / 2 * count;
  min_ = std::min(min_, first);
  max_ = std::max(max_, last);
}

void TimeHistogram::add_all(const TimeHistogram& other) {
  for (int64_t index = 0; index < std::ssize(other.counts_); ++index) {
    const int64_t count = other.counts_[static_cast<uint64_t>(index)];
    if (count > 0) put(index, count);
  }
  count_ += other.count_;
  sum_ += other.sum_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
}

sim::TimePs TimeHistogram::mean() const {
  return count_ == 0 ? 0 : static_cast<sim::TimePs>(sum_ / count_);
}

sim::TimePs TimeHistogram::percentile(MilliPercent part, int64_t missing) const {
  KITCHEN_CHECK(part > 0 && part <= kAllMilliPercent && missing >= 0);
  const sim::Int128 all = static_cast<sim::Int128>(count_) + missing;
  if (all == 0) return 0;
  const auto rank = static_cast<int64_t>((all * part + (kAllMilliPercent - 1)) / kAllMilliPercent);
  if (rank > count_) return sim::kNever;
  if (rank == 1) return min_;
  if (rank == count_) return max_;
  int64_t seen = 0;
  int64_t index = 0;
  while ((seen += counts_[static_cast<uint64_t>(index)]) < rank) ++index;
  const sim::TimePs middle = first_of(index) + (last_of(index) - first_of(index)) / 2;
  return std::clamp(middle, min_, max_);
}

std::vector<TimeHistogram::Bucket> TimeHistogram::buckets() const {
  std::vector<Bucket> buckets;
  for (int64_t index = 0; index < std::ssize(counts_); ++index) {
    const int64_t count = counts_[static_cast<uint64_t>(index)];
    if (count > 0) buckets.push_back({first_of(index), last_of(index), count});
  }
  return buckets;
}

}  // namespace kitchen::real

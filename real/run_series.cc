#include "real/run_series.h"

#include <algorithm>

namespace kitchen::real {

void LevelSeries::widen(sim::TimePs end_ps) {
  while ((end_ps - 1) >> shift_ >= kPointsMax) {
    ++shift_;
    const uint64_t half = (sums_.size() + 1) / 2;
    for (uint64_t i = 0; i < half; ++i) {
      sums_[i] = sums_[2 * i] + (2 * i + 1 < sums_.size() ? sums_[2 * i + 1] : 0);
    }
    sums_.resize(half);
  }
  const auto needed = static_cast<uint64_t>(((end_ps - 1) >> shift_) + 1);
  if (needed > sums_.size()) sums_.resize(needed);
}

void LevelSeries::add_stretches(sim::TimePs start_ps, sim::TimePs duration_ps, int64_t level) {
  if (duration_ps == 0) return;
  const sim::TimePs end_ps = start_ps + duration_ps;
  widen(end_ps);
  for (sim::TimePs at = start_ps; at < end_ps;) {
    const int64_t point = at >> shift_;
    const sim::TimePs stop = std::min(end_ps, (point + 1) << shift_);
    sums_[static_cast<uint64_t>(point)] += static_cast<sim::Int128>(level) * (stop - at);
    at = stop;
  }
}

double LevelSeries::mean(int64_t point) const {
  return static_cast<double>(sums_[static_cast<uint64_t>(point)]) /
         static_cast<double>(stretch_ps());
}

double LevelSeries::mean(sim::TimePs from_ps, sim::TimePs until_ps) const {
  const int64_t first = (from_ps + stretch_ps() - 1) >> shift_;
  const int64_t end = std::min(until_ps >> shift_, points());
  sim::Int128 sum = 0;
  for (int64_t point = first; point < end; ++point) sum += sums_[static_cast<uint64_t>(point)];
  // Beyond the last point nothing was there.
  const int64_t stretches = (until_ps >> shift_) - first;
  if (stretches <= 0) return 0;
  return static_cast<double>(sum) / static_cast<double>(stretch_ps()) /
         static_cast<double>(stretches);
}

void RunSeries::on_steps(const sim::StepRun& run) {
  const sim::TimePs total_ps = run.total_ps();
  running_.add(run.start_ps, total_ps, run.decode.requests + run.prefill.requests);
  waiting_.add(run.start_ps, total_ps, run.waiting);
  kv_blocks_.add(run.start_ps, total_ps, (run.kv_blocks_first + run.kv_blocks_last) / 2);
}

}  // namespace kitchen::real

#pragma once

#include <cstdint>
#include <vector>

#include "sim/check.h"
#include "sim/rounding.h"
#include "sim/serving.h"

namespace kitchen::real {

/// How high something was over time, in memory that doesn't grow: mean levels of at most kPointsMax
/// stretches of the same length, which doubles whenever time goes beyond the last. Levels that are
/// added for the same time add up.
class LevelSeries {
 public:
  static constexpr int64_t kPointsMax = 1024;

  /// All >= 0, in any order of time.
  void add(sim::TimePs start_ps, sim::TimePs duration_ps, int64_t level) {
    KITCHEN_CHECK(start_ps >= 0 && duration_ps >= 0 && level >= 0);
    const int64_t point = start_ps >> shift_;
    if (point < points() && (start_ps + duration_ps) >> shift_ == point) {
      sums_[static_cast<uint64_t>(point)] += static_cast<sim::Int128>(level) * duration_ps;
    } else {
      add_stretches(start_ps, duration_ps, level);
    }
  }

  sim::TimePs stretch_ps() const { return sim::TimePs{1} << shift_; }
  int64_t points() const { return static_cast<int64_t>(sums_.size()); }
  double mean(int64_t point) const;
  /// Mean over the stretches from one time to another, those cut by them not counted; 0 of none.
  double mean(sim::TimePs from_ps, sim::TimePs until_ps) const;

 private:
  void add_stretches(sim::TimePs start_ps, sim::TimePs duration_ps, int64_t level);
  void widen(sim::TimePs end_ps);

  std::vector<sim::Int128> sums_;  // level x picoseconds
  int64_t shift_ = 30;             // stretches of a millisecond at first
};

/// Requests and KV cache blocks of all replicas over time.
class RunSeries : public sim::ServingListener {
 public:
  void on_steps(const sim::StepRun& run) override;

  const LevelSeries& running() const { return running_; }
  const LevelSeries& waiting() const { return waiting_; }
  const LevelSeries& kv_blocks() const { return kv_blocks_; }

 private:
  LevelSeries running_;
  LevelSeries waiting_;
  LevelSeries kv_blocks_;
};

}  // namespace kitchen::real

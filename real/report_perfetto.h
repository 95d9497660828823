#pragma once

#include <cstdint>
#include <string>

#include "sim/serving.h"

namespace kitchen::real {

/// The schedule of a run as a Chrome trace (JSON), which ui.perfetto.dev and chrome://tracing open:
/// a process for each replica with its steps as slices, counters of running and waiting requests
/// and of KV cache blocks, preemptions as instants. Times in it are exact to the picosecond.
class PerfettoTrace : public sim::ServingListener {
 public:
  static constexpr int64_t kEventsMax = 200'000;

  explicit PerfettoTrace(int64_t events_max = kEventsMax) : events_max_(events_max) {}

  void on_steps(const sim::StepRun& run) override;
  void on_preemption(const sim::BatchChange& change) override;

  /// Whether the run had more events than are kept: those that came later are left out.
  bool cut() const { return cut_; }

  std::string json() const;

 private:
  bool add(const std::string& event);
  void add_replica(int32_t replica);
  void add_step(const sim::StepRun& run, int64_t step, sim::TimePs start_ps);

  int64_t events_max_;
  int64_t count_ = 0;
  int32_t replicas_ = 0;
  bool cut_ = false;
  std::string events_;
};

}  // namespace kitchen::real

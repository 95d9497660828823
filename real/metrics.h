#pragma once

#include <cstdint>
#include <vector>

#include "real/run_series.h"
#include "real/time_histogram.h"
#include "sim/serving.h"

namespace kitchen::real {

/// What a request must not take longer than. kNever: no such target.
struct Targets {
  sim::TimePs ttft_ps_max = sim::kNever;
  sim::TimePs tpot_ps_max = sim::kNever;
  sim::TimePs itl_ps_max = sim::kNever;  ///< of all tokens together, not of one request
  sim::TimePs e2e_ps_max = sim::kNever;
  MilliPercent percentile = 95 * kMilliPerPercent;  ///< at which each must be met

  bool any() const { return of_requests() || itl_ps_max != sim::kNever; }
  /// Whether there is one that a single request meets or misses.
  bool of_requests() const {
    return ttft_ps_max != sim::kNever || tpot_ps_max != sim::kNever || e2e_ps_max != sim::kNever;
  }
};

/// What the steps of a run did in all.
struct WorkDone {
  int64_t steps = 0;
  sim::Int128 busy_ps = 0;  ///< summed over the replicas
  int64_t tokens = 0;       ///< computed
  int64_t requests = 0;     ///< summed over the steps
  sim::Int128 context = 0;  ///< cached tokens read by a layer that attends to all
  sim::Int128 window_context = 0;
  sim::Int128 pairs = 0;  ///< a computed token with each that it sees, as StepLoad counts them
  sim::Int128 window_pairs = 0;
  sim::Int128 weights_bytes = 0;  ///< read, per GPU; 0 where Metrics was given no table
  sim::Int128 kv_block_ps = 0;    ///< KV cache blocks in use, over time
  sim::Int128 request_ps = 0;     ///< requests in the batch, over time
  sim::Int128 waiting_ps = 0;     ///< requests in the queue, over the time in steps
};

/// Sums up a run as it goes, in memory that doesn't grow with it.
///
/// TTFT: from arrival to the end of the step that made the first token. E2E: from arrival to the
/// last token. TPOT: (E2E - TTFT) / (output tokens - 1), rounded down; requests with one token have
/// none. ITL: the time between two tokens of a request, each counted. Queue: from arrival to the
/// first step that worked on the request. TTFT, TPOT, E2E and queue are of finished requests; those
/// refused, ended early or left over have none and count as later than all where a target is
/// judged. So they do for ITL, as requests: how many tokens they would have had is not known.
class Metrics : public sim::ServingListener {
 public:
  /// `weights_bytes`: what a step of so many tokens reads of the weights, by tokens; empty:
  /// WorkDone says nothing of it.
  explicit Metrics(const Targets& targets, std::vector<int64_t> weights_bytes = {})
      : targets_(targets), weights_bytes_(std::move(weights_bytes)) {}

  void on_request(const sim::RequestRecord& record) override;
  void on_steps(const sim::StepRun& run) override;
  void on_gap(const sim::TokenGap& gap) override;
  /// So many more requests were there, but the run was stopped before they ended.
  void add_left_over(int64_t requests) { requests_ += requests; }

  const Targets& targets() const { return targets_; }
  const TimeHistogram& ttft() const { return ttft_; }
  const TimeHistogram& tpot() const { return tpot_; }
  const TimeHistogram& itl() const { return itl_; }
  const TimeHistogram& e2e() const { return e2e_; }
  const TimeHistogram& queue() const { return queue_; }
  const WorkDone& work() const { return work_; }
  const LevelSeries& waiting() const { return waiting_; }  ///< requests in the queues, over time

  int64_t requests() const { return requests_; }  ///< all; refused and left over ones included
  int64_t finished() const { return finished_; }
  int64_t not_finished() const { return requests_ - finished_; }
  /// That finished within all targets of single requests. 0 where there is none of those.
  int64_t met() const { return met_; }
  int64_t prompt_tokens() const { return prompt_tokens_; }  ///< of those finished
  int64_t output_tokens() const { return output_tokens_; }  ///< of those finished
  int64_t cached_tokens() const { return cached_tokens_; }  ///< of those prompts, from the cache
  int64_t preempted() const { return preempted_; }          ///< requests that were, once or more
  sim::TimePs first_arrival_ps() const { return requests_ == 0 ? 0 : first_arrival_ps_; }
  sim::TimePs last_arrival_ps() const { return last_arrival_ps_; }
  sim::TimePs ended_ps() const { return ended_ps_; }  ///< the last of all

  /// What a target is compared with: the percentile of that target, over all requests. kNever where
  /// more of them didn't finish than the percentile leaves out, and where no request has such a
  /// time (a TPOT where each made one token): what nobody has isn't met.
  sim::TimePs judged(const TimeHistogram& times) const;
  /// Whether every target is met at its percentile; true where there is none.
  bool all_met() const;

 private:
  void add_windows(const sim::StepRun& run);
  bool meets(sim::TimePs ttft_ps, sim::TimePs tpot_ps, sim::TimePs e2e_ps) const {
    return ttft_ps <= targets_.ttft_ps_max && tpot_ps <= targets_.tpot_ps_max &&
           e2e_ps <= targets_.e2e_ps_max;
  }

  Targets targets_;
  std::vector<int64_t> weights_bytes_;
  TimeHistogram ttft_;
  TimeHistogram tpot_;
  TimeHistogram itl_;
  TimeHistogram e2e_;
  TimeHistogram queue_;
  WorkDone work_;
  LevelSeries waiting_;
  int64_t requests_ = 0;
  int64_t finished_ = 0;
  int64_t met_ = 0;
  int64_t prompt_tokens_ = 0;
  int64_t output_tokens_ = 0;
  int64_t cached_tokens_ = 0;
  int64_t preempted_ = 0;
  sim::TimePs first_arrival_ps_ = sim::kNever;
  sim::TimePs last_arrival_ps_ = 0;
  sim::TimePs ended_ps_ = 0;
};

}  // namespace kitchen::real

#pragma once

#include <cstdint>
#include <vector>

namespace kitchen::sim {

/// A job that comes up at a step. Of a job that is admitted again its earlier entries are void.
struct StepEntry {
  int64_t step = 0;
  int64_t admission = 0;
  int32_t job = 0;
};

/// Entries by step, those of one step by admission.
class StepQueue {
 public:
  bool empty() const { return heap_.empty(); }
  const StepEntry& first() const { return heap_.front(); }
  void push(const StepEntry& entry);
  void pop();

 private:
  std::vector<StepEntry> heap_;
};

/// Knows how long the outputs are and says which token was the last, so that nothing else of the
/// engine needs to: a scheduler can't know.
class OutputEnds {
 public:
  /// A new job: its output has so many tokens, and at most so many may be made.
  void expect(int32_t job, int64_t output_tokens, int64_t tokens_max);

  /// Whether its output would be longer than what may be made.
  bool is_cut(int32_t job) const { return outputs_[job].cut; }

  /// Whether the last of so many tokens was the job's last.
  bool is_last(int32_t job, int64_t made) const { return outputs_[job].tokens == made; }

  /// From here on the job makes one token in each step; `made` it has already.
  void start(int32_t job, int64_t admission, int64_t step, int64_t made);

  /// It no longer does.
  void stop(int32_t job) { outputs_[job].admission = -1; }

  /// The number of steps after which the first of the jobs has made its last token; INT64_MAX where
  /// there is none.
  int64_t next_step();

  /// The job that is done after `step` steps, the first admitted first; -1 where no other is.
  int32_t take_done(int64_t step);

 private:
  struct Output {
    int64_t tokens = 0;
    int64_t admission = -1;  // the entry that counts; -1: none
    bool cut = false;
  };

  void drop_void();

  std::vector<Output> outputs_;
  StepQueue queue_;
};

}  // namespace kitchen::sim

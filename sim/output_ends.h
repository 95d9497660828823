#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
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
/// engine needs to: a scheduler can't know. Time is in steps. The next kWheelSteps have a list each
/// of the jobs that are done then; those further away wait in a heap.
class OutputEnds {
 public:
  /// A new job: its output has so many tokens, and at most so many may be made.
  void expect(int32_t job, int64_t output_tokens, int64_t tokens_max) {
    if (job >= std::ssize(outputs_)) {
      outputs_.resize(job + 1);
    }
    Output& output = outputs_[job];
    output.tokens = std::min(output_tokens, tokens_max);
    output.admission = -1;
    output.cut = output_tokens > tokens_max;
  }

  /// Whether its output would be longer than what may be made.
  bool is_cut(int32_t job) const { return outputs_[job].cut; }

  /// Whether the last of so many tokens was the job's last.
  bool is_last(int32_t job, int64_t made) const { return outputs_[job].tokens == made; }

  /// From now on the job makes one token in each step; `made` it has already, and not all.
  /// Admissions must rise from call to call.
  void start(int32_t job, int64_t admission, int64_t made);

  /// It no longer does, although it isn't done.
  void stop(int32_t job);

  /// The number of steps after which the first of the jobs has made its last token; INT64_MAX where
  /// there is none.
  int64_t next_step();

  /// So many steps have been made by now: at most next_step(), and all that were done are taken.
  void set_now(int64_t step) {
    now_ = step;
    if (!far_.empty() && is_near(far_.first().step)) {
      take_near();
    }
  }

  /// A job that is done now, the first admitted first; -1 where no other is.
  int32_t take_done() {
    Bucket& bucket = wheel_[place_of(now_)];
    return bucket.head < 0 ? -1 : take_first(bucket);
  }

 private:
  static constexpr int64_t kWheelSteps = 1024;
  static constexpr int64_t kWordBits = 64;

  struct Output {
    int64_t tokens = 0;
    int64_t step = 0;        // after which it is done
    int64_t admission = -1;  // where it makes tokens, else -1
    int32_t before = -1;     // in the list of its step
    int32_t after = -1;
    bool cut = false;
  };
  struct Bucket {
    int32_t head = -1;
    int32_t tail = -1;
  };

  static int64_t place_of(int64_t step) { return step & (kWheelSteps - 1); }
  bool is_near(int64_t step) const { return step - now_ < kWheelSteps; }
  int32_t take_first(Bucket& bucket);
  void take_near();
  void drop_void();
  void append(int32_t job);
  void unlink(const Output& output);

  std::vector<Output> outputs_;
  int64_t now_ = 0;
  std::array<Bucket, kWheelSteps> wheel_;
  std::array<uint64_t, kWheelSteps / kWordBits> filled_ = {};  // one bit a bucket
  StepQueue far_;
};

}  // namespace kitchen::sim

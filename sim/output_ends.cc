#include "sim/output_ends.h"

#include <algorithm>
#include <iterator>

#include "sim/check.h"

namespace kitchen::sim {
namespace {

bool comes_later(const StepEntry& a, const StepEntry& b) {
  return a.step != b.step ? a.step > b.step : a.admission > b.admission;
}

}  // namespace

void StepQueue::push(const StepEntry& entry) {
  heap_.push_back(entry);
  std::push_heap(heap_.begin(), heap_.end(), comes_later);
}

void StepQueue::pop() {
  std::pop_heap(heap_.begin(), heap_.end(), comes_later);
  heap_.pop_back();
}

void OutputEnds::expect(int32_t job, int64_t output_tokens, int64_t tokens_max) {
  if (job >= std::ssize(outputs_)) {
    outputs_.resize(job + 1);
  }
  outputs_[job] = {std::min(output_tokens, tokens_max), -1, output_tokens > tokens_max};
}

void OutputEnds::start(int32_t job, int64_t admission, int64_t step, int64_t made) {
  KITCHEN_CHECK(made < outputs_[job].tokens);
  outputs_[job].admission = admission;
  queue_.push({step + outputs_[job].tokens - made, admission, job});
}

void OutputEnds::drop_void() {
  while (!queue_.empty() && outputs_[queue_.first().job].admission != queue_.first().admission) {
    queue_.pop();
  }
}

int64_t OutputEnds::next_step() {
  drop_void();
  return queue_.empty() ? INT64_MAX : queue_.first().step;
}

int32_t OutputEnds::take_done(int64_t step) {
  drop_void();
  if (queue_.empty() || queue_.first().step > step) {
    return -1;
  }
  const int32_t job = queue_.first().job;
  queue_.pop();
  stop(job);
  return job;
}

}  // namespace kitchen::sim

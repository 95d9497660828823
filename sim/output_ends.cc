#include "sim/output_ends.h"

#include <algorithm>
#include <bit>
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

void OutputEnds::start(int32_t job, int64_t admission, int64_t made) {
  Output& output = outputs_[job];
  KITCHEN_CHECK(made < output.tokens);
  output.admission = admission;
  output.step = now_ + output.tokens - made;
  if (is_near(output.step)) {
    append(job);
  } else {
    far_.push({output.step, admission, job});
  }
}

void OutputEnds::stop(int32_t job) {
  Output& output = outputs_[job];
  if (is_near(output.step)) {
    unlink(output);
  }
  output.admission = -1;
}

void OutputEnds::drop_void() {
  while (!far_.empty() && outputs_[far_.first().job].admission != far_.first().admission) {
    far_.pop();
  }
}

int64_t OutputEnds::next_step() {
  // From now's bit on, around the wheel, and at last the bits before it.
  const int64_t words = std::ssize(filled_);
  const int64_t first_bit = place_of(now_);
  for (int64_t turn = 0; turn <= words; ++turn) {
    const int64_t word = (first_bit / kWordBits + turn) % words;
    const uint64_t before_now = (uint64_t{1} << (first_bit % kWordBits)) - 1;
    const uint64_t bits = filled_[word] & (turn == 0 ? ~before_now : ~uint64_t{0});
    if (bits != 0) {
      return outputs_[wheel_[word * kWordBits + std::countr_zero(bits)].head].step;
    }
  }
  drop_void();
  return far_.empty() ? INT64_MAX : far_.first().step;
}

void OutputEnds::take_near() {
  while (!far_.empty() && is_near(far_.first().step)) {
    const StepEntry entry = far_.first();
    far_.pop();
    if (outputs_[entry.job].admission == entry.admission) {
      append(entry.job);
    }
  }
}

int32_t OutputEnds::take_first(Bucket& bucket) {
  const int32_t job = bucket.head;
  Output& output = outputs_[job];
  KITCHEN_CHECK(output.step == now_);
  output.admission = -1;
  bucket.head = output.after;
  if (bucket.head >= 0) {
    outputs_[bucket.head].before = -1;
  } else {
    bucket.tail = -1;
    const int64_t place = place_of(now_);
    filled_[place / kWordBits] &= ~(uint64_t{1} << (place % kWordBits));
  }
  return job;
}

void OutputEnds::append(int32_t job) {
  Output& output = outputs_[job];
  const int64_t place = place_of(output.step);
  Bucket& bucket = wheel_[place];
  output.before = bucket.tail;
  output.after = -1;
  (bucket.tail >= 0 ? outputs_[bucket.tail].after : bucket.head) = job;
  bucket.tail = job;
  filled_[place / kWordBits] |= uint64_t{1} << (place % kWordBits);
}

void OutputEnds::unlink(const Output& output) {
  const int64_t place = place_of(output.step);
  Bucket& bucket = wheel_[place];
  (output.before >= 0 ? outputs_[output.before].after : bucket.head) = output.after;
  (output.after >= 0 ? outputs_[output.after].before : bucket.tail) = output.before;
  if (bucket.head < 0) {
    filled_[place / kWordBits] &= ~(uint64_t{1} << (place % kWordBits));
  }
}

}  // namespace kitchen::sim

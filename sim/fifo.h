#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "sim/check.h"

namespace kitchen::sim {

/// First in, first out. It grows chunk by chunk and never moves what is in it: a queue of millions
/// takes no more than its values.
template <typename Value>
class Fifo {
 public:
  int64_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  /// The `place`th from the first on.
  const Value& operator[](int64_t place) const { return at(first_ + place); }

  void push(Value value) {
    if (first_ + size_ == std::ssize(chunks_) * kChunk) {
      chunks_.push_back(std::make_unique<Chunk>());
    }
    at(first_ + size_) = std::move(value);
    ++size_;
  }

  Value pop() {
    KITCHEN_CHECK(size_ > 0);
    Value value = std::move((*chunks_.front())[first_]);
    ++first_;
    --size_;
    if (first_ == kChunk) {
      leave_chunk();
    }
    return value;
  }

 private:
  static constexpr int64_t kChunk = 4096;
  using Chunk = std::array<Value, kChunk>;

  // The first one is used again as the last.
  void leave_chunk() {
    std::rotate(chunks_.begin(), chunks_.begin() + 1, chunks_.end());
    first_ = 0;
  }

  Value& at(int64_t place) const { return (*chunks_[place / kChunk])[place % kChunk]; }

  std::vector<std::unique_ptr<Chunk>> chunks_;
  int64_t first_ = 0;  // in the first chunk
  int64_t size_ = 0;
};

}  // namespace kitchen::sim

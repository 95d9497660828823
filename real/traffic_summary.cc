#include "real/traffic_summary.h"

#include <algorithm>
#include <unordered_set>

namespace kitchen::real {
namespace {

/// Counts of each value.
class Histogram {
 public:
  void add(int64_t value) {
    if (value >= std::ssize(counts_)) counts_.resize(static_cast<uint64_t>(value) + 1);
    ++counts_[static_cast<uint64_t>(value)];
    ++total_;
    sum_ += value;
  }

  /// The least value that is not below `percent` % of all (nearest rank).
  int64_t percentile(int64_t percent) const {
    const int64_t rank = std::max<int64_t>(1, (total_ * percent + 99) / 100);
    int64_t seen = 0;
    for (int64_t value = 0; value < std::ssize(counts_); ++value) {
      seen += counts_[static_cast<uint64_t>(value)];
      if (seen >= rank) return value;
    }
    return 0;
  }

  LengthSummary summary() const {
    return {sum_,           percentile(0),  percentile(50), percentile(90),
            percentile(95), percentile(99), percentile(100)};
  }

 private:
  std::vector<int64_t> counts_;
  int64_t total_ = 0;
  int64_t sum_ = 0;
};

/// Most arrivals in one window of a row of them.
class Peak {
 public:
  explicit Peak(sim::TimePs window_ps) : window_ps_(window_ps) {}

  void add(sim::TimePs arrival_ps) {
    const int64_t window = arrival_ps / window_ps_;
    count_ = window == current_ ? count_ + 1 : 1;
    current_ = window;
    most_ = std::max(most_, count_);
  }

  int64_t most() const { return most_; }

 private:
  sim::TimePs window_ps_;
  int64_t current_ = -1;
  int64_t count_ = 0;
  int64_t most_ = 0;
};

}  // namespace

TrafficSummary summarise(RequestSource& source) {
  TrafficSummary summary;
  Histogram prompts;
  Histogram outputs;
  Peak seconds(sim::kPsPerSecond);
  Peak minutes(60 * sim::kPsPerSecond);
  std::unordered_set<int64_t> blocks;
  Request request;
  while (source.next(request)) {
    ++summary.requests;
    summary.span_ps = request.arrival_ps;
    prompts.add(request.prompt_tokens);
    outputs.add(request.output_tokens);
    seconds.add(request.arrival_ps);
    minutes.add(request.arrival_ps);
    summary.prefix_blocks += std::ssize(request.prefix_blocks);
    bool hit = true;
    for (const int64_t block : request.prefix_blocks) {
      hit = hit && blocks.contains(block);
      summary.prefix_blocks_hit += hit ? 1 : 0;
      blocks.insert(block);
    }
  }
  summary.prompt = prompts.summary();
  summary.output = outputs.summary();
  summary.second_peak = seconds.most();
  summary.minute_peak = minutes.most();
  return summary;
}

}  // namespace kitchen::real

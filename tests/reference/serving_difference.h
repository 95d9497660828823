#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/cluster.h"
#include "sim/hash.h"
#include "tests/reference/serving_stepwise.h"

namespace kitchen::reference {

/// Keeps all that a cluster tells.
class ServingRecorder : public sim::ServingListener {
 public:
  void on_request(const sim::RequestRecord& record) override { records.push_back(record); }
  void on_steps(const sim::StepRun& run) override { runs.push_back(run); }
  void on_gap(const sim::TokenGap& gap) override { gaps.push_back(gap); }
  void on_admission(const sim::BatchChange& change) override { admissions.push_back(change); }
  void on_preemption(const sim::BatchChange& change) override { preemptions.push_back(change); }

  std::vector<sim::RequestRecord> records;
  std::vector<sim::StepRun> runs;
  std::vector<sim::TokenGap> gaps;
  std::vector<sim::BatchChange> admissions;
  std::vector<sim::BatchChange> preemptions;
};

/// The requests of a list, one after the other.
class ListedRequests : public sim::RequestSource {
 public:
  explicit ListedRequests(const std::vector<sim::ServingRequest>& requests) : requests_(requests) {}
  bool next(sim::ServingRequest& request) override {
    if (next_ == requests_.size()) return false;
    request = requests_[next_++];
    return true;
  }

 private:
  const std::vector<sim::ServingRequest>& requests_;
  size_t next_ = 0;
};

/// "" where a finished run of the engine is what the reference says, in every request, every step,
/// every inter-token latency and every count; else the first difference.
std::string first_difference(const sim::Cluster& cluster, const ServingRecorder& recorder,
                             const StepwiseCluster& stepwise);

/// Laws that hold whatever the rules are. "" where none is broken by a finished run.
std::string broken_serving_law(const sim::Cluster& cluster, const ServingRecorder& recorder);

/// What holds at any time: nobody is lost, no block is used twice.
std::string broken_serving_count(const sim::Cluster& cluster);

/// Of each of the reference's requests, TTFT + all its ITL = E2E.
std::string broken_token_law(const StepwiseCluster& stepwise);

}  // namespace kitchen::reference

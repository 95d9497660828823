#pragma once

#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <vector>

#include "sim/cluster.h"

// The rules of docs/real/scheduler.md once more, step by step and request by request, with nothing
// clever in it: every step asks every request, every block is counted anew, every token has its
// time.
namespace kitchen::reference {

/// All that is known of a request at the end.
struct ServedRequest {
  sim::RequestRecord record;
  std::vector<sim::TimePs> token_times;  ///< of each token that was made
  std::vector<bool> after_preemption;    ///< of each token: whether it came late for that
  bool ended = false;
};

/// One step of one replica.
struct ServedStep {
  sim::TimePs start_ps = 0;
  sim::TimePs end_ps = 0;
  int64_t decodes = 0;
  int64_t context = 0;  ///< tokens that decodes read
  int64_t prefills = 0;
  int64_t prefill_tokens = 0;
  int64_t waiting = 0;
  int64_t kv_blocks = 0;
};

class StepwiseReplica {
 public:
  StepwiseReplica(const sim::ServingCost& cost, const sim::ServingConfig& config, int32_t index,
                  std::vector<ServedRequest>& served)
      : cost_(cost), config_(config), index_(index), served_(served) {}

  void arrive(int64_t id, const sim::ServingRequest& request);
  void schedule(sim::TimePs now_ps);
  void end_step();

  bool in_step() const { return in_step_; }
  sim::TimePs end_ps() const { return steps_.back().end_ps; }
  bool has_work() const { return !running_.empty() || !waiting_.empty(); }
  int64_t requests() const { return std::ssize(running_) + std::ssize(waiting_); }
  int64_t used_blocks() const;
  /// Those, and what the queue and prompts under way still need.
  int64_t wanted_blocks() const;
  int64_t prefix_hits(const sim::ServingRequest& request) const;
  const std::vector<ServedStep>& steps() const { return steps_; }
  int64_t ended() const { return ended_; }
  /// Waiting, running, most running, tokens computed, cached, preemptions, blocks and so on.
  sim::ServingCounts counts() const;

 private:
  struct Request {
    int64_t id = 0;
    int64_t prompt = 0;
    int64_t output = 0;  // tokens that it makes at most
    bool cut = false;    // it would have made more
    std::vector<int64_t> ids;
    int64_t made = 0;
    int64_t computed = 0;  // 0 … prompt + made
    int64_t own_blocks = 0;
    std::vector<int64_t> held_ids;
    int64_t seen_ids = 0;
    int64_t tokens_now = 0;  // in the step under way
    bool decodes_now = false;
    bool is_late = false;  // preempted since its last token
  };
  using Pointer = std::shared_ptr<Request>;

  int64_t blocks(int64_t tokens) const;
  int64_t unit() const { return config_.prefix_tokens / config_.block_tokens; }
  bool allocate(Request& request, int64_t tokens);
  void evict();
  void note_prefix(Request& request, int64_t computed);
  void give_up(const Pointer& victim);
  void free_all(Request& request);
  bool try_admit(int64_t& budget, sim::TimePs now_ps);
  int64_t usable_hits(const Request& request) const;
  sim::TimePs step_ps(ServedStep& step) const;
  void end(Request& request, sim::Outcome outcome, sim::TimePs now_ps);

  const sim::ServingCost& cost_;
  sim::ServingConfig config_;
  int32_t index_;
  std::vector<ServedRequest>& served_;
  std::deque<Pointer> waiting_;
  std::vector<Pointer> running_;
  std::map<int64_t, int64_t> holders_;  // of each cached id
  std::list<int64_t> unheld_;           // cached ids that nobody holds, the one let go first first
  int64_t batch_left_ = 0;
  bool in_step_ = false;
  std::vector<ServedStep> steps_;
  int64_t ended_ = 0;
  sim::ServingCounts counts_;
};

/// The same as sim::Cluster with all requests known.
class StepwiseCluster {
 public:
  StepwiseCluster(const sim::ServingCost& cost, const sim::ClusterConfig& config,
                  std::vector<sim::ServingRequest> requests);

  void run();

  const std::vector<ServedRequest>& served() const { return served_; }
  const std::vector<StepwiseReplica>& replicas() const { return replicas_; }
  sim::ServingCounts counts() const;

 private:
  sim::TimePs next_send_ps() const;
  sim::TimePs next_time_ps() const;
  void send_due(sim::TimePs now_ps);
  size_t route(const sim::ServingRequest& request);
  bool is_out_of_balance() const;
  void free_ended(const StepwiseReplica& replica, int64_t ended_before, sim::TimePs now_ps);

  sim::ClusterConfig config_;
  std::vector<sim::ServingRequest> requests_;
  size_t sent_ = 0;
  std::vector<ServedRequest> served_;
  std::vector<StepwiseReplica> replicas_;
  std::deque<sim::TimePs> free_clients_;
  size_t turn_ = 0;
};

}  // namespace kitchen::reference

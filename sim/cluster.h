#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/serving.h"
#include "sim/serving_replica.h"
#include "sim/serving_request.h"
#include "sim/time.h"

namespace kitchen::sim {

/// Which replica a request goes to. Ties go to the first of them.
enum class Router : int32_t {
  round_robin = 0,
  least_requests = 1,  ///< fewest requests in its queue and batch
  /// Fewest KV cache blocks in use and wanted by its queue. In use alone would send all that arrive
  /// within one step to the same replica.
  least_kv = 2,
  /// Most of the prompt in its prefix cache, then fewest requests; while the replicas are out of
  /// balance fewest requests alone.
  prefix_aware = 3,
};

/// prefix_aware takes replicas to be out of balance where the one with the most requests has more
/// than `requests` more than the one with the fewest, and more than `percent` of its. The defaults
/// are those of SGLang's router: balance_abs_threshold 64 and balance_rel_threshold 1.5.
struct Balance {
  int64_t requests = 64;
  int64_t percent = 150;
};

inline constexpr int64_t kReplicasMax = 4096;
inline constexpr int64_t kClientsMax = 1'000'000;
inline constexpr TimePs kThinkMaxPs = kServingTimeMaxPs / 2;
inline constexpr int64_t kBalanceMax = 1'000'000'000;  ///< of each of a Balance's numbers

struct ClusterConfig {
  ServingConfig replica;  ///< all are the same
  int64_t replicas = 1;
  Router router = Router::round_robin;
  /// 0: requests come at their own times. Else so many clients that each send their next request
  /// think_ps after the last one ended or was refused, the first at 0; times of the requests
  /// themselves are not looked at.
  int64_t clients = 0;
  TimePs think_ps = 0;
  Balance balance;
};

ServingError validate(const ClusterConfig& config, const ServingCost& cost);

enum class StopReason : int32_t {
  none = 0,
  time_over = 1,  ///< something would have ended or arrived after kServingTimeMaxPs
};

/// Replicas behind a router. Requests are handed over one at a time, and of those that have ended
/// nothing is kept. The outcome depends on config and requests alone.
class Cluster {
 public:
  /// `validate(config, *cost)` must be `ok`. The listener must live as long as the cluster.
  Cluster(std::shared_ptr<const ServingCost> cost, const ClusterConfig& config,
          ServingListener& listener);

  /// Runs until the next request is wanted: with clients until one of them is free to send, else
  /// not at all. False where there is no next one to be taken: see stopped().
  bool await_turn();

  /// The next request; only after await_turn() said true. Without clients its arrival must not be
  /// before the last one's. Tokens must be 1…kServingTokensMax.
  void submit(const ServingRequest& request);

  /// Runs until nothing is left to do.
  void drain();

  /// Why there are requests left after drain().
  StopReason stopped() const { return stopped_; }

  /// The end of the last step so far, or the last arrival if that is later.
  TimePs now_ps() const;

  ServingCounts counts() const;
  const ClusterConfig& config() const { return config_; }
  const std::vector<Replica>& replicas() const { return replicas_; }

  /// FNV-1a 64 over counts and all requests in queues and batches.
  uint64_t hash() const;

 private:
  /// The smallest wins.
  struct RouteKey {
    int64_t first = 0;
    int64_t second = 0;
    auto operator<=>(const RouteKey&) const = default;
  };

  Replica& first_by(TimePs (Replica::*time)() const);
  void end_steps_of(Replica& replica);
  void advance(Replica& replica, TimePs until_ps);
  void note_time_over(const Replica& replica);
  void free_client(TimePs at_ps);
  Replica& route(TimePs at_ps, const ServingRequest& request);
  Replica& first_in_turn(TimePs at_ps);
  bool is_out_of_balance() const;
  RouteKey route_key(Replica& replica, TimePs at_ps, Router router,
                     const ServingRequest& request) const;
  void refuse(int64_t id, TimePs at_ps, const ServingRequest& request, Outcome outcome);

  ClusterConfig config_;
  ServingListener& listener_;
  std::vector<Replica> replicas_;
  StopReason stopped_ = StopReason::none;
  int64_t arrived_ = 0;
  int64_t refused_[kOutcomeCount] = {0, 0, 0, 0, 0};
  TimePs last_arrival_ps_ = 0;
  int64_t next_in_turn_ = 0;
  std::vector<TimePs> free_at_ps_;  // clients that can send, a ring: the earliest first
  int64_t free_first_ = 0;
  int64_t free_count_ = 0;
};

/// Runs all requests of a source to their ends. Here, because a source may throw and sim/ itself is
/// built without exceptions.
inline void run_all(Cluster& cluster, RequestSource& source) {
  ServingRequest request;
  while (cluster.await_turn() && source.next(request)) {
    cluster.submit(request);
  }
  cluster.drain();
}

}  // namespace kitchen::sim

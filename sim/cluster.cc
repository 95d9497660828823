#include "sim/cluster.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "sim/check.h"
#include "sim/hash.h"
#include "sim/rounding.h"

namespace kitchen::sim {

ServingError validate(const ClusterConfig& config, const ServingCost& cost) {
  if (config.replicas < 1 || config.replicas > kReplicasMax) {
    return ServingError::replicas_out_of_range;
  }
  if (config.clients < 0 || config.clients > kClientsMax) {
    return ServingError::clients_out_of_range;
  }
  if (config.think_ps < 0 || config.think_ps > kThinkMaxPs) {
    return ServingError::think_out_of_range;
  }
  const Balance& balance = config.balance;
  if (std::min(balance.requests, balance.percent) < 0 ||
      std::max(balance.requests, balance.percent) > kBalanceMax) {
    return ServingError::balance_out_of_range;
  }
  return validate(config.replica, cost);
}

Cluster::Cluster(std::shared_ptr<const ServingCost> cost, const ClusterConfig& config,
                 ServingListener& listener)
    : config_(config),
      listener_(listener),
      free_at_ps_(static_cast<uint64_t>(config.clients), 0),
      free_count_(config.clients) {
  KITCHEN_CHECK(validate(config_, *cost) == ServingError::ok);
  replicas_.reserve(static_cast<uint64_t>(config_.replicas));
  for (int32_t index = 0; index < config_.replicas; ++index) {
    replicas_.emplace_back(cost, config_.replica, index, listener);
  }
}

bool Cluster::await_turn() {
  while (config_.clients > 0 && stopped_ == StopReason::none) {
    const TimePs send_ps = free_count_ > 0 ? free_at_ps_[free_first_] : kNever;
    Replica& ends_next = first_by(&Replica::next_end_ps);
    Replica& plans_next = first_by(&Replica::next_plan_ps);
    // At one time steps end first, then clients send, then steps are planned.
    if (ends_next.next_end_ps() <= std::min(send_ps, plans_next.next_plan_ps())) {
      end_steps_of(ends_next);
    } else if (send_ps <= plans_next.next_plan_ps()) {
      return true;
    } else {
      plans_next.plan();
      note_time_over(plans_next);
    }
  }
  return stopped_ == StopReason::none;
}

Replica& Cluster::first_by(TimePs (Replica::*time)() const) {
  return *std::min_element(
      replicas_.begin(), replicas_.end(),
      [time](const Replica& a, const Replica& b) { return (a.*time)() < (b.*time)(); });
}

// Clients whose requests end by it are free again.
void Cluster::end_steps_of(Replica& replica) {
  const int64_t ended_before = replica.ended();
  replica.end_steps();
  for (int64_t ended = ended_before; ended < replica.ended(); ++ended) {
    free_client(replica.now_ps());
  }
}

void Cluster::free_client(TimePs at_ps) {
  free_at_ps_[(free_first_ + free_count_) % config_.clients] = at_ps + config_.think_ps;
  ++free_count_;
}

void Cluster::note_time_over(const Replica& replica) {
  if (replica.time_over()) {
    stopped_ = StopReason::time_over;
  }
}

void Cluster::submit(const ServingRequest& request) {
  KITCHEN_CHECK(std::min(request.prompt_tokens, request.output_tokens) >= 1 &&
                std::max(request.prompt_tokens, request.output_tokens) <= kServingTokensMax);
  TimePs at_ps = request.arrival_ps;
  if (config_.clients > 0) {
    KITCHEN_CHECK(free_count_ > 0);
    at_ps = free_at_ps_[free_first_];
    free_first_ = (free_first_ + 1) % config_.clients;
    --free_count_;
  }
  KITCHEN_CHECK(at_ps >= last_arrival_ps_);
  if (at_ps > kServingTimeMaxPs) {
    stopped_ = StopReason::time_over;
    return;
  }
  last_arrival_ps_ = at_ps;
  const int64_t id = arrived_++;
  const Outcome outcome = refusal(config_.replica, request.prompt_tokens);
  if (is_refused(outcome)) {
    refuse(id, at_ps, request, outcome);
  } else {
    route(at_ps, request).arrive(id, at_ps, request);
  }
}

void Cluster::refuse(int64_t id, TimePs at_ps, const ServingRequest& request, Outcome outcome) {
  RequestRecord record;
  record.id = id;
  record.outcome = outcome;
  record.arrival_ps = at_ps;
  record.ended_ps = at_ps;
  record.prompt_tokens = request.prompt_tokens;
  ++refused_[static_cast<int32_t>(outcome)];
  listener_.on_request(record);
  if (config_.clients > 0) {
    free_client(at_ps);
  }
}

void Cluster::advance(Replica& replica, TimePs until_ps) {
  replica.advance_to(until_ps);
  note_time_over(replica);
}

// With clients all replicas have advanced to the time already.
Replica& Cluster::route(TimePs at_ps, const ServingRequest& request) {
  if (config_.router == Router::round_robin) {
    return first_in_turn(at_ps);
  }
  for (Replica& replica : replicas_) {
    if (config_.clients == 0) {
      advance(replica, at_ps);
    }
  }
  const bool by_prefix = config_.router == Router::prefix_aware;
  const Router router = by_prefix && is_out_of_balance() ? Router::least_requests : config_.router;
  Replica* chosen = nullptr;
  RouteKey chosen_key;
  for (Replica& replica : replicas_) {
    const RouteKey key = route_key(replica, at_ps, router, request);
    if (chosen == nullptr || key < chosen_key) {
      chosen = &replica;
      chosen_key = key;
    }
  }
  return *chosen;
}

Replica& Cluster::first_in_turn(TimePs at_ps) {
  Replica& chosen = replicas_[next_in_turn_];
  next_in_turn_ = next_in_turn_ + 1 == config_.replicas ? 0 : next_in_turn_ + 1;
  if (config_.clients == 0) {
    advance(chosen, at_ps);
  }
  return chosen;
}

bool Cluster::is_out_of_balance() const {
  int64_t most = 0;
  int64_t fewest = INT64_MAX;
  for (const Replica& replica : replicas_) {
    most = std::max(most, replica.requests());
    fewest = std::min(fewest, replica.requests());
  }
  constexpr Int128 kPercent = 100;
  return most - fewest > config_.balance.requests &&
         most * kPercent > static_cast<Int128>(fewest) * config_.balance.percent;
}

Cluster::RouteKey Cluster::route_key(Replica& replica, TimePs at_ps, Router router,
                                     const ServingRequest& request) const {
  switch (router) {
    case Router::least_kv:
      return {replica.kv_wanted_at(at_ps), 0};
    case Router::prefix_aware:
      return {-replica.prefix_hits_at(at_ps, request), replica.requests()};
    case Router::round_robin:
    case Router::least_requests:
      break;
  }
  return {replica.requests(), 0};
}

void Cluster::drain() {
  if (config_.clients > 0) {
    // Nobody sends any more, so no replica has to wait for another.
    free_count_ = 0;
  }
  for (Replica& replica : replicas_) {
    advance(replica, kNever);
  }
}

TimePs Cluster::now_ps() const {
  TimePs latest_ps = last_arrival_ps_;
  for (const Replica& replica : replicas_) {
    latest_ps = std::max(latest_ps, replica.now_ps());
  }
  return latest_ps;
}

ServingCounts Cluster::counts() const {
  ServingCounts all;
  all.arrived = arrived_;
  std::copy(refused_, refused_ + kOutcomeCount, all.ended);
  for (const Replica& replica : replicas_) {
    const ServingCounts one = replica.counts();
    for (int32_t outcome = 0; outcome < kOutcomeCount; ++outcome) {
      all.ended[outcome] += one.ended[outcome];
    }
    all.waiting += one.waiting;
    all.running += one.running;
    all.running_peak = std::max(all.running_peak, one.running_peak);
    all.steps += one.steps;
    all.tokens_made += one.tokens_made;
    all.tokens_computed += one.tokens_computed;
    all.cached_tokens += one.cached_tokens;
    all.preemptions += one.preemptions;
    all.busy_ps += one.busy_ps;
    all.kv_blocks_used += one.kv_blocks_used;
    all.kv_blocks_cached += one.kv_blocks_cached;
    all.kv_blocks_peak = std::max(all.kv_blocks_peak, one.kv_blocks_peak);
  }
  return all;
}

uint64_t Cluster::hash() const {
  Fnv1a64 hash;
  add_counts(hash, counts());
  hash.add(now_ps());
  for (const Replica& replica : replicas_) {
    replica.add_to(hash);
  }
  return hash.value();
}

}  // namespace kitchen::sim

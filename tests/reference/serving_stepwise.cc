#include "tests/reference/serving_stepwise.h"

#include <algorithm>
#include <utility>

#include "sim/rounding.h"

namespace kitchen::reference {

using sim::Outcome;
using sim::TimePs;

int64_t StepwiseReplica::blocks(int64_t tokens) const {
  int64_t count = 0;
  while (count * config_.block_tokens < tokens) ++count;
  return count;
}

int64_t StepwiseReplica::used_blocks() const {
  int64_t used = 0;
  for (const Pointer& request : running_) used += request->own_blocks;
  for (const auto& [id, holders] : holders_) used += holders > 0 ? unit() : 0;
  return used;
}

int64_t StepwiseReplica::wanted_blocks() const {
  int64_t wanted = used_blocks();
  for (const Pointer& request : waiting_) wanted += blocks(request->prompt + request->made);
  for (const Pointer& request : running_) {
    if (request->decodes_now) continue;
    const int64_t computed = request->computed + (in_step_ ? request->tokens_now : 0);
    wanted += blocks(request->prompt + request->made) - blocks(computed);
  }
  return wanted;
}

void StepwiseReplica::arrive(int64_t id, const sim::ServingRequest& request) {
  auto added = std::make_shared<Request>();
  added->id = id;
  added->prompt = request.prompt_tokens;
  added->output = request.output_tokens;
  if (added->prompt + added->output > config_.context_tokens_max) {
    added->output = config_.context_tokens_max - added->prompt;
    added->cut = true;
  }
  for (size_t i = 0; config_.prefix_caching && i < request.prefix_blocks.size(); ++i) {
    const auto filled_at = static_cast<int64_t>(i + 1) * config_.prefix_tokens;
    if (filled_at <= added->prompt) added->ids.push_back(request.prefix_blocks[i]);
  }
  waiting_.push_back(added);
}

void StepwiseReplica::evict() {
  while (used_blocks() + std::ssize(unheld_) * unit() > config_.kv_blocks) {
    holders_.erase(unheld_.front());
    unheld_.pop_front();
  }
}

// Blocks for so many more tokens, all of them or none.
bool StepwiseReplica::allocate(Request& request, int64_t tokens) {
  const int64_t has = request.own_blocks + std::ssize(request.held_ids) * unit();
  const int64_t missing = blocks(request.computed + tokens) - has;
  if (missing > config_.kv_blocks - used_blocks()) return false;
  request.own_blocks += missing;
  evict();
  return true;
}

void StepwiseReplica::note_prefix(Request& request, int64_t computed) {
  while (request.seen_ids < std::ssize(request.ids) &&
         (request.seen_ids + 1) * config_.prefix_tokens <= computed) {
    const int64_t id = request.ids[static_cast<size_t>(request.seen_ids++)];
    if (holders_.contains(id)) continue;
    holders_[id] = 1;
    request.held_ids.push_back(id);
    request.own_blocks -= unit();
  }
}

void StepwiseReplica::free_all(Request& request) {
  request.own_blocks = 0;
  std::reverse(request.held_ids.begin(), request.held_ids.end());
  for (const int64_t id : request.held_ids) {
    if (--holders_[id] == 0) unheld_.push_back(id);
  }
  request.held_ids.clear();
  request.seen_ids = 0;
}

void StepwiseReplica::give_up(const Pointer& victim) {
  running_.erase(std::find(running_.begin(), running_.end(), victim));
  free_all(*victim);
  victim->computed = 0;
  victim->tokens_now = 0;
  victim->decodes_now = false;
  victim->is_late = victim->made > 0;
  served_[static_cast<size_t>(victim->id)].record.preemptions += 1;
  counts_.preemptions += 1;
  waiting_.push_front(victim);
  batch_left_ = 0;
}

int64_t StepwiseReplica::usable_hits(const Request& request) const {
  int64_t hits = 0;
  for (const int64_t id : request.ids) {
    if (!holders_.contains(id)) break;
    if ((hits + 1) * config_.prefix_tokens > request.prompt + request.made - 1) break;
    ++hits;
  }
  return hits;
}

int64_t StepwiseReplica::prefix_hits(const sim::ServingRequest& request) const {
  int64_t hits = 0;
  for (const int64_t id : request.prefix_blocks) {
    const bool fits = (hits + 1) * config_.prefix_tokens <= request.prompt_tokens - 1;
    if (!config_.prefix_caching || !holders_.contains(id) || !fits) break;
    ++hits;
  }
  return hits;
}

// The head of the queue; false where it has to wait.
bool StepwiseReplica::try_admit(int64_t& budget, TimePs now_ps) {
  const Pointer head = waiting_.front();
  const int64_t hits = usable_hits(*head);
  const int64_t cached = hits * config_.prefix_tokens;
  int64_t tokens = head->prompt + head->made - cached;
  if (tokens > budget) {
    if (config_.chunked_prefill) {
      tokens = budget;
    } else if (!running_.empty()) {
      return false;
    }
  }
  // Holding what is cached may take it out of what could be evicted; undone where it doesn't fit.
  const auto holders_before = holders_;
  const auto unheld_before = unheld_;
  for (int64_t i = 0; i < hits; ++i) {
    const int64_t id = head->ids[static_cast<size_t>(i)];
    if (holders_[id]++ == 0) unheld_.remove(id);
    head->held_ids.push_back(id);
  }
  head->computed = cached;
  running_.push_back(head);
  const bool fits = used_blocks() <= config_.kv_blocks && allocate(*head, tokens);
  if (!fits) {
    running_.pop_back();
    holders_ = holders_before;
    unheld_ = unheld_before;
    head->held_ids.clear();
    head->computed = 0;
    return false;
  }
  waiting_.pop_front();
  head->seen_ids = hits;
  head->tokens_now = tokens;
  head->decodes_now = false;
  note_prefix(*head, cached + tokens);
  budget -= tokens;
  counts_.cached_tokens += cached;
  sim::RequestRecord& record = served_[static_cast<size_t>(head->id)].record;
  if (record.admitted_ps < 0) {
    record.admitted_ps = now_ps;
    record.cached_tokens = cached;
  }
  return true;
}

void StepwiseReplica::schedule(TimePs now_ps) {
  int64_t budget = config_.token_budget;
  bool preempted = false;
  for (const Pointer& request : running_) request->tokens_now = 0;
  for (size_t i = 0; i < running_.size() && budget > 0; ++i) {
    const Pointer request = running_[i];
    const int64_t rest = request->prompt + request->made - request->computed;
    const int64_t tokens = std::min(rest, budget);
    bool fits = allocate(*request, tokens);
    while (!fits) {
      const Pointer victim = running_.back();
      give_up(victim);
      preempted = true;
      if (victim == request) break;
      fits = allocate(*request, tokens);
    }
    if (!fits) break;
    request->tokens_now = tokens;
    budget -= tokens;
    if (!request->decodes_now) note_prefix(*request, request->computed + tokens);
  }
  const bool is_static = config_.batching == sim::Batching::static_batch;
  if (is_static && running_.empty() && batch_left_ == 0) {
    int64_t needed = 0;
    for (const Pointer& request : waiting_) {
      needed += blocks(request->prompt + request->made);
      if (needed > config_.kv_blocks || batch_left_ == config_.requests_max) break;
      ++batch_left_;
    }
  }
  while (!preempted && !waiting_.empty() && budget > 0 &&
         std::ssize(running_) < config_.requests_max) {
    if (is_static && batch_left_ == 0) break;
    if (!try_admit(budget, now_ps)) break;
    if (is_static) --batch_left_;
  }
  if (running_.empty()) return;
  in_step_ = true;
  ServedStep step;
  step.start_ps = now_ps;
  step.waiting = std::ssize(waiting_);
  step.kv_blocks = used_blocks();
  step.end_ps = now_ps + step_ps(step);
  steps_.push_back(step);
  counts_.kv_blocks_peak = std::max(counts_.kv_blocks_peak, step.kv_blocks);
  counts_.running_peak = std::max(counts_.running_peak, std::ssize(running_));
}

TimePs StepwiseReplica::step_ps(ServedStep& step) const {
  int64_t tokens = 0;
  TimePs time_ps = 0;
  sim::Int128 pairs_fs = 0;
  for (const Pointer& request : running_) {
    if (request->tokens_now == 0) continue;
    tokens += request->tokens_now;
    time_ps += cost_.per_request_ps;
    const int64_t seen = std::min(request->computed, cost_.window_tokens);
    if (request->decodes_now) {
      step.decodes += 1;
      step.context += request->computed;
      time_ps += request->computed * cost_.context_ps + seen * cost_.window_context_ps;
      continue;
    }
    step.prefills += 1;
    step.prefill_tokens += request->tokens_now;
    time_ps += request->computed * cost_.kv_read_ps + seen * cost_.window_kv_read_ps;
    for (int64_t token = 1; token <= request->tokens_now; ++token) {
      const int64_t sees = request->computed + token;
      pairs_fs += static_cast<sim::Int128>(sees) * cost_.pair_fs;
      pairs_fs +=
          static_cast<sim::Int128>(std::min(sees, cost_.window_tokens)) * cost_.window_pair_fs;
    }
  }
  time_ps += cost_.step_ps[static_cast<size_t>(tokens)];
  const auto whole_ps = static_cast<TimePs>(pairs_fs / 1000);
  return time_ps + whole_ps + (pairs_fs % 1000 > 0 ? 1 : 0);
}

void StepwiseReplica::end_step() {
  const TimePs now_ps = end_ps();
  in_step_ = false;
  counts_.steps += 1;
  counts_.busy_ps += now_ps - steps_.back().start_ps;
  const std::vector<Pointer> batch = running_;
  for (const Pointer& request : batch) {
    request->computed += request->tokens_now;
    counts_.tokens_computed += request->tokens_now;
    if (request->tokens_now == 0 || request->computed < request->prompt + request->made) continue;
    ServedRequest& served = served_[static_cast<size_t>(request->id)];
    served.token_times.push_back(now_ps);
    served.after_preemption.push_back(request->is_late);
    if (request->made == 0) served.record.first_token_ps = now_ps;
    request->made += 1;
    request->is_late = false;
    request->decodes_now = true;
    counts_.tokens_made += 1;
    const bool is_done = request->made == request->output;
    const bool is_too_large = blocks(request->prompt + request->made) > config_.kv_blocks;
    if (!is_done && !is_too_large) continue;
    running_.erase(std::find(running_.begin(), running_.end(), request));
    free_all(*request);
    const Outcome done = request->cut ? Outcome::context_full : Outcome::finished;
    end(*request, is_done ? done : Outcome::kv_full, now_ps);
  }
}

void StepwiseReplica::end(Request& request, Outcome outcome, TimePs now_ps) {
  ServedRequest& served = served_[static_cast<size_t>(request.id)];
  served.ended = true;
  served.record.replica = index_;
  served.record.outcome = outcome;
  served.record.ended_ps = now_ps;
  served.record.output_tokens = request.made;
  counts_.ended[static_cast<size_t>(outcome)] += 1;
  ++ended_;
}

sim::ServingCounts StepwiseReplica::counts() const {
  sim::ServingCounts counts = counts_;
  counts.waiting = std::ssize(waiting_);
  counts.running = std::ssize(running_);
  counts.kv_blocks_used = used_blocks();
  counts.kv_blocks_cached = std::ssize(unheld_) * unit();
  return counts;
}

StepwiseCluster::StepwiseCluster(const sim::ServingCost& cost, const sim::ClusterConfig& config,
                                 std::vector<sim::ServingRequest> requests)
    : config_(config), requests_(std::move(requests)), served_(requests_.size()) {
  for (int32_t index = 0; index < config_.replicas; ++index) {
    replicas_.emplace_back(cost, config_.replica, index, served_);
  }
  free_clients_.resize(static_cast<size_t>(config_.clients), 0);
}

TimePs StepwiseCluster::next_send_ps() const {
  if (sent_ == requests_.size()) return sim::kNever;
  if (config_.clients == 0) return requests_[sent_].arrival_ps;
  return free_clients_.empty() ? sim::kNever : free_clients_.front();
}

TimePs StepwiseCluster::next_time_ps() const {
  TimePs next_ps = next_send_ps();
  for (const StepwiseReplica& replica : replicas_) {
    if (replica.in_step()) next_ps = std::min(next_ps, replica.end_ps());
  }
  return next_ps;
}

void StepwiseCluster::free_ended(const StepwiseReplica& replica, int64_t ended_before,
                                 TimePs now_ps) {
  for (int64_t i = ended_before; i < replica.ended() && config_.clients > 0; ++i) {
    free_clients_.push_back(now_ps + config_.think_ps);
  }
}

// At one time steps end first, then requests come, then the next steps are scheduled.
void StepwiseCluster::run() {
  for (TimePs now_ps = next_time_ps(); now_ps != sim::kNever; now_ps = next_time_ps()) {
    for (StepwiseReplica& replica : replicas_) {
      if (!replica.in_step() || replica.end_ps() != now_ps) continue;
      const int64_t before = replica.ended();
      replica.end_step();
      free_ended(replica, before, now_ps);
    }
    send_due(now_ps);
    for (StepwiseReplica& replica : replicas_) {
      if (!replica.in_step() && replica.has_work()) replica.schedule(now_ps);
    }
  }
}

void StepwiseCluster::send_due(TimePs now_ps) {
  while (next_send_ps() <= now_ps) {
    if (config_.clients > 0) free_clients_.pop_front();
    const size_t id = sent_++;
    const sim::ServingRequest& request = requests_[id];
    sim::RequestRecord& record = served_[id].record;
    record.id = static_cast<int64_t>(id);
    record.arrival_ps = now_ps;
    record.prompt_tokens = request.prompt_tokens;
    const bool beyond_context = request.prompt_tokens + 1 > config_.replica.context_tokens_max;
    const bool beyond_kv =
        request.prompt_tokens > config_.replica.kv_blocks * config_.replica.block_tokens;
    if (beyond_context || beyond_kv) {
      record.outcome = beyond_context ? Outcome::refused_context : Outcome::refused_kv;
      record.ended_ps = now_ps;
      served_[id].ended = true;
      if (config_.clients > 0) free_clients_.push_back(now_ps + config_.think_ps);
      continue;
    }
    replicas_[route(request)].arrive(record.id, request);
  }
}

size_t StepwiseCluster::route(const sim::ServingRequest& request) {
  if (config_.router == sim::Router::round_robin) return turn_++ % replicas_.size();
  size_t best = 0;
  for (size_t i = 1; i < replicas_.size(); ++i) {
    const StepwiseReplica& a = replicas_[i];
    const StepwiseReplica& b = replicas_[best];
    const int64_t more_hits = a.prefix_hits(request) - b.prefix_hits(request);
    bool better = a.requests() < b.requests();
    if (config_.router == sim::Router::least_kv) better = a.wanted_blocks() < b.wanted_blocks();
    const bool by_prefix = config_.router == sim::Router::prefix_aware && !is_out_of_balance();
    if (by_prefix && more_hits != 0) better = more_hits > 0;
    if (better) best = i;
  }
  return best;
}

bool StepwiseCluster::is_out_of_balance() const {
  std::vector<int64_t> requests;
  for (const StepwiseReplica& replica : replicas_) requests.push_back(replica.requests());
  const auto [fewest, most] = std::minmax_element(requests.begin(), requests.end());
  return *most > *fewest + config_.balance.requests &&
         *most * 100 > *fewest * config_.balance.percent;
}

sim::ServingCounts StepwiseCluster::counts() const {
  sim::ServingCounts all;
  all.arrived = static_cast<int64_t>(sent_);
  for (const ServedRequest& served : served_) {
    if (served.ended) all.ended[static_cast<size_t>(served.record.outcome)] += 1;
  }
  for (const StepwiseReplica& replica : replicas_) {
    const sim::ServingCounts one = replica.counts();
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

}  // namespace kitchen::reference

#include "tests/reference/stepwise.h"

#include <algorithm>
#include <utility>

namespace kitchen::reference {

using sim::Batching;
using sim::Hold;
using sim::LossCause;
using sim::RequestStatus;
using sim::TimePs;

Stepwise::Stepwise(const sim::Costs& costs, std::vector<sim::RequestSpec> specs,
                   sim::Settings settings)
    : costs_(costs), settings_(settings) {
  for (const sim::RequestSpec& spec : specs) orders_.push_back({spec, {}, {}});
}

void Stepwise::change(const sim::SettingChange& change) { changes_.push_back(change); }

void Stepwise::advance_to(TimePs until_ps) {
  while (true) {
    const TimePs next_ps = next_boundary_ps();
    if (next_ps == sim::kNever || next_ps > until_ps) return;
    advance_to_boundary(next_ps);
  }
}

TimePs Stepwise::advance_to_next_boundary() {
  const TimePs next_ps = next_boundary_ps();
  if (next_ps != sim::kNever) advance_to_boundary(next_ps);
  return next_ps;
}

void Stepwise::advance_to_boundary(TimePs next_ps) {
  if (now_ps_ >= 0) {
    book_queue_time(next_ps - now_ps_);
    finish_step();
  }
  boundary(next_ps);
}

TimePs Stepwise::next_boundary_ps() const {
  if (now_ps_ < 0) return 0;
  if (!batch_.empty()) return now_ps_ + step().total_ps();
  TimePs next_ps = sim::kNever;
  for (const Order& order : orders_) {
    if (order.state.status == RequestStatus::pending) {
      next_ps = std::min(next_ps, order.spec.arrival_ps);
    }
    if (order.state.status == RequestStatus::waiting) {
      next_ps = std::min(next_ps, order.spec.deadline_ps);
    }
  }
  if (!changes_.empty()) next_ps = std::min(next_ps, changes_.front().at_ps);
  return std::max(now_ps_, next_ps);
}

// What the step under way costs.

sim::StepLoad Stepwise::step_load() const {
  sim::StepLoad load;
  for (int32_t index : batch_) {
    const Order& order = orders_[static_cast<size_t>(index)];
    load.requests += 1;
    load.tokens_computed += order.state.kv_cached ? 1 : order.context();
    load.tokens_read += order.state.kv_cached ? order.context() - 1 : 0;
  }
  return load;
}

sim::StepParts Stepwise::step() const {
  return batch_.empty() ? sim::StepParts{} : cost_of(step_load());
}

sim::StepParts Stepwise::cost_of(const sim::StepLoad& load) const {
  sim::StepParts parts;
  parts.weights_ps =
      settings_.weight_bits == 16 ? costs_.weights_read_ps : costs_.weights_read_ps / 2;
  parts.requests_ps = (costs_.per_request_ps + costs_.per_token_ps) * load.requests;
  parts.kv_read_ps = costs_.per_context_ps * load.tokens_read;
  parts.prefill_ps = costs_.per_token_ps * (load.tokens_computed - load.requests);
  return parts;
}

int64_t Stepwise::context_on_the_gpu() const {
  int64_t sum = 0;
  for (int32_t index : batch_) sum += orders_[static_cast<size_t>(index)].context();
  return sum;
}

int64_t Stepwise::kv_used_tokens() const { return settings_.kv_cache ? context_on_the_gpu() : 0; }

int64_t Stepwise::kv_capacity() const {
  if (!settings_.kv_cache) return INT64_MAX;
  const int64_t weights =
      settings_.weight_bits == 16 ? costs_.weights_bytes : costs_.weights_bytes / 2;
  const int64_t free_bytes = costs_.memory_bytes - weights;
  return free_bytes > 0 ? free_bytes / costs_.kv_bytes_per_token : 0;
}

// The end of a step: one token for each request in the batch.

void Stepwise::finish_step() {
  if (batch_.empty()) return;
  const sim::StepLoad load = step_load();
  const sim::StepParts parts = cost_of(load);
  const TimePs end_ps = now_ps_ + parts.total_ps();
  for (int32_t index : batch_) {
    sim::RequestState& state = orders_[static_cast<size_t>(index)].state;
    state.generated_tokens += 1;
    state.kv_cached = settings_.kv_cache;
    if (state.first_token_ps < 0) state.first_token_ps = end_ps;
  }
  totals_.steps += 1;
  totals_.tokens_made += load.requests;
  totals_.tokens_computed += load.tokens_computed;
  totals_.running_peak = std::max(totals_.running_peak, static_cast<int32_t>(load.requests));
  totals_.spent.weights_ps += parts.weights_ps;
  totals_.spent.requests_ps += parts.requests_ps;
  totals_.spent.kv_read_ps += parts.kv_read_ps;
  totals_.spent.prefill_ps += parts.prefill_ps;
  totals_.busy_slot_ps += load.requests * parts.total_ps();
}

void Stepwise::book_queue_time(TimePs span_ps) {
  if (hold_ == Hold::none) return;
  const auto why = static_cast<size_t>(hold_);
  totals_.held_ps[why] += span_ps;
  for (int32_t index : queue_) orders_[static_cast<size_t>(index)].held_now_ps[why] += span_ps;
  if (hold_ == Hold::static_batch) {
    totals_.cold_slot_ps += (settings_.slots - static_cast<int64_t>(batch_.size())) * span_ps;
  }
}

void Stepwise::leave_queue(Order& order) {
  for (size_t why = 0; why < sim::kHoldCount; ++why) {
    order.state.held_ps[why] += order.held_now_ps[why];
    order.held_now_ps[why] = 0;
  }
}

// A step boundary.

void Stepwise::boundary(TimePs now_ps) {
  now_ps_ = now_ps;
  serve_the_finished();             // 1
  apply_the_changes();              // 2
  send_away_the_overdue();          // 3
  let_arrivals_join();              // 4
  admit_from_the_queue();           // 5
  preempt_where_memory_is_short();  // 6
  name_the_hold();
}

void Stepwise::serve_the_finished() {
  std::vector<int32_t> still_cooking;
  for (int32_t index : batch_) {
    Order& order = orders_[static_cast<size_t>(index)];
    if (order.state.generated_tokens < order.spec.output_tokens) {
      still_cooking.push_back(index);
      continue;
    }
    order.state.status = RequestStatus::served;
    order.state.ended_ps = now_ps_;
    order.state.slot = -1;
    order.state.kv_cached = false;
    totals_.served += 1;
  }
  batch_ = still_cooking;
}

void Stepwise::apply_the_changes() {
  while (!changes_.empty() && changes_.front().at_ps <= now_ps_) {
    apply(changes_.front());
    changes_.pop_front();
  }
}

void Stepwise::apply(const sim::SettingChange& change) {
  switch (change.setting) {
    case sim::Setting::slots:
      settings_.slots = change.value;
      break;
    case sim::Setting::batching:
      settings_.batching = change.value == 0 ? Batching::static_batch : Batching::continuous;
      break;
    case sim::Setting::weight_bits:
      settings_.weight_bits = change.value;
      break;
    case sim::Setting::kv_cache:
      settings_.kv_cache = change.value == 1;
      if (settings_.kv_cache) break;
      for (int32_t index : batch_) orders_[static_cast<size_t>(index)].state.kv_cached = false;
      break;
  }
}

void Stepwise::send_away_the_overdue() {
  const std::deque<int32_t> queued = std::exchange(queue_, {});
  for (int32_t index : queued) {
    Order& order = orders_[static_cast<size_t>(index)];
    if (order.spec.deadline_ps <= now_ps_) {
      leave_queue(order);
      lose(order, true);
    } else {
      queue_.push_back(index);
    }
  }
  const std::vector<int32_t> cooking = std::exchange(batch_, {});
  for (int32_t index : cooking) {
    Order& order = orders_[static_cast<size_t>(index)];
    if (order.spec.deadline_ps <= now_ps_) {
      lose(order, false);
    } else {
      batch_.push_back(index);
    }
  }
}

void Stepwise::lose(Order& order, bool from_queue) {
  TimePs held_ps = 0;
  int32_t longest = 0;
  for (int32_t why = 0; why < sim::kHoldCount; ++why) {
    held_ps += order.state.held_ps[why];
    if (order.state.held_ps[why] > order.state.held_ps[longest]) longest = why;
  }
  const bool the_queue_did_it = from_queue || held_ps > order.spec.patience_base_ps;
  order.state.cause = the_queue_did_it ? static_cast<LossCause>(longest) : LossCause::step_too_slow;
  order.state.status = RequestStatus::left;
  order.state.ended_ps = now_ps_;
  order.state.slot = -1;
  order.state.kv_cached = false;
  totals_.left[static_cast<size_t>(order.state.cause)] += 1;
}

void Stepwise::let_arrivals_join() {
  // Orders stand in the order in which they come.
  while (totals_.arrived < static_cast<int32_t>(orders_.size())) {
    Order& next = orders_[static_cast<size_t>(totals_.arrived)];
    if (next.spec.arrival_ps > now_ps_) return;
    next.state.status = RequestStatus::waiting;
    queue_.push_back(totals_.arrived);
    totals_.arrived += 1;
  }
}

void Stepwise::admit_from_the_queue() {
  if (settings_.batching == Batching::static_batch && !batch_.empty()) return;
  while (!queue_.empty() && static_cast<int64_t>(batch_.size()) < settings_.slots) {
    const int32_t index = queue_.front();
    Order& order = orders_[static_cast<size_t>(index)];
    if (settings_.kv_cache && order.context() + context_on_the_gpu() > kv_capacity()) return;
    queue_.pop_front();
    leave_queue(order);
    order.state.slot = lowest_free_slot();
    order.state.status = RequestStatus::running;
    if (order.state.admitted_ps < 0) order.state.admitted_ps = now_ps_;
    batch_.push_back(index);
  }
}

int32_t Stepwise::lowest_free_slot() const {
  for (int32_t slot = 0;; ++slot) {
    const bool taken = std::any_of(batch_.begin(), batch_.end(), [&](int32_t index) {
      return orders_[static_cast<size_t>(index)].state.slot == slot;
    });
    if (!taken) return slot;
  }
}

void Stepwise::preempt_where_memory_is_short() {
  while (settings_.kv_cache && context_on_the_gpu() > kv_capacity()) {
    const int32_t index = batch_.back();
    sim::RequestState& state = orders_[static_cast<size_t>(index)].state;
    state.status = RequestStatus::waiting;
    state.slot = -1;
    state.kv_cached = false;
    state.preemptions += 1;
    totals_.preemptions += 1;
    batch_.pop_back();
    queue_.push_front(index);
  }
}

void Stepwise::name_the_hold() {
  if (queue_.empty()) {
    hold_ = Hold::none;
  } else if (static_cast<int64_t>(batch_.size()) >= settings_.slots) {
    hold_ = Hold::no_free_slot;
  } else if (settings_.batching == Batching::static_batch && !batch_.empty()) {
    hold_ = Hold::static_batch;
  } else {
    hold_ = Hold::memory_full;
  }
}

sim::KitchenState Stepwise::state() const {
  sim::KitchenState state = totals_;
  state.boundary_ps = now_ps_;
  state.settings = settings_;
  for (const Order& order : orders_) state.requests.push_back(order.state);
  state.waiting.assign(queue_.begin(), queue_.end());
  state.running = batch_;
  state.hold = hold_;
  return state;
}

}  // namespace kitchen::reference

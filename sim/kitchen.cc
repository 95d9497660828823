#include "sim/kitchen.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "sim/check.h"
#include "sim/rounding.h"
#include "sim/step_series.h"

namespace kitchen::sim {
namespace {

constexpr int32_t kBitsPerWord = 64;

bool in_range(int64_t value, int64_t first, int64_t last) {
  return first <= value && value <= last;
}

}  // namespace

InputError validate(const Costs& costs) {
  for (const int64_t cost :
       {costs.weights_read_ps, costs.per_request_ps, costs.per_token_ps, costs.per_context_ps}) {
    if (!in_range(cost, 0, kCostMax)) {
      return InputError::costs_out_of_range;
    }
  }
  const bool step_takes_time = costs.weights_read_ps >= 2;  // halved for 8 bits, still above 0
  const bool bytes_fit = in_range(costs.weights_bytes, 0, costs.memory_bytes) &&
                         costs.memory_bytes <= kCostMax &&
                         in_range(costs.kv_bytes_per_token, 1, kCostMax);
  return step_takes_time && bytes_fit ? InputError::ok : InputError::costs_out_of_range;
}

InputError validate(const std::vector<RequestSpec>& requests) {
  TimePs previous_ps = 0;
  int64_t tokens_all = 0;
  for (const RequestSpec& request : requests) {
    if (!in_range(request.arrival_ps, previous_ps, kTimeMaxPs)) {
      return InputError::arrivals_out_of_order;
    }
    if (!in_range(request.deadline_ps, request.arrival_ps + 1, kTimeMaxPs) ||
        request.patience_base_ps < 0) {
      return InputError::deadline_out_of_range;
    }
    tokens_all += int64_t{request.prompt_tokens} + request.output_tokens;
    if (!in_range(request.prompt_tokens, 1, kTokensMax) ||
        !in_range(request.output_tokens, 1, kTokensMax) || tokens_all > kTokensAllMax) {
      return InputError::tokens_out_of_range;
    }
    previous_ps = request.arrival_ps;
  }
  return InputError::ok;
}

InputError validate(const Costs& costs, const RequestList& list) {
  const InputError error = validate(costs);
  if (error != InputError::ok) {
    return error;
  }
  // All at once, each with the longest context it can have: no step takes longer.
  const int64_t requests = std::ssize(list.requests);
  const int64_t per_context_token_ps = std::max(costs.per_token_ps, costs.per_context_ps);
  TimePs longest_ps = costs.weights_read_ps;
  longest_ps = add_product_capped(longest_ps, costs.per_request_ps, requests);
  longest_ps = add_product_capped(longest_ps, costs.per_token_ps, requests);
  longest_ps = add_product_capped(longest_ps, per_context_token_ps, list.tokens_all);
  return longest_ps <= kStepMaxPs ? InputError::ok : InputError::step_out_of_range;
}

InputError validate_setting(Setting setting, int32_t value) {
  bool ok = false;
  switch (setting) {
    case Setting::slots:
      ok = in_range(value, 1, kSlotsMax);
      break;
    case Setting::batching:
    case Setting::kv_cache:
      ok = in_range(value, 0, 1);
      break;
    case Setting::weight_bits:
      ok = value == 8 || value == 16;
      break;
  }
  return ok ? InputError::ok : InputError::setting_out_of_range;
}

InputError validate(const Settings& settings) {
  const InputError slots = validate_setting(Setting::slots, settings.slots);
  const InputError bits = validate_setting(Setting::weight_bits, settings.weight_bits);
  return slots == InputError::ok ? bits : slots;
}

RequestList::RequestList(std::vector<RequestSpec> specs) : requests(std::move(specs)) {
  KITCHEN_CHECK(validate(requests) == InputError::ok);
  for (const RequestSpec& request : requests) {
    tokens_all += int64_t{request.prompt_tokens} + request.output_tokens;
  }
  by_deadline.resize(requests.size());
  int32_t index = 0;
  for (int32_t& place : by_deadline) {
    place = index++;
  }
  // Keys are unique, so the order is the same whatever library sorts.
  const auto earlier = [this](int32_t a, int32_t b) {
    const TimePs a_ps = requests[a].deadline_ps;
    const TimePs b_ps = requests[b].deadline_ps;
    return a_ps != b_ps ? a_ps < b_ps : a < b;
  };
  std::make_heap(by_deadline.begin(), by_deadline.end(), earlier);
  std::sort_heap(by_deadline.begin(), by_deadline.end(), earlier);
}

Kitchen::Kitchen(const Costs& costs, std::shared_ptr<const RequestList> list,
                 const Settings& settings)
    : costs_(costs), list_(std::move(list)) {
  KITCHEN_CHECK(validate(costs_, *list_) == InputError::ok);
  KITCHEN_CHECK(validate(settings) == InputError::ok);
  state_.settings = settings;
  state_.requests.resize(list_->requests.size());
  held_at_entry_.resize(list_->requests.size() * kHoldCount);
  kv_capacity_ = find_kv_capacity();
}

Kitchen::Kitchen(const Costs& costs, std::vector<RequestSpec> requests, const Settings& settings)
    : Kitchen(costs, std::make_shared<const RequestList>(std::move(requests)), settings) {}

InputError Kitchen::change(const SettingChange& change) {
  const InputError value_error = validate_setting(change.setting, change.value);
  if (value_error != InputError::ok) {
    return value_error;
  }
  const TimePs noted_ps = changes_.empty() ? 0 : changes_.back().at_ps;
  if (change.at_ps <= state_.boundary_ps || change.at_ps < noted_ps) {
    return InputError::change_too_early;
  }
  changes_.push_back(change);
  return InputError::ok;
}

void Kitchen::advance_to(TimePs until_ps) {
  if (until_ps < 0) {
    return;
  }
  if (state_.boundary_ps < 0) {
    state_.boundary_ps = 0;
    process_boundary();
  }
  while (true) {
    if (state_.running.empty()) {
      const TimePs next_ps = next_event_ps();
      if (next_ps == kNever || next_ps > until_ps) {
        break;
      }
      pass_time(std::max(next_ps, state_.boundary_ps));
      process_boundary();
      continue;
    }
    if (batch_changed_) {
      find_first_finish();
    }
    const StepParts first = step();
    const TimePs growth_ps = step_growth_ps();
    const int64_t to_event = steps_to_next_event(first.total_ps(), growth_ps);
    const TimePs span_ps = series(to_event, first.total_ps(), growth_ps);
    const TimePs left_ps = until_ps - state_.boundary_ps;
    if (span_ps <= left_ps) {
      run_steps(to_event, span_ps, first);
      process_boundary();
      continue;
    }
    // The asked time comes before the event: stop after the last step that ends by then.
    const int64_t done = steps_to_reach(left_ps + 1, to_event, first.total_ps(), growth_ps) - 1;
    if (done > 0) {
      run_steps(done, series(done, first.total_ps(), growth_ps), first);
    }
    break;
  }
  book_steps();
}

TimePs Kitchen::next_boundary_ps() const {
  if (state_.boundary_ps < 0) {
    return 0;
  }
  return state_.running.empty() ? next_event_ps() : state_.boundary_ps + step().total_ps();
}

StepLoad Kitchen::step_load() const {
  StepLoad load;
  load.requests = std::ssize(state_.running);
  const int64_t cached_requests = load.requests - uncached_requests_;
  load.tokens_computed = cached_requests + uncached_sum_;
  // Of a cached request every token but the newest is in the cache.
  load.tokens_read = context_sum_ - uncached_sum_ - cached_requests;
  return load;
}

StepParts Kitchen::step() const {
  return state_.running.empty() ? StepParts{}
                                : step_parts(costs_, state_.settings.weight_bits, step_load());
}

int64_t Kitchen::kv_used_tokens() const { return state_.settings.kv_cache ? context_sum_ : 0; }

int64_t Kitchen::find_kv_capacity() const {
  return state_.settings.kv_cache ? kv_capacity_tokens(costs_, state_.settings.weight_bits)
                                  : INT64_MAX;
}

int64_t Kitchen::context_tokens(int32_t index) const {
  return int64_t{list_->requests[index].prompt_tokens} + state_.requests[index].generated_tokens;
}

// The next arrival, deadline of a request in the house, or change; may lie in the past for a
// deadline that passed during the step in which its request arrived.
TimePs Kitchen::next_event_ps() const {
  TimePs next_ps = kNever;
  if (state_.arrived < std::ssize(list_->requests)) {
    next_ps = list_->requests[state_.arrived].arrival_ps;
  }
  if (changes_applied_ < std::ssize(changes_)) {
    next_ps = std::min(next_ps, changes_[changes_applied_].at_ps);
  }
  for (int64_t place = deadlines_done_; place < std::ssize(list_->by_deadline); ++place) {
    const int32_t index = list_->by_deadline[place];
    const RequestStatus status = state_.requests[index].status;
    if (status == RequestStatus::waiting || status == RequestStatus::running) {
      return std::min(next_ps, list_->requests[index].deadline_ps);
    }
    if (status == RequestStatus::pending) {
      return next_ps;  // its arrival, or an earlier one, comes first
    }
  }
  return next_ps;
}

// By how much each step is longer than the one before while the batch stays the same. With the
// KV cache on one more entry is read per request, without it one more token is computed.
TimePs Kitchen::step_growth_ps() const {
  const TimePs per_token_ps =
      state_.settings.kv_cache ? costs_.per_context_ps : costs_.per_token_ps;
  return per_token_ps * std::ssize(state_.running);
}

int64_t Kitchen::steps_to_next_event(TimePs first_step_ps, TimePs growth_ps) const {
  if (state_.settings.kv_cache && uncached_requests_ > 0) {
    return 1;  // the step that fills a cache costs unlike those after it
  }
  int64_t limit = steps_to_finish_;
  if (state_.settings.kv_cache) {
    const int64_t requests = std::ssize(state_.running);
    limit = std::min(limit, div_floor(kv_capacity_ - context_sum_, requests) + 1);
  }
  const TimePs event_ps = next_event_ps();
  return event_ps == kNever
             ? limit
             : steps_to_reach(event_ps - state_.boundary_ps, limit, first_step_ps, growth_ps);
}

void Kitchen::run_steps(int64_t count, TimePs span_ps, const StepParts& first) {
  KITCHEN_CHECK(span_ps != kNever);
  const TimePs start_ps = state_.boundary_ps;
  const int64_t requests = std::ssize(state_.running);
  const bool kv_cache = state_.settings.kv_cache;
  // Of the parts only one grows: reading the cache, or without it computing the context anew.
  const TimePs grown_ps = span_ps - mul_checked(count, first.total_ps());
  state_.spent.weights_ps += count * first.weights_ps;
  state_.spent.requests_ps += count * first.requests_ps;
  state_.spent.kv_read_ps += count * first.kv_read_ps + (kv_cache ? grown_ps : 0);
  state_.spent.prefill_ps += count * first.prefill_ps + (kv_cache ? 0 : grown_ps);
  state_.steps += count;
  state_.tokens_made += count * requests;
  state_.tokens_computed += series(count, step_load().tokens_computed, kv_cache ? 0 : requests);
  state_.running_peak = std::max(state_.running_peak, static_cast<int32_t>(requests));
  state_.busy_slot_ps = add_product_capped(state_.busy_slot_ps, requests, span_ps);
  if (first_tokens_due_) {
    note_first_tokens(start_ps + first.total_ps());
  }
  steps_unbooked_ += count;
  steps_to_finish_ -= count;
  context_sum_ += count * requests;
  uncached_requests_ = kv_cache ? 0 : requests;
  uncached_sum_ = kv_cache ? 0 : context_sum_;
  pass_time(start_ps + span_ps);
}

void Kitchen::note_first_tokens(TimePs at_ps) {
  for (const int32_t index : state_.running) {
    RequestState& request = state_.requests[index];
    if (request.first_token_ps < 0) {
      request.first_token_ps = at_ps;
    }
  }
  first_tokens_due_ = false;
}

void Kitchen::book_steps() {
  if (steps_unbooked_ == 0) {
    return;
  }
  for (const int32_t index : state_.running) {
    RequestState& request = state_.requests[index];
    request.generated_tokens += static_cast<int32_t>(steps_unbooked_);
    request.kv_cached = state_.settings.kv_cache;
  }
  steps_unbooked_ = 0;
}

void Kitchen::find_first_finish() {
  book_steps();
  steps_to_finish_ = INT64_MAX;
  for (const int32_t index : state_.running) {
    const int64_t rest =
        list_->requests[index].output_tokens - state_.requests[index].generated_tokens;
    steps_to_finish_ = std::min(steps_to_finish_, rest);
  }
  batch_changed_ = false;
}

void Kitchen::pass_time(TimePs to_ps) {
  const TimePs span_ps = to_ps - state_.boundary_ps;
  if (state_.hold != Hold::none) {
    state_.held_ps[static_cast<int32_t>(state_.hold)] += span_ps;
  }
  if (state_.hold == Hold::static_batch) {
    const int64_t free_slots = state_.settings.slots - std::ssize(state_.running);
    state_.cold_slot_ps = add_product_capped(state_.cold_slot_ps, free_slots, span_ps);
  }
  state_.boundary_ps = to_ps;
}

void Kitchen::process_boundary() {
  serve_finished();
  apply_changes();
  remove_overdue();
  take_arrivals();
  admit();
  preempt_until_fits();
  state_.hold = find_hold();
}

void Kitchen::serve_finished() {
  if (state_.running.empty() || steps_to_finish_ > 0) {
    return;
  }
  book_steps();
  int64_t kept = 0;
  for (int64_t place = 0; place < std::ssize(state_.running); ++place) {
    const int32_t index = state_.running[place];
    if (state_.requests[index].generated_tokens < list_->requests[index].output_tokens) {
      state_.running[kept++] = index;
      continue;
    }
    stop_running(index);
    state_.requests[index].status = RequestStatus::served;
    state_.requests[index].ended_ps = state_.boundary_ps;
    ++state_.served;
  }
  state_.running.resize(kept);
}

void Kitchen::apply_changes() {
  while (changes_applied_ < std::ssize(changes_) &&
         changes_[changes_applied_].at_ps <= state_.boundary_ps) {
    const SettingChange& change = changes_[changes_applied_++];
    switch (change.setting) {
      case Setting::slots:
        state_.settings.slots = change.value;
        break;
      case Setting::batching:
        state_.settings.batching = static_cast<Batching>(change.value);
        break;
      case Setting::kv_cache:
        book_steps();
        state_.settings.kv_cache = change.value != 0;
        if (change.value == 0) {
          drop_caches();
        }
        break;
      case Setting::weight_bits:
        state_.settings.weight_bits = change.value;
        break;
    }
    kv_capacity_ = find_kv_capacity();
  }
}

void Kitchen::drop_caches() {
  for (const int32_t index : state_.running) {
    state_.requests[index].kv_cached = false;
  }
  uncached_requests_ = std::ssize(state_.running);
  uncached_sum_ = context_sum_;
}

void Kitchen::remove_overdue() {
  for (int64_t place = deadlines_done_; place < std::ssize(list_->by_deadline); ++place) {
    const int32_t index = list_->by_deadline[place];
    if (list_->requests[index].deadline_ps > state_.boundary_ps) {
      break;
    }
    const RequestStatus status = state_.requests[index].status;
    if (status == RequestStatus::waiting) {
      leave_queue(index);
      lose(index, true);
    } else if (status == RequestStatus::running) {
      stop_running(index);
      state_.running.erase(std::find(state_.running.begin(), state_.running.end(), index));
      lose(index, false);
    }
  }
  while (deadlines_done_ < std::ssize(list_->by_deadline) &&
         state_.requests[list_->by_deadline[deadlines_done_]].ended_ps >= 0) {
    ++deadlines_done_;
  }
}

void Kitchen::take_arrivals() {
  while (state_.arrived < std::ssize(list_->requests) &&
         list_->requests[state_.arrived].arrival_ps <= state_.boundary_ps) {
    enter_queue(state_.arrived, false);
    ++state_.arrived;
  }
}

void Kitchen::admit() {
  if (!may_admit()) {
    return;
  }
  while (!state_.waiting.empty() && std::ssize(state_.running) < state_.settings.slots) {
    const int32_t head = state_.waiting.front();
    if (context_tokens(head) > kv_capacity_ - kv_used_tokens()) {
      return;
    }
    leave_queue(head);
    start(head);
  }
}

void Kitchen::preempt_until_fits() {
  while (kv_used_tokens() > kv_capacity_) {
    const int32_t latest = state_.running.back();
    stop_running(latest);
    state_.running.pop_back();
    ++state_.requests[latest].preemptions;
    ++state_.preemptions;
    enter_queue(latest, true);
  }
}

Hold Kitchen::find_hold() const {
  if (state_.waiting.empty()) {
    return Hold::none;
  }
  if (std::ssize(state_.running) >= state_.settings.slots) {
    return Hold::no_free_slot;
  }
  return may_admit() ? Hold::memory_full : Hold::static_batch;
}

// Asked during admission a static batch may take its first and all further requests; asked after
// it, an empty GPU beside a waiting queue can only mean that the head does not fit.
bool Kitchen::may_admit() const {
  return state_.settings.batching == Batching::continuous || state_.running.empty();
}

void Kitchen::start(int32_t index) {
  book_steps();
  batch_changed_ = true;
  RequestState& request = state_.requests[index];
  first_tokens_due_ = first_tokens_due_ || request.first_token_ps < 0;
  request.status = RequestStatus::running;
  request.slot = take_lowest_slot();
  if (request.admitted_ps < 0) {
    request.admitted_ps = state_.boundary_ps;
  }
  state_.running.push_back(index);
  const int64_t context = context_tokens(index);
  context_sum_ += context;
  uncached_sum_ += context;
  ++uncached_requests_;
}

// Takes a request off the GPU's sums; the caller takes it out of `running` afterwards.
void Kitchen::stop_running(int32_t index) {
  book_steps();
  batch_changed_ = true;
  RequestState& request = state_.requests[index];
  const int64_t context = context_tokens(index);
  context_sum_ -= context;
  if (!request.kv_cached) {
    uncached_sum_ -= context;
    --uncached_requests_;
  }
  request.kv_cached = false;
  const int32_t slot = request.slot;
  slots_taken_[slot / kBitsPerWord] &= ~(uint64_t{1} << (slot % kBitsPerWord));
  request.slot = -1;
}

void Kitchen::enter_queue(int32_t index, bool at_head) {
  state_.requests[index].status = RequestStatus::waiting;
  for (int32_t hold = 0; hold < kHoldCount; ++hold) {
    held_at_entry_[index * kHoldCount + hold] = state_.held_ps[hold];
  }
  state_.waiting.insert(at_head ? state_.waiting.begin() : state_.waiting.end(), index);
}

void Kitchen::leave_queue(int32_t index) {
  for (int32_t hold = 0; hold < kHoldCount; ++hold) {
    state_.requests[index].held_ps[hold] +=
        state_.held_ps[hold] - held_at_entry_[index * kHoldCount + hold];
  }
  state_.waiting.erase(std::find(state_.waiting.begin(), state_.waiting.end(), index));
}

// docs/loss-causes.md: one that leaves the queue, or that waited there for longer than the base of
// its patience, was held too long; any other had its turn and the steps were too slow for it.
void Kitchen::lose(int32_t index, bool from_queue) {
  RequestState& request = state_.requests[index];
  request.status = RequestStatus::left;
  request.ended_ps = state_.boundary_ps;
  TimePs held_ps = 0;
  int32_t longest = 0;
  for (int32_t hold = 0; hold < kHoldCount; ++hold) {
    held_ps += request.held_ps[hold];
    if (request.held_ps[hold] > request.held_ps[longest]) {
      longest = hold;
    }
  }
  const bool held_too_long = from_queue || held_ps > list_->requests[index].patience_base_ps;
  request.cause = held_too_long ? static_cast<LossCause>(longest) : LossCause::step_too_slow;
  ++state_.left[static_cast<int32_t>(request.cause)];
}

int32_t Kitchen::take_lowest_slot() {
  int32_t word = 0;
  while (word < std::ssize(slots_taken_) && slots_taken_[word] == UINT64_MAX) {
    ++word;
  }
  if (word == std::ssize(slots_taken_)) {
    slots_taken_.push_back(0);
  }
  uint64_t& taken = slots_taken_[word];
  const int32_t bit = __builtin_ctzll(~taken);
  taken |= uint64_t{1} << bit;
  return word * kBitsPerWord + bit;
}

}  // namespace kitchen::sim

#include "sim/serving_replica.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "sim/check.h"
#include "sim/rounding.h"
#include "sim/step_series.h"

namespace kitchen::sim {

Outcome refusal(const ServingConfig& config, int64_t prompt_tokens) {
  if (prompt_tokens >= config.context_tokens_max) {
    return Outcome::refused_context;
  }
  const bool fits = prompt_tokens <= config.kv_blocks * config.block_tokens;
  return fits ? Outcome::finished : Outcome::refused_kv;
}

Replica::Replica(std::shared_ptr<const ServingCost> cost, const ServingConfig& config,
                 int32_t index, ServingListener& listener)
    : cost_(std::move(cost)),
      config_(config),
      index_(index),
      listener_(&listener),
      block_tokens_(config.block_tokens),
      decodes_by_place_(static_cast<uint64_t>(config.block_tokens), 0) {
  KITCHEN_CHECK(validate(config_, *cost_) == ServingError::ok);
  plan_.replica = index_;
  prefix_kv_blocks_ = config_.prefix_caching ? config_.prefix_tokens / config_.block_tokens : 0;
  window_costs_ = cost_->window_tokens > 0;
}

ServingCounts Replica::counts() const {
  ServingCounts counts = counts_;
  counts.kv_blocks_cached = cache_.unheld() * prefix_kv_blocks_;
  return counts;
}

// Its last token is never cached.
int64_t Replica::output_max(int64_t prompt_tokens) const {
  const int64_t kv_tokens = config_.kv_blocks * config_.block_tokens;
  return std::min(config_.context_tokens_max, kv_tokens + 1) - prompt_tokens;
}

std::span<const int64_t> Replica::usable_prefix(const ServingRequest& request) const {
  if (!config_.prefix_caching) {
    return {};
  }
  const int64_t filled = request.prompt_tokens / config_.prefix_tokens;
  const int64_t count = std::min<int64_t>(std::ssize(request.prefix_blocks), filled);
  return std::span(request.prefix_blocks).first(static_cast<uint64_t>(count));
}

void Replica::arrive(int64_t id, TimePs at_ps, const ServingRequest& request) {
  fresh_.push({id, at_ps, static_cast<int32_t>(request.prompt_tokens),
               static_cast<int32_t>(request.output_tokens)});
  if (config_.prefix_caching) {
    const std::span<const int64_t> ids = usable_prefix(request);
    fresh_prefixes_.push({ids.begin(), ids.end()});
  }
  if (!planned_ && requests() == 0) {
    now_ps_ = std::max(now_ps_, at_ps);
  }
  // Behind others that can't be admitted, or with all slots taken, it changes nothing before the
  // planned steps end.
  const bool may_join = counts_.waiting == 0 && config_.batching == Batching::continuous &&
                        counts_.running < config_.requests_max;
  ++counts_.waiting;
  ++counts_.arrived;
  waiting_blocks_ += blocks_of(request.prompt_tokens);
  if (planned_ && may_join && plan_.steps > 1) {
    plan_.steps = steps_begun_by(at_ps);
    plan_end_ps_ = plan_.start_ps + plan_.total_ps();
  }
}

void Replica::advance_to(TimePs until_ps) {
  while (true) {
    if (!planned_) {
      if (next_plan_ps() >= until_ps) {
        return;
      }
      plan();
      if (!planned_) {
        return;
      }
    }
    if (plan_end_ps_ > until_ps) {
      return;
    }
    end_steps();
  }
}

TimePs Replica::next_plan_ps() const {
  return planned_ || time_over_ || requests() == 0 ? kNever : now_ps_;
}

int64_t Replica::steps_begun_by(TimePs at_ps) const {
  return steps_to_reach(at_ps - plan_.start_ps, plan_.steps, plan_.first_ps, plan_.growth_ps);
}

int64_t Replica::kv_used_at(TimePs at_ps) const {
  return counts_.kv_blocks_used + (planned_ ? blocks_grown(steps_begun_by(at_ps) - 1) : 0);
}

int64_t Replica::kv_wanted_at(TimePs at_ps) const {
  int64_t blocks = kv_used_at(at_ps) + waiting_blocks_;
  if (partial_ >= 0) {
    const Job& job = jobs_[partial_];
    blocks += blocks_of(tokens_of(job)) - blocks_of(job.computed);
  }
  return blocks;
}

int64_t Replica::prefix_hits_at(TimePs at_ps, const ServingRequest& request) {
  if (!config_.prefix_caching) {
    return 0;
  }
  evict_beside(kv_used_at(at_ps));
  return std::min(cache_.hits(usable_prefix(request)),
                  (request.prompt_tokens - 1) / config_.prefix_tokens);
}

// ---- jobs ----

int32_t Replica::take_job() {
  if (!free_jobs_.empty()) {
    const int32_t index = free_jobs_.back();
    free_jobs_.pop_back();
    return index;
  }
  jobs_.emplace_back();
  if (config_.prefix_caching) {
    prefixes_.emplace_back();
  }
  return static_cast<int32_t>(std::ssize(jobs_) - 1);
}

// There must be one.
int32_t Replica::take_fresh() {
  const Fresh fresh = fresh_.pop();
  const int32_t index = take_job();
  Job& job = jobs_[index];
  job = Job{};
  job.id = fresh.id;
  job.arrival_ps = fresh.arrival_ps;
  job.prompt_tokens = fresh.prompt_tokens;
  ends_.expect(index, fresh.output_tokens, output_max(fresh.prompt_tokens));
  if (config_.prefix_caching) {
    prefixes_[index].ids = fresh_prefixes_.pop();
  }
  push_back(waiting_, index);
  return index;
}

void Replica::push_back(Chain& chain, int32_t index) {
  jobs_[index].before = chain.tail;
  jobs_[index].after = -1;
  (chain.tail >= 0 ? jobs_[chain.tail].after : chain.head) = index;
  chain.tail = index;
}

void Replica::push_front(Chain& chain, int32_t index) {
  jobs_[index].before = -1;
  jobs_[index].after = chain.head;
  (chain.head >= 0 ? jobs_[chain.head].before : chain.tail) = index;
  chain.head = index;
}

void Replica::pop_front(Chain& chain) {
  chain.head = jobs_[chain.head].after;
  (chain.head >= 0 ? jobs_[chain.head].before : chain.tail) = -1;
}

void Replica::remove(Chain& chain, int32_t index) {
  const Job& job = jobs_[index];
  (job.before >= 0 ? jobs_[job.before].after : chain.head) = job.after;
  (job.after >= 0 ? jobs_[job.after].before : chain.tail) = job.before;
}

// ---- blocks ----

// Where in decodes_by_place_ those stand whose last block is full now, or one step ahead.
int64_t Replica::full_place(int64_t steps_ahead) const {
  const int64_t place = block_tokens_.value() - step_in_block_ - steps_ahead;
  return place == block_tokens_.value() ? 0 : place;
}

// Blocks that the decodes need for the steps after the next one.
int64_t Replica::blocks_grown(int64_t steps) const {
  if (steps == 0) {
    return 0;
  }
  int64_t blocks = block_tokens_.floor(steps) * decode_.requests;
  const int64_t rest = block_tokens_.rest(steps);
  int64_t place = full_place(1);
  for (int64_t step = 0; step < rest; ++step) {
    blocks += decodes_by_place_[place];
    place = place == 0 ? block_tokens_.value() - 1 : place - 1;
  }
  return blocks;
}

// How many steps, 1…limit, the decodes can make with so many blocks on top of the first step's.
int64_t Replica::steps_within(int64_t blocks, int64_t limit) const {
  const int64_t periods = blocks / decode_.requests;  // in each every decode fills one block
  if (periods > block_tokens_.floor(limit - 1)) {
    return limit;
  }
  int64_t left = blocks - periods * decode_.requests;
  int64_t steps = 1 + periods * block_tokens_.value();
  int64_t place = full_place(1);
  while (steps < limit && decodes_by_place_[place] <= left) {
    left -= decodes_by_place_[place];
    place = place == 0 ? block_tokens_.value() - 1 : place - 1;
    ++steps;
  }
  return std::min(steps, limit);
}

void Replica::use_blocks(int64_t blocks) {
  counts_.kv_blocks_used += blocks;
  KITCHEN_CHECK(counts_.kv_blocks_used <= config_.kv_blocks);
  evict_beside(counts_.kv_blocks_used);
}

void Replica::evict_prefixes(int64_t left_blocks) {
  while (cache_.unheld() * prefix_kv_blocks_ > left_blocks) {
    cache_.evict();
  }
}

// Prefix blocks that are filled now are of use to others. One that is cached already stays the
// job's own.
void Replica::keep_prefix(int32_t index) {
  Prefix& prefix = prefixes_[index];
  const int64_t filled =
      std::min<int64_t>(std::ssize(prefix.ids), jobs_[index].computed / config_.prefix_tokens);
  for (; prefix.seen < filled; ++prefix.seen) {
    const int64_t id = prefix.ids[prefix.seen];
    if (cache_.find(id) < 0) {
      prefix.held.push_back(cache_.add(id));
    }
  }
}

void Replica::free_blocks(int32_t index) {
  int64_t freed = blocks_of(jobs_[index].computed);
  if (config_.prefix_caching) {
    Prefix& prefix = prefixes_[index];
    const int64_t held_before = cache_.held();
    freed -= std::ssize(prefix.held) * prefix_kv_blocks_;
    while (!prefix.held.empty()) {
      cache_.let_go(prefix.held.back());
      prefix.held.pop_back();
    }
    freed += (held_before - cache_.held()) * prefix_kv_blocks_;
  }
  counts_.kv_blocks_used -= freed;
}

// ---- planning ----

void Replica::plan() {
  plan_.start_ps = now_ps_;
  plan_.prefill = PrefillLoad{};
  budget_left_ = config_.token_budget;
  prefilled_.clear();
  bool preempted = schedule_decodes();
  if (partial_ >= 0 && !schedule_partial()) {
    preempted = true;
  }
  if (!preempted) {
    admit();
  }
  if (counts_.running == 0) {
    KITCHEN_CHECK(counts_.waiting == 0);
    return;
  }
  plan_.decode = decode_;
  plan_.waiting = counts_.waiting;
  plan_.kv_blocks_first = counts_.kv_blocks_used;
  set_plan(preempted || plan_.prefill.requests > 0 ? 1 : alike_steps());
}

// Whether some were preempted for it.
inline bool Replica::schedule_decodes() {
  bool preempted = false;
  while (decodes_by_place_[full_place(0)] > available_blocks()) {
    // The first ones have taken all there was, what nobody held in the prefix cache, too.
    evict_beside(config_.kv_blocks);
    preempt_latest();
    preempted = true;
  }
  use_blocks(decodes_by_place_[full_place(0)]);
  budget_left_ -= decode_.requests;
  return preempted;
}

// False where it was preempted instead.
bool Replica::schedule_partial() {
  const int32_t index = partial_;
  const Job& job = jobs_[index];
  const int64_t tokens = std::min(tokens_of(job) - job.computed, budget_left_);
  const int64_t blocks = blocks_of(job.computed + tokens) - blocks_of(job.computed);
  if (blocks > available_blocks()) {
    preempt_latest();
    return false;
  }
  partial_ = -1;
  schedule_chunk(index, tokens, blocks);
  return true;
}

inline void Replica::schedule_chunk(int32_t index, int64_t tokens, int64_t blocks) {
  KITCHEN_CHECK(tokens > 0);
  Job& job = jobs_[index];
  plan_.prefill.add(job.computed, tokens, cost_->window_tokens);
  use_blocks(blocks);
  budget_left_ -= tokens;
  job.computed += tokens;
  if (config_.prefix_caching) {
    keep_prefix(index);
  }
  if (job.computed == tokens_of(job)) {
    prefilled_.push_back(index);
  } else {
    partial_ = index;
  }
}

// The latest admitted loses its place and all its blocks.
void Replica::preempt_latest() {
  const int32_t index = running_.tail;
  Job& job = jobs_[index];
  if (job.decodes) {
    ends_.stop(index);
    stop_decoding(index);
    job.last_token_ps = now_ps_;
  } else {
    partial_ = -1;
  }
  leave_batch(index);
  job.computed = 0;
  ++job.preemptions;
  ++counts_.preemptions;
  push_front(waiting_, index);
  ++counts_.waiting;
  waiting_blocks_ += blocks_of(tokens_of(job));
  batch_left_ = 0;
  listener_->on_preemption({job.id, index_, now_ps_, 0});
}

void Replica::admit() {
  if (config_.batching == Batching::static_batch && counts_.running == 0 && batch_left_ == 0) {
    choose_batch();
  }
  Chunk chunk;
  while (counts_.waiting > 0 && budget_left_ > 0 && counts_.running < config_.requests_max &&
         (config_.batching == Batching::continuous || batch_left_ > 0)) {
    const int32_t head = head_of_queue();
    if (!find_chunk(head, chunk)) {
      return;
    }
    pop_front(waiting_);
    start(head, chunk);
  }
}

// As many as there are slots and as fit the KV cache together before any has made a token.
void Replica::choose_batch() {
  int64_t blocks = 0;
  const auto fits = [&](int64_t tokens) {
    blocks += blocks_of(tokens);
    return batch_left_ < config_.requests_max && blocks <= config_.kv_blocks;
  };
  for (int32_t index = waiting_.head; index >= 0; index = jobs_[index].after) {
    if (!fits(tokens_of(jobs_[index]))) {
      return;
    }
    ++batch_left_;
  }
  for (int64_t place = 0; place < fresh_.size() && fits(fresh_[place].prompt_tokens); ++place) {
    ++batch_left_;
  }
}

inline bool Replica::find_chunk(int32_t index, Chunk& chunk) {
  const int64_t all = tokens_of(jobs_[index]);
  chunk = Chunk{};
  if (config_.prefix_caching) {
    const std::span<const int64_t> ids = prefixes_[index].ids;
    // At least one token is computed: the next one comes out of it.
    chunk.hits = std::min(cache_.hits(ids), (all - 1) / config_.prefix_tokens);
    chunk.unheld = cache_.unheld_among(ids.first(static_cast<uint64_t>(chunk.hits)));
  }
  const int64_t cached = chunk.hits * config_.prefix_tokens;
  chunk.tokens = all - cached;
  if (chunk.tokens > budget_left_) {
    if (!config_.chunked_prefill && counts_.running > 0) {
      return false;
    }
    chunk.tokens = config_.chunked_prefill ? budget_left_ : chunk.tokens;
  }
  chunk.blocks = blocks_of(cached + chunk.tokens) - chunk.hits * prefix_kv_blocks_;
  return chunk.unheld * prefix_kv_blocks_ + chunk.blocks <= available_blocks();
}

inline void Replica::start(int32_t index, const Chunk& chunk) {
  Job& job = jobs_[index];
  push_back(running_, index);
  --counts_.waiting;
  waiting_blocks_ -= blocks_of(tokens_of(job));
  ++counts_.running;
  batch_left_ -= config_.batching == Batching::static_batch ? 1 : 0;
  job.admission = admissions_++;
  job.computed = chunk.hits * config_.prefix_tokens;
  counts_.cached_tokens += job.computed;
  if (job.admitted_ps < 0) {
    job.admitted_ps = now_ps_;
    job.cached_tokens = job.computed;
  }
  if (config_.prefix_caching) {
    hold_prefix(index, chunk.hits);
  }
  listener_->on_admission({job.id, index_, now_ps_, job.computed});
  schedule_chunk(index, chunk.tokens, chunk.unheld * prefix_kv_blocks_ + chunk.blocks);
}

void Replica::hold_prefix(int32_t index, int64_t hits) {
  Prefix& prefix = prefixes_[index];
  prefix.seen = hits;
  for (int64_t hit = 0; hit < hits; ++hit) {
    prefix.held.push_back(cache_.find(prefix.ids[hit]));
    cache_.hold(prefix.held.back());
  }
}

// How many steps of decodes alone are alike: until one of them is done, reaches the window, or a
// block is missing.
int64_t Replica::alike_steps() {
  int64_t limit = ends_.next_step() - counts_.steps;
  if (!windows_.empty()) {
    limit = std::min(limit, windows_.first().step - counts_.steps);
  }
  // Whoever heads the queue can need fewer blocks once a block of its prefix is evicted.
  const int64_t kept = counts_.waiting > 0 ? cache_.unheld() * prefix_kv_blocks_ : 0;
  return steps_within(available_blocks() - kept, limit);
}

void Replica::set_plan(int64_t steps) {
  KITCHEN_CHECK(steps > 0);  // else a mistake would stand still instead of stopping
  plan_.steps = steps;
  plan_.first_ps = serving_step_ps(*cost_, plan_.decode, plan_.prefill);
  plan_.growth_ps = plan_.prefill.requests > 0 ? 0 : serving_growth_ps(*cost_, plan_.decode);
  const TimePs left_ps = kServingTimeMaxPs - now_ps_;
  TimePs total_ps = steps == 1 ? plan_.first_ps : series(steps, plan_.first_ps, plan_.growth_ps);
  if (total_ps > left_ps) {
    plan_.steps = steps_to_reach(left_ps + 1, steps, plan_.first_ps, plan_.growth_ps) - 1;
    time_over_ = plan_.steps == 0;
    if (time_over_) {
      return;
    }
    total_ps = plan_.total_ps();
  }
  plan_end_ps_ = now_ps_ + total_ps;
  planned_ = true;
}

// ---- after steps ----

void Replica::end_steps() {
  KITCHEN_CHECK(planned_);
  const int64_t steps = plan_.steps;
  planned_ = false;
  now_ps_ = plan_end_ps_;
  use_blocks(blocks_grown(steps - 1));
  plan_.kv_blocks_last = counts_.kv_blocks_used;
  counts_.kv_blocks_peak = std::max(counts_.kv_blocks_peak, counts_.kv_blocks_used);
  counts_.busy_ps += plan_end_ps_ - plan_.start_ps;
  counts_.steps += steps;
  counts_.running_peak = std::max(counts_.running_peak, counts_.running);
  counts_.tokens_made += steps * decode_.requests;
  counts_.tokens_computed += steps * decode_.requests + plan_.prefill.tokens;
  decode_.context += steps * decode_.requests;
  decode_.window_context += steps * decode_.growing;
  step_in_block_ = block_tokens_.rest(step_in_block_ + steps);
  listener_->on_steps(plan_);
  forget_grown_windows();
  ends_.set_now(counts_.steps);
  for (int32_t done = ends_.take_done(); done >= 0; done = ends_.take_done()) {
    stop_decoding(done);
    finish(done);
  }
  for (const int32_t index : prefilled_) {
    make_first_token(index);
  }
  prefilled_.clear();
}

// The first one, or after a preemption the next one.
void Replica::make_first_token(int32_t index) {
  Job& job = jobs_[index];
  ++job.made;
  ++counts_.tokens_made;
  if (job.first_token_ps < 0) {
    job.first_token_ps = now_ps_;
  } else {
    listener_->on_gap({job.id, index_, job.last_token_ps, now_ps_});
  }
  if (ends_.is_last(index, job.made)) {
    finish(index);
  } else {
    begin_decoding(index);
  }
}

inline void Replica::begin_decoding(int32_t index) {
  Job& job = jobs_[index];
  job.decodes = true;
  job.from_step = counts_.steps;
  ends_.start(index, job.admission, job.made);
  ++decodes_by_place_[place_of(job.computed)];
  ++decode_.requests;
  decode_.context += job.computed;
  if (!window_costs_) {
    return;
  }
  decode_.window_context += within_window(job.computed, cost_->window_tokens);
  if (job.computed < cost_->window_tokens) {
    ++decode_.growing;
    windows_.push({counts_.steps + cost_->window_tokens - job.computed, job.admission, index});
  }
}

void Replica::stop_decoding(int32_t index) {
  Job& job = jobs_[index];
  const int64_t steps = counts_.steps - job.from_step;
  job.decodes = false;
  job.made += steps;
  job.computed += steps;
  --decodes_by_place_[place_of(job.computed)];
  --decode_.requests;
  decode_.context -= job.computed;
  if (window_costs_) {
    decode_.window_context -= within_window(job.computed, cost_->window_tokens);
    decode_.growing -= job.computed < cost_->window_tokens ? 1 : 0;
  }
}

// (context - steps) modulo block_tokens_
int64_t Replica::place_of(int64_t context) const {
  const int64_t difference = block_tokens_.rest(context) - step_in_block_;
  return difference < 0 ? difference + block_tokens_.value() : difference;
}

void Replica::forget_grown_windows() {
  while (!windows_.empty() && windows_.first().step <= counts_.steps) {
    const StepEntry& entry = windows_.first();
    const Job& job = jobs_[entry.job];
    decode_.growing -= job.decodes && job.admission == entry.admission ? 1 : 0;
    windows_.pop();
  }
}

inline void Replica::leave_batch(int32_t index) {
  free_blocks(index);
  remove(running_, index);
  --counts_.running;
}

Outcome Replica::outcome_of(int32_t index) const {
  if (!ends_.is_cut(index)) {
    return Outcome::finished;
  }
  const bool by_context = tokens_of(jobs_[index]) == config_.context_tokens_max;
  return by_context ? Outcome::context_full : Outcome::kv_full;
}

void Replica::finish(int32_t index) {
  leave_batch(index);
  const Job& job = jobs_[index];
  const Outcome outcome = outcome_of(index);
  RequestRecord record;
  record.id = job.id;
  record.replica = index_;
  record.outcome = outcome;
  record.arrival_ps = job.arrival_ps;
  record.admitted_ps = job.admitted_ps;
  record.first_token_ps = job.first_token_ps;
  record.ended_ps = now_ps_;
  record.prompt_tokens = job.prompt_tokens;
  record.output_tokens = job.made;
  record.cached_tokens = job.cached_tokens;
  record.preemptions = job.preemptions;
  ++counts_.ended[static_cast<int32_t>(outcome)];
  ++ended_;
  free_jobs_.push_back(index);
  listener_->on_request(record);
}

void Replica::add_to(Fnv1a64& hash) const {
  hash.add(now_ps_);
  hash.add(plan_end_ps_);
  add_counts(hash, counts());
  for (const Chain& chain : {waiting_, running_}) {
    for (int32_t index = chain.head; index >= 0; index = jobs_[index].after) {
      const Job& job = jobs_[index];
      const int64_t steps = job.decodes ? counts_.steps - job.from_step : 0;
      for (const int64_t value : {job.id, job.arrival_ps, job.admitted_ps, job.first_token_ps,
                                  job.last_token_ps, job.prompt_tokens, job.made + steps,
                                  job.computed + steps, job.cached_tokens, job.preemptions}) {
        hash.add(value);
      }
    }
  }
  for (int64_t place = 0; place < fresh_.size(); ++place) {
    hash.add(fresh_[place].id);
    hash.add(fresh_[place].arrival_ps);
    hash.add(fresh_[place].prompt_tokens);
  }
}

}  // namespace kitchen::sim

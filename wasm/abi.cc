#include "wasm/abi.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "game/replay.h"
#include "game/rules_version.h"
#include "game/run.h"
#include "game/shift.h"
#include "game/sweep.h"
#include "game/timeline.h"
#include "game/what_if.h"
#include "sim/check.h"
#include "sim/step_cost.h"
#include "wasm/layout.h"

namespace kitchen::wasm {
namespace {

// The tables the page reads, at fixed addresses for as long as the module lives.
#define ABI_TABLE(name, Name, rows)         \
  constexpr int32_t k_##name##_rows = rows; \
  Name table_##name[rows];
#include "wasm/abi_fields.def"
char table_text[kTextBytesMax];

// The replay that was opened last, proved: going back in it opens it again at every move.
std::string proved_text;
game::Replay proved_replay;
game::ReplayResult proved_result;

// The shift that was asked for last: making some takes time, and the page asks often.
std::shared_ptr<const game::Shift> last_shift;
std::shared_ptr<const game::Shift> open_shift;
std::unique_ptr<game::Run> open_run;

static_assert(k_commands_rows >= game::kCommandsMax);
static_assert(k_orders_rows >= game::kOrdersMax);

// Of the open run, while its changes are searched in pieces.
std::unique_ptr<game::ChangeSearch> open_search;

int32_t to_int(Status status) { return static_cast<int32_t>(status); }
int32_t to_us(sim::TimePs time_ps) {
  return time_ps < 0 ? -1 : static_cast<int32_t>(time_ps / sim::kPsPerUs);
}
int32_t to_mb(int64_t bytes) { return static_cast<int32_t>(bytes / sim::kBytesPerMb); }

Status to_status(game::RunError error) {
  switch (error) {
    case game::RunError::ok:
      return Status::ok;
    case game::RunError::lever_not_shown:
      return Status::lever_not_shown;
    case game::RunError::value_out_of_range:
      return Status::value_out_of_range;
    case game::RunError::too_many_commands:
      return Status::too_many_commands;
    case game::RunError::shift_over:
      return Status::shift_over;
    case game::RunError::time_goes_back:
    case game::RunError::time_out_of_range:
      break;
  }
  return Status::time_out_of_range;
}

void fill_step(View& view, const sim::Kitchen& kitchen) {
  const sim::KitchenState& state = kitchen.state();
  const sim::StepParts parts = kitchen.step();
  const bool busy = !state.running.empty();
  view.step_number = static_cast<int32_t>(state.steps) + (busy ? 1 : 0);
  view.step_start_us = busy ? to_us(state.boundary_ps) : 0;
  view.step_end_us = busy ? to_us(kitchen.next_boundary_ps()) : 0;
  view.step_weights_us = to_us(parts.weights_ps);
  view.step_requests_us = to_us(parts.requests_ps);
  view.step_kv_read_us = to_us(parts.kv_read_ps);
  view.step_prefill_us = to_us(parts.prefill_ps);
}

void fill_levers(View& view, const game::Run& run) {
  const sim::Settings& in_force = run.kitchen().state().settings;
  view.slots = game::lever_value(in_force, game::Lever::slots);
  view.batching = game::lever_value(in_force, game::Lever::batching);
  view.kv_cache = game::lever_value(in_force, game::Lever::kv_cache);
  view.weight_bits = game::lever_value(in_force, game::Lever::weight_bits);
  const sim::Settings levers = run.levers();
  view.lever_slots = game::lever_value(levers, game::Lever::slots);
  view.lever_batching = game::lever_value(levers, game::Lever::batching);
  view.lever_kv_cache = game::lever_value(levers, game::Lever::kv_cache);
  view.lever_weight_bits = game::lever_value(levers, game::Lever::weight_bits);
}

void fill_memory(View& view, const sim::Kitchen& kitchen) {
  const sim::Costs& costs = kitchen.costs();
  const sim::Settings& settings = kitchen.state().settings;
  view.memory_mb = to_mb(costs.memory_bytes);
  view.weights_mb = to_mb(sim::weights_bytes(costs, settings.weight_bits));
  view.kv_used_mb = to_mb(kitchen.kv_used_tokens() * costs.kv_bytes_per_token);
  view.kv_used_tokens = static_cast<int32_t>(kitchen.kv_used_tokens());
  view.kv_capacity_tokens = settings.kv_cache ? static_cast<int32_t>(kitchen.kv_capacity()) : -1;
}

void fill_score(View& view, const game::Run& run) {
  const game::Score score = run.score();
  const sim::KitchenState& state = run.kitchen().state();
  view.orders = score.orders;
  view.served = score.served;
  view.left_no_free_slot = score.left[static_cast<int32_t>(sim::LossCause::no_free_slot)];
  view.left_static_batch = score.left[static_cast<int32_t>(sim::LossCause::static_batch)];
  view.left_memory_full = score.left[static_cast<int32_t>(sim::LossCause::memory_full)];
  view.left_step_too_slow = score.left[static_cast<int32_t>(sim::LossCause::step_too_slow)];
  view.unfinished = score.unfinished;
  view.passed = score.passed ? 1 : 0;
  view.stars = score.stars;
  view.wait_p50_ms = score.wait_p50_ms;
  view.wait_p95_ms = score.wait_p95_ms;
  view.wait_max_ms = score.wait_max_ms;
  view.arrived = state.arrived;
  view.waiting = static_cast<int32_t>(state.waiting.size());
  view.running = static_cast<int32_t>(state.running.size());
  view.hold = static_cast<int32_t>(state.hold);
  view.preemptions = static_cast<int32_t>(state.preemptions);
  view.tokens_made = static_cast<int32_t>(state.tokens_made);
  view.running_peak = state.running_peak;
  view.mean_running_milli = run.mean_running_milli();
}

void fill_view(const game::Run& run) {
  View& view = table_view[0];
  view.now_ms = run.now_ms();
  view.ended = run.ended() ? 1 : 0;
  fill_levers(view, run);
  fill_step(view, run.kitchen());
  fill_memory(view, run.kitchen());
  fill_score(view, run);
}

void fill_hash(const game::Run& run) {
  const uint64_t hash = run.hash();
  table_view[0].hash_low = static_cast<int32_t>(static_cast<uint32_t>(hash));
  table_view[0].hash_high = static_cast<int32_t>(static_cast<uint32_t>(hash >> 32));
}

void fill_orders(const sim::Kitchen& kitchen) {
  const sim::KitchenState& state = kitchen.state();
  for (int32_t i = 0; i < std::ssize(state.requests); ++i) {
    const sim::RequestSpec& spec = kitchen.requests()[i];
    const sim::RequestState& request = state.requests[i];
    Order& order = table_orders[i];
    order.status = static_cast<int32_t>(request.status);
    order.cause = static_cast<int32_t>(request.cause);
    order.slot = request.slot;
    order.queue_place = -1;
    order.arrival_us = to_us(spec.arrival_ps);
    order.deadline_us = to_us(spec.deadline_ps);
    order.prompt_tokens = spec.prompt_tokens;
    order.output_tokens = spec.output_tokens;
    order.generated_tokens = request.generated_tokens;
    order.kv_cached = request.kv_cached ? 1 : 0;
    order.preemptions = request.preemptions;
    order.admitted_us = to_us(request.admitted_ps);
    order.first_token_us = to_us(request.first_token_ps);
    order.ended_us = to_us(request.ended_ps);
  }
  for (int32_t place = 0; place < std::ssize(state.waiting); ++place) {
    table_orders[state.waiting[place]].queue_place = place;
  }
}

int32_t refresh() {
  fill_view(*open_run);
  fill_orders(open_run->kitchen());
  return to_int(Status::ok);
}

std::string_view text_in(int32_t length) { return {table_text, static_cast<size_t>(length)}; }

void put_text(std::string_view text) {
  KITCHEN_CHECK(std::ssize(text) <= kTextBytesMax);
  std::copy(text.begin(), text.end(), table_text);
  table_view[0].text_length = static_cast<int32_t>(text.size());
}

int32_t clamp(int64_t value) {
  return static_cast<int32_t>(std::clamp<int64_t>(value, INT32_MIN, INT32_MAX));
}

void fill_refusal(const game::ShiftResult& result) {
  ShiftRefusal& refusal = table_shift_refusal[0];
  refusal.error = static_cast<int32_t>(result.error);
  refusal.at = result.at;
  refusal.found = clamp(result.found);
  refusal.first = clamp(result.first);
  refusal.last = clamp(result.last);
  refusal.step = result.step;
  refusal.field = result.field;
}

/// Finds the shift whose key is in the text buffer.
Status find_shift(int32_t key_length, std::shared_ptr<const game::Shift>& shift) {
  if (key_length < 0 || key_length > kTextBytesMax) {
    return Status::value_out_of_range;
  }
  const std::string_view key = text_in(key_length);
  if (!last_shift || last_shift->key != key) {
    const game::ShiftResult result = game::find_shift(key, last_shift);
    if (result.error != game::ShiftError::ok) {
      fill_refusal(result);
      return Status::shift_refused;
    }
  }
  shift = last_shift;
  return Status::ok;
}

void open(const std::shared_ptr<const game::Shift>& shift) {
  KITCHEN_CHECK(game::orders_of(*shift) <= k_orders_rows);
  open_search.reset();
  table_best_change[0] = {};
  open_run = std::make_unique<game::Run>(*shift);
  open_shift = shift;
  table_view[0] = {};
  refresh();
}

void fill_shows(ShiftInfo& info, const game::Shift& shift) {
  info.shows_slots = game::shows(shift, game::Lever::slots) ? 1 : 0;
  info.shows_batching = game::shows(shift, game::Lever::batching) ? 1 : 0;
  info.shows_kv_cache = game::shows(shift, game::Lever::kv_cache) ? 1 : 0;
  info.shows_weight_bits = game::shows(shift, game::Lever::weight_bits) ? 1 : 0;
  info.default_slots = game::lever_value(shift.defaults, game::Lever::slots);
  info.default_batching = game::lever_value(shift.defaults, game::Lever::batching);
  info.default_kv_cache = game::lever_value(shift.defaults, game::Lever::kv_cache);
  info.default_weight_bits = game::lever_value(shift.defaults, game::Lever::weight_bits);
  info.reference_slots = game::lever_value(shift.reference, game::Lever::slots);
  info.reference_batching = game::lever_value(shift.reference, game::Lever::batching);
  info.reference_kv_cache = game::lever_value(shift.reference, game::Lever::kv_cache);
  info.reference_weight_bits = game::lever_value(shift.reference, game::Lever::weight_bits);
}

void fill_ranges(ShiftInfo& info) {
  const auto fill = [](game::Lever lever, int32_t& first, int32_t& last, int32_t& step) {
    const game::LeverRange range = game::lever_range(lever);
    first = range.first;
    last = range.last;
    step = range.step;
  };
  fill(game::Lever::slots, info.lever_first_slots, info.lever_last_slots, info.lever_step_slots);
  fill(game::Lever::batching, info.lever_first_batching, info.lever_last_batching,
       info.lever_step_batching);
  fill(game::Lever::kv_cache, info.lever_first_kv_cache, info.lever_last_kv_cache,
       info.lever_step_kv_cache);
  fill(game::Lever::weight_bits, info.lever_first_weight_bits, info.lever_last_weight_bits,
       info.lever_step_weight_bits);
}

void fill_costs(ShiftInfo& info, const sim::Costs& costs) {
  info.weights_read_us = to_us(costs.weights_read_ps);
  info.per_request_us = to_us(costs.per_request_ps);
  info.per_token_us = to_us(costs.per_token_ps);
  info.per_context_ns = static_cast<int32_t>(costs.per_context_ps / sim::kPsPerNs);
  info.memory_mb = to_mb(costs.memory_bytes);
  info.weights_mb = to_mb(costs.weights_bytes);
  info.kv_kb_per_token = static_cast<int32_t>(costs.kv_bytes_per_token / sim::kBytesPerKb);
}

void fill_outcome(OutcomeRow& row, const game::Outcome& outcome) {
  row.slots = game::lever_value(outcome.settings, game::Lever::slots);
  row.batching = game::lever_value(outcome.settings, game::Lever::batching);
  row.kv_cache = game::lever_value(outcome.settings, game::Lever::kv_cache);
  row.weight_bits = game::lever_value(outcome.settings, game::Lever::weight_bits);
  row.orders = outcome.orders;
  row.served = outcome.served;
  row.passed = outcome.passed ? 1 : 0;
  row.stars = outcome.stars;
  row.wait_p95_ms = outcome.wait_p95_ms;
  row.preemptions = outcome.preemptions;
  row.running_peak = outcome.running_peak;
}

bool timeline_fits(int32_t every_ms) {
  return every_ms >= 1 && game::kShiftMs / every_ms < k_moments_rows;
}

void fill_moments(const std::vector<game::Moment>& moments) {
  int32_t count = 0;
  for (const game::Moment& moment : moments) {
    table_moments[count++] = {moment.at_ms,  moment.running, moment.waiting,
                              moment.served, moment.left,    moment.kv_used_tokens};
  }
  table_view[0].moment_count = count;
}

void fill_best_change(const game::ChangeSearch& search) {
  const game::BestChange best = search.best();
  BestChangeRow& row = table_best_change[0];
  row.size = search.size();
  row.searched = search.searched();
  row.found = best.found ? 1 : 0;
  row.at_ms = best.change.at_ms;
  row.lever = static_cast<int32_t>(best.change.lever);
  row.value = best.change.value;
  row.served = best.served;
  row.saved = best.saved;
  row.passed = best.passed ? 1 : 0;
}

void fill_replay_info(const game::ReplayResult& result, const game::Replay& replay) {
  ReplayInfo& info = table_replay_info[0];
  info.error = static_cast<int32_t>(result.error);
  info.at = result.at;
  info.found = clamp(result.found);
  info.agrees_until_ms = result.agrees_until_ms;
  info.differs_at_ms = result.differs_at_ms;
  info.rules_version = replay.rules_version;
  const game::LeverRange range = game::lever_range(result.lever);
  info.lever = static_cast<int32_t>(result.lever);
  info.lever_first = range.first;
  info.lever_last = range.last;
  info.lever_step = range.step;
  fill_refusal(result.shift_result);
}

/// Reads a replay's text and plays it to check it, unless it is the one that was proved last.
Status prove(std::string_view text) {
  if (text == proved_text && proved_replay.shift) {
    fill_replay_info(proved_result, proved_replay);
    return Status::ok;
  }
  game::Replay replay;
  game::ReplayResult result = game::read_replay(text, replay, last_shift);
  if (result.error == game::ReplayError::ok) {
    result = game::verify_replay(replay);
  }
  fill_replay_info(result, replay);
  if (result.error != game::ReplayError::ok) {
    return Status::replay_refused;
  }
  proved_text = text;
  proved_replay = replay;
  proved_result = result;
  return Status::ok;
}

}  // namespace
}  // namespace kitchen::wasm

using namespace kitchen;
using namespace kitchen::wasm;

int32_t lk_abi_version() { return kAbiVersion; }

uint32_t lk_layout_hash() { return layout_hash(); }

uintptr_t lk_address(int32_t table) {
  switch (static_cast<Table>(table)) {
#define ABI_TABLE(name, Name, rows) \
  case Table::name:                 \
    return reinterpret_cast<uintptr_t>(table_##name);
#include "wasm/abi_fields.def"
    case Table::text:
      return reinterpret_cast<uintptr_t>(table_text);
  }
  return 0;
}

int32_t lk_shift(int32_t key_length) {
  std::shared_ptr<const game::Shift> shift;
  const Status status = find_shift(key_length, shift);
  if (status != Status::ok) {
    return to_int(status);
  }
  ShiftInfo& info = table_shift_info[0];
  info.number = shift->kind == game::ShiftKind::lesson ? shift->lesson : 0;
  info.kind = static_cast<int32_t>(shift->kind);
  info.lesson = shift->lesson;
  info.day = shift->day;
  info.shift_count = static_cast<int32_t>(game::shifts().size());
  info.rules_version = game::kRulesVersion;
  info.duration_ms = game::kShiftMs;
  info.pass_percent = game::kPassPercent;
  info.par_percent = game::kParPercent;
  info.orders = game::orders_of(*shift);
  info.orders_needed = game::orders_to_pass(info.orders);
  info.has_stars = shift->has_stars ? 1 : 0;
  info.slots_max = game::kStovesMax;
  info.par_wait_ms = shift->par_wait_ms;
  info.par_slots = shift->par_slots;
  info.patience_base_ms = shift->crowd.patience_base_ms;
  info.patience_per_token_ms = shift->crowd.patience_per_token_ms;
  fill_shows(info, *shift);
  fill_ranges(info);
  fill_costs(info, shift->costs);
  return to_int(Status::ok);
}

int32_t lk_free_fields() {
  int32_t row = 0;
  for (const game::FreeFieldInfo& info : game::kFreeFields) {
    table_free_fields[row++] = {info.first, info.last, info.step, info.initial};
  }
  return to_int(Status::ok);
}

int32_t lk_free_key() {
  game::FreeValues values = {};
  for (int32_t field = 0; field < game::kFreeFieldCount; ++field) {
    values[static_cast<size_t>(field)] = table_free_values[field].value;
  }
  const game::ShiftResult result = game::make_free_shift(values, last_shift);
  if (result.error != game::ShiftError::ok) {
    fill_refusal(result);
    return to_int(Status::shift_refused);
  }
  put_text(last_shift->key);
  return to_int(Status::ok);
}

int32_t lk_free_values(int32_t key_length) {
  if (key_length < 0 || key_length > kTextBytesMax) {
    return to_int(Status::value_out_of_range);
  }
  game::FreeValues values = {};
  const game::ShiftResult result = game::read_free_key(text_in(key_length), values);
  if (result.error != game::ShiftError::ok) {
    fill_refusal(result);
    return to_int(Status::shift_refused);
  }
  for (int32_t field = 0; field < game::kFreeFieldCount; ++field) {
    table_free_values[field].value = values[static_cast<size_t>(field)];
  }
  return to_int(Status::ok);
}

int32_t lk_open(int32_t key_length) {
  std::shared_ptr<const game::Shift> shift;
  const Status status = find_shift(key_length, shift);
  if (status == Status::ok) {
    open(shift);
  }
  return to_int(status);
}

int32_t lk_set(int32_t lever, int32_t value) {
  if (!open_run) {
    return to_int(Status::no_run);
  }
  const Status status = to_status(open_run->set(static_cast<game::Lever>(lever), value));
  fill_levers(table_view[0], *open_run);
  return to_int(status);
}

int32_t lk_give(int32_t at_ms, int32_t lever, int32_t value) {
  if (!open_run) {
    return to_int(Status::no_run);
  }
  return to_int(to_status(open_run->give({at_ms, static_cast<game::Lever>(lever), value})));
}

int32_t lk_advance_to(int32_t until_ms) {
  if (!open_run) {
    return to_int(Status::no_run);
  }
  if (until_ms < open_run->now_ms()) {
    return to_int(Status::time_out_of_range);
  }
  open_run->advance_to_ms(until_ms);
  return refresh();
}

int32_t lk_finish_step() {
  if (!open_run) {
    return to_int(Status::no_run);
  }
  open_run->finish_step();
  return refresh();
}

int32_t lk_refresh() {
  if (!open_run) {
    return to_int(Status::no_run);
  }
  fill_hash(*open_run);
  return refresh();
}

int32_t lk_preview(int32_t requests, int32_t context_tokens) {
  constexpr int32_t kContextTokensMax = 5'000;
  if (!open_run) {
    return to_int(Status::no_run);
  }
  if (requests < 1 || requests > game::kStovesMax || context_tokens < 1 ||
      context_tokens > kContextTokensMax) {
    return to_int(Status::value_out_of_range);
  }
  const sim::Costs& costs = open_run->shift().costs;
  const sim::Settings levers = open_run->levers();
  const int64_t running =
      sim::requests_that_fit(costs, levers.weight_bits, levers.kv_cache, requests, context_tokens);
  const sim::StepParts parts = sim::step_parts(
      costs, levers.weight_bits, sim::steady_load(running, context_tokens, levers.kv_cache));
  Preview& preview = table_preview[0];
  preview.requests = static_cast<int32_t>(running);
  preview.weights_us = to_us(parts.weights_ps);
  preview.requests_us = to_us(parts.requests_ps);
  preview.kv_read_us = to_us(parts.kv_read_ps);
  preview.prefill_us = to_us(parts.prefill_ps);
  const int64_t kv_tokens = levers.kv_cache ? running * context_tokens : 0;
  preview.kv_used_mb = to_mb(kv_tokens * costs.kv_bytes_per_token);
  preview.weights_mb = to_mb(sim::weights_bytes(costs, levers.weight_bits));
  return to_int(Status::ok);
}

int32_t lk_read_commands() {
  if (!open_run) {
    return to_int(Status::no_run);
  }
  int32_t count = 0;
  for (const game::Command& command : open_run->commands()) {
    table_commands[count++] = {command.at_ms, static_cast<int32_t>(command.lever), command.value};
  }
  table_view[0].command_count = count;
  return to_int(Status::ok);
}

int32_t lk_read_timeline(int32_t every_ms) {
  if (!open_run) {
    return to_int(Status::no_run);
  }
  if (!timeline_fits(every_ms)) {
    return to_int(Status::value_out_of_range);
  }
  fill_moments(game::timeline(*open_run, every_ms));
  return to_int(Status::ok);
}

int32_t lk_what_if(int32_t at_ms, int32_t lever, int32_t value, int32_t every_ms) {
  if (!open_run) {
    return to_int(Status::no_run);
  }
  if (!open_run->ended()) {
    return to_int(Status::not_over);
  }
  if (!timeline_fits(every_ms)) {
    return to_int(Status::value_out_of_range);
  }
  const game::Future future =
      game::what_if(*open_run, {at_ms, static_cast<game::Lever>(lever), value}, every_ms);
  if (future.error != game::RunError::ok) {
    return to_int(to_status(future.error));
  }
  WhatIfRow& row = table_what_if[0];
  row.orders = future.score.orders;
  row.served = future.score.served;
  row.passed = future.score.passed ? 1 : 0;
  row.stars = future.score.stars;
  row.wait_p95_ms = future.score.wait_p95_ms;
  row.saved = future.saved;
  fill_moments(future.moments);
  return to_int(Status::ok);
}

int32_t lk_search_changes(int32_t first, int32_t count) {
  if (!open_run) {
    return to_int(Status::no_run);
  }
  if (!open_run->ended()) {
    return to_int(Status::not_over);
  }
  if (first == 0 && count >= 1) {
    open_search = std::make_unique<game::ChangeSearch>(*open_run);
  }
  if (count < 1 || !open_search || first != open_search->searched() || open_search->done()) {
    return to_int(Status::value_out_of_range);
  }
  open_search->search(count);
  fill_best_change(*open_search);
  return to_int(Status::ok);
}

int32_t lk_read_verdict() {
  if (!open_run) {
    return to_int(Status::no_run);
  }
  if (!open_run->ended()) {
    return to_int(Status::not_over);
  }
  const game::Verdict verdict = game::verdict(*open_run);
  VerdictRow& row = table_verdict[0];
  row.kind = static_cast<int32_t>(verdict.kind);
  row.passed = verdict.passed ? 1 : 0;
  row.lost = verdict.lost;
  row.lost_to_this = verdict.lost_to_this;
  row.slots_busy_milli = verdict.slots_busy_milli;
  row.slots_cold_milli = verdict.slots_cold_milli;
  row.step_mean_us = verdict.step_mean_us;
  row.lost_us_per_token = verdict.lost_us_per_token;
  row.pace_allowed_us = verdict.pace_allowed_us;
  row.hold_ms = verdict.hold_ms;
  row.preemptions = verdict.preemptions;
  row.prefill_permille = verdict.prefill_permille;
  row.alone_us_per_token = verdict.alone_us_per_token;
  row.run_us_per_token = verdict.run_us_per_token;
  return to_int(Status::ok);
}

int32_t lk_sweep(int32_t key_length, int32_t first, int32_t count) {
  std::shared_ptr<const game::Shift> shift;
  const Status status = find_shift(key_length, shift);
  if (status != Status::ok) {
    return to_int(status);
  }
  const int32_t size = static_cast<int32_t>(game::fixed_settings(*shift).size());
  if (first < 0 || first >= size || count < 1 || size > k_outcomes_rows) {
    return to_int(Status::value_out_of_range);
  }
  int32_t row = first;
  for (const game::Outcome& outcome : game::sweep_part(*shift, first, count)) {
    fill_outcome(table_outcomes[row++], outcome);
  }
  table_view[0].outcome_count = size;
  return to_int(Status::ok);
}

int32_t lk_write_replay() {
  if (!open_run) {
    return to_int(Status::no_run);
  }
  if (!open_run->ended()) {
    return to_int(Status::not_over);
  }
  const std::string text = game::write_replay(game::make_replay(*open_run));
  if (text.size() >= sizeof table_text) {
    return to_int(Status::too_many_commands);
  }
  put_text(text);
  return to_int(Status::ok);
}

int32_t lk_open_replay(int32_t length) {
  if (length < 0 || length > kTextBytesMax) {
    return to_int(Status::value_out_of_range);
  }
  const Status status = prove(text_in(length));
  if (status != Status::ok) {
    return to_int(status);
  }
  last_shift = proved_replay.shift;
  open(proved_replay.shift);
  for (const game::Command& command : proved_replay.commands) {
    if (open_run->give(command) != game::RunError::ok) {
      __builtin_trap();  // read_replay() has let it through
    }
  }
  put_text(open_shift->key);
  return refresh();
}

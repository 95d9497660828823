#include "cli/run_log.h"

#include <fmt/core.h>

#include "cli/levers.h"
#include "cli/text.h"
#include "cli/user_error.h"
#include "game/play_out.h"
#include "game/rules_version.h"
#include "sim/check.h"

namespace kitchen::cli {
namespace {

using sim::RequestState;
using sim::RequestStatus;

constexpr char kHeaderKey[] = "llm-kitchen-run-log";
constexpr char kFormatVersion[] = "1";

std::string_view hold_name(sim::Hold hold) {
  switch (hold) {
    case sim::Hold::none:
      return "none";
    case sim::Hold::no_free_slot:
      return "no_free_slot";
    case sim::Hold::static_batch:
      return "static_batch";
    case sim::Hold::memory_full:
      return "memory_full";
  }
  return "";
}

std::string_view cause_name(sim::LossCause cause) {
  return cause == sim::LossCause::step_too_slow
             ? "step_too_slow"
             : hold_name(static_cast<sim::Hold>(static_cast<int32_t>(cause)));
}

/// What happened to one request between two boundaries.
void add_request_events(std::vector<std::string>& events, uint64_t index,
                        const RequestState& before, const RequestState& after) {
  if (before.status == RequestStatus::pending && after.status != RequestStatus::pending) {
    events.push_back(fmt::format("arrive:{}", index));
  }
  if (after.preemptions > before.preemptions) events.push_back(fmt::format("preempt:{}", index));
  const bool restarted = after.preemptions > before.preemptions;
  const bool started = before.status != RequestStatus::running || restarted;
  if (after.status == RequestStatus::running && started) {
    events.push_back(fmt::format("start:{}:slot{}", index, after.slot));
  }
  if (after.status == before.status) return;
  if (after.status == RequestStatus::served) events.push_back(fmt::format("serve:{}", index));
  if (after.status == RequestStatus::left) {
    events.push_back(fmt::format("leave:{}:{}", index, cause_name(after.cause)));
  }
}

std::vector<std::string> events_between(const sim::KitchenState& before,
                                        const sim::KitchenState& after) {
  std::vector<std::string> events;
  for (const game::Lever lever : kLevers) {
    const int32_t value = game::lever_value(after.settings, lever);
    if (value != game::lever_value(before.settings, lever)) {
      events.push_back(fmt::format("set:{}:{}", lever_key(lever), lever_value_text(lever, value)));
    }
  }
  for (uint64_t i = 0; i < after.requests.size(); ++i) {
    add_request_events(events, i, before.requests[i], after.requests[i]);
  }
  if (after.hold != before.hold) events.push_back(fmt::format("hold:{}", hold_name(after.hold)));
  return events;
}

/// Exact: picoseconds as milliseconds with nine decimals.
std::string time_ms_text(sim::TimePs time_ps) {
  return fmt::format("{}.{:09}", time_ps / sim::kPsPerMs, time_ps % sim::kPsPerMs);
}

void add_line(std::string& log, sim::TimePs time_ps, const sim::Kitchen& kitchen,
              const std::vector<std::string>& events) {
  const sim::KitchenState& state = kitchen.state();
  log += fmt::format("time_ms={} steps={}", time_ms_text(time_ps), state.steps);
  for (const game::Lever lever : kLevers) {
    log += fmt::format(" {}={}", lever_key(lever),
                       lever_value_text(lever, game::lever_value(state.settings, lever)));
  }
  log += fmt::format(" waiting={} running={} served={} left={} tokens={} kv_tokens={} hold={}",
                     state.waiting.size(), state.running.size(), state.served, left_in_all(state),
                     state.tokens_made, kitchen.kv_used_tokens(), hold_name(state.hold));
  log += fmt::format(" hash={:016x} events={}\n", kitchen.hash(), join(events, ","));
}

LogLine read_line(std::string_view line, uint64_t number, std::string_view name) {
  LogLine fields;
  while (!line.empty()) {
    const uint64_t end = std::min(line.find(' '), line.size());
    const std::string_view field = line.substr(0, end);
    const uint64_t equals = field.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      throw UserError(
          fmt::format("{}, line {}: expected KEY=VALUE, found {}", name, number, shown(field)));
    }
    fields.emplace_back(field.substr(0, equals), field.substr(equals + 1));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return fields;
}

}  // namespace

std::string write_run_log(const game::Run& run) {
  constexpr sim::TimePs kEndPs = game::kShiftMs * sim::kPsPerMs;
  sim::Kitchen kitchen = game::kitchen_with(run.shift(), run.commands());
  std::string log =
      fmt::format("{}={} rules_version={} shift={} orders={}\n", kHeaderKey, kFormatVersion,
                  game::kRulesVersion, run.shift().key, kitchen.requests().size());
  sim::KitchenState before = kitchen.state();
  bool opened = false;
  while (kitchen.next_boundary_ps() <= kEndPs) {
    kitchen.advance_to(kitchen.next_boundary_ps());
    std::vector<std::string> events = events_between(before, kitchen.state());
    if (!opened) events.insert(events.begin(), "open");
    opened = true;
    if (!events.empty()) add_line(log, kitchen.state().boundary_ps, kitchen, events);
    before = kitchen.state();
  }
  kitchen.advance_to(kEndPs);
  add_line(log, kEndPs, kitchen, {"end"});
  KITCHEN_CHECK(kitchen.hash() == run.hash());
  return log;
}

std::vector<LogLine> read_run_log(std::string_view text, std::string_view name) {
  if (text.empty()) throw UserError(fmt::format("{} is empty, not a run log", name));
  std::vector<LogLine> lines;
  if (!text.starts_with(fmt::format("{}=", kHeaderKey))) {
    throw UserError(fmt::format("{} is not a run log: its first line doesn't begin with {}=", name,
                                kHeaderKey));
  }
  if (!text.ends_with('\n')) {
    throw UserError(fmt::format("{} is cut off: its last line doesn't end", name));
  }
  while (!text.empty()) {
    const uint64_t end = std::min(text.find('\n'), text.size());
    lines.push_back(read_line(text.substr(0, end), lines.size() + 1, name));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (const std::string& version = lines[0][0].second; version != kFormatVersion) {
    throw UserError(fmt::format("{} is a run log of format {}; this program reads format {}", name,
                                shown(version), kFormatVersion));
  }
  return lines;
}

}  // namespace kitchen::cli

#include "cli/run_report.h"

#include <fmt/core.h>

#include <utility>

#include "cli/json_output.h"
#include "cli/levers.h"
#include "cli/shift_names.h"
#include "cli/verdict_text.h"
#include "game/replay.h"
#include "game/shift.h"

namespace kitchen::cli {
namespace {

using game::Score;

constexpr double kShiftS = game::kShiftMs / 1000.0;

double seconds(int32_t ms) { return ms / 1000.0; }

double seconds_of_ps(sim::TimePs ps) {
  return static_cast<double>(ps) / static_cast<double>(sim::kPsPerSecond);
}

double share_of(double part, double whole) { return whole == 0 ? 0 : part / whole; }

double served_share(const Score& score) { return share_of(score.served, score.orders); }

/// "passed, 2 of 3 stars", or "passed" in a shift without stars
std::string result_text(const Score& score, bool has_stars) {
  const char* passed = score.passed ? "passed" : "failed";
  return has_stars ? fmt::format("{}, {} of 3 stars", passed, score.stars) : passed;
}

double tokens_per_s(const RunReport& report) {
  return static_cast<double>(report.tokens_made) / kShiftS;
}

/// Each cause of a loss with how it is told and how many orders it took; docs/loss-causes.md.
struct Loss {
  const char* key;
  const char* label;
  int32_t orders;
};

std::vector<Loss> losses_of(const Score& score) {
  const auto left = [&](sim::LossCause cause) { return score.left[static_cast<int32_t>(cause)]; };
  return {{"no_free_slot", "no free slot", left(sim::LossCause::no_free_slot)},
          {"static_batch", "static batch", left(sim::LossCause::static_batch)},
          {"memory_full", "memory full", left(sim::LossCause::memory_full)},
          {"step_too_slow", "step too slow", left(sim::LossCause::step_too_slow)},
          {"unfinished", "unfinished at the end", score.unfinished}};
}

struct GpuTime {
  const char* key;
  const char* label;
  sim::TimePs spent_ps;
};

std::vector<GpuTime> gpu_time_of(const RunReport& report) {
  const sim::StepParts& spent = report.spent;
  const sim::TimePs idle_ps =
      game::kShiftMs * sim::kPsPerMs - spent.total_ps() - report.unfinished_step_ps;
  return {{"weights", "reading weights", spent.weights_ps},
          {"requests", "work per request", spent.requests_ps},
          {"kv_read", "reading KV cache", spent.kv_read_ps},
          {"prefill", "prefill, recompute", spent.prefill_ps},
          {"unfinished_step", "step cut off by the end", report.unfinished_step_ps},
          {"idle", "idle", idle_ps}};
}

class Lines {
 public:
  /// An entry's text stands at the same column whatever its label.
  void add(std::string_view label, std::string_view text) {
    text_ += fmt::format("{:<26}{}\n", label, text);
  }
  void add_number(std::string_view label, std::string_view number, std::string_view note = "") {
    text_ += fmt::format("{:<26}{:>7}{}{}\n", label, number, note.empty() ? "" : "  ", note);
  }
  void add_line(std::string_view line = "") {
    text_ += line;
    text_ += '\n';
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

void add_orders(Lines& lines, const Score& score) {
  lines.add_number("orders", fmt::format("{}", score.orders));
  lines.add_number(
      "served", fmt::format("{}", score.served),
      fmt::format("{:.1f} %, {} % passes", 100 * served_share(score), game::kPassPercent));
  lines.add_number("lost", fmt::format("{}", score.orders - score.served));
  for (const Loss& loss : losses_of(score)) {
    lines.add_number(fmt::format("  {}", loss.label), fmt::format("{}", loss.orders));
  }
}

void add_waits(Lines& lines, const RunReport& report) {
  const Score& score = report.score;
  lines.add_line("wait, from arrival to last token, of the served");
  lines.add_number("  p50", fmt::format("{:.3f}", seconds(score.wait_p50_ms)), "s");
  lines.add_number(
      "  p95", fmt::format("{:.3f}", seconds(score.wait_p95_ms)),
      report.has_stars ? fmt::format("s, par {:.3f} s", seconds(report.par_wait_ms)) : "s");
  lines.add_number("  max", fmt::format("{:.3f}", seconds(score.wait_max_ms)), "s");
}

void add_throughput(Lines& lines, const RunReport& report) {
  lines.add_number("tokens/s", fmt::format("{:.1f}", tokens_per_s(report)));
  lines.add_number("busy slots, mean",
                   fmt::format("{:.1f}", report.verdict.slots_busy_milli / 1000.0));
  lines.add_number("busy slots, peak", fmt::format("{}", report.running_peak),
                   report.has_stars ? fmt::format("par {}", report.par_slots) : "");
  lines.add_number("preemptions", fmt::format("{}", report.verdict.preemptions));
  lines.add_number("decode steps", fmt::format("{}", report.steps),
                   fmt::format("{:.1f} ms on average", report.verdict.step_mean_us / 1000.0));
}

void add_gpu_time(Lines& lines, const RunReport& report) {
  lines.add_line(fmt::format("GPU time, of {} s", kShiftS));
  for (const GpuTime& part : gpu_time_of(report)) {
    const double part_s = seconds_of_ps(part.spent_ps);
    lines.add_number(fmt::format("  {}", part.label), fmt::format("{:.3f}", part_s),
                     fmt::format("s  {:5.1f} %", 100 * share_of(part_s, kShiftS)));
  }
}

Json commands_json(const std::vector<game::Command>& commands) {
  Json list = Json::array();
  for (const game::Command& command : commands) {
    list.push_back({{"lever", lever_key(command.lever)},
                    {"value", lever_value_json(command.lever, command.value)},
                    {"at_s", seconds(command.at_ms)}});
  }
  return list;
}

}  // namespace

RunReport make_run_report(const game::Run& run) {
  const sim::KitchenState& state = run.kitchen().state();
  RunReport report;
  report.shift_key = run.shift().key;
  report.shift_title = shift_title(run.shift());
  report.commands = run.commands();
  report.score = run.score();
  report.verdict = game::verdict(run);
  report.tokens_made = state.tokens_made;
  report.steps = state.steps;
  report.running_peak = state.running_peak;
  report.has_stars = run.shift().has_stars;
  report.par_wait_ms = run.shift().par_wait_ms;
  report.par_slots = run.shift().par_slots;
  report.spent = state.spent;
  if (!state.running.empty()) {
    report.unfinished_step_ps = game::kShiftMs * sim::kPsPerMs - state.boundary_ps;
  }
  report.hash = run.hash();
  report.replay = game::write_replay(game::make_replay(run));
  return report;
}

std::string score_sentence(const Score& score, bool has_stars) {
  return fmt::format("{} of {} orders served ({:.1f} %), {}", score.served, score.orders,
                     100 * served_share(score), result_text(score, has_stars));
}

std::string run_report_text(const RunReport& report, const Style& style) {
  const Score& score = report.score;
  const std::string outcome = result_text(score, report.has_stars);
  const std::string commands = commands_text(report.commands);
  Lines lines;
  lines.add_line(fmt::format(
      "{}: {}", style.bold(fmt::format("Shift {}, {}", report.shift_key, report.shift_title)),
      score.passed ? style.good(outcome) : style.bad(outcome)));
  lines.add_line(verdict_sentence(report.verdict));
  lines.add_line();
  lines.add("settings", commands.empty() ? "the shift's defaults" : commands);
  add_orders(lines, score);
  add_waits(lines, report);
  add_throughput(lines, report);
  add_gpu_time(lines, report);
  lines.add("state hash", fmt::format("{:016x}", report.hash));
  lines.add("replay", report.replay);
  return lines.take();
}

std::string run_report_json(const RunReport& report) {
  const Score& score = report.score;
  Json json = new_output();
  json["shift"] = report.shift_key;
  json["commands"] = commands_json(report.commands);
  json["orders"] = score.orders;
  json["served"] = score.served;
  json["served_share"] = rounded(served_share(score), 4);
  json["passed"] = score.passed;
  json["stars"] = score.stars;
  json["lost"] = score.orders - score.served;
  for (const Loss& loss : losses_of(score)) json["lost_by_cause"][loss.key] = loss.orders;
  json["wait_p50_s"] = seconds(score.wait_p50_ms);
  json["wait_p95_s"] = seconds(score.wait_p95_ms);
  json["wait_max_s"] = seconds(score.wait_max_ms);
  json["tokens"] = report.tokens_made;
  json["tokens_per_s"] = rounded(tokens_per_s(report), 1);
  json["busy_slots_mean"] = report.verdict.slots_busy_milli / 1000.0;
  json["busy_slots_peak"] = report.running_peak;
  json["preemptions"] = report.verdict.preemptions;
  json["decode_steps"] = report.steps;
  json["step_mean_ms"] = report.verdict.step_mean_us / 1000.0;
  for (const GpuTime& part : gpu_time_of(report)) {
    json["gpu_time_s"][part.key] = rounded(seconds_of_ps(part.spent_ps), 6);
  }
  json["verdict"] = {{"kind", verdict_kind_name(report.verdict.kind)},
                     {"sentence", verdict_sentence(report.verdict)}};
  json["state_hash"] = fmt::format("{:016x}", report.hash);
  json["replay"] = report.replay;
  return to_text(json);
}

}  // namespace kitchen::cli

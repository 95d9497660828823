#include "cli/verdict_text.h"

#include <fmt/core.h>

namespace kitchen::cli {
namespace {

using game::Verdict;
using game::VerdictKind;

std::string ms_of_us(int32_t us) { return fmt::format("{:.1f} ms", us / 1000.0); }

std::string seconds_of_ms(int32_t ms) { return fmt::format("{:.1f} s", ms / 1000.0); }

/// "All 3 lost orders were" or "3 of the 7 lost orders were".
std::string of_the_lost(const Verdict& verdict) {
  const int32_t count = verdict.lost_to_this;
  const char* were = count == 1 ? "was" : "were";
  if (verdict.lost == 1) return "The one lost order was";
  if (count == verdict.lost) return fmt::format("All {} lost orders were", count);
  return fmt::format("{} of the {} lost orders {}", count, verdict.lost, were);
}

}  // namespace

std::string verdict_sentence(const Verdict& verdict) {
  const std::string lost = of_the_lost(verdict);
  switch (verdict.kind) {
    case VerdictKind::nothing_lost:
      return fmt::format(
          "Nothing was lost: {:.1f} orders shared a step on average, so a token took {} of GPU "
          "time instead of {} alone.",
          verdict.slots_busy_milli / 1000.0, ms_of_us(verdict.run_us_per_token),
          ms_of_us(verdict.alone_us_per_token));
    case VerdictKind::no_free_slot:
      return fmt::format(
          "{} held up by a lack of free slots: for {} orders waited because all "
          "were taken.",
          lost, seconds_of_ms(verdict.hold_ms));
    case VerdictKind::static_batch:
      return fmt::format(
          "{} held up by a static batch: for {} orders waited beside {:.1f} free "
          "slots on average.",
          lost, seconds_of_ms(verdict.hold_ms), verdict.slots_cold_milli / 1000.0);
    case VerdictKind::memory_full:
      return fmt::format(
          "{} held up by full memory: for {} a slot was free but another KV cache had no room, "
          "and orders were preempted {} {}.",
          lost, seconds_of_ms(verdict.hold_ms), verdict.preemptions,
          verdict.preemptions == 1 ? "time" : "times");
    case VerdictKind::step_too_slow:
      return fmt::format(
          "{} on the GPU when patience ran out: a token took them {}, and patience allows {} for "
          "each.",
          lost, ms_of_us(verdict.lost_us_per_token), ms_of_us(verdict.pace_allowed_us));
    case VerdictKind::recompute:
      return fmt::format(
          "{} waiting for a slot or on the GPU when patience ran out: {:.0f} % of the GPU's time "
          "went into computing context that was not cached.",
          lost, verdict.prefill_permille / 10.0);
    case VerdictKind::too_late:
      return fmt::format("{} still waiting or running when the shift ended.", lost);
  }
  return "";
}

std::string_view verdict_kind_name(VerdictKind kind) {
  switch (kind) {
    case VerdictKind::nothing_lost:
      return "nothing_lost";
    case VerdictKind::no_free_slot:
      return "no_free_slot";
    case VerdictKind::static_batch:
      return "static_batch";
    case VerdictKind::memory_full:
      return "memory_full";
    case VerdictKind::step_too_slow:
      return "step_too_slow";
    case VerdictKind::recompute:
      return "recompute";
    case VerdictKind::too_late:
      return "too_late";
  }
  return "";
}

}  // namespace kitchen::cli

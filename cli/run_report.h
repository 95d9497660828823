#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/text.h"
#include "game/run.h"
#include "game/verdict.h"

namespace kitchen::cli {

/// What is told about one play of a shift, as a benchmark would.
struct RunReport {
  std::string shift_key;
  std::string shift_title;
  std::vector<game::Command> commands;
  game::Score score;
  game::Verdict verdict;
  int64_t tokens_made = 0;
  int64_t steps = 0;
  int32_t running_peak = 0;
  bool has_stars = true;
  int32_t par_wait_ms = 0;
  int32_t par_slots = 0;
  sim::StepParts spent;  ///< finished steps only
  sim::TimePs unfinished_step_ps = 0;
  uint64_t hash = 0;
  std::string replay;
};

/// Only for a run that has ended.
RunReport make_run_report(const game::Run& run);

/// "94 of 101 orders served (93.1 %), passed, 2 of 3 stars"
std::string score_sentence(const game::Score& score, bool has_stars);

std::string run_report_text(const RunReport& report, const Style& style);

/// One JSON object; its keys are in docs/cli.md and stay what they are.
std::string run_report_json(const RunReport& report);

}  // namespace kitchen::cli

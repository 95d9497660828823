#pragma once

#include <string>
#include <vector>

#include "cli/text.h"
#include "game/shift.h"
#include "game/sweep.h"

namespace kitchen::cli {

/// Every fixed setting of a shift and how it ends.
struct SweepReport {
  std::string shift_key;
  std::string shift_title;
  std::vector<game::Lever> levers;  ///< those the shift shows
  std::vector<game::Outcome> outcomes;
};

SweepReport make_sweep_report(const game::Shift& shift);

/// An aligned table per shift, followed by the slots that pass.
std::string sweep_text(const std::vector<SweepReport>& reports, const Style& style);

/// One header line, then one line per setting.
std::string sweep_csv(const std::vector<SweepReport>& reports);

/// One JSON object with the rows of the CSV.
std::string sweep_json(const std::vector<SweepReport>& reports);

/// The shifts, their names, orders and levers.
std::string shift_list_text(const Style& style);
std::string shift_list_json();

}  // namespace kitchen::cli

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "game/run.h"

namespace kitchen::cli {

/// A finished run step boundary by step boundary, in the format of docs/run-log.md: a header, then
/// a line for each boundary at which something happened, then one for the end.
std::string write_run_log(const game::Run& run);

/// One line of a log, as its fields in order.
using LogLine = std::vector<std::pair<std::string, std::string>>;

/// The lines of a log, its header first. `name` stands in messages. Throws UserError where the text
/// is no run log.
std::vector<LogLine> read_run_log(std::string_view text, std::string_view name);

/// Longest log that is read.
inline constexpr uint64_t kRunLogBytesMax = 64 * 1024 * 1024;

}  // namespace kitchen::cli

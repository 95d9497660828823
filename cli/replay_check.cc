#include "cli/replay_check.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "cli/levers.h"
#include "cli/run_report.h"
#include "cli/shift_names.h"
#include "cli/user_error.h"
#include "game/rules_version.h"
#include "sim/check.h"

namespace kitchen::cli {
namespace {

using game::ReplayError;

/// The value of `r=` among parameters divided by '&'.
std::optional<std::string_view> find_parameter(std::string_view parameters) {
  constexpr std::string_view kName = "r=";
  while (!parameters.empty()) {
    const uint64_t end = std::min(parameters.find('&'), parameters.size());
    const std::string_view parameter = parameters.substr(0, end);
    if (parameter.starts_with(kName)) return parameter.substr(kName.size());
    parameters.remove_prefix(std::min(end + 1, parameters.size()));
  }
  return std::nullopt;
}

std::string seconds_text(int32_t ms) { return fmt::format("{} s", decimal_milli(ms)); }

/// The character at a place, as it is told.
std::string character_at(std::string_view text, int32_t at) {
  const char c = text[static_cast<uint64_t>(at)];
  const bool printable = ' ' <= c && c <= '~';
  return printable ? fmt::format("'{}'", c)
                   : fmt::format("byte 0x{:02x}", static_cast<unsigned char>(c));
}

bool is_link(std::string_view text) {
  return text.find_first_of("#?") != std::string_view::npos ||
         text.find("://") != std::string_view::npos;
}

/// The replay in a link, if it has one.
std::optional<std::string_view> find_replay(std::string_view link) {
  const uint64_t hash = std::min(link.find('#'), link.size());
  const uint64_t query = std::min(link.find('?'), hash);
  const std::string_view fragment = link.substr(std::min(hash + 1, link.size()));
  const std::string_view parameters =
      query < hash ? link.substr(query + 1, hash - query - 1) : std::string_view();
  const auto in_fragment = find_parameter(fragment);
  return in_fragment ? in_fragment : find_parameter(parameters);
}

/// The key in a replay whose key is wrong.
std::string_view key_in(const game::ReplayResult& result, std::string_view text) {
  const std::string_view key =
      text.substr(static_cast<uint64_t>(result.at - result.shift_result.at));
  return key.substr(0, key.find('-'));
}

/// What `%` and two hexadecimal digits stand for, in place of them.
std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (uint64_t at = 0; at < text.size(); ++at) {
    uint8_t byte = 0;
    const char* digits = text.data() + at + 1;
    const bool is_escape = text[at] == '%' && at + 2 < text.size() &&
                           std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2;
    decoded.push_back(is_escape ? static_cast<char>(byte) : text[at]);
    at += is_escape ? 2 : 0;
  }
  return decoded;
}

std::string divergence_text(const game::ReplayResult& result, const game::Shift& shift) {
  const std::string agrees =
      result.agrees_until_ms == 0
          ? "differs already"
          : fmt::format("agrees up to {} and differs", seconds_text(result.agrees_until_ms));
  const char* end = result.differs_at_ms == game::kShiftMs ? ", the end" : "";
  return fmt::format("played again, shift {} {} at {}{}", shift.key, agrees,
                     seconds_text(result.differs_at_ms), end);
}

}  // namespace

std::string replay_in(std::string_view text_or_link) {
  const std::string text(trim(text_or_link));
  const std::string decoded = percent_decoded(text);
  // As a whole only where nothing is found in it as it is: a decoded character may end a part.
  std::optional<std::string_view> replay;
  if (is_link(text)) replay = find_replay(text);
  if (!replay) replay = is_link(decoded) ? find_replay(decoded) : decoded;
  if (replay) return percent_decoded(*replay);
  throw UserError(
      fmt::format("{}: this link carries no run; one that does has #r=REPLAY", shown(text)));
}

std::string replay_problem(const game::ReplayResult& result, std::string_view text) {
  const int32_t position = result.at + 1;  // as people count
  switch (result.error) {
    case ReplayError::empty:
      return "the replay is empty";
    case ReplayError::too_long:
      return fmt::format("the replay has {} characters; the longest has {}", result.found,
                         game::kReplayTextMax);
    case ReplayError::not_a_replay:
      return fmt::format("this is not a replay: {} at character {} doesn't belong there",
                         character_at(text, result.at), position);
    case ReplayError::wrong_version:
      return fmt::format(
          "the replay was made under rules version {}; this program plays version {}", result.found,
          game::kRulesVersion);
    case ReplayError::truncated:
      return fmt::format("the replay is cut off after {} characters, before its end", text.size());
    case ReplayError::unknown_shift:
      return fmt::format("the replay can't be played: {}",
                         shift_problem(result.shift_result, key_in(result, text)));
    case ReplayError::unknown_lever:
      return fmt::format("the replay sets an unknown lever, {}, at character {}",
                         character_at(text, result.at), position);
    case ReplayError::lever_not_shown:
      return fmt::format(
          "the replay sets {} at character {}, but shift {} has no such lever; it has {}",
          lever_name(result.lever), position, result.shift->key, levers_of(*result.shift));
    case ReplayError::value_out_of_range:
      return fmt::format("the replay sets {0} to {1} at character {2}; {0} must be {3}",
                         lever_name(result.lever), result.found, position,
                         lever_numbers_allowed(result.lever));
    case ReplayError::time_out_of_range:
      return fmt::format(
          "the replay's command at character {} is at {} ms; a shift's commands go from 0 to {} ms",
          position, result.found, game::kShiftMs - 1);
    case ReplayError::time_goes_back:
      return fmt::format(
          "the replay's command at character {}, at {} ms, comes before the one before it",
          position, result.found);
    case ReplayError::too_many_commands:
      return fmt::format("the replay has more than {} commands, from character {} on",
                         game::kCommandsMax, position);
    case ReplayError::trailing_text:
      return fmt::format("something follows the replay's end, from character {} on: {}", position,
                         shown(text.substr(static_cast<uint64_t>(result.at))));
    case ReplayError::ok:
    case ReplayError::diverged:
      break;
  }
  return "";
}

ReplayCheck check_replay(std::string_view replay_text, const Style& style) {
  game::Replay replay;
  const game::ReplayResult read = game::read_replay(replay_text, replay);
  if (read.error != ReplayError::ok) throw UserError(replay_problem(read, replay_text));

  const game::Shift& shift = *replay.shift;
  const game::ReplayResult result = game::verify_replay(replay);
  if (result.error != ReplayError::ok) {
    return {false,
            fmt::format("{}: {}\n", style.bad("Not verified"), divergence_text(result, shift))};
  }
  game::RunError error{};
  const game::Run run = game::play(shift, replay.commands, error);
  KITCHEN_CHECK(error == game::RunError::ok);
  const std::string commands = commands_text(replay.commands);
  return {true,
          fmt::format("{}: shift {}, {}: {}\nSettings: {}\n", style.good("Verified"), shift.key,
                      shift_title(shift), score_sentence(run.score(), shift.has_stars),
                      commands.empty() ? "the shift's defaults" : commands)};
}

}  // namespace kitchen::cli

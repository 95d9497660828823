#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "game/run.h"
#include "game/shift_key.h"

namespace kitchen::game {

/// A finished run as text: docs/replay-format.md. Small letters, digits, '.' and '-' only, so that
/// it stands in a link as it is.
inline constexpr int32_t kReplayTextMax = 8'000;

/// Times, in order, at which a replay notes a piece of the state hash, so that a verifier can say
/// where it diverges.
inline constexpr int32_t kCheckpointEveryMs = 10'000;
inline constexpr int32_t kCheckpointCount = kShiftMs / kCheckpointEveryMs - 1;

struct Replay {
  int32_t rules_version = 0;
  std::shared_ptr<const Shift> shift;
  std::vector<Command> commands;
  uint16_t checkpoints[kCheckpointCount] = {};  ///< low 16 bits of the hash at 10 s, 20 s, …
  uint64_t hash = 0;                            ///< of the state at the end
};

enum class ReplayError : int32_t {
  ok = 0,
  empty,               ///< no text at all
  too_long,            ///< more than kReplayTextMax characters
  not_a_replay,        ///< does not begin like one, or has a character that cannot stand there
  wrong_version,       ///< made under other rules; `found` is its rules version
  truncated,           ///< ends before its hash does
  unknown_shift,       ///< `shift_result` says what is wrong with its key
  unknown_lever,       ///< a lever's letter that does not exist
  lever_not_shown,     ///< a lever this shift does not have
  value_out_of_range,  ///< `found` is the value
  time_out_of_range,   ///< `found` is the command's time in ms
  time_goes_back,      ///< a command before the one before it
  too_many_commands,   ///< more than kCommandsMax
  trailing_text,       ///< something after the hash
  diverged,            ///< well-formed, but playing it again gives another state
};

struct ReplayResult {
  ReplayError error = ReplayError::ok;
  int32_t at = 0;     ///< character of the text at which the error was found, from 0
  int64_t found = 0;  ///< the number that is at fault, where there is one
  /// For `lever_not_shown` and `value_out_of_range`: which lever, of which shift.
  Lever lever = Lever::slots;
  std::shared_ptr<const Shift> shift;
  /// For `unknown_shift`.
  ShiftResult shift_result;
  /// For `diverged`: the states agree up to this time and differ at the next checkpoint.
  int32_t agrees_until_ms = 0;
  int32_t differs_at_ms = 0;
};

/// The replay of a run that has ended; it has a copy of the run's shift.
Replay make_replay(const Run& run);

std::string write_replay(const Replay& replay);

/// Reads a text. On an error `replay` is left as it was. `known` is a shift that the caller has: it
/// is taken where the text names it, for making one anew may mean proving a day again.
ReplayResult read_replay(std::string_view text, Replay& replay,
                         const std::shared_ptr<const Shift>& known = nullptr);

/// Plays a replay from read_replay() or make_replay() again and compares every checkpoint and the
/// final hash. One made by hand from commands that a run refuses stops the program.
ReplayResult verify_replay(const Replay& replay);

/// The name of an error as docs, logs and tests spell it: "time_goes_back".
const char* replay_error_name(ReplayError error);

}  // namespace kitchen::game

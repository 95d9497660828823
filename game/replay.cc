#include "game/replay.h"

#include <algorithm>
#include <iterator>

#include "game/rules_version.h"
#include "game/scanner.h"
#include "sim/check.h"

namespace kitchen::game {
namespace {

constexpr std::string_view kPrefix = "lk";
constexpr char kLeverLetters[kLeverCount] = {'n', 'b', 'k', 'w'};
constexpr int32_t kCheckpointDigits = 4;
constexpr int32_t kHashDigits = 16;

/// The value of a lower-case hexadecimal digit, -1 for any other character.
int32_t hex_value(char c) {
  if (Scanner::is_digit(c)) {
    return c - '0';
  }
  return 'a' <= c && c <= 'f' ? c - 'a' + 10 : -1;
}

bool may_stand_in_replay(char c) {
  return Scanner::is_digit(c) || Scanner::is_letter(c) || c == '.' || c == '-';
}

void append_hex(std::string& text, uint64_t value, int32_t digits) {
  for (int32_t digit = digits - 1; digit >= 0; --digit) {
    text.push_back("0123456789abcdef"[(value >> (4 * digit)) & 0xf]);
  }
}

/// Reads a replay from left to right and remembers the first thing that is wrong.
class Reader {
 public:
  explicit Reader(std::string_view text) : scanner_(text) {}

  bool at_end() const { return scanner_.at_end(); }
  bool ok() const { return result_.error == ReplayError::ok; }
  char peek() const { return scanner_.peek(); }
  int32_t at() const { return scanner_.at(); }
  const ReplayResult& result() const { return result_; }

  bool fail(ReplayError error, int32_t at, int64_t found = 0) {
    if (ok()) {
      result_.error = error;
      result_.at = at;
      result_.found = found;
    }
    return false;
  }

  /// As fail(), for a command that its shift does not take.
  bool fail_command(const std::shared_ptr<const Shift>& shift, const Command& command,
                    ReplayError error, int32_t at, int64_t found) {
    result_.lever = command.lever;
    result_.shift = shift;
    return fail(error, at, found);
  }

  /// As fail(), for a key that begins at `at` and names no shift.
  bool fail_shift(const ShiftResult& wrong, int32_t at) {
    result_.shift_result = wrong;
    const bool is_key = wrong.error != ShiftError::not_a_shift && wrong.error != ShiftError::empty;
    return fail(is_key ? ReplayError::unknown_shift : ReplayError::not_a_replay, at + wrong.at,
                wrong.found);
  }

  /// What stands here is not what should: cut off, or something else.
  bool fail_here(ReplayError error) {
    return fail(at_end() ? ReplayError::truncated : error, at());
  }

  bool skip(char expected, ReplayError error = ReplayError::not_a_replay) {
    if (peek() != expected) {
      return fail_here(error);
    }
    scanner_.step();
    return true;
  }

  bool skip(std::string_view expected) {
    for (const char c : expected) {
      if (!skip(c)) {
        return false;
      }
    }
    return true;
  }

  bool number(int64_t& value) {
    return scanner_.number(value) || fail_here(ReplayError::not_a_replay);
  }

  bool hex(int32_t digits, uint64_t& value) {
    value = 0;
    for (int32_t digit = 0; digit < digits; ++digit) {
      const int32_t digit_value = hex_value(peek());
      if (digit_value < 0) {
        return fail_here(ReplayError::not_a_replay);
      }
      value = value << 4 | static_cast<uint64_t>(digit_value);
      scanner_.step();
    }
    return true;
  }

 private:
  Scanner scanner_;
  ReplayResult result_;
};

ReplayError to_replay_error(RunError error) {
  switch (error) {
    case RunError::lever_not_shown:
      return ReplayError::lever_not_shown;
    case RunError::value_out_of_range:
      return ReplayError::value_out_of_range;
    case RunError::too_many_commands:
      return ReplayError::too_many_commands;
    case RunError::time_goes_back:
      return ReplayError::time_goes_back;
    case RunError::time_out_of_range:
    case RunError::shift_over:
      return ReplayError::time_out_of_range;
    case RunError::ok:
      break;
  }
  return ReplayError::ok;
}

/// One command: "<ms><letter><value>".
bool read_command(Reader& reader, Command& command, int32_t& value_at) {
  int64_t at_ms = 0;
  if (!reader.number(at_ms)) {
    return false;
  }
  const char letter = reader.peek();
  const auto* found = std::find(std::begin(kLeverLetters), std::end(kLeverLetters), letter);
  if (found == std::end(kLeverLetters)) {
    return reader.fail_here(ReplayError::unknown_lever);
  }
  reader.skip(letter);
  value_at = reader.at();
  int64_t value = 0;
  if (!reader.number(value)) {
    return false;
  }
  constexpr int64_t kLargest = 1'000'000'000;
  command.at_ms = static_cast<int32_t>(std::min(at_ms, kLargest));
  command.lever = static_cast<Lever>(found - std::begin(kLeverLetters));
  command.value = static_cast<int32_t>(std::min(value, kLargest));
  return true;
}

bool read_commands(Reader& reader, const std::shared_ptr<const Shift>& shift,
                   std::vector<Command>& commands) {
  Run run(*shift);  // knows which commands it takes
  while (Scanner::is_digit(reader.peek())) {
    const int32_t start = reader.at();
    int32_t value_at = start;
    Command command;
    if (!read_command(reader, command, value_at) || !reader.skip('.')) {
      return false;
    }
    const RunError error = run.give(command);
    if (error != RunError::ok) {
      const bool at_value = error == RunError::value_out_of_range;
      return reader.fail_command(shift, command, to_replay_error(error),
                                 at_value ? value_at : start,
                                 at_value ? command.value : command.at_ms);
    }
    commands.push_back(command);
  }
  return true;
}

/// `shift` comes as the one that is known, if any, and leaves as the one that the text names.
bool read_shift(Reader& reader, std::string_view text, std::shared_ptr<const Shift>& shift) {
  const int32_t start = reader.at();
  std::string_view key = text.substr(static_cast<size_t>(start));
  key = key.substr(0, key.find('-'));
  ShiftResult result;
  if (shift == nullptr || shift->key != key) {
    result = find_shift(key, shift);
  }
  // A key that is cut off is told as that, though it may name no shift.
  const bool whole = start + std::ssize(key) < std::ssize(text);
  if (whole && result.error != ShiftError::ok) {
    return reader.fail_shift(result, start);
  }
  return reader.skip(key) && reader.skip('-');
}

bool read_header(Reader& reader, std::string_view text, Replay& replay) {
  int64_t version = 0;
  const int32_t version_at = static_cast<int32_t>(kPrefix.size());
  if (!reader.skip(kPrefix) || !reader.number(version)) {
    return false;
  }
  if (version != kRulesVersion) {
    return reader.fail(ReplayError::wrong_version, version_at, version);
  }
  replay.rules_version = static_cast<int32_t>(version);
  return reader.skip('-') && read_shift(reader, text, replay.shift);
}

bool read_hashes(Reader& reader, Replay& replay) {
  if (!reader.skip('-')) {
    return false;
  }
  uint64_t value = 0;
  for (uint16_t& checkpoint : replay.checkpoints) {
    if (!reader.hex(kCheckpointDigits, value)) {
      return false;
    }
    checkpoint = static_cast<uint16_t>(value);
  }
  if (!reader.skip('-') || !reader.hex(kHashDigits, replay.hash)) {
    return false;
  }
  return reader.at_end() || reader.fail(ReplayError::trailing_text, reader.at());
}

/// Plays the commands and notes the hash at each checkpoint and at the end.
Replay play_again(const std::shared_ptr<const Shift>& shift, const std::vector<Command>& commands) {
  Replay replay;
  replay.rules_version = kRulesVersion;
  replay.shift = shift;
  replay.commands = commands;
  Run run(*shift);
  KITCHEN_CHECK(run.give(commands) == RunError::ok);
  for (int32_t checkpoint = 0; checkpoint < kCheckpointCount; ++checkpoint) {
    run.advance_to_ms((checkpoint + 1) * kCheckpointEveryMs);
    replay.checkpoints[checkpoint] = static_cast<uint16_t>(run.hash() & 0xffff);
  }
  run.advance_to_ms(kShiftMs);
  replay.hash = run.hash();
  return replay;
}

}  // namespace

Replay make_replay(const Run& run) {
  KITCHEN_CHECK(run.ended());
  const Replay replay = play_again(std::make_shared<const Shift>(run.shift()), run.commands());
  KITCHEN_CHECK(replay.hash == run.hash());
  return replay;
}

std::string write_replay(const Replay& replay) {
  std::string text(kPrefix);
  append_number(text, replay.rules_version);
  text.push_back('-');
  text += replay.shift->key;
  text.push_back('-');
  for (const Command& command : replay.commands) {
    append_number(text, command.at_ms);
    text.push_back(kLeverLetters[static_cast<int32_t>(command.lever)]);
    append_number(text, command.value);
    text.push_back('.');
  }
  text.push_back('-');
  for (const uint16_t checkpoint : replay.checkpoints) {
    append_hex(text, checkpoint, kCheckpointDigits);
  }
  text.push_back('-');
  append_hex(text, replay.hash, kHashDigits);
  return text;
}

ReplayResult read_replay(std::string_view text, Replay& replay,
                         const std::shared_ptr<const Shift>& known) {
  Reader reader(text);
  if (text.empty()) {
    reader.fail(ReplayError::empty, 0);
    return reader.result();
  }
  if (text.size() > static_cast<uint64_t>(kReplayTextMax)) {
    reader.fail(ReplayError::too_long, kReplayTextMax, static_cast<int64_t>(text.size()));
    return reader.result();
  }
  const auto stranger = std::find_if_not(text.begin(), text.end(), may_stand_in_replay);
  if (stranger != text.end()) {
    reader.fail(ReplayError::not_a_replay, static_cast<int32_t>(stranger - text.begin()));
    return reader.result();
  }
  Replay read;
  read.shift = known;
  if (read_header(reader, text, read) && read_commands(reader, read.shift, read.commands) &&
      read_hashes(reader, read)) {
    replay = read;
  }
  return reader.result();
}

ReplayResult verify_replay(const Replay& replay) {
  ReplayResult result;
  const Replay again = play_again(replay.shift, replay.commands);
  for (int32_t checkpoint = 0; checkpoint < kCheckpointCount; ++checkpoint) {
    if (again.checkpoints[checkpoint] != replay.checkpoints[checkpoint]) {
      result.error = ReplayError::diverged;
      result.differs_at_ms = (checkpoint + 1) * kCheckpointEveryMs;
      return result;
    }
    result.agrees_until_ms = (checkpoint + 1) * kCheckpointEveryMs;
  }
  if (again.hash != replay.hash) {
    result.error = ReplayError::diverged;
    result.differs_at_ms = kShiftMs;
    return result;
  }
  result.agrees_until_ms = kShiftMs;
  return result;
}

const char* replay_error_name(ReplayError error) {
  switch (error) {
    case ReplayError::ok:
      return "ok";
    case ReplayError::empty:
      return "empty";
    case ReplayError::too_long:
      return "too_long";
    case ReplayError::not_a_replay:
      return "not_a_replay";
    case ReplayError::wrong_version:
      return "wrong_version";
    case ReplayError::truncated:
      return "truncated";
    case ReplayError::unknown_shift:
      return "unknown_shift";
    case ReplayError::unknown_lever:
      return "unknown_lever";
    case ReplayError::lever_not_shown:
      return "lever_not_shown";
    case ReplayError::value_out_of_range:
      return "value_out_of_range";
    case ReplayError::time_out_of_range:
      return "time_out_of_range";
    case ReplayError::time_goes_back:
      return "time_goes_back";
    case ReplayError::too_many_commands:
      return "too_many_commands";
    case ReplayError::trailing_text:
      return "trailing_text";
    case ReplayError::diverged:
      return "diverged";
  }
  return "unknown";
}

}  // namespace kitchen::game

// Any bytes as a replay text: reading and verifying end, and what is read is what was written.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "game/replay.h"
#include "game/rules_version.h"
#include "game/run.h"
#include "sim/check.h"

namespace kitchen::game {
namespace {

void check_refused(std::string_view text, const ReplayResult& result, const Replay& replay) {
  KITCHEN_CHECK(result.error != ReplayError::diverged);  // only playing tells
  KITCHEN_CHECK(result.at >= 0 && static_cast<size_t>(result.at) <= text.size());
  KITCHEN_CHECK(std::string_view(replay_error_name(result.error)) != "unknown");
  const bool of_shift = result.error == ReplayError::unknown_shift;
  KITCHEN_CHECK(!of_shift || result.shift_result.error != ShiftError::ok);
  KITCHEN_CHECK(std::string_view(shift_error_name(result.shift_result.error)) != "unknown");
  KITCHEN_CHECK(replay.shift == nullptr && replay.commands.empty());
}

void check_read(std::string_view text, const Replay& replay) {
  KITCHEN_CHECK(write_replay(replay) == text);
  KITCHEN_CHECK(replay.rules_version == kRulesVersion);
  KITCHEN_CHECK(replay.shift != nullptr);
  RunError error = RunError::ok;
  const Run run = play(*replay.shift, replay.commands, error);
  KITCHEN_CHECK(error == RunError::ok);
  const Replay honest = make_replay(run);
  KITCHEN_CHECK(verify_replay(honest).error == ReplayError::ok);
  const bool same = write_replay(honest) == text;
  KITCHEN_CHECK((verify_replay(replay).error == ReplayError::ok) == same);
}

}  // namespace
}  // namespace kitchen::game

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace kitchen::game;
  const std::string text(data, data + size);
  Replay replay;
  const ReplayResult result = read_replay(text, replay);
  if (result.error == ReplayError::ok) {
    check_read(text, replay);
  } else {
    check_refused(text, result, replay);
  }
  return 0;
}

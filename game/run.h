#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "game/lever.h"
#include "game/shift.h"
#include "sim/kitchen.h"

namespace kitchen::game {

/// A lever set to a value, at a simulated time in whole milliseconds.
struct Command {
  int32_t at_ms = 0;
  Lever lever = Lever::slots;
  int32_t value = 0;
};

/// The change that a command is to a kitchen.
sim::SettingChange to_change(const Command& command);

/// Commands as they would be in another future: from change.at_ms on this lever keeps this value.
/// Later commands of that lever are dropped, and so is one at the very same time.
std::vector<Command> with_change(const std::vector<Command>& commands, const Command& change);

enum class RunError : int32_t {
  ok = 0,
  lever_not_shown,     ///< this shift does not have that lever
  value_out_of_range,  ///< see lever_range()
  too_many_commands,   ///< more than kCommandsMax
  shift_over,          ///< the shift has ended
  time_goes_back,      ///< a command before the last boundary or before an earlier command
  time_out_of_range,   ///< a command outside 0…kShiftMs - 1
};

inline constexpr int32_t kCommandsMax = 500;

struct Score {
  int32_t orders = 0;
  int32_t served = 0;
  int32_t left[sim::kLossCauseCount] = {0, 0, 0, 0};
  int32_t unfinished = 0;   ///< arrivals neither served nor left; at the end these count as lost
  bool passed = false;      ///< false before the end
  int32_t stars = 0;        ///< 0…3; 0 before the end and in a shift without stars
  int32_t wait_p50_ms = 0;  ///< arrival to last token, over the served; nearest rank, 0 if none
  int32_t wait_p95_ms = 0;
  int32_t wait_max_ms = 0;
};

/// One play of a shift: its kitchen and the commands given so far.
class Run {
 public:
  /// Starts with the shift's defaults, the kitchen not open yet. `shift` has its orders and
  /// outlives the run.
  explicit Run(const Shift& shift);

  /// Sets a lever as of now: from the next step boundary on. Replaces an earlier value of the same
  /// lever that has not taken effect, and notes nothing where the value stays what it was. In a
  /// replay this drops what the replay would have done later.
  RunError set(Lever lever, int32_t value);

  /// Notes a command of a replay. Commands come in order of time.
  RunError give(const Command& command);

  /// Notes the commands in their order, up to the first that is refused, and says why it was.
  RunError give(const std::vector<Command>& commands);

  /// Lets time pass, up to the end of the shift. Earlier than now: no-op.
  void advance_to_ms(int32_t until_ms);

  /// Lets time pass to the end of the decode step under way (in whole milliseconds, rounded up:
  /// steps are longer than that), or to the next event where none is.
  void finish_step();

  int32_t now_ms() const { return now_ms_; }
  bool ended() const { return now_ms_ >= kShiftMs; }
  const Shift& shift() const { return *shift_; }
  const sim::Kitchen& kitchen() const { return kitchen_; }
  const std::vector<Command>& commands() const { return commands_; }

  /// What the levers show: the settings in force, and over them the commands given by now.
  sim::Settings levers() const;

  Score score() const;

  /// Mean requests in a decode step, weighted by the steps' time, in thousandths; 0 before the
  /// first step has ended.
  int32_t mean_running_milli() const;
  uint64_t hash() const { return kitchen_.hash(); }

 private:
  RunError check(Lever lever, int32_t value) const;
  int32_t next_command_ms() const;
  bool in_force(const Command& command) const;

  const Shift* shift_;
  sim::Kitchen kitchen_;
  std::vector<Command> commands_;
  int32_t now_ms_ = 0;
};

/// The shift from start to end under one setting.
Run play_fixed(const Shift& shift, const sim::Settings& settings);

/// The shift from start to end under these commands; `error` says why where one is refused.
Run play(const Shift& shift, const std::vector<Command>& commands, RunError& error);

}  // namespace kitchen::game

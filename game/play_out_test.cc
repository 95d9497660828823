#include "game/play_out.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "game/random_runs_test.h"

namespace kitchen::game {
namespace {

TEST(KitchenWith, EndsAsARunUnderTheSameCommands) {
  sim::Prng prng(31, 1);
  for (const Shift& shift : shifts()) {
    const std::vector<Command> commands = random_commands(shift, prng);
    RunError error = RunError::ok;
    const game::Run run = play(shift, commands, error);
    ASSERT_EQ(error, RunError::ok);
    sim::Kitchen kitchen = kitchen_with(shift, commands);
    EXPECT_EQ(kitchen.state().boundary_ps, -1);
    kitchen.advance_to(kShiftMs * sim::kPsPerMs);
    EXPECT_EQ(kitchen.hash(), run.hash());
  }
}

TEST(RunningMost, CountsTheStepUnderWay) {
  sim::KitchenState state;
  EXPECT_EQ(running_most(state), 0);
  state.running_peak = 2;
  state.running = {4, 5, 6};
  EXPECT_EQ(running_most(state), 3);
  state.running_peak = 7;
  EXPECT_EQ(running_most(state), 7);
}

/// The most that any number of slots serves, the plain way.
int32_t most_served(const Shift& shift, const std::vector<Command>& commands) {
  int32_t most = 0;
  for (int32_t slots = 1; slots <= kStovesMax; ++slots) {
    RunError error = RunError::ok;
    const game::Run run = play(shift, with_change(commands, {0, Lever::slots, slots}), error);
    EXPECT_EQ(error, RunError::ok);
    most = std::max(most, run.score().served);
  }
  return most;
}

TEST(SomeSlotsServe, IsWhatTheBestNumberOfSlotsServes) {
  sim::Prng prng(32, 1);
  for (const Shift& shift : shifts()) {
    for (const std::vector<Command>& commands :
         {std::vector<Command>(), random_commands(shift, prng), random_commands(shift, prng)}) {
      const int32_t most = most_served(shift, commands);
      EXPECT_TRUE(some_slots_serve(shift, commands, most)) << shift.key;
      EXPECT_FALSE(some_slots_serve(shift, commands, most + 1)) << shift.key;
    }
  }
}

}  // namespace
}  // namespace kitchen::game

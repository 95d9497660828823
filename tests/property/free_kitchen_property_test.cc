// Whatever a free kitchen is made of, no run of it stops the engine, and the stepwise reference
// comes to the same state.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "game/free_kitchen.h"
#include "game/random_runs_test.h"
#include "game/replay.h"
#include "game/run.h"
#include "game/verdict.h"
#include "sim/kitchen.h"
#include "tests/reference/difference.h"
#include "tests/reference/laws.h"
#include "tests/reference/stepwise.h"

namespace kitchen::property {
namespace {

using game::FreeField;
using game::FreeValues;

/// Each field at one end of its range, as far as a kitchen can be made of it.
FreeValues random_ends(sim::Prng& prng) {
  FreeValues values = {};
  for (size_t field = 0; field < values.size(); ++field) {
    const game::FreeFieldInfo& info = game::kFreeFields[field];
    values[field] = game::draw(prng, 0, 1) == 0 ? info.first : info.last;
  }
  const auto value = [&](FreeField field) -> int32_t& {
    return values[static_cast<size_t>(field)];
  };
  const auto keep_below = [&](FreeField low, FreeField high) {
    value(low) = std::min(value(low), value(high));
  };
  keep_below(FreeField::prompt_tokens_min, FreeField::prompt_tokens_max);
  keep_below(FreeField::output_tokens_min, FreeField::output_tokens_max);
  keep_below(FreeField::weights_mb, FreeField::memory_mb);
  return values;
}

/// Plays a kitchen under random commands, past its end too, and compares. False where no kitchen
/// can be made of the values.
bool expect_equal_runs(const FreeValues& values, sim::Prng& prng) {
  std::shared_ptr<const game::Shift> shift;
  const game::ShiftResult made = game::make_free_shift(values, shift);
  if (made.error != game::ShiftError::ok) {
    EXPECT_TRUE(made.error == game::ShiftError::no_orders ||
                made.error == game::ShiftError::too_many_orders)
        << game::shift_error_name(made.error);
    return false;
  }
  const std::vector<game::Command> commands = game::random_commands(*shift, prng);
  game::RunError error = game::RunError::ok;
  const game::Run run = game::play(*shift, commands, error);
  EXPECT_EQ(error, game::RunError::ok);
  reference::Stepwise stepwise(shift->costs, shift->orders->requests, shift->defaults);
  for (const game::Command& command : commands) {
    stepwise.change({command.at_ms * sim::kPsPerMs, command.lever, command.value});
  }
  stepwise.advance_to(game::kShiftMs * sim::kPsPerMs);
  EXPECT_EQ(reference::first_difference(run.kitchen(), stepwise), "") << shift->key;
  EXPECT_EQ(reference::broken_law(run.kitchen()), "") << shift->key;
  EXPECT_EQ(game::verify_replay(game::make_replay(run)).error, game::ReplayError::ok);
  EXPECT_EQ(game::verdict(run).lost, run.score().orders - run.score().served) << shift->key;
  sim::Kitchen onwards = run.kitchen();
  onwards.advance_to(sim::kTimeMaxPs);
  EXPECT_EQ(reference::broken_end_law(onwards), "") << shift->key;
  return true;
}

TEST(FreeKitchenProperty, EngineEqualsStepwiseReference) {
  sim::Prng prng(2026, 1);
  int32_t played = 0;
  for (int32_t i = 0; i < 250 && !HasFailure(); ++i) {
    played += expect_equal_runs(game::random_free_values(prng), prng) ? 1 : 0;
  }
  std::printf("%d random kitchens\n", played);
  EXPECT_GT(played, 200);
}

TEST(FreeKitchenProperty, EngineEqualsStepwiseReferenceAtTheEndsOfTheRanges) {
  sim::Prng prng(2026, 2);
  int32_t played = 0;
  for (int32_t i = 0; i < 300 && !HasFailure(); ++i) {
    played += expect_equal_runs(random_ends(prng), prng) ? 1 : 0;
  }
  std::printf("%d kitchens at the ends\n", played);
  EXPECT_GT(played, 200);
}

}  // namespace
}  // namespace kitchen::property

#include "game/run.h"

#include <algorithm>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "game/random_runs_test.h"

namespace kitchen::game {

static bool operator==(const Command& a, const Command& b) {
  return a.at_ms == b.at_ms && a.lever == b.lever && a.value == b.value;
}

namespace {

using sim::kPsPerMs;

const Shift& how_many() { return *find_shift(1); }
const Shift& memory() { return *find_shift(3); }

/// A run in the middle of a step, not at its boundary.
Run run_within_a_step(const Shift& shift) {
  Run run(shift);
  run.advance_to_ms(5'000);
  while (run.kitchen().state().boundary_ps == run.now_ms() * kPsPerMs ||
         run.kitchen().next_boundary_ps() <= (run.now_ms() + 3) * kPsPerMs) {
    run.advance_to_ms(run.now_ms() + 1);
  }
  return run;
}

// --- with_change ---

TEST(WithChange, KeepsTheOtherLeversAndWhatCameBefore) {
  const std::vector<Command> own = {{1'000, Lever::slots, 5},
                                    {2'000, Lever::batching, 1},
                                    {3'000, Lever::slots, 9},
                                    {4'000, Lever::batching, 0}};
  EXPECT_EQ(with_change(own, {2'500, Lever::slots, 30}),
            (std::vector<Command>{{1'000, Lever::slots, 5},
                                  {2'000, Lever::batching, 1},
                                  {2'500, Lever::slots, 30},
                                  {4'000, Lever::batching, 0}}));
}

TEST(WithChange, ReplacesACommandOfTheSameLeverAtTheSameTime) {
  const std::vector<Command> own = {{3'000, Lever::slots, 5}, {3'000, Lever::batching, 1}};
  EXPECT_EQ(with_change(own, {3'000, Lever::slots, 30}),
            (std::vector<Command>{{3'000, Lever::batching, 1}, {3'000, Lever::slots, 30}}));
}

TEST(WithChange, OfARunWithoutCommandsIsTheChange) {
  EXPECT_EQ(with_change({}, {0, Lever::slots, 30}), (std::vector<Command>{{0, Lever::slots, 30}}));
}

// --- a run ---

TEST(Run, StartsWithTheDefaultsAndBeforeTheKitchenOpens) {
  const game::Run run(memory());
  EXPECT_EQ(run.now_ms(), 0);
  EXPECT_FALSE(run.ended());
  EXPECT_EQ(run.kitchen().state().boundary_ps, -1);
  EXPECT_EQ(run.levers().slots, memory().defaults.slots);
  EXPECT_EQ(run.levers().kv_cache, memory().defaults.kv_cache);
  EXPECT_TRUE(run.commands().empty());
}

TEST(RunSet, BeforeTheStartReplacesTheEarlierValue) {
  game::Run run(how_many());
  EXPECT_EQ(run.set(Lever::slots, 5), RunError::ok);
  EXPECT_EQ(run.set(Lever::slots, 7), RunError::ok);
  ASSERT_EQ(run.commands().size(), 1U);
  EXPECT_EQ(run.commands()[0].at_ms, 0);
  EXPECT_EQ(run.commands()[0].value, 7);
  EXPECT_EQ(run.levers().slots, 7);
  run.advance_to_ms(0);
  EXPECT_EQ(run.kitchen().state().settings.slots, 7);
}

TEST(RunSet, BackToTheValueInForceLeavesNoCommand) {
  game::Run run(how_many());
  EXPECT_EQ(run.set(Lever::slots, 5), RunError::ok);
  EXPECT_EQ(run.set(Lever::slots, how_many().defaults.slots), RunError::ok);
  EXPECT_TRUE(run.commands().empty());
  EXPECT_EQ(run.levers().slots, how_many().defaults.slots);
  run.advance_to_ms(kShiftMs);
  game::Run untouched(how_many());
  untouched.advance_to_ms(kShiftMs);
  EXPECT_EQ(run.hash(), untouched.hash());
}

TEST(RunSet, ToTheSameValueNotesNothing) {
  game::Run run(how_many());
  EXPECT_EQ(run.set(Lever::slots, how_many().defaults.slots), RunError::ok);
  EXPECT_TRUE(run.commands().empty());
}

TEST(RunSet, WithinAStepTakesEffectAtItsEnd) {
  game::Run run = run_within_a_step(how_many());
  const int32_t at_ms = run.now_ms();
  EXPECT_EQ(run.set(Lever::slots, 9), RunError::ok);
  ASSERT_EQ(run.commands().size(), 1U);
  EXPECT_EQ(run.commands()[0].at_ms, at_ms);
  EXPECT_EQ(run.levers().slots, 9);
  EXPECT_EQ(run.kitchen().state().settings.slots, 1);
  run.finish_step();
  EXPECT_EQ(run.kitchen().state().settings.slots, 9);
}

TEST(RunSet, AgainWithinTheStepReplacesWithTheLaterTime) {
  game::Run run = run_within_a_step(how_many());
  EXPECT_EQ(run.set(Lever::slots, 9), RunError::ok);
  run.advance_to_ms(run.now_ms() + 1);
  EXPECT_EQ(run.set(Lever::slots, 11), RunError::ok);
  ASSERT_EQ(run.commands().size(), 1U);
  EXPECT_EQ(run.commands()[0].at_ms, run.now_ms());
  EXPECT_EQ(run.commands()[0].value, 11);
  run.finish_step();
  EXPECT_EQ(run.kitchen().state().settings.slots, 11);
}

TEST(RunSet, OfAnotherLeverKeepsTheFirst) {
  game::Run run(memory());
  EXPECT_EQ(run.set(Lever::slots, 9), RunError::ok);
  EXPECT_EQ(run.set(Lever::kv_cache, 1), RunError::ok);
  EXPECT_EQ(run.set(Lever::weight_bits, 8), RunError::ok);
  EXPECT_EQ(run.commands().size(), 3U);
  run.advance_to_ms(0);
  EXPECT_EQ(run.kitchen().state().settings.slots, 9);
  EXPECT_TRUE(run.kitchen().state().settings.kv_cache);
  EXPECT_EQ(run.kitchen().state().settings.weight_bits, 8);
}

TEST(RunSet, AfterItIsInForceIsACommandOfItsOwn) {
  game::Run run(how_many());
  EXPECT_EQ(run.set(Lever::slots, 9), RunError::ok);
  run.advance_to_ms(5'000);
  EXPECT_EQ(run.set(Lever::slots, 4), RunError::ok);
  EXPECT_EQ(run.commands().size(), 2U);
}

// The boundary at this very time is past: the command takes effect at the next one, and so do its
// replay and the lever.
TEST(RunSet, AtABoundaryIsStampedAMillisecondLater) {
  game::Run run(how_many());
  run.advance_to_ms(0);
  ASSERT_EQ(run.kitchen().state().boundary_ps, 0);
  EXPECT_EQ(run.set(Lever::slots, 9), RunError::ok);
  ASSERT_EQ(run.commands().size(), 1U);
  EXPECT_EQ(run.commands()[0].at_ms, 1);
  EXPECT_EQ(run.levers().slots, 9);
  EXPECT_EQ(run.set(Lever::slots, 8), RunError::ok);
  ASSERT_EQ(run.commands().size(), 1U);
  EXPECT_EQ(run.commands()[0].value, 8);
  run.advance_to_ms(kShiftMs);
  RunError error = RunError::ok;
  EXPECT_EQ(play(how_many(), run.commands(), error).hash(), run.hash());
}

TEST(RunSet, IsRefused) {
  game::Run run(how_many());
  EXPECT_EQ(run.set(Lever::batching, 0), RunError::lever_not_shown);
  EXPECT_EQ(run.set(Lever::slots, 0), RunError::value_out_of_range);
  EXPECT_EQ(run.set(Lever::slots, 65), RunError::value_out_of_range);
  EXPECT_TRUE(run.commands().empty());
  run.advance_to_ms(kShiftMs);
  EXPECT_EQ(run.set(Lever::slots, 5), RunError::shift_over);
  EXPECT_TRUE(run.commands().empty());
}

TEST(RunSet, IsRefusedBeyondTheMostCommands) {
  game::Run run(how_many());
  for (int32_t i = 0; i < kCommandsMax; ++i) {
    ASSERT_EQ(run.give({0, Lever::slots, 1 + i % 64}), RunError::ok);
  }
  EXPECT_EQ(run.give({0, Lever::slots, 1}), RunError::too_many_commands);
  run.advance_to_ms(1'000);
  EXPECT_EQ(run.set(Lever::slots, 3), RunError::too_many_commands);
  EXPECT_EQ(run.commands().size(), static_cast<size_t>(kCommandsMax));
}

TEST(RunSet, InAReplayDropsWhatComesLater) {
  game::Run run(how_many());
  ASSERT_EQ(run.give({2'000, Lever::slots, 9}), RunError::ok);
  ASSERT_EQ(run.give({30'000, Lever::slots, 20}), RunError::ok);
  run.advance_to_ms(10'000);
  EXPECT_EQ(run.levers().slots, 9);
  EXPECT_EQ(run.set(Lever::slots, 12), RunError::ok);
  EXPECT_EQ(run.commands().size(), 2U);
  run.advance_to_ms(kShiftMs);
  EXPECT_EQ(run.kitchen().state().settings.slots, 12);
}

TEST(RunGive, IsRefused) {
  game::Run run(how_many());
  EXPECT_EQ(run.give({0, Lever::kv_cache, 1}), RunError::lever_not_shown);
  EXPECT_EQ(run.give({0, Lever::slots, 65}), RunError::value_out_of_range);
  EXPECT_EQ(run.give({-1, Lever::slots, 5}), RunError::time_out_of_range);
  EXPECT_EQ(run.give({kShiftMs, Lever::slots, 5}), RunError::time_out_of_range);
  EXPECT_EQ(run.give({kShiftMs - 1, Lever::slots, 5}), RunError::ok);
  EXPECT_EQ(run.give({kShiftMs - 2, Lever::slots, 5}), RunError::time_goes_back);
  EXPECT_EQ(run.commands().size(), 1U);
}

TEST(RunGive, IsRefusedAtOrBeforeTheLastBoundary) {
  game::Run run(how_many());
  run.advance_to_ms(0);
  EXPECT_EQ(run.give({0, Lever::slots, 5}), RunError::time_goes_back);
  EXPECT_EQ(run.give({1, Lever::slots, 5}), RunError::ok);
}

TEST(RunTime, EndsAtTheEndOfTheShiftAndNeverGoesBack) {
  game::Run run(how_many());
  run.advance_to_ms(10'000);
  run.advance_to_ms(4'000);
  EXPECT_EQ(run.now_ms(), 10'000);
  run.advance_to_ms(kShiftMs + 5'000);
  EXPECT_EQ(run.now_ms(), kShiftMs);
  EXPECT_TRUE(run.ended());
  EXPECT_LE(run.kitchen().state().boundary_ps, kShiftMs * kPsPerMs);
}

TEST(RunTime, FinishStepStopsWithinAMillisecondOfEachBoundary) {
  game::Run run(how_many());
  ASSERT_EQ(run.set(Lever::slots, 30), RunError::ok);
  run.finish_step();
  EXPECT_EQ(run.kitchen().state().boundary_ps, 0);
  while (!run.ended()) {
    const sim::TimePs next_ps = run.kitchen().next_boundary_ps();
    const int64_t steps = run.kitchen().state().steps;
    const bool cooking = !run.kitchen().state().running.empty();
    run.finish_step();
    if (run.ended()) break;
    EXPECT_EQ(run.kitchen().state().boundary_ps, next_ps);
    EXPECT_LT(run.now_ms() * kPsPerMs - next_ps, kPsPerMs);
    EXPECT_EQ(run.kitchen().state().steps, steps + (cooking ? 1 : 0));
  }
}

// What a player did live and what a replay does with the commands noted must be one.
TEST(RunProperty, PlayedLiveAndPlayedFromItsCommandsIsTheSame) {
  sim::Prng prng(2024, 1);
  int32_t commands = 0;
  for (int32_t i = 0; i < 300; ++i) {
    const Shift& shift = shifts()[static_cast<size_t>(i % 3)];
    const game::Run live = random_live_run(shift, prng);
    RunError error = RunError::ok;
    const game::Run again = play(shift, live.commands(), error);
    ASSERT_EQ(error, RunError::ok);
    ASSERT_EQ(again.hash(), live.hash()) << "run " << i;
    EXPECT_EQ(again.score().stars, live.score().stars);
    commands += static_cast<int32_t>(live.commands().size());
  }
  EXPECT_GT(commands, 300);
}

TEST(RunProperty, LeversShowWhatComesIntoForce) {
  sim::Prng prng(2025, 1);
  for (int32_t i = 0; i < 60; ++i) {
    const Shift& shift = shifts()[static_cast<size_t>(i % 3)];
    game::Run run(shift);
    run.advance_to_ms(draw(prng, 0, 20'000));
    for (int32_t changes = draw(prng, 1, 4); changes > 0; --changes) {
      const Command command = random_command(shift, prng, 0);
      ASSERT_EQ(run.set(command.lever, command.value), RunError::ok);
      EXPECT_EQ(lever_value(run.levers(), command.lever), command.value);
    }
    const sim::Settings shown = run.levers();
    run.finish_step();
    run.finish_step();
    for (const Lever lever : kLevers) {
      EXPECT_EQ(lever_value(run.kitchen().state().settings, lever), lever_value(shown, lever));
    }
  }
}

}  // namespace
}  // namespace kitchen::game

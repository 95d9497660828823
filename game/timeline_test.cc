#include "game/timeline.h"

#include <vector>

#include <gtest/gtest.h>

#include "game/random_runs_test.h"

namespace kitchen::game {
namespace {

TEST(Timeline, LooksFromZeroToNowInEqualSteps) {
  const game::Run run = play_fixed(*find_shift(1), find_shift(1)->reference);
  const std::vector<Moment> moments = timeline(run, 250);
  ASSERT_EQ(moments.size(), 241U);
  for (size_t i = 0; i < moments.size(); ++i) {
    EXPECT_EQ(moments[i].at_ms, static_cast<int32_t>(i) * 250);
  }
}

TEST(Timeline, EndsNowEvenBetweenTwoSteps) {
  game::Run run(*find_shift(1));
  run.advance_to_ms(1'010);
  const std::vector<Moment> moments = timeline(run, 500);
  ASSERT_EQ(moments.size(), 4U);
  EXPECT_EQ(moments[2].at_ms, 1'000);
  EXPECT_EQ(moments[3].at_ms, 1'010);
}

TEST(Timeline, OfARunThatHasNotStartedIsOneMoment) {
  const std::vector<Moment> moments = timeline(game::Run(*find_shift(1)), 500);
  ASSERT_EQ(moments.size(), 1U);
  EXPECT_EQ(moments[0].at_ms, 0);
  EXPECT_EQ(moments[0].served, 0);
}

TEST(TimelineProperty, ShowsWhatTheRunWasAtEachMoment) {
  sim::Prng prng(31, 1);
  for (int32_t i = 0; i < 30; ++i) {
    const Shift& shift = shifts()[static_cast<size_t>(i % 3)];
    const game::Run run = random_live_run(shift, prng);
    const std::vector<Moment> moments = timeline(run, draw(prng, 60, 5'000));
    game::Run again(shift);
    for (const Command& command : run.commands()) ASSERT_EQ(again.give(command), RunError::ok);
    for (const Moment& moment : moments) {
      again.advance_to_ms(moment.at_ms);
      const sim::KitchenState& state = again.kitchen().state();
      const Score score = again.score();
      EXPECT_EQ(moment.running, static_cast<int32_t>(state.running.size()));
      EXPECT_EQ(moment.waiting, static_cast<int32_t>(state.waiting.size()));
      EXPECT_EQ(moment.served, score.served);
      EXPECT_EQ(moment.left, score.left[0] + score.left[1] + score.left[2] + score.left[3]);
      EXPECT_EQ(moment.kv_used_tokens, again.kitchen().kv_used_tokens());
      EXPECT_EQ(moment.running + moment.waiting + moment.served + moment.left, state.arrived);
    }
    EXPECT_EQ(again.hash(), run.hash());
  }
}

}  // namespace
}  // namespace kitchen::game

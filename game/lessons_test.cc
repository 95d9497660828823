// What each crowd must prove (docs/rules.md), over every fixed setting and every moment to switch.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "game/shift.h"
#include "game/sweep.h"

namespace kitchen::game {
namespace {

using sim::Batching;

/// The outcomes of one row of the space: index = slots - 1.
std::vector<Outcome> row(const Shift& shift, Batching batching, bool kv_cache,
                         int32_t weight_bits) {
  std::vector<Outcome> outcomes;
  for (const Outcome& outcome : sweep(shift)) {
    const sim::Settings& s = outcome.settings;
    if (s.batching == batching && s.kv_cache == kv_cache && s.weight_bits == weight_bits) {
      outcomes.push_back(outcome);
    }
  }
  EXPECT_EQ(outcomes.size(), 64U);
  return outcomes;
}

struct Interval {
  int32_t first = 0;  ///< slots
  int32_t last = 0;
  int32_t passes = 0;
  int32_t width() const { return passes == 0 ? 0 : last - first + 1; }
  bool unbroken() const { return passes == width(); }
};

Interval passing(const std::vector<Outcome>& outcomes) {
  Interval interval;
  for (const Outcome& outcome : outcomes) {
    if (!outcome.passed) continue;
    if (interval.passes == 0) interval.first = outcome.settings.slots;
    interval.last = outcome.settings.slots;
    ++interval.passes;
  }
  return interval;
}

/// served / orders < percent, exactly.
bool below(const Outcome& outcome, int32_t percent) {
  return outcome.served * 100 < outcome.orders * percent;
}

Outcome best_of(const std::vector<Outcome>& outcomes) {
  return *std::max_element(outcomes.begin(), outcomes.end(),
                           [](const Outcome& a, const Outcome& b) { return a.served < b.served; });
}

// --- Shift 1: how many at once? ---

TEST(LessonHowMany, PassesOnOneIntervalThatHoldsNeitherEnd) {
  const Interval interval = passing(row(*find_shift(1), Batching::continuous, true, 16));
  EXPECT_TRUE(interval.unbroken());
  EXPECT_GE(interval.width(), 5);
  EXPECT_GT(interval.first, 1);
  EXPECT_LT(interval.last, kStovesMax);
}

TEST(LessonHowMany, OneSlotServesNextToNobodyAndTheBestNearlyAll) {
  const std::vector<Outcome> outcomes = row(*find_shift(1), Batching::continuous, true, 16);
  EXPECT_TRUE(below(outcomes.front(), 15));
  EXPECT_FALSE(below(best_of(outcomes), 94));
}

// --- Shift 2: rush hour ---

TEST(LessonRushHour, NoSlotCountMakesUpForStaticBatching) {
  for (const Outcome& outcome : row(*find_shift(2), Batching::static_batch, true, 16)) {
    EXPECT_TRUE(below(outcome, 75)) << outcome.settings.slots;
  }
}

TEST(LessonRushHour, ContinuousBatchingPassesOnAnInterval) {
  const Interval interval = passing(row(*find_shift(2), Batching::continuous, true, 16));
  EXPECT_TRUE(interval.unbroken());
  EXPECT_GE(interval.width(), 6);
}

TEST(LessonRushHour, LongAndShortOrdersAreMixed) {
  const std::vector<OrderKind>& kinds = find_shift(2)->crowd.kinds;
  ASSERT_EQ(kinds.size(), 2U);
  EXPECT_GE(kinds[1].output_tokens_min, 3 * kinds[0].output_tokens_max);
}

// --- Shift 3: memory almost full ---

TEST(LessonMemory, OnlyKvCacheWithEightBitWeightsPasses) {
  const Shift& shift = *find_shift(3);
  const Interval interval = passing(row(shift, Batching::continuous, true, 8));
  EXPECT_TRUE(interval.unbroken());
  EXPECT_GE(interval.width(), 5);
  EXPECT_EQ(passing(row(shift, Batching::static_batch, true, 8)).passes, 0);
  for (Batching batching : {Batching::static_batch, Batching::continuous}) {
    for (const auto& [kv_cache, weight_bits] :
         std::vector<std::pair<bool, int32_t>>{{true, 16}, {false, 16}, {false, 8}}) {
      for (const Outcome& outcome : row(shift, batching, kv_cache, weight_bits)) {
        EXPECT_TRUE(below(outcome, 75))
            << kv_cache << " " << weight_bits << " " << outcome.settings.slots;
      }
    }
  }
}

TEST(LessonMemory, KvCacheWithSixteenBitWeightsShowsPreemptions) {
  const Shift& shift = *find_shift(3);
  sim::Settings settings = shift.reference;
  settings.weight_bits = 16;
  EXPECT_GT(outcome_of(shift, settings).preemptions, 20);
}

// --- All shifts ---

class Lesson : public testing::TestWithParam<int32_t> {
 protected:
  const Shift& shift() const { return *find_shift(GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(Shifts, Lesson, testing::Values(1, 2, 3));

TEST_P(Lesson, DoingNothingFails) {
  const auto run = play_fixed(shift(), shift().defaults);
  EXPECT_TRUE(run.commands().empty());
  EXPECT_FALSE(run.score().passed);
}

// A player has to see it before the first caption asks why.
TEST_P(Lesson, TheDefaultIsVisiblyLosingWithinFifteenSeconds) {
  game::Run run(shift());
  run.advance_to_ms(15'000);
  const Score score = run.score();
  EXPECT_GE(score.left[0] + score.left[1] + score.left[2] + score.left[3], 3);
  EXPECT_GE(run.kitchen().state().waiting.size(), 10U);
}

TEST_P(Lesson, EveryStarCanBeReached) {
  std::vector<int32_t> with_stars(4, 0);
  for (const Outcome& outcome : sweep(shift())) ++with_stars[static_cast<size_t>(outcome.stars)];
  for (size_t stars = 1; stars <= 3; ++stars) EXPECT_GT(with_stars[stars], 0) << stars;
}

TEST_P(Lesson, TheReferenceSolutionHasThreeStars) {
  EXPECT_EQ(outcome_of(shift(), shift().reference).stars, 3);
}

TEST_P(Lesson, ParIsTheFewestSlotsWithTwoStars) {
  int32_t fewest = INT32_MAX;
  for (const sim::Settings& settings : fixed_settings(shift())) {
    const auto run = play_fixed(shift(), settings);
    if (run.score().stars >= 2) fewest = std::min(fewest, run.kitchen().state().running_peak);
  }
  EXPECT_EQ(shift().par_slots, fewest);
}

TEST_P(Lesson, TheLastOrdersComeEarlyEnough) {
  EXPECT_EQ(play_fixed(shift(), shift().reference).score().unfinished, 0);
}

/// Keeps the defaults until `at_ms`, then sets everything at once.
Run switched(const Shift& shift, const sim::Settings& settings, int32_t at_ms) {
  std::vector<Command> commands;
  for (Lever lever : shift.levers) commands.push_back({at_ms, lever, lever_value(settings, lever)});
  RunError error = RunError::ok;
  Run run = play(shift, commands, error);
  EXPECT_EQ(error, RunError::ok);
  return run;
}

TEST_P(Lesson, SwitchingToTheBestAtAnySecondUpToSixPasses) {
  const Outcome best = best_of(sweep(shift()));
  for (int32_t second = 0; second <= 6; ++second) {
    const auto run = switched(shift(), best.settings, second * 1'000);
    EXPECT_TRUE(run.score().passed) << "at second " << second << " with " << best.settings.slots
                                    << " slots: " << run.score().served;
  }
}

TEST_P(Lesson, SwitchingAtAnySecondLosesAndInventsNoOrder) {
  const Outcome best = best_of(sweep(shift()));
  for (int32_t second = 0; second < kShiftMs / 1'000; ++second) {
    const auto run = switched(shift(), best.settings, second * 1'000);
    const sim::KitchenState& state = run.kitchen().state();
    const Score score = run.score();
    const int32_t left = score.left[0] + score.left[1] + score.left[2] + score.left[3];
    EXPECT_EQ(score.served + left + score.unfinished, score.orders) << second;
    EXPECT_EQ(state.arrived, score.orders) << second;
    int64_t tokens = 0;
    for (size_t i = 0; i < state.requests.size(); ++i) {
      tokens += state.requests[i].generated_tokens;
      if (state.requests[i].status != sim::RequestStatus::served) continue;
      EXPECT_EQ(state.requests[i].generated_tokens, run.kitchen().requests()[i].output_tokens);
    }
    EXPECT_EQ(state.tokens_made, tokens) << second;
  }
}

}  // namespace
}  // namespace kitchen::game

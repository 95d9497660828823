#include "game/sweep.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace kitchen::game {
namespace {

TEST(Sweep, HoldsEveryFixedSettingOfTheLeversShown) {
  EXPECT_EQ(fixed_settings(*find_shift(1)).size(), 64U);
  EXPECT_EQ(fixed_settings(*find_shift(2)).size(), 2U * 64U);
  EXPECT_EQ(fixed_settings(*find_shift(3)).size(), 8U * 64U);
}

TEST(Sweep, VariesSlotsFastestThenBatchingKvCacheAndWeights) {
  const std::vector<sim::Settings> all = fixed_settings(*find_shift(3));
  ASSERT_EQ(all.size(), 512U);
  for (size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].slots, static_cast<int32_t>(i % 64) + 1);
    EXPECT_EQ(static_cast<size_t>(all[i].batching), i / 64 % 2);
    EXPECT_EQ(all[i].kv_cache, i / 128 % 2 == 1);
    EXPECT_EQ(all[i].weight_bits, i / 256 == 0 ? 8 : 16);
  }
}

TEST(Sweep, LeversNotShownKeepTheirDefault) {
  for (const sim::Settings& settings : fixed_settings(*find_shift(1))) {
    EXPECT_EQ(settings.batching, find_shift(1)->defaults.batching);
    EXPECT_EQ(settings.kv_cache, find_shift(1)->defaults.kv_cache);
    EXPECT_EQ(settings.weight_bits, find_shift(1)->defaults.weight_bits);
  }
}

TEST(Sweep, EachOutcomeIsThatOfItsRun) {
  for (const Shift& shift : shifts()) {
    const std::vector<Outcome> outcomes = sweep(shift);
    const std::vector<sim::Settings> settings = fixed_settings(shift);
    ASSERT_EQ(outcomes.size(), settings.size());
    for (size_t i = 0; i < outcomes.size(); ++i) {
      const game::Run run = play_fixed(shift, settings[i]);
      const Score score = run.score();
      EXPECT_EQ(outcomes[i].settings.slots, settings[i].slots);
      EXPECT_EQ(outcomes[i].orders, score.orders);
      EXPECT_EQ(outcomes[i].served, score.served);
      EXPECT_EQ(outcomes[i].passed, score.passed);
      EXPECT_EQ(outcomes[i].stars, score.stars);
      EXPECT_EQ(outcomes[i].wait_p95_ms, score.wait_p95_ms);
      EXPECT_EQ(outcomes[i].preemptions, run.kitchen().state().preemptions);
      EXPECT_EQ(outcomes[i].slots_filled(),
                run.kitchen().state().running_peak == settings[i].slots);
    }
  }
}

// A page asks for the space in pieces of its own choice.
TEST(SweepPart, PiecesOfAnySizeGiveTheWhole) {
  const Shift& shift = *find_shift(2);
  const std::vector<Outcome> whole = sweep(shift);
  for (int32_t size : {1, 5, 63, 64, 100, 128, 1'000}) {
    std::vector<Outcome> pieces;
    while (pieces.size() < whole.size()) {
      const std::vector<Outcome> piece =
          sweep_part(shift, static_cast<int32_t>(pieces.size()), size);
      ASSERT_FALSE(piece.empty());
      ASSERT_LE(piece.size(), static_cast<size_t>(size));
      pieces.insert(pieces.end(), piece.begin(), piece.end());
    }
    ASSERT_EQ(pieces.size(), whole.size());
    for (size_t i = 0; i < whole.size(); ++i) {
      EXPECT_EQ(pieces[i].settings.slots, whole[i].settings.slots);
      EXPECT_EQ(pieces[i].served, whole[i].served);
      EXPECT_EQ(pieces[i].stars, whole[i].stars);
      EXPECT_EQ(pieces[i].wait_p95_ms, whole[i].wait_p95_ms);
    }
  }
}

TEST(SweepPart, BeyondTheSpaceIsNothing) {
  EXPECT_TRUE(sweep_part(*find_shift(1), 64, 5).empty());
  EXPECT_TRUE(sweep_part(*find_shift(1), 0, 0).empty());
  EXPECT_EQ(sweep_part(*find_shift(1), 60, 100).size(), 4U);
}

TEST(PlayFixed, KeepsItsSettingFromTheFirstBoundaryOn) {
  const Shift& shift = *find_shift(3);
  const sim::Settings settings = {
      .slots = 9, .batching = sim::Batching::static_batch, .kv_cache = true, .weight_bits = 8};
  const game::Run run = play_fixed(shift, settings);
  EXPECT_TRUE(run.ended());
  sim::Kitchen kitchen(shift.costs, shift.orders, settings);
  kitchen.advance_to(kShiftMs * sim::kPsPerMs);
  EXPECT_EQ(run.hash(), kitchen.hash());
}

}  // namespace
}  // namespace kitchen::game

// Scores: game/run.h.
#include <algorithm>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "game/random_runs_test.h"
#include "game/run.h"

namespace kitchen::game {
namespace {

using sim::kPsPerMs;

/// Orders of one token, a second apart, on one slot: each served takes one step of 21.2 ms. Those
/// from `patient` on leave before their step ends.
Shift shift_of(int32_t orders, int32_t patient) {
  Shift shift;
  shift.lesson = 1;
  shift.costs = kitchen_costs(kRoomyKvBytes);
  shift.levers = {Lever::slots};
  shift.par_wait_ms = 1'000;
  shift.par_slots = 1;
  std::vector<sim::RequestSpec> specs;
  for (int32_t i = 0; i < orders; ++i) {
    sim::RequestSpec spec;
    spec.arrival_ps = i * 1'000 * kPsPerMs;
    spec.deadline_ps = spec.arrival_ps + 900 * kPsPerMs;
    spec.output_tokens = i < patient ? 1 : 100;
    specs.push_back(spec);
  }
  shift.orders = std::make_shared<const sim::RequestList>(specs);
  return shift;
}

Run played(const Shift& shift) {
  Run run(shift);
  run.advance_to_ms(kShiftMs);
  return run;
}

TEST(Score, PassesAtNineInTenOfAllOrdersAndNotBelow) {
  const Shift nine = shift_of(10, 9);
  EXPECT_EQ(played(nine).score().served, 9);
  EXPECT_TRUE(played(nine).score().passed);
  const Shift eight = shift_of(10, 8);
  EXPECT_EQ(played(eight).score().served, 8);
  EXPECT_FALSE(played(eight).score().passed);
  const Shift most = shift_of(19, 17);  // 89.5 %: not rounded up
  EXPECT_FALSE(played(most).score().passed);
}

TEST(Score, IsNeitherPassedNorStarredBeforeTheEnd) {
  const Shift shift = shift_of(10, 10);
  game::Run run(shift);
  run.advance_to_ms(kShiftMs - 1);
  EXPECT_EQ(run.score().served, 10);
  EXPECT_FALSE(run.score().passed);
  EXPECT_EQ(run.score().stars, 0);
  run.advance_to_ms(kShiftMs);
  EXPECT_TRUE(run.score().passed);
  EXPECT_EQ(run.score().stars, 3);
}

TEST(Score, SecondStarAsksForTheParTime) {
  Shift shift = shift_of(10, 10);
  shift.par_wait_ms = played(shift).score().wait_p95_ms;
  EXPECT_EQ(played(shift).score().stars, 3);
  shift.par_wait_ms -= 1;
  EXPECT_EQ(played(shift).score().stars, 1);
}

TEST(Score, ThirdStarAsksForTheParSlots) {
  Shift shift = shift_of(10, 10);
  shift.par_slots = 0;
  EXPECT_EQ(played(shift).score().stars, 2);
}

TEST(Score, NoStarsWithoutPassing) { EXPECT_EQ(played(shift_of(10, 8)).score().stars, 0); }

TEST(Score, WaitsAreFromArrivalToLastTokenRoundedUp) {
  const Shift shift = shift_of(3, 3);
  const Score score = played(shift).score();
  EXPECT_EQ(score.wait_p50_ms, 22);  // 21.2 ms
  EXPECT_EQ(score.wait_max_ms, 22);
}

TEST(Score, WaitsOfNobodyAreZero) {
  const Score score = played(shift_of(2, 0)).score();
  EXPECT_EQ(score.served, 0);
  EXPECT_EQ(score.wait_p50_ms, 0);
  EXPECT_EQ(score.wait_p95_ms, 0);
  EXPECT_EQ(score.wait_max_ms, 0);
}

/// Nearest rank, the plain way: the smallest value that at least `percent` do not exceed.
int32_t plain_percentile_ms(const std::vector<sim::TimePs>& waits_ps, int64_t percent) {
  sim::TimePs best = INT64_MAX;
  for (sim::TimePs candidate : waits_ps) {
    int64_t covered = 0;
    for (sim::TimePs wait : waits_ps) covered += wait <= candidate ? 1 : 0;
    if (covered * 100 >= percent * static_cast<int64_t>(waits_ps.size())) {
      best = std::min(best, candidate);
    }
  }
  return waits_ps.empty() ? 0 : static_cast<int32_t>((best + kPsPerMs - 1) / kPsPerMs);
}

TEST(ScoreProperty, AddsUpAndItsWaitsAreThoseOfTheServed) {
  sim::Prng prng(77, 1);
  for (int32_t i = 0; i < 90; ++i) {
    const Shift& shift = shifts()[static_cast<size_t>(i % 3)];
    game::Run run(shift);
    for (const Command& command : random_commands(shift, prng)) {
      ASSERT_EQ(run.give(command), RunError::ok);
    }
    run.advance_to_ms(draw(prng, 0, 1) == 0 ? kShiftMs : draw(prng, 0, kShiftMs));
    const Score score = run.score();
    const sim::KitchenState& state = run.kitchen().state();
    std::vector<sim::TimePs> waits_ps;
    for (size_t r = 0; r < state.requests.size(); ++r) {
      if (state.requests[r].status != sim::RequestStatus::served) continue;
      waits_ps.push_back(state.requests[r].ended_ps - run.kitchen().requests()[r].arrival_ps);
    }
    int32_t left = 0;
    for (int32_t part : score.left) left += part;
    EXPECT_EQ(score.orders, static_cast<int32_t>(state.requests.size()));
    EXPECT_EQ(score.served, static_cast<int32_t>(waits_ps.size()));
    EXPECT_EQ(score.served + left + score.unfinished, state.arrived);
    if (run.ended()) {
      EXPECT_EQ(state.arrived, score.orders);
    }
    EXPECT_EQ(score.wait_p50_ms, plain_percentile_ms(waits_ps, 50));
    EXPECT_EQ(score.wait_p95_ms, plain_percentile_ms(waits_ps, 95));
    EXPECT_EQ(score.wait_max_ms, plain_percentile_ms(waits_ps, 100));
    EXPECT_EQ(score.passed, run.ended() && score.served * 10 >= score.orders * 9);
    EXPECT_EQ(score.stars > 0, score.passed);
  }
}

TEST(MeanRunning, IsTheBatchWeightedByTime) {
  const Shift alone = shift_of(10, 10);
  EXPECT_EQ(game::Run(alone).mean_running_milli(), 0);
  EXPECT_EQ(played(alone).mean_running_milli(), 1'000);
  const game::Run run = play_fixed(*find_shift(1), find_shift(1)->reference);
  const sim::KitchenState& state = run.kitchen().state();
  EXPECT_EQ(run.mean_running_milli(), state.busy_slot_ps / (state.spent.total_ps() / 1'000));
}

}  // namespace
}  // namespace kitchen::game

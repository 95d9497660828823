#include "game/verdict.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "game/daily.h"
#include "game/random_runs_test.h"
#include "game/sweep.h"
#include "game/what_if.h"

namespace kitchen::game {
namespace {

VerdictKind kind_of(const Shift& shift, const sim::Settings& settings) {
  return verdict(play_fixed(shift, settings)).kind;
}

sim::Settings with_slots(sim::Settings settings, int32_t slots) {
  settings.slots = slots;
  return settings;
}

TEST(Verdict, NamesTheLessonOfEachShift) {
  const Shift& how_many = *find_shift(1);
  EXPECT_EQ(kind_of(how_many, with_slots(how_many.defaults, 1)), VerdictKind::no_free_slot);
  EXPECT_EQ(kind_of(how_many, with_slots(how_many.defaults, 64)), VerdictKind::step_too_slow);
  const Shift& rush = *find_shift(2);
  EXPECT_EQ(kind_of(rush, with_slots(rush.defaults, 30)), VerdictKind::static_batch);
  const Shift& memory = *find_shift(3);
  sim::Settings settings = memory.reference;
  settings.weight_bits = 16;
  EXPECT_EQ(kind_of(memory, settings), VerdictKind::memory_full);
  settings = with_slots(memory.reference, 30);
  settings.kv_cache = false;
  EXPECT_EQ(kind_of(memory, settings), VerdictKind::recompute);
}

// Its queue stands in front of taken stoves, but they are taken for so long because every step
// computes all context again.
TEST(Verdict, NamesRecomputeBehindTheQueueOfTheThirdShiftsDefaults) {
  const Shift& memory = *find_shift(3);
  const game::Run run = play_fixed(memory, memory.defaults);
  const Score score = run.score();
  ASSERT_GT(score.left[0], score.left[3]);
  const Verdict v = verdict(run);
  EXPECT_EQ(v.kind, VerdictKind::recompute);
  EXPECT_EQ(v.lost_to_this, score.left[0] + score.left[3]);
  // One at a time, slots are what is missing.
  EXPECT_EQ(kind_of(memory, with_slots(memory.defaults, 1)), VerdictKind::no_free_slot);
}

// Each prompt has to be computed once; that is no recompute, however long it is.
TEST(Verdict, OfLongPromptsWithTheKvCacheOnIsNotRecompute) {
  Shift shift = *find_shift(3);
  shift.crowd.kinds[0].prompt_tokens_min = 1'900;
  shift.crowd.kinds[0].prompt_tokens_max = 2'000;
  shift.costs.kv_bytes_per_token = 1'000;
  shift = with_orders(shift);
  const game::Run run = play_fixed(shift, shift.reference);
  ASSERT_GT(run.kitchen().state().spent.prefill_ps, run.kitchen().state().spent.weights_ps);
  EXPECT_NE(verdict(run).kind, VerdictKind::recompute);
}

TEST(Verdict, OfARunThatServedAllBlamesNothing) {
  const Shift& rush = *find_shift(2);
  const game::Run run = play_fixed(rush, rush.reference);
  ASSERT_EQ(run.score().served, run.score().orders);
  EXPECT_EQ(verdict(run).kind, VerdictKind::nothing_lost);
  EXPECT_EQ(verdict(run).lost, 0);
  EXPECT_EQ(verdict(run).lost_to_this, 0);
}

TEST(Verdict, AloneATokenTakesTheSketchs21Point2Ms) {
  EXPECT_EQ(verdict(play_fixed(*find_shift(1), find_shift(1)->defaults)).alone_us_per_token,
            21'200);
}

sim::TimePs held(const sim::KitchenState& state, sim::Hold hold) {
  return state.held_ps[static_cast<int32_t>(hold)];
}

int32_t losses(const Verdict& verdict, const Score& score) {
  switch (verdict.kind) {
    case VerdictKind::nothing_lost:
      return 0;
    case VerdictKind::no_free_slot:
      return score.left[0];
    case VerdictKind::static_batch:
      return score.left[1];
    case VerdictKind::memory_full:
      return score.left[2];
    case VerdictKind::step_too_slow:
      return score.left[3];
    case VerdictKind::recompute:
      return score.left[0] + score.left[3];
    case VerdictKind::too_late:
      return score.unfinished;
  }
  return -1;
}

bool static_ever(const Run& run) {
  const auto is_static = [](const Command& command) {
    return command.lever == Lever::batching && command.value == 0;
  };
  return run.shift().defaults.batching == sim::Batching::static_batch ||
         std::any_of(run.commands().begin(), run.commands().end(), is_static);
}

bool cache_ever(const Run& run) {
  const auto is_cache = [](const Command& command) {
    return command.lever == Lever::kv_cache && command.value == 1;
  };
  return run.shift().defaults.kv_cache ||
         std::any_of(run.commands().begin(), run.commands().end(), is_cache);
}

bool cache_was_off(const Run& run) {
  const auto is_off = [](const Command& command) {
    return command.lever == Lever::kv_cache && command.value == 0;
  };
  return !run.shift().defaults.kv_cache ||
         std::any_of(run.commands().begin(), run.commands().end(), is_off);
}

/// Every claim that the sentence of this verdict makes must be true of the run.
void expect_true_of(const Run& run) {
  const Verdict v = verdict(run);
  const Score score = run.score();
  const sim::KitchenState& state = run.kitchen().state();
  EXPECT_EQ(v.passed, score.passed);
  EXPECT_EQ(v.lost, score.orders - score.served);
  EXPECT_EQ(v.kind == VerdictKind::nothing_lost, v.lost == 0);
  EXPECT_EQ(v.lost_to_this, losses(v, score));
  for (int32_t left : score.left) EXPECT_GE(v.lost_to_this, left);
  EXPECT_GE(v.lost_to_this, score.unfinished);
  switch (v.kind) {
    case VerdictKind::no_free_slot:
      EXPECT_EQ(v.hold_ms, held(state, sim::Hold::no_free_slot) / sim::kPsPerMs);
      EXPECT_GT(held(state, sim::Hold::no_free_slot), 0);
      break;
    case VerdictKind::static_batch:
      EXPECT_EQ(v.hold_ms, held(state, sim::Hold::static_batch) / sim::kPsPerMs);
      EXPECT_GT(held(state, sim::Hold::static_batch), 0);
      EXPECT_GT(v.slots_cold_milli, 0);
      EXPECT_TRUE(static_ever(run));
      break;
    case VerdictKind::memory_full:
      EXPECT_EQ(v.hold_ms, held(state, sim::Hold::memory_full) / sim::kPsPerMs);
      EXPECT_GT(held(state, sim::Hold::memory_full), 0);
      EXPECT_TRUE(cache_ever(run));
      break;
    case VerdictKind::recompute:
      EXPECT_TRUE(cache_was_off(run));
      EXPECT_GT(state.spent.prefill_ps, 0);
      break;
    case VerdictKind::step_too_slow:
      EXPECT_GT(v.lost_us_per_token, v.pace_allowed_us);
      break;
    case VerdictKind::nothing_lost:
    case VerdictKind::too_late:
      EXPECT_EQ(v.hold_ms, 0);
      break;
  }
  EXPECT_EQ(v.preemptions, state.preemptions);
  EXPECT_EQ(v.pace_allowed_us, run.shift().crowd.patience_per_token_ms * 1'000);
  EXPECT_EQ(v.slots_busy_milli, run.mean_running_milli());
  EXPECT_GE(v.slots_busy_milli, 1'000);
  EXPECT_LE(v.slots_busy_milli, state.running_peak * 1'000);
  const sim::TimePs busy_ps = state.spent.total_ps();
  EXPECT_EQ(v.step_mean_us, busy_ps / state.steps / sim::kPsPerUs);
  EXPECT_EQ(v.run_us_per_token, busy_ps / state.tokens_made / sim::kPsPerUs);
  EXPECT_EQ(v.prefill_permille, state.spent.prefill_ps / (busy_ps / 1'000));
}

TEST(VerdictProperty, IsTrueOfRandomRuns) {
  sim::Prng prng(12, 1);
  std::map<VerdictKind, int32_t> seen;
  for (int32_t i = 0; i < 300; ++i) {
    const game::Run run = random_live_run(shifts()[static_cast<size_t>(i % 3)], prng);
    expect_true_of(run);
    ++seen[verdict(run).kind];
  }
  // Enough of each for the claims above to have been tried.
  for (VerdictKind kind :
       {VerdictKind::no_free_slot, VerdictKind::static_batch, VerdictKind::memory_full,
        VerdictKind::step_too_slow, VerdictKind::recompute}) {
    EXPECT_GE(seen[kind], 5) << static_cast<int32_t>(kind);
  }
}

TEST(VerdictProperty, IsTrueOfRandomRunsOfDailyShifts) {
  sim::Prng prng(13, 1);
  for (int32_t number = 1; number <= 60; ++number) {
    SCOPED_TRACE(number);
    const auto shift = daily_shift(number);
    for (int32_t i = 0; i < 5; ++i) expect_true_of(random_live_run(*shift, prng));
  }
}

// Between these three kinds each number of slots decides, and the KV cache.
TEST(VerdictProperty, NamesRecomputeWhereTheCacheWouldHaveServedMoreThanAnySlots) {
  sim::Prng prng(15, 1);
  std::map<VerdictKind, int32_t> seen;
  for (int32_t i = 0; i < 60; ++i) {
    const Shift& memory = *find_shift(3);
    sim::Settings settings = with_slots(memory.defaults, draw(prng, 1, 12));
    settings.kv_cache = draw(prng, 0, 3) == 0;
    settings.weight_bits = draw(prng, 0, 1) == 0 ? 8 : 16;
    const game::Run run = play_fixed(memory, settings);
    const VerdictKind kind = verdict(run).kind;
    if (kind != VerdictKind::recompute && kind != VerdictKind::no_free_slot &&
        kind != VerdictKind::step_too_slow) {
      continue;
    }
    ++seen[kind];
    const auto served = [&](Lever lever, int32_t value) {
      return what_if(run, {0, lever, value}, kShiftMs).score.served;
    };
    int32_t best_slots = run.score().served;
    for (int32_t slots = 1; slots <= kStovesMax; ++slots) {
      best_slots = std::max(best_slots, served(Lever::slots, slots));
    }
    EXPECT_EQ(kind == VerdictKind::recompute, served(Lever::kv_cache, 1) > best_slots) << i;
  }
  EXPECT_GE(seen[VerdictKind::recompute], 10);
  EXPECT_GE(seen[VerdictKind::no_free_slot], 5);
}

TEST(VerdictProperty, NamesNoCauseThatNeverWas) {
  sim::Prng prng(14, 1);
  int32_t never_static = 0;
  int32_t never_cached = 0;
  for (int32_t number = 1; number <= 120; ++number) {
    const auto shift = daily_shift(number);
    game::Run run(*shift);
    for (int32_t i = draw(prng, 0, 3); i > 0; --i) {
      const Command command = random_command(*shift, prng, 0);
      ASSERT_EQ(run.set(command.lever, command.value), RunError::ok);
      run.advance_to_ms(run.now_ms() + draw(prng, 0, 9'000));
    }
    run.advance_to_ms(kShiftMs);
    const Score score = run.score();
    const VerdictKind kind = verdict(run).kind;
    if (!static_ever(run)) {
      ++never_static;
      EXPECT_NE(kind, VerdictKind::static_batch) << number;
      EXPECT_EQ(score.left[1], 0) << number;
    }
    if (!cache_ever(run)) {
      ++never_cached;
      EXPECT_NE(kind, VerdictKind::memory_full) << number;
      EXPECT_EQ(score.left[2], 0) << number;
    }
    if (held(run.kitchen().state(), sim::Hold::memory_full) == 0) {
      EXPECT_NE(kind, VerdictKind::memory_full) << number;
    }
  }
  EXPECT_GE(never_static, 30);
  EXPECT_GE(never_cached, 10);
}

TEST(VerdictProperty, IsTrueOfEveryFixedSetting) {
  for (const Shift& shift : shifts()) {
    for (const sim::Settings& settings : fixed_settings(shift)) {
      expect_true_of(play_fixed(shift, settings));
    }
  }
}

TEST(VerdictDeathTest, IsOnlyForARunThatHasEnded) {
  EXPECT_DEATH(static_cast<void>(verdict(game::Run(*find_shift(1)))), "");
}

}  // namespace
}  // namespace kitchen::game

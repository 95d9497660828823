#include "game/what_if.h"

#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "game/random_runs_test.h"

namespace kitchen::game {
namespace {

using Commands = std::vector<Command>;

Run played(const Shift& shift, const Commands& commands) {
  RunError error = RunError::ok;
  Run run = play(shift, commands, error);
  EXPECT_EQ(error, RunError::ok);
  return run;
}

// --- what_if ---

TEST(WhatIf, IsTheRunThatHadBeenPlayedSo) {
  const Shift& shift = *find_shift(1);
  const game::Run own = play_fixed(shift, shift.defaults);
  const Future future = what_if(own, {0, Lever::slots, 30}, 500);
  ASSERT_EQ(future.error, RunError::ok);
  const game::Run other = play_fixed(shift, shift.reference);
  EXPECT_EQ(future.score.served, other.score().served);
  EXPECT_EQ(future.score.stars, 3);
  EXPECT_EQ(future.score.wait_p95_ms, other.score().wait_p95_ms);
  EXPECT_EQ(future.saved, other.score().served - own.score().served);
  ASSERT_EQ(future.moments.size(), 121U);
  EXPECT_EQ(future.moments.back().at_ms, kShiftMs);
  EXPECT_EQ(future.moments.back().served, future.score.served);
}

TEST(WhatIf, IsTheSameUpToTheChange) {
  const Shift& shift = *find_shift(3);
  const game::Run own = play_fixed(shift, shift.reference);
  const std::vector<Moment> before = timeline(own, 1'000);
  const Future future = what_if(own, {30'000, Lever::kv_cache, 0}, 1'000);
  ASSERT_EQ(future.moments.size(), before.size());
  for (size_t i = 0; i < 30; ++i) {
    EXPECT_EQ(future.moments[i].served, before[i].served) << i;
    EXPECT_EQ(future.moments[i].waiting, before[i].waiting) << i;
  }
  EXPECT_LT(future.saved, 0);
  EXPECT_FALSE(future.score.passed);
}

TEST(WhatIf, RefusesAChangeThatNobodyCouldMake) {
  const game::Run run = play_fixed(*find_shift(1), find_shift(1)->defaults);
  const auto error = [&](const Command& change) { return what_if(run, change, 500).error; };
  EXPECT_EQ(error({0, Lever::batching, 1}), RunError::lever_not_shown);
  EXPECT_EQ(error({0, Lever::slots, 0}), RunError::value_out_of_range);
  EXPECT_EQ(error({0, Lever::slots, kStovesMax + 1}), RunError::value_out_of_range);
  EXPECT_EQ(error({-1, Lever::slots, 5}), RunError::time_out_of_range);
  EXPECT_EQ(error({kShiftMs, Lever::slots, 5}), RunError::time_out_of_range);
  EXPECT_EQ(error({kShiftMs - 1, Lever::slots, 5}), RunError::ok);
  const Commands most(kCommandsMax, Command{0, Lever::slots, 5});
  EXPECT_EQ(what_if(played(*find_shift(1), most), {1, Lever::slots, 6}, 500).error,
            RunError::too_many_commands);
  EXPECT_EQ(what_if(played(*find_shift(1), most), {0, Lever::slots, 6}, 500).error, RunError::ok);
}

TEST(WhatIfDeathTest, IsOnlyForARunThatHasEnded) {
  const game::Run run(*find_shift(1));
  EXPECT_DEATH(what_if(run, {0, Lever::slots, 5}, 500), "");
  EXPECT_DEATH(ChangeSearch{run}, "");
}

// --- the search ---

BestChange found(const Run& run) {
  ChangeSearch search(run);
  search.search(search.size());
  EXPECT_TRUE(search.done());
  return search.best();
}

/// What a lever was set to at a time, the plain way.
int32_t value_at(const Run& run, Lever lever, int32_t at_ms) {
  int32_t value = lever_value(run.shift().defaults, lever);
  for (const Command& command : run.commands()) {
    if (command.lever == lever && command.at_ms <= at_ms) value = command.value;
  }
  return value;
}

/// Every change played from the start; the rule of the header, word by word.
BestChange plain_best(const Run& run, int32_t& tried) {
  BestChange best;
  int32_t best_slots = 0;
  tried = 0;
  for (int32_t at_ms = 0; at_ms < kShiftMs; at_ms += 1'000) {
    for (Lever lever : run.shift().levers) {
      const LeverRange range = lever_range(lever);
      for (int32_t value = range.first; value <= range.last; value += range.step) {
        if (value == value_at(run, lever, at_ms)) continue;
        ++tried;
        RunError error = RunError::ok;
        const game::Run other =
            play(run.shift(), with_change(run.commands(), {at_ms, lever, value}), error);
        if (error == RunError::too_many_commands) continue;
        EXPECT_EQ(error, RunError::ok);
        const int32_t served = other.kitchen().state().served;
        const int32_t slots = lever == Lever::slots ? value : value_at(run, Lever::slots, at_ms);
        const bool better =
            best.found ? served > best.served || (served == best.served && slots < best_slots)
                       : served > run.score().served;
        if (!better) continue;
        best = {
            true, {at_ms, lever, value}, served, served - run.score().served, other.score().passed};
        best_slots = slots;
      }
    }
  }
  return best;
}

void expect_equal(const BestChange& a, const BestChange& b) {
  EXPECT_EQ(a.found, b.found);
  EXPECT_EQ(a.change.at_ms, b.change.at_ms);
  EXPECT_EQ(a.change.lever, b.change.lever);
  EXPECT_EQ(a.change.value, b.change.value);
  EXPECT_EQ(a.served, b.served);
  EXPECT_EQ(a.saved, b.saved);
  EXPECT_EQ(a.passed, b.passed);
}

void expect_search_is_plain_search(const Run& run) {
  int32_t tried = 0;
  expect_equal(found(run), plain_best(run, tried));
  EXPECT_EQ(tried, ChangeSearch(run).size());
}

TEST(ChangeSearch, CountsEveryOtherValueOfEveryLeverAtEverySecond) {
  const auto size = [](int32_t shift) {
    return ChangeSearch(play_fixed(*find_shift(shift), find_shift(shift)->defaults)).size();
  };
  EXPECT_EQ(size(1), 60 * 63);
  EXPECT_EQ(size(2), 60 * (63 + 1));
  EXPECT_EQ(size(3), 60 * (63 + 1 + 1 + 1));
}

TEST(ChangeSearch, TellsTheLessonOfTheFirstShift) {
  const Shift& shift = *find_shift(1);
  const BestChange best = found(play_fixed(shift, shift.defaults));
  ASSERT_TRUE(best.found);
  EXPECT_EQ(best.change.lever, Lever::slots);
  EXPECT_TRUE(best.passed);
  EXPECT_GT(best.saved, 100);
}

TEST(ChangeSearch, TellsTheLessonOfTheSecondShift) {
  const Shift& shift = *find_shift(2);
  sim::Settings settings = shift.defaults;
  settings.slots = shift.reference.slots;
  const BestChange best = found(play_fixed(shift, settings));
  ASSERT_TRUE(best.found);
  EXPECT_EQ(best.change.lever, Lever::batching);
  EXPECT_EQ(best.change.value, static_cast<int32_t>(sim::Batching::continuous));
  EXPECT_TRUE(best.passed);
}

TEST(ChangeSearch, FindsNothingWhereEveryOrderWasServed) {
  const Shift& shift = *find_shift(2);
  const game::Run run = play_fixed(shift, shift.reference);
  ASSERT_EQ(run.score().served, run.score().orders);
  EXPECT_FALSE(found(run).found);
}

TEST(ChangeSearch, PiecesOfAnySizeGiveTheSame) {
  const game::Run run = play_fixed(*find_shift(2), find_shift(2)->defaults);
  const BestChange whole = found(run);
  ASSERT_TRUE(whole.found);
  for (int32_t size : {1, 7, 64, 100, 3'839, 5'000}) {
    ChangeSearch search(run);
    int32_t searched = 0;
    while (!search.done()) {
      search.search(size);
      EXPECT_GT(search.searched(), searched);
      EXPECT_LE(search.searched(), searched + size);
      searched = search.searched();
    }
    search.search(size);
    EXPECT_EQ(search.searched(), search.size());
    expect_equal(search.best(), whole);
  }
}

TEST(ChangeSearch, LeavesOutWhatWouldBeOneCommandTooMany) {
  Commands most;
  for (int32_t i = 0; i < kCommandsMax; ++i) most.push_back({i * 3, Lever::slots, 1 + i % 2});
  const game::Run run = played(*find_shift(2), most);
  const BestChange best = found(run);
  EXPECT_LE(with_change(run.commands(), best.change).size(), static_cast<size_t>(kCommandsMax));
  expect_search_is_plain_search(run);
}

// Two of each shift; a plain search plays some four thousand shifts.
TEST(ChangeSearchProperty, ForksAndShortcutsChangeNothing) {
  sim::Prng prng(21, 1);
  std::map<bool, int32_t> seen;
  for (int32_t i = 0; i < 6; ++i) {
    const Shift& shift = shifts()[static_cast<size_t>(i % 3)];
    const game::Run run =
        i < 3 ? random_live_run(shift, prng) : played(shift, random_commands(shift, prng));
    SCOPED_TRACE(i);
    expect_search_is_plain_search(run);
    ++seen[found(run).found];
  }
  EXPECT_GE(seen[true], 4);
}

TEST(ChangeSearchProperty, TheBestServesWhatItClaims) {
  sim::Prng prng(22, 1);
  for (int32_t i = 0; i < 24; ++i) {
    const Shift& shift = shifts()[static_cast<size_t>(i % 3)];
    const game::Run run = random_live_run(shift, prng);
    const BestChange best = found(run);
    if (!best.found) continue;
    EXPECT_NE(best.change.value, value_at(run, best.change.lever, best.change.at_ms));
    EXPECT_EQ(best.change.at_ms % 1'000, 0);
    const game::Run other = played(shift, with_change(run.commands(), best.change));
    EXPECT_EQ(best.served, other.score().served);
    EXPECT_EQ(best.saved, other.score().served - run.score().served);
    EXPECT_EQ(best.passed, other.score().passed);
    EXPECT_GT(best.saved, 0);
  }
}

}  // namespace
}  // namespace kitchen::game

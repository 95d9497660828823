#include "game/daily.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "game/daily_proof.h"
#include "game/sweep.h"

namespace kitchen::game {
namespace {

using sim::Batching;

// --- the calendar ---

TEST(DailyNumber, ChangesAtMidnightInUtc) {
  EXPECT_EQ(daily_number(1'767'225'600'000), 1);  // 2026-01-01T00:00:00.000Z
  EXPECT_EQ(daily_number(1'767'225'599'999), 0);
  EXPECT_EQ(daily_number(1'767'311'999'999), 1);
  EXPECT_EQ(daily_number(1'767'312'000'000), 2);
  EXPECT_EQ(daily_number(1'798'761'600'000), 366);  // 2027-01-01
  EXPECT_EQ(daily_number(0), -20'453);              // 1970-01-01
}

TEST(DailyLesson, ThreeDaysInTurnTeachAllThree) {
  for (int32_t first = kDailyFirst; first + 2 <= kDailyLast; first += 3) {
    std::set<int32_t> lessons;
    for (int32_t number = first; number < first + 3; ++number) {
      lessons.insert(daily_lesson(number));
    }
    ASSERT_EQ(lessons, (std::set<int32_t>{1, 2, 3})) << first;
  }
}

TEST(DailyLesson, NeverComesThreeTimesInARow) {
  for (int32_t number = kDailyFirst; number + 2 <= kDailyLast; ++number) {
    const bool same = daily_lesson(number) == daily_lesson(number + 1) &&
                      daily_lesson(number) == daily_lesson(number + 2);
    ASSERT_FALSE(same) << number;
  }
}

// Who plays on Mondays only gets each lesson about as often as the others.
TEST(DailyLesson, IsNotTiedToTheDayOfTheWeek) {
  constexpr int32_t kWeeks = 300;
  for (int32_t weekday = 0; weekday < 7; ++weekday) {
    std::map<int32_t, int32_t> seen;
    int32_t trivial = 0;
    for (int32_t week = 0; week < kWeeks; ++week) {
      const int32_t number = kDailyFirst + week * 7 + weekday;
      ++seen[daily_lesson(number)];
      trivial += daily_lesson(number) == 1 + number % 3 ? 1 : 0;
    }
    for (int32_t lesson = 1; lesson <= 3; ++lesson) EXPECT_GT(seen[lesson], kWeeks / 4) << weekday;
    EXPECT_LT(trivial, kWeeks / 2);
  }
}

// --- a day ---

TEST(Daily, IsTheSameEachTimeAndUnlikeTheOthers) {
  std::set<uint64_t> hashes;
  for (int32_t number = 1; number <= 30; ++number) {
    const auto hash = [&] {
      const auto shift = daily_shift(number);
      return play_fixed(*shift, shift->reference).hash();
    };
    EXPECT_EQ(hash(), hash()) << number;
    EXPECT_TRUE(hashes.insert(hash()).second) << number;
  }
}

// A day that has been played may not become another: bump the rules version where one does.
TEST(Daily, StaysAsItWas) {
  const auto untouched = [](int32_t number) {
    const auto shift = daily_shift(number);
    return play_fixed(*shift, shift->defaults).hash();
  };
  EXPECT_EQ(untouched(1), 0x78ccea8a486be349U);
  EXPECT_EQ(untouched(333), 0x04cd8a7935471432U);
  EXPECT_EQ(untouched(kDailyLast), 0x7829c59e96b7a5dbU);
}

TEST(Daily, HasTheLeversAndTextsOfItsLesson) {
  for (int32_t number = 1; number <= 30; ++number) {
    const auto shift = daily_shift(number);
    const Shift& lesson = *find_shift(daily_lesson(number));
    EXPECT_EQ(shift->key, "d" + std::to_string(number));
    EXPECT_EQ(shift->kind, ShiftKind::daily);
    EXPECT_EQ(shift->day, number);
    EXPECT_EQ(shift->lesson, lesson.lesson);
    EXPECT_STREQ(shift->text_key, lesson.text_key);
    EXPECT_EQ(shift->levers, lesson.levers);
    EXPECT_TRUE(shift->has_stars);
    EXPECT_EQ(sim::validate(shift->costs), sim::InputError::ok);
  }
}

TEST(DailyDeathTest, HasNoDayBeforeTheFirstOrAfterTheLast) {
  EXPECT_DEATH(daily_shift(kDailyFirst - 1), "");
  EXPECT_DEATH(daily_shift(kDailyLast + 1), "");
}

// --- what each must prove, seen without the code that looked for it ---

bool passed(const Outcome& outcome) { return outcome.passed; }

/// How many neighbouring slot counts pass; 0 where others pass apart from them.
int64_t width(const std::vector<Outcome>& row) {
  const auto first = std::find_if(row.begin(), row.end(), passed);
  const auto last = std::find_if_not(first, row.end(), passed);
  return std::any_of(last, row.end(), passed) ? 0 : last - first;
}

std::vector<Outcome> row(const std::vector<Outcome>& all, const sim::Settings& like) {
  std::vector<Outcome> found;
  for (const Outcome& outcome : all) {
    const sim::Settings& s = outcome.settings;
    if (s.batching == like.batching && s.kv_cache == like.kv_cache &&
        s.weight_bits == like.weight_bits) {
      found.push_back(outcome);
    }
  }
  EXPECT_EQ(found.size(), static_cast<size_t>(kStovesMax));
  return found;
}

void expect_lesson_is_needed(const Shift& shift, const std::vector<Outcome>& all) {
  const std::vector<Outcome> slots = row(all, shift.reference);
  EXPECT_EQ(shift.reference.batching, Batching::continuous);
  EXPECT_FALSE(slots.front().passed);
  switch (shift.lesson) {
    case 1:
      EXPECT_FALSE(slots.back().passed);
      EXPECT_GE(width(slots), 5);
      break;
    case 2:
      for (const Outcome& outcome : all) {
        const bool is_static = outcome.settings.batching == Batching::static_batch;
        EXPECT_FALSE(is_static && outcome.passed) << outcome.settings.slots;
      }
      EXPECT_GE(width(slots), 4);
      break;
    default:
      for (const Outcome& outcome : all) {
        const sim::Settings& s = outcome.settings;
        EXPECT_FALSE(outcome.passed && !(s.kv_cache && s.weight_bits == 8)) << s.slots;
      }
      EXPECT_GE(width(slots), 3);
  }
}

void expect_defaults_lose(const Shift& shift) {
  EXPECT_FALSE(play_fixed(shift, shift.defaults).score().passed);
  game::Run untouched(shift);
  untouched.advance_to_ms(15'000);
  const Score early = untouched.score();
  EXPECT_GE(early.left[0] + early.left[1] + early.left[2] + early.left[3], 3);
  untouched.advance_to_ms(kShiftMs);
  EXPECT_TRUE(untouched.commands().empty());
  EXPECT_FALSE(untouched.score().passed);
}

void expect_reference_solves(const Shift& shift) {
  const game::Run run = play_fixed(shift, shift.reference);
  EXPECT_EQ(run.score().stars, 3);
  EXPECT_GE(run.score().served * 100, run.score().orders * 92);
  EXPECT_EQ(run.kitchen().state().running_peak, shift.par_slots);
  for (int32_t second = 0; second <= 6; ++second) {
    std::vector<Command> commands;
    for (Lever lever : shift.levers) {
      commands.push_back({second * 1'000, lever, lever_value(shift.reference, lever)});
    }
    RunError error = RunError::ok;
    EXPECT_TRUE(play(shift, commands, error).score().passed) << "at second " << second;
    EXPECT_EQ(error, RunError::ok);
  }
}

/// Days from the first to this one are looked at: as far as three years and more from the start,
/// and always a thousand beyond today.
int32_t last_day_to_prove() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const int64_t today =
      daily_number(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
  return static_cast<int32_t>(std::clamp<int64_t>(today + 1'000, 1'400, kDailyLast));
}

// The sanitizers take twenty times as long; the other builds look at every day.
#if defined(__SANITIZE_ADDRESS__)
constexpr int32_t kProveEvery = 20;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr int32_t kProveEvery = 20;
#else
constexpr int32_t kProveEvery = 1;
#endif
#else
constexpr int32_t kProveEvery = 1;
#endif

class DailyOfLesson : public testing::TestWithParam<int32_t> {};
INSTANTIATE_TEST_SUITE_P(Lessons, DailyOfLesson, testing::Values(1, 2, 3));

TEST_P(DailyOfLesson, EveryDayIsPassableTeachesItsLessonAndIsLostByDefault) {
  int32_t proved = 0;
  int32_t of_lesson = 0;
  for (int32_t number = kDailyFirst; number <= last_day_to_prove(); ++number) {
    if (daily_lesson(number) != GetParam()) continue;
    if (of_lesson++ % kProveEvery != 0) continue;
    SCOPED_TRACE("day " + std::to_string(number));
    const auto shift = daily_shift(number);
    ASSERT_NE(shift, nullptr);
    ASSERT_LE(shift->orders->requests.size(), 512U);  // as many as the page has rows for
    const std::vector<Outcome> all = sweep(*shift);
    expect_lesson_is_needed(*shift, all);
    expect_defaults_lose(*shift);
    expect_reference_solves(*shift);
    ASSERT_FALSE(testing::Test::HasFailure());
    ++proved;
  }
  RecordProperty("days_proved", proved);
  std::printf("lesson %d: %d of %d days up to %d proved\n", GetParam(), proved, of_lesson,
              last_day_to_prove());
  EXPECT_GE(proved * kProveEvery, 1'400 / 3);
}

// --- the proof refuses what it must ---

TEST(DailyProof, HoldsForTheLessonsThemselves) {
  for (Shift shift : shifts()) {
    EXPECT_TRUE(prove_daily(shift)) << shift.lesson;
    EXPECT_EQ(outcome_of(shift, shift.reference).stars, 3) << shift.lesson;
  }
}

TEST(DailyProof, RefusesDefaultsThatPass) {
  for (Shift shift : shifts()) {
    shift.defaults = shift.reference;
    EXPECT_FALSE(prove_daily(shift)) << shift.lesson;
  }
}

TEST(DailyProof, RefusesACrowdThatEveryoneAtOnceServes) {
  Shift shift = *find_shift(1);
  for (Group& group : shift.crowd.groups) group.orders = 15;
  shift = with_orders(shift);
  ASSERT_TRUE(sweep(shift).back().passed);
  EXPECT_FALSE(prove_daily(shift));
}

TEST(DailyProof, RefusesACrowdThatNoSlotsServe) {
  Shift shift = *find_shift(1);
  for (Group& group : shift.crowd.groups) group.orders = 45;
  EXPECT_FALSE(prove_daily(shift = with_orders(shift)));
}

TEST(DailyProof, RefusesARushHourThatStaticBatchingServes) {
  Shift shift = *find_shift(2);
  shift.crowd.kinds[0].share_percent = 100;  // no long orders
  shift.crowd.kinds.pop_back();
  shift = with_orders(shift);
  const std::vector<Outcome> all = sweep(shift);
  ASSERT_TRUE(std::any_of(all.begin(), all.begin() + kStovesMax, passed));
  EXPECT_FALSE(prove_daily(shift));
}

TEST(DailyProof, RefusesMemoryThatSixteenBitsLeaveRoomIn) {
  Shift shift = *find_shift(3);
  shift.costs.kv_bytes_per_token = kRoomyKvBytes;
  EXPECT_FALSE(prove_daily(shift));
}

TEST(DailyProof, RefusesWhereSecondsOfThoughtLoseTheShift) {
  Shift shift = *find_shift(1);
  shift.crowd.groups.insert(shift.crowd.groups.begin(), {1'000, 500, 33});
  EXPECT_FALSE(prove_daily(shift = with_orders(shift)));
}

}  // namespace
}  // namespace kitchen::game

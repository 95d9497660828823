#include "cli/shift_names.h"

#include <gtest/gtest.h>

#include "cli/user_error_test.h"
#include "game/daily.h"

namespace kitchen::cli {
namespace {

std::string shift_error(const std::string& key) {
  return error_of([&] { read_shift(key); });
}

TEST(ReadShift, FindsEveryKindOfShift) {
  for (const char* key : {"1", "3", "d1", "d42", "fz", "fs42z"}) {
    EXPECT_EQ(read_shift(key)->key, key);
  }
}

TEST(ReadShift, DailyIsADayThatExists) {
  EXPECT_EQ(read_shift("daily")->kind, game::ShiftKind::daily);
}

TEST(DailyKey, ChangesAtMidnightUtc) {
  EXPECT_EQ(daily_key(game::kDailyFirstUtcMs), "d1");
  EXPECT_EQ(daily_key(game::kDailyFirstUtcMs + game::kMsPerDay - 1), "d1");
  EXPECT_EQ(daily_key(game::kDailyFirstUtcMs + game::kMsPerDay), "d2");
  EXPECT_EQ(shift_error(daily_key(game::kDailyFirstUtcMs - 1)),
            "there is no daily shift d0; days go from 1 to 100000");
}

TEST(ReadShift, EachErrorHasItsOwnMessage) {
  for (const std::string key : {"0", "4", "abc", "-1", "1.0", "4294967297"}) {
    EXPECT_EQ(shift_error(key), "there is no shift " + key +
                                    "; there are 1 to 3, daily, d1 to d100000, and free kitchens "
                                    "such as fs42z");
  }
  EXPECT_EQ(shift_error("d100001"), "there is no daily shift d100001; days go from 1 to 100000");
  EXPECT_EQ(shift_error("fs42"), "the free kitchen fs42 is cut off: its key ends with z");
  EXPECT_EQ(shift_error("fs42zz"),
            "something follows the free kitchen's end, from character 6 on: z");
  EXPECT_EQ(shift_error("fs42j1z"), "the free kitchen has an unknown field, j, at character 5");
  EXPECT_EQ(shift_error("fs1z"),
            "the free kitchen's key is written in another way than its own at character 2: fields "
            "stand in order, each once, and none with the value it has without being named");
  EXPECT_EQ(shift_error("fs1000000z"),
            "the free kitchen's seed is 1000000; seed must be a whole number from 1 to 999999");
  EXPECT_EQ(shift_error("fr181z"),
            "the free kitchen's orders_per_min is 181; orders_per_min must be a whole number from "
            "0 to 300 in steps of 3");
  EXPECT_EQ(shift_error("fp61z"),
            "the free kitchen's prompt_tokens_min is 61, above its maximum of 60");
  EXPECT_EQ(shift_error("fy15900z"),
            "the free kitchen's weights_mb is 16000, more than its memory_mb of 15900");
  EXPECT_EQ(shift_error("fr0g0z"), "the free kitchen has no orders; it needs 1 to 512");
  game::ShiftResult full;
  full.error = game::ShiftError::too_many_orders;
  full.found = 530;
  full.first = 1;
  full.last = 512;
  EXPECT_EQ(shift_problem(full, "fs42z"), "the free kitchen has 530 orders; it can have 1 to 512");
  full.error = game::ShiftError::no_proof;
  full.found = 7;
  EXPECT_EQ(shift_problem(full, "d7"),
            "day 7 has no shift: no crowd of that day is known to be passable");
}

TEST(ShiftTitle, EveryShiftHasOne) {
  for (const game::Shift& each : game::shifts()) EXPECT_NE(shift_title(each), each.text_key);
  EXPECT_EQ(shift_title(*read_shift("fz")), "Free kitchen");
  const std::string title = shift_title(*read_shift("d42"));
  EXPECT_TRUE(title.ends_with(" of day 42")) << title;
}

}  // namespace
}  // namespace kitchen::cli

#include "game/shift_key.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace kitchen::game {
namespace {

ShiftResult key_result_of(const std::string& key) {
  std::shared_ptr<const Shift> shift;
  const ShiftResult result = find_shift(key, shift);
  EXPECT_EQ(shift == nullptr, result.error != ShiftError::ok) << key;
  return result;
}

ShiftError key_error_of(const std::string& key) { return key_result_of(key).error; }

TEST(ShiftKey, NamesEachLesson) {
  for (const Shift& lesson : shifts()) {
    std::shared_ptr<const Shift> shift;
    ASSERT_EQ(find_shift(lesson.key, shift).error, ShiftError::ok) << lesson.key;
    EXPECT_EQ(shift.get(), &lesson);
    EXPECT_EQ(shift->key, std::to_string(lesson.lesson));
  }
}

TEST(ShiftKey, NamesAFreeKitchen) {
  std::shared_ptr<const Shift> shift;
  ASSERT_EQ(find_shift("fs42r240z", shift).error, ShiftError::ok);
  EXPECT_EQ(shift->key, "fs42r240z");
  EXPECT_EQ(shift->kind, ShiftKind::free);
}

TEST(ShiftKey, NamesADailyShift) {
  for (const int32_t day : {1, 42, 100'000}) {
    std::shared_ptr<const Shift> shift;
    ASSERT_EQ(find_shift("d" + std::to_string(day), shift).error, ShiftError::ok) << day;
    EXPECT_EQ(shift->key, "d" + std::to_string(day));
    EXPECT_EQ(shift->kind, ShiftKind::daily);
    EXPECT_EQ(shift->day, day);
  }
}

TEST(ShiftKeyError, EveryErrorHasItsOwnName) {
  std::set<std::string> names;
  for (int32_t i = 0; i <= static_cast<int32_t>(ShiftError::too_many_orders); ++i) {
    names.insert(shift_error_name(static_cast<ShiftError>(i)));
  }
  EXPECT_EQ(names.size(), static_cast<size_t>(ShiftError::too_many_orders) + 1);
  EXPECT_FALSE(names.contains("unknown"));
}

TEST(ShiftKeyError, Empty) { EXPECT_EQ(key_error_of(""), ShiftError::empty); }

TEST(ShiftKeyError, TooLong) {
  const std::string most(static_cast<size_t>(kShiftKeyMax), '1');
  EXPECT_NE(key_error_of(most), ShiftError::too_long);
  const ShiftResult result = key_result_of(most + "1");
  EXPECT_EQ(result.error, ShiftError::too_long);
  EXPECT_EQ(result.found, kShiftKeyMax + 1);
  EXPECT_EQ(result.last, kShiftKeyMax);
}

TEST(ShiftKeyError, NotAShift) {
  for (const std::string key :
       {"x", "1x", "01", "00", "-1", "1 ", " 1", "1.", "+1", "2-", "\xc3"}) {
    EXPECT_EQ(key_error_of(key), ShiftError::not_a_shift) << key;
  }
  EXPECT_EQ(key_error_of(std::string("1\0", 2)), ShiftError::not_a_shift);
  EXPECT_EQ(key_result_of("1x").at, 1);
  EXPECT_EQ(key_result_of("2 ").at, 1);
}

TEST(ShiftKeyError, UnknownLesson) {
  for (const std::string key : {"0", "4", "99", "4294967297", "99999999999999999999"}) {
    const ShiftResult result = key_result_of(key);
    EXPECT_EQ(result.error, ShiftError::unknown_lesson) << key;
    EXPECT_EQ(result.first, 1);
    EXPECT_EQ(result.last, 3);
  }
  EXPECT_EQ(key_result_of("7").found, 7);
}

TEST(ShiftKeyError, DayOutOfRange) {
  for (const std::string key : {"d0", "d100001", "d4294967297", "d99999999999999999999"}) {
    const ShiftResult result = key_result_of(key);
    EXPECT_EQ(result.error, ShiftError::day_out_of_range) << key;
    EXPECT_EQ(result.at, 1);
    EXPECT_EQ(result.first, 1);
    EXPECT_EQ(result.last, 100'000);
  }
  EXPECT_EQ(key_result_of("d100001").found, 100'001);
  for (const std::string key : {"d", "d01", "d1x", "dx", "d-1", "daily"}) {
    EXPECT_EQ(key_error_of(key), ShiftError::not_a_shift) << key;
  }
  EXPECT_EQ(key_result_of("d12x").at, 3);
}

TEST(ShiftKeyError, LeavesTheShiftAsItWas) {
  std::shared_ptr<const Shift> shift;
  ASSERT_EQ(find_shift("2", shift).error, ShiftError::ok);
  for (const std::string key : {"", "9", "x"}) {
    EXPECT_NE(find_shift(key, shift).error, ShiftError::ok);
    EXPECT_EQ(shift->key, "2");
  }
}

}  // namespace
}  // namespace kitchen::game

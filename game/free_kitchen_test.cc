#include "game/free_kitchen.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "game/random_runs_test.h"
#include "game/run.h"

namespace kitchen::game {
namespace {

size_t place_of(FreeField field) { return static_cast<size_t>(field); }

FreeValues initial_with(FreeField field, int32_t value) {
  FreeValues values = free_initial_values();
  values[place_of(field)] = value;
  return values;
}

ShiftResult make_of(const FreeValues& values) {
  std::shared_ptr<const Shift> shift;
  return make_free_shift(values, shift);
}

ShiftResult read_key(const std::string& key) {
  FreeValues values = {};
  return read_free_key(key, values);
}

TEST(FreeFields, HaveALetterEachAndRangesOfWholeSteps) {
  std::set<char> letters;
  for (const FreeFieldInfo& info : kFreeFields) {
    EXPECT_TRUE('a' <= info.letter && info.letter < 'z') << info.name;
    EXPECT_TRUE(letters.insert(info.letter).second) << info.name;
    EXPECT_EQ((info.last - info.first) % info.step, 0) << info.name;
    EXPECT_TRUE(info.contains(info.initial)) << info.name;
    EXPECT_FALSE(info.contains(info.first - info.step)) << info.name;
    EXPECT_FALSE(info.contains(info.last + info.step)) << info.name;
  }
  EXPECT_EQ(letters.size(), static_cast<size_t>(kFreeFieldCount));
}

// Links that are about name a kitchen by what differs from these.
TEST(FreeFields, LettersAndInitialValuesNeverChange) {
  std::string text;
  for (const FreeFieldInfo& info : kFreeFields) {
    text += info.letter + std::to_string(info.initial);
  }
  EXPECT_EQ(text, "s1r180g3o16p20q60t30u90l10m250b4000a50w20000h1140c60d2000y24000x16000k8000");
}

TEST(FreeKitchen, TheOneToBeginWithIsWorthPlaying) {
  std::shared_ptr<const Shift> shift;
  ASSERT_EQ(make_free_shift(free_initial_values(), shift).error, ShiftError::ok);
  EXPECT_EQ(shift->key, "fz");
  EXPECT_EQ(shift->kind, ShiftKind::free);
  EXPECT_EQ(shift->lesson, 0);
  EXPECT_EQ(shift->levers.size(), static_cast<size_t>(kLeverCount));
  EXPECT_FALSE(shift->has_stars);
  const game::Run untouched = play_fixed(*shift, shift->defaults);
  EXPECT_FALSE(untouched.score().passed);
  EXPECT_GT(untouched.score().served, 0);
  const game::Run mended = play_fixed(*shift, {.slots = 20, .weight_bits = 8});
  EXPECT_TRUE(mended.score().passed) << mended.score().served << " of " << mended.score().orders;
  EXPECT_EQ(mended.score().stars, 0);
}

TEST(FreeKitchen, IsWhatItsValuesSay) {
  FreeValues values = initial_with(FreeField::orders_per_min, 0);
  values[place_of(FreeField::groups)] = 3;
  values[place_of(FreeField::group_orders)] = 7;
  values[place_of(FreeField::long_orders_percent)] = 0;
  values[place_of(FreeField::weights_read_us)] = 12'300;
  values[place_of(FreeField::per_context_ns)] = 700;
  values[place_of(FreeField::kv_kb_per_token)] = 123;
  std::shared_ptr<const Shift> shift;
  ASSERT_EQ(make_free_shift(values, shift).error, ShiftError::ok);
  const std::vector<sim::RequestSpec>& orders = shift->orders->requests;
  ASSERT_EQ(orders.size(), 21U);
  for (size_t i = 0; i < orders.size(); ++i) {
    const sim::TimePs group_ps = static_cast<int64_t>(i / 7 + 1) * 13'500 * sim::kPsPerMs;
    EXPECT_GE(orders[i].arrival_ps, group_ps);
    EXPECT_LE(orders[i].arrival_ps, group_ps + 2 * sim::kPsPerSecond);
    EXPECT_GE(orders[i].prompt_tokens, 20);
    EXPECT_LE(orders[i].prompt_tokens, 60);
    EXPECT_GE(orders[i].output_tokens, 30);
    EXPECT_LE(orders[i].output_tokens, 90);
    EXPECT_EQ(orders[i].deadline_ps - orders[i].arrival_ps,
              (4'000 + 50 * orders[i].output_tokens) * sim::kPsPerMs);
  }
  EXPECT_EQ(shift->costs.weights_read_ps, 12'300 * sim::kPsPerUs);
  EXPECT_EQ(shift->costs.per_context_ps, 700'000);
  EXPECT_EQ(shift->costs.kv_bytes_per_token, 123'000);
  EXPECT_EQ(shift->costs.memory_bytes, 24'000'000'000);
}

TEST(FreeKitchen, LongOrdersAreAsManyAndAsLongAsSaid) {
  FreeValues values = initial_with(FreeField::long_orders_percent, 50);
  values[place_of(FreeField::long_output_tokens)] = 777;
  values[place_of(FreeField::orders_per_min)] = 300;
  std::shared_ptr<const Shift> shift;
  ASSERT_EQ(make_free_shift(values, shift).error, ShiftError::ok);
  int32_t long_orders = 0;
  for (const sim::RequestSpec& order : shift->orders->requests) {
    long_orders += order.output_tokens == 777 ? 1 : 0;
  }
  const double share = long_orders / static_cast<double>(shift->orders->requests.size());
  EXPECT_NEAR(share, 0.5, 0.1);
}

TEST(FreeKitchen, TheLastOrdersComeEarlyEnough) {
  FreeValues values = initial_with(FreeField::groups, 8);
  values[place_of(FreeField::orders_per_min)] = 300;
  std::shared_ptr<const Shift> shift;
  ASSERT_EQ(make_free_shift(values, shift).error, ShiftError::ok);
  EXPECT_LE(shift->orders->requests.back().arrival_ps, 54 * sim::kPsPerSecond);
}

TEST(FreeKeyProperty, ReadsBackWhatItWroteForRandomKitchens) {
  sim::Prng prng(7, 1);
  for (int32_t i = 0; i < 2'000; ++i) {
    const FreeValues values = random_free_values(prng);
    const std::string key = write_free_key(values);
    FreeValues again = {};
    ASSERT_EQ(read_free_key(key, again).error, ShiftError::ok) << key;
    EXPECT_EQ(again, values) << key;
    EXPECT_LE(key.size(), static_cast<size_t>(kShiftKeyMax));
    std::shared_ptr<const Shift> shift;
    const ShiftResult result = find_shift(key, shift);
    if (result.error == ShiftError::ok) {
      EXPECT_EQ(shift->key, key);
      EXPECT_EQ(sim::validate(shift->costs, *shift->orders), sim::InputError::ok) << key;
    } else {
      EXPECT_TRUE(result.error == ShiftError::no_orders ||
                  result.error == ShiftError::too_many_orders)
          << key << " " << shift_error_name(result.error);
    }
  }
}

TEST(FreeKey, TheLongestFits) {
  FreeValues values = free_initial_values();
  for (size_t field = 0; field < values.size(); ++field) values[field] = kFreeFields[field].last;
  values[place_of(FreeField::orders_per_min)] = 297;
  const std::string key = write_free_key(values);
  EXPECT_LE(key.size(), static_cast<size_t>(kShiftKeyMax));
  EXPECT_EQ(read_key(key).error, ShiftError::ok);
}

TEST(FreeKeyError, TruncatedAtEveryLength) {
  EXPECT_EQ(read_key("fs42r240g4k20000z").error, ShiftError::ok);
  const std::string whole = "fs42r240g4k20000z";
  for (size_t length = 1; length < whole.size(); ++length) {
    const ShiftResult result = read_key(whole.substr(0, length));
    EXPECT_EQ(result.error, ShiftError::truncated) << whole.substr(0, length);
    EXPECT_EQ(result.at, static_cast<int32_t>(length));
  }
}

TEST(FreeKeyError, TrailingText) {
  for (const std::string more : {"z", "0", "s5", "fz"}) {
    EXPECT_EQ(read_key("fs42z" + more).error, ShiftError::trailing_text) << more;
    EXPECT_EQ(read_key("fs42z" + more).at, 5);
  }
}

TEST(FreeKeyError, UnknownField) {
  for (const std::string key : {"fj5z", "f5z", "fs42e1z", "fs42f1z"}) {
    EXPECT_EQ(read_key(key).error, ShiftError::unknown_field) << key;
  }
  EXPECT_EQ(read_key("fs42e1z").at, 4);
}

TEST(FreeKeyError, NotAShift) {
  for (const std::string key : {"", "s42z", "xz", "fsz", "fsr240z"}) {
    EXPECT_EQ(read_key(key).error, ShiftError::not_a_shift) << key;
  }
}

TEST(FreeKeyError, NotCanonical) {
  for (const std::string key : {"fs1z", "fr180z", "fs042z", "fr240s42z", "fs42s43z", "fs42s42z"}) {
    EXPECT_EQ(read_key(key).error, ShiftError::not_canonical) << key;
  }
  EXPECT_EQ(read_key("fr240s42z").at, 5);
  EXPECT_EQ(read_key("fs042z").at, 2);
}

TEST(FreeKeyError, ValueOutOfRangeInEveryField) {
  for (size_t field = 0; field < free_initial_values().size(); ++field) {
    const FreeFieldInfo& info = kFreeFields[field];
    for (const int64_t value :
         {int64_t{info.last} + info.step, int64_t{info.first} - info.step, int64_t{4294967301}}) {
      if (value < 0) continue;  // can't be written
      const ShiftResult result =
          read_key(std::string("f") + info.letter + std::to_string(value) + "z");
      EXPECT_EQ(result.error, ShiftError::value_out_of_range) << info.name << " " << value;
      EXPECT_EQ(result.field, static_cast<int32_t>(field));
      EXPECT_EQ(result.found, value);
      EXPECT_EQ(result.first, info.first);
      EXPECT_EQ(result.last, info.last);
      EXPECT_EQ(result.step, info.step);
      EXPECT_EQ(result.at, 2);
    }
    for (const int32_t value : {INT32_MIN, info.first - 1, info.last + 1, INT32_MAX}) {
      const ShiftResult result = make_of(initial_with(static_cast<FreeField>(field), value));
      EXPECT_EQ(result.error, ShiftError::value_out_of_range) << info.name << " " << value;
      EXPECT_EQ(result.field, static_cast<int32_t>(field));
      EXPECT_EQ(result.found, value);
    }
    if (info.step > 1) {
      EXPECT_EQ(make_of(initial_with(static_cast<FreeField>(field), info.first + 1)).error,
                ShiftError::value_out_of_range);
    }
  }
}

TEST(FreeKeyError, MinOverMax) {
  const ShiftResult prompts = read_key("fp61z");
  EXPECT_EQ(prompts.error, ShiftError::min_over_max);
  EXPECT_EQ(prompts.field, static_cast<int32_t>(FreeField::prompt_tokens_min));
  EXPECT_EQ(prompts.found, 61);
  EXPECT_EQ(prompts.last, 60);
  EXPECT_EQ(read_key("fp60z").error, ShiftError::ok);
  const ShiftResult outputs = read_key("fu29z");
  EXPECT_EQ(outputs.error, ShiftError::min_over_max);
  EXPECT_EQ(outputs.field, static_cast<int32_t>(FreeField::output_tokens_min));
  EXPECT_EQ(outputs.last, 29);
}

TEST(FreeKeyError, WeightsOverMemory) {
  const ShiftResult result = read_key("fy15900z");
  EXPECT_EQ(result.error, ShiftError::weights_over_memory);
  EXPECT_EQ(result.field, static_cast<int32_t>(FreeField::weights_mb));
  EXPECT_EQ(result.found, 16'000);
  EXPECT_EQ(result.last, 15'900);
  EXPECT_EQ(read_key("fy16000z").error, ShiftError::ok);
}

TEST(FreeKeyError, NoOrders) {
  FreeValues values = initial_with(FreeField::orders_per_min, 0);
  values[place_of(FreeField::groups)] = 0;
  EXPECT_EQ(make_of(values).error, ShiftError::no_orders);
  EXPECT_EQ(make_of(values).first, 1);
}

TEST(FreeKeyError, TooManyOrders) {
  std::shared_ptr<const Shift> shift;
  ASSERT_EQ(make_free_shift(free_initial_values(), shift).error, ShiftError::ok);
  const int32_t orders = static_cast<int32_t>(shift->orders->requests.size());
  EXPECT_EQ(make_free_shift(free_initial_values(), orders, shift).error, ShiftError::ok);
  const std::shared_ptr<const Shift> before = shift;
  const ShiftResult result = make_free_shift(free_initial_values(), orders - 1, shift);
  EXPECT_EQ(result.error, ShiftError::too_many_orders);
  EXPECT_EQ(result.found, orders);
  EXPECT_EQ(result.last, orders - 1);
  EXPECT_EQ(shift, before);
}

TEST(FreeKeyError, LeavesTheValuesAsTheyWere) {
  FreeValues values = initial_with(FreeField::seed, 42);
  const FreeValues before = values;
  for (const std::string key : {"f", "fs7", "fs7e1z", "fs0z", "fp61z", "fs7zz"}) {
    EXPECT_NE(read_free_key(key, values).error, ShiftError::ok);
    EXPECT_EQ(values, before) << key;
  }
}

}  // namespace
}  // namespace kitchen::game

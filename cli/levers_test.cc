#include "cli/levers.h"

#include <gtest/gtest.h>

#include "cli/user_error_test.h"

namespace kitchen::cli {
namespace {

using game::Command;
using game::Lever;

const game::Shift& shift(int32_t number) { return *game::find_shift(number); }

std::string at_error(int32_t number, std::string_view text) {
  return error_of([&] { read_scripted_command(shift(number), text); });
}

TEST(ReadScriptedCommand, ReadsTimeLeverAndValue) {
  const Command slots = read_scripted_command(shift(1), "12.5s:slots=16");
  EXPECT_EQ(slots.at_ms, 12'500);
  EXPECT_EQ(slots.lever, Lever::slots);
  EXPECT_EQ(slots.value, 16);

  EXPECT_EQ(read_scripted_command(shift(1), "0:slots=1").at_ms, 0);
  EXPECT_EQ(read_scripted_command(shift(1), "59.999s:slots=1").at_ms, 59'999);
  EXPECT_EQ(read_scripted_command(shift(1), "0.05:slots=1").at_ms, 50);
  EXPECT_EQ(read_scripted_command(shift(2), "1s:batching=continuous").value, 1);
  EXPECT_EQ(read_scripted_command(shift(3), "1s:kv-cache=off").lever, Lever::kv_cache);
  EXPECT_EQ(read_scripted_command(shift(3), "1s:weight_bits=8").value, 8);
}

TEST(ReadScriptedCommand, NamesWhatIsWrongAndWhatIsAllowed) {
  EXPECT_EQ(at_error(2, "foo"), "--at foo: expected TIME:LEVER=VALUE, such as 12.5s:slots=16");
  EXPECT_EQ(at_error(2, "slots=16"),
            "--at slots=16: expected TIME:LEVER=VALUE, such as 12.5s:slots=16");
  EXPECT_EQ(at_error(2, "60s:slots=3"),
            "--at 60s:slots=3: a shift lasts 60 s; levers can be set from 0 s to 59.999 s");
  EXPECT_EQ(at_error(2, "99999999999:slots=3"),
            "--at 99999999999:slots=3: a shift lasts 60 s; levers can be set from 0 s to 59.999 s");
  for (const std::string time : {"-1s", "1.2345s", "12500ms", "", "s", ".5", "5.", "1e1", "1 s"}) {
    EXPECT_NE(at_error(2, time + ":slots=3")
                  .find("is not a time; times are seconds with up to "
                        "three decimals, such as 12.5s"),
              std::string::npos)
        << time;
  }
  EXPECT_EQ(at_error(2, "1s:slot=3"),
            "--at 1s:slot=3: there is no lever slot; shift 2 has slots, batching; did you mean "
            "slots?");
  EXPECT_EQ(at_error(2, "1s:oven=3"),
            "--at 1s:oven=3: there is no lever oven; shift 2 has slots, batching");
  EXPECT_EQ(at_error(1, "1s:batching=static"),
            "--at 1s:batching=static: shift 1 has no lever batching; it has slots");
  EXPECT_EQ(at_error(2, "1s:slots=65"),
            "--at 1s:slots=65: slots must be a whole number from 1 to 64");
  EXPECT_EQ(at_error(2, "1s:batching=fast"),
            "--at 1s:batching=fast: batching must be continuous or static");
  EXPECT_EQ(at_error(3, "1s:weight-bits=12"),
            "--at 1s:weight-bits=12: weight-bits must be 8 or 16");
  EXPECT_EQ(at_error(3, "1s:kv-cache=1"), "--at 1s:kv-cache=1: kv-cache must be on or off");
}

TEST(ReadLeverValue, RefusesWhatIsOutOfRange) {
  EXPECT_EQ(read_lever_value(Lever::slots, "1", ""), 1);
  EXPECT_EQ(read_lever_value(Lever::slots, "64", ""), 64);
  for (const char* text : {"0", "65", "abc", "-1", "1e9", "", "8.5", "4294967297"}) {
    EXPECT_EQ(error_of([&] { read_lever_value(Lever::slots, text, "--slots"); }),
              "--slots: slots must be a whole number from 1 to 64")
        << text;
  }
}

TEST(LeverNames, CoverEveryLeverAndReadBack) {
  for (int32_t i = 0; i < game::kLeverCount; ++i) {
    const Lever lever = static_cast<Lever>(i);
    const game::LeverRange range = game::lever_range(lever);
    for (int32_t value = range.first; value <= range.last; value += range.step) {
      EXPECT_EQ(read_lever_value(lever, lever_value_text(lever, value), ""), value)
          << lever_name(lever);
    }
  }
}

TEST(CommandsText, GroupsWhatHappensAtOnce) {
  EXPECT_EQ(commands_text({}), "");
  EXPECT_EQ(
      commands_text({{0, Lever::slots, 8}, {0, Lever::batching, 0}, {12'500, Lever::slots, 16}}),
      "0 s slots=8 batching=static, 12.5 s slots=16");
}

}  // namespace
}  // namespace kitchen::cli

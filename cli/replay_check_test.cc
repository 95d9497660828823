#include "cli/replay_check.h"

#include <gtest/gtest.h>

#include "cli/shift_names.h"
#include "cli/user_error_test.h"
#include "game/run.h"

namespace kitchen::cli {
namespace {

std::string check_error(std::string_view text) {
  return error_of([&] { check_replay(text, Style{}); });
}

std::string reference_replay(int32_t number) {
  const game::Shift& shift = *game::find_shift(number);
  return game::write_replay(game::make_replay(game::play_fixed(shift, shift.reference)));
}

TEST(ReplayIn, FindsTheReplayInTextAndLinks) {
  EXPECT_EQ(replay_in("lk1-2--ab"), "lk1-2--ab");
  EXPECT_EQ(replay_in("  lk1-2--ab\r\n"), "lk1-2--ab");
  EXPECT_EQ(replay_in("http://127.0.0.1:8080/?lang=id&shift=2#r=lk1-2--ab"), "lk1-2--ab");
  EXPECT_EQ(replay_in("https://example.org/kitchen/?r=lk1-2--ab&lang=id"), "lk1-2--ab");
  EXPECT_EQ(replay_in("https://example.org/?lang=id&r=lk1-2--ab#top"), "lk1-2--ab");
  EXPECT_EQ(replay_in("http://x/#a=1&r=lk1-2--ab&b=2"), "lk1-2--ab");
  EXPECT_EQ(replay_in("http://x/?r=query#r=fragment"), "fragment");
  EXPECT_EQ(replay_in("http://x/#r="), "");
  EXPECT_EQ(replay_in("?shift=2#r=lk1-2--ab"), "lk1-2--ab");
  EXPECT_EQ(replay_in("#r=lk1-2--ab"), "lk1-2--ab");
}

TEST(ReplayIn, FindsTheReplayInWhatWasPercentEncodedOnItsWay) {
  for (const char* text :
       {"http://x/?shift=2#r=lk1%2D2--ab", "http://x/%23r=lk1-2--ab", "lk1%2d2--ab",
        "http%3A%2F%2Fx%2F%3Fshift%3D2%23r%3Dlk1-2--ab", "http://x/?u=%23r#r=lk1-2--ab"}) {
    EXPECT_EQ(replay_in(text), "lk1-2--ab") << text;
  }
  EXPECT_EQ(replay_in("http://x/#r=lk1%zz-%2"), "lk1%zz-%2");
  EXPECT_EQ(replay_in("lk1%"), "lk1%");
}

TEST(ReplayIn, ALinkWithoutAReplaySaysSo) {
  for (const std::string link :
       {"http://127.0.0.1:8080/", "http://x/?lang=id&shift=2", "http://x/?shift=2#learn",
        "http://x/?rr=1", "http://x/#", "http://x/?", "#learn", "?"}) {
    EXPECT_EQ(error_of([&] { replay_in(link); }),
              link + ": this link carries no run; one that does has #r=REPLAY");
  }
}

TEST(CheckReplay, VerifiesTheReferenceOfEveryShift) {
  for (const game::Shift& shift : game::shifts()) {
    const ReplayCheck check = check_replay(reference_replay(shift.lesson), Style{});
    EXPECT_TRUE(check.verified);
    EXPECT_EQ(check.text.find("Verified: shift " + shift.key), 0U);
    EXPECT_NE(check.text.find("passed, 3 of 3 stars\n"), std::string::npos) << check.text;
  }
}

TEST(CheckReplay, VerifiesDailyShiftsAndFreeKitchens) {
  for (const char* key : {"d42", "fs42z"}) {
    const auto shift = read_shift(key);
    const game::Run run = game::play_fixed(*shift, shift->reference);
    const ReplayCheck check = check_replay(game::write_replay(game::make_replay(run)), Style{});
    EXPECT_TRUE(check.verified) << key;
    EXPECT_EQ(check.text.find(std::string("Verified: shift ") + key + ", "), 0U) << check.text;
    EXPECT_EQ(check.text.find("stars") != std::string::npos, shift->has_stars) << check.text;
  }
}

TEST(CheckReplay, SaysWhereAForgedRunDiverges) {
  const std::string honest = reference_replay(2);
  const uint64_t hash = honest.rfind('-') + 1;
  const uint64_t checkpoints = honest.rfind('-', hash - 2) + 1;
  const auto forged = [&](uint64_t at) {
    std::string text = honest;
    text[at] = text[at] == '0' ? '1' : '0';
    return check_replay(text, Style{});
  };
  EXPECT_EQ(forged(checkpoints).text,
            "Not verified: played again, shift 2 differs already at 10 s\n");
  EXPECT_EQ(forged(checkpoints + 9).text,
            "Not verified: played again, shift 2 agrees up to 20 s and differs at 30 s\n");
  EXPECT_EQ(forged(hash).text,
            "Not verified: played again, shift 2 agrees up to 50 s and differs at 60 s, the end\n");
  EXPECT_FALSE(forged(hash).verified);
}

TEST(CheckReplay, EachErrorHasItsOwnMessage) {
  EXPECT_EQ(check_error(""), "the replay is empty");
  EXPECT_EQ(check_error(std::string(8'001, 'l')),
            "the replay has 8001 characters; the longest has 8000");
  EXPECT_EQ(check_error("hello"), "this is not a replay: 'h' at character 1 doesn't belong there");
  EXPECT_EQ(check_error("lk1-2-\xc3\xa9"),
            "this is not a replay: byte 0xc3 at character 7 doesn't belong there");
  EXPECT_EQ(check_error("lk9-2-"),
            "the replay was made under rules version 9; this program plays version 1");
  EXPECT_EQ(check_error("lk1-2-0n8.-29"),
            "the replay is cut off after 13 characters, before its end");
  EXPECT_EQ(check_error("lk1-9-"),
            "the replay can't be played: there is no shift 9; there are 1 to 3, daily, d1 to "
            "d100000, and free kitchens such as fs42z");
  EXPECT_EQ(check_error("lk1-d0-"),
            "the replay can't be played: there is no daily shift d0; days go from 1 to 100000");
  EXPECT_EQ(check_error("lk1-fs0z-0n5."),
            "the replay can't be played: the free kitchen's seed is 0; seed must be a whole number "
            "from 1 to 999999");
  EXPECT_EQ(check_error("lk1-2-0x8."), "the replay sets an unknown lever, 'x', at character 8");
  EXPECT_EQ(check_error("lk1-1-0k1."),
            "the replay sets kv-cache at character 7, but shift 1 has no such lever; it has slots");
  EXPECT_EQ(
      check_error("lk1-1-0n65."),
      "the replay sets slots to 65 at character 9; slots must be a whole number from 1 to 64");
  EXPECT_EQ(check_error("lk1-3-0k2."),
            "the replay sets kv-cache to 2 at character 9; kv-cache must be 0 or 1");
  EXPECT_EQ(check_error("lk1-3-0w9."),
            "the replay sets weight-bits to 9 at character 9; weight-bits must be 8 or 16");
  EXPECT_EQ(check_error("lk1-2-60000n1."),
            "the replay's command at character 7 is at 60000 ms; a shift's commands go from 0 to "
            "59999 ms");
  EXPECT_EQ(check_error("lk1-2-5n1.3n2."),
            "the replay's command at character 11, at 3 ms, comes before the one before it");
  std::string long_run = "lk1-1-";
  for (int32_t i = 0; i <= game::kCommandsMax; ++i) {
    long_run += std::to_string(i) + "n" + std::to_string(1 + i % 2) + ".";
  }
  EXPECT_EQ(check_error(long_run).find("the replay has more than 500 commands, from character "),
            0U);
  EXPECT_EQ(check_error(reference_replay(1) + "-x"),
            "something follows the replay's end, from character " +
                std::to_string(reference_replay(1).size() + 1) + " on: -x");
}

}  // namespace
}  // namespace kitchen::cli

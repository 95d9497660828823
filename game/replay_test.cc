#include "game/replay.h"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "game/random_runs_test.h"
#include "game/rules_version.h"

namespace kitchen::game {
namespace {

const std::string kAlphabet = "0123456789abcdefghijklmnopqrstuvwxyz.-";

/// "lk1": every replay of these rules begins so.
std::string prefix() { return "lk" + std::to_string(kRulesVersion); }

/// Some digits where checkpoints and hash stand.
const std::string kSomeHashes = "-00000000000000000000-0000000000000000";

std::string text_of(const Shift& shift, const std::vector<Command>& commands) {
  RunError error = RunError::ok;
  const Run run = play(shift, commands, error);
  EXPECT_EQ(error, RunError::ok);
  return write_replay(make_replay(run));
}

/// A run of shift 3 with a few commands of every lever.
std::string messy_text() {
  return text_of(*find_shift(3), {{0, Lever::slots, 8},
                                  {4'000, Lever::kv_cache, 1},
                                  {4'000, Lever::weight_bits, 8},
                                  {21'500, Lever::batching, 0},
                                  {33'333, Lever::slots, 12},
                                  {45'000, Lever::batching, 1}});
}

ReplayResult read(const std::string& text) {
  Replay replay;
  return read_replay(text, replay);
}

ReplayError error_of(const std::string& text) { return read(text).error; }

TEST(Replay, TakesTheKnownShiftWhereTheTextNamesItAndOnlyThere) {
  const std::string text = messy_text();
  Replay replay;
  ASSERT_EQ(read_replay(text, replay).error, ReplayError::ok);
  const std::shared_ptr<const Shift> own = replay.shift;
  ASSERT_EQ(read_replay(text, replay, own).error, ReplayError::ok);
  EXPECT_EQ(replay.shift, own);
  EXPECT_EQ(write_replay(replay), text);
  std::shared_ptr<const Shift> daily;
  ASSERT_EQ(find_shift("d3", daily).error, ShiftError::ok);
  ASSERT_EQ(read_replay(text, replay, daily).error, ReplayError::ok);
  EXPECT_EQ(replay.shift->key, "3");
  ASSERT_EQ(read_replay(text_of(*daily, {}), replay, daily).error, ReplayError::ok);
  EXPECT_EQ(replay.shift, daily);
}

TEST(Replay, StandsInALinkAsItIs) {
  for (char c : messy_text()) EXPECT_NE(kAlphabet.find(c), std::string::npos) << c;
}

TEST(Replay, IsShort) { EXPECT_LT(messy_text().size(), 120U); }

TEST(ReplayProperty, IsReadBackAndVerifiedForRandomRuns) {
  sim::Prng prng(99, 1);
  for (int32_t i = 0; i < 90; ++i) {
    const Shift& shift = shifts()[static_cast<size_t>(i % 3)];
    const game::Run run = random_live_run(shift, prng);
    const std::string text = write_replay(make_replay(run));
    Replay replay;
    ASSERT_EQ(read_replay(text, replay).error, ReplayError::ok) << text;
    EXPECT_EQ(write_replay(replay), text);
    EXPECT_EQ(replay.rules_version, kRulesVersion);
    EXPECT_EQ(replay.shift->key, shift.key);
    EXPECT_EQ(replay.hash, run.hash());
    ASSERT_EQ(replay.commands.size(), run.commands().size());
    for (size_t c = 0; c < replay.commands.size(); ++c) {
      EXPECT_EQ(replay.commands[c].at_ms, run.commands()[c].at_ms);
      EXPECT_EQ(replay.commands[c].lever, run.commands()[c].lever);
      EXPECT_EQ(replay.commands[c].value, run.commands()[c].value);
    }
    const ReplayResult verified = verify_replay(replay);
    EXPECT_EQ(verified.error, ReplayError::ok);
    EXPECT_EQ(verified.agrees_until_ms, kShiftMs);
  }
}

TEST(Replay, WithTheMostCommandsStillFits) {
  std::vector<Command> commands;
  for (int32_t i = 0; i < kCommandsMax; ++i) {
    commands.push_back({kShiftMs - kCommandsMax + i, Lever::weight_bits, i % 2 == 0 ? 16 : 8});
  }
  const std::string text = text_of(*find_shift(3), commands);
  EXPECT_LE(text.size(), static_cast<size_t>(kReplayTextMax));
  EXPECT_EQ(error_of(text), ReplayError::ok);
}

/// A run of a free kitchen whose key names a few fields.
std::string free_text() {
  std::shared_ptr<const Shift> shift;
  EXPECT_EQ(find_shift("fs42r210g4p30z", shift).error, ShiftError::ok);
  return text_of(*shift, {{0, Lever::slots, 8}, {4'000, Lever::weight_bits, 8}});
}

TEST(Replay, OfADailyShiftAndOfAFreeKitchenIsReadBackAndVerified) {
  for (const std::string key : {"d42", "fz", "fs42r210g4p30z"}) {
    std::shared_ptr<const Shift> shift;
    ASSERT_EQ(find_shift(key, shift).error, ShiftError::ok);
    const std::string text = text_of(*shift, {{0, Lever::slots, 8}});
    EXPECT_EQ(text.find(prefix() + "-" + key + "-0n8."), 0U) << text;
    Replay replay;
    ASSERT_EQ(read_replay(text, replay).error, ReplayError::ok) << text;
    EXPECT_EQ(replay.shift->key, key);
    EXPECT_EQ(verify_replay(replay).error, ReplayError::ok);
  }
}

TEST(ReplayError, OfAFreeKitchenTruncatedAtEveryLength) {
  const std::string text = free_text();
  for (size_t length = 1; length < text.size(); ++length) {
    EXPECT_EQ(error_of(text.substr(0, length)), ReplayError::truncated) << text.substr(0, length);
  }
}

TEST(ReplayError, UnknownShiftSaysWhatIsWrongWithItsKey) {
  const auto refused = [](const std::string& key) {
    const ReplayResult result = read(prefix() + "-" + key + "-" + kSomeHashes);
    EXPECT_EQ(result.error, ReplayError::unknown_shift) << key;
    EXPECT_EQ(result.at, 4 + result.shift_result.at) << key;
    return result.shift_result.error;
  };
  EXPECT_EQ(refused("d0"), ShiftError::day_out_of_range);
  EXPECT_EQ(refused("fs42"), ShiftError::truncated);
  EXPECT_EQ(refused("fs42zz"), ShiftError::trailing_text);
  EXPECT_EQ(refused("fs0z"), ShiftError::value_out_of_range);
  EXPECT_EQ(refused("fs1z"), ShiftError::not_canonical);
  EXPECT_EQ(refused("fj1z"), ShiftError::unknown_field);
  EXPECT_EQ(refused("fp61z"), ShiftError::min_over_max);
  EXPECT_EQ(refused("fy100z"), ShiftError::value_out_of_range);
  EXPECT_EQ(refused("fr0g0z"), ShiftError::no_orders);
  EXPECT_EQ(refused("f" + std::string(200, '1') + "z"), ShiftError::too_long);
}

// A run of one free kitchen is not the same run of another one.
TEST(ReplayTampered, NoCharacterOfAFreeKitchensKeyForgesAScore) {
  const std::string text = free_text();
  const size_t key_end = text.find('-', 4);
  int32_t refused = 0;
  int32_t diverged = 0;
  for (size_t at = 4; at < key_end; ++at) {
    for (char c : kAlphabet) {
      if (c == text[at]) continue;
      std::string changed = text;
      changed[at] = c;
      Replay replay;
      if (read_replay(changed, replay).error != ReplayError::ok) {
        ++refused;
      } else {
        ++diverged;
        EXPECT_EQ(verify_replay(replay).error, ReplayError::diverged) << changed;
      }
    }
  }
  EXPECT_GT(refused, 100);
  EXPECT_GT(diverged, 20);
}

TEST(ReplayError, EveryErrorHasItsOwnName) {
  std::set<std::string> names;
  for (int32_t i = 0; i <= static_cast<int32_t>(ReplayError::diverged); ++i) {
    names.insert(replay_error_name(static_cast<ReplayError>(i)));
  }
  EXPECT_EQ(names.size(), static_cast<size_t>(ReplayError::diverged) + 1);
  EXPECT_FALSE(names.contains("unknown"));
}

TEST(ReplayError, Empty) { EXPECT_EQ(error_of(""), ReplayError::empty); }

TEST(ReplayError, TruncatedAtEveryLength) {
  const std::string text = messy_text();
  for (size_t length = 1; length < text.size(); ++length) {
    const ReplayResult result = read(text.substr(0, length));
    EXPECT_EQ(result.error, ReplayError::truncated) << text.substr(0, length);
    EXPECT_EQ(result.at, static_cast<int32_t>(length));
  }
}

TEST(ReplayError, TooLong) {
  const std::string most(static_cast<size_t>(kReplayTextMax), 'a');
  EXPECT_NE(error_of(most), ReplayError::too_long);
  EXPECT_EQ(error_of(most + "a"), ReplayError::too_long);
  EXPECT_EQ(read(most + "a").found, kReplayTextMax + 1);
  EXPECT_EQ(error_of(std::string(5'000'000, '1')), ReplayError::too_long);
}

TEST(ReplayError, NotAReplay) {
  for (const std::string text :
       {"x", "hello", "kl1-1--", "lk-1-", "lkx", "https://example.org/", "l k1", " lk1-1-"}) {
    EXPECT_EQ(error_of(text), ReplayError::not_a_replay) << text;
  }
}

TEST(ReplayError, NotAReplayForACharacterThatCannotStandThere) {
  const std::string text = messy_text();
  for (char stranger : std::string(" \n\t%/ABCN+_\"'<\x7f\x80\xff", 17) + '\0') {
    for (size_t at = 0; at < text.size(); ++at) {
      std::string changed = text;
      changed[at] = stranger;
      const ReplayResult result = read(changed);
      ASSERT_EQ(result.error, ReplayError::not_a_replay) << changed;
      ASSERT_EQ(result.at, static_cast<int32_t>(at));
    }
  }
}

TEST(ReplayError, NotAReplayForASecondWayToWriteANumber) {
  EXPECT_EQ(error_of("lk0" + std::to_string(kRulesVersion) + "-1-" + kSomeHashes),
            ReplayError::not_a_replay);
  EXPECT_EQ(error_of(prefix() + "-01-" + kSomeHashes), ReplayError::not_a_replay);
  EXPECT_EQ(error_of(prefix() + "-1-00n5." + kSomeHashes), ReplayError::not_a_replay);
  EXPECT_EQ(error_of(prefix() + "-1-0n05." + kSomeHashes), ReplayError::not_a_replay);
  EXPECT_EQ(error_of(prefix() + "-1-0n5." + kSomeHashes), ReplayError::ok);
}

TEST(ReplayError, WrongVersion) {
  for (int64_t version : {int64_t{0}, int64_t{kRulesVersion} + 1, int64_t{999}}) {
    const ReplayResult result = read("lk" + std::to_string(version) + "-1-" + kSomeHashes);
    EXPECT_EQ(result.error, ReplayError::wrong_version) << version;
    EXPECT_EQ(result.found, version);
    EXPECT_EQ(result.at, 2);
  }
  // Whatever else another version's text holds: its version is what matters.
  EXPECT_EQ(error_of("lk999-77-zzz"), ReplayError::wrong_version);
  EXPECT_EQ(error_of("lk" + std::string(3'000, '9') + "-1-"), ReplayError::wrong_version);
}

TEST(ReplayError, UnknownShift) {
  for (const std::string number : {"0", "4", "99", "4294967297", "99999999999999999999"}) {
    const ReplayResult result = read(prefix() + "-" + number + "-" + kSomeHashes);
    EXPECT_EQ(result.error, ReplayError::unknown_shift) << number;
    EXPECT_EQ(result.shift_result.error, ShiftError::unknown_lesson) << number;
    EXPECT_EQ(result.at, 4);
  }
  EXPECT_EQ(read(prefix() + "-7-" + kSomeHashes).found, 7);
  EXPECT_EQ(read(prefix() + "-7-" + kSomeHashes).shift_result.last, 3);
}

TEST(ReplayError, WhatIsNoKeyAtAllIsNoReplay) {
  for (const std::string key : {"", "x", "1x", "1.", "01"}) {
    EXPECT_EQ(error_of(prefix() + "-" + key + "-" + kSomeHashes), ReplayError::not_a_replay) << key;
  }
}

TEST(ReplayError, UnknownLever) {
  const ReplayResult result = read(prefix() + "-3-0n5.100z5." + kSomeHashes);
  EXPECT_EQ(result.error, ReplayError::unknown_lever);
  EXPECT_EQ(result.at, 13);
}

TEST(ReplayError, LeverNotShown) {
  EXPECT_EQ(error_of(prefix() + "-1-0b0." + kSomeHashes), ReplayError::lever_not_shown);
  EXPECT_EQ(error_of(prefix() + "-1-0k0." + kSomeHashes), ReplayError::lever_not_shown);
  EXPECT_EQ(error_of(prefix() + "-2-0w8." + kSomeHashes), ReplayError::lever_not_shown);
  EXPECT_EQ(error_of(prefix() + "-3-0w8." + kSomeHashes), ReplayError::ok);
}

TEST(ReplayError, ValueOutOfRange) {
  for (const std::string command : {"0n0", "0n65", "0b2", "0k2", "0w0", "0w4", "0w12", "0w32",
                                    "0n4294967301", "0n99999999999999999999"}) {
    const ReplayResult result = read(prefix() + "-3-" + command + "." + kSomeHashes);
    EXPECT_EQ(result.error, ReplayError::value_out_of_range) << command;
    EXPECT_EQ(result.at, 8);
  }
  EXPECT_EQ(read(prefix() + "-1-0n65." + kSomeHashes).found, 65);
}

TEST(ReplayError, TimeOutOfRange) {
  EXPECT_EQ(error_of(prefix() + "-1-59999n5." + kSomeHashes), ReplayError::ok);
  for (const std::string time : {"60000", "4294967296", "99999999999999999999"}) {
    EXPECT_EQ(error_of(prefix() + "-1-" + time + "n5." + kSomeHashes),
              ReplayError::time_out_of_range)
        << time;
  }
  EXPECT_EQ(read(prefix() + "-1-60000n5." + kSomeHashes).found, 60'000);
}

TEST(ReplayError, TimeGoesBack) {
  EXPECT_EQ(error_of(prefix() + "-1-500n5.500n6." + kSomeHashes), ReplayError::ok);
  const ReplayResult result = read(prefix() + "-1-500n5.499n6." + kSomeHashes);
  EXPECT_EQ(result.error, ReplayError::time_goes_back);
  EXPECT_EQ(result.found, 499);
  EXPECT_EQ(result.at, 12);
}

TEST(ReplayError, TooManyCommands) {
  std::string text = prefix() + "-1-";
  for (int32_t i = 0; i < kCommandsMax; ++i) text += "0n5.";
  EXPECT_EQ(error_of(text + kSomeHashes), ReplayError::ok);
  EXPECT_EQ(error_of(text + "0n5." + kSomeHashes), ReplayError::too_many_commands);
}

TEST(ReplayError, TrailingText) {
  const std::string text = messy_text();
  for (const std::string more : {"0", "-", ".", "abc", "-1"}) {
    const ReplayResult result = read(text + more);
    EXPECT_EQ(result.error, ReplayError::trailing_text) << more;
    EXPECT_EQ(result.at, static_cast<int32_t>(text.size()));
  }
}

TEST(ReplayError, LeavesTheReplayAsItWas) {
  Replay replay;
  ASSERT_EQ(read_replay(messy_text(), replay).error, ReplayError::ok);
  const std::string before = write_replay(replay);
  for (const std::string& text : {std::string(), std::string("x"), messy_text() + "0",
                                  messy_text().substr(0, 40), std::string("lk999-1-")}) {
    EXPECT_NE(read_replay(text, replay).error, ReplayError::ok);
    EXPECT_EQ(write_replay(replay), before);
  }
}

TEST(ReplayDiverged, EveryDigitOfTheHashesCounts) {
  const std::string text = messy_text();
  const size_t hash_at = text.size() - 16;
  const size_t checkpoints_at = hash_at - 1 - 4 * static_cast<size_t>(kCheckpointCount);
  for (size_t at = checkpoints_at; at < text.size(); ++at) {
    if (text[at] == '-') continue;
    std::string changed = text;
    changed[at] = changed[at] == '0' ? '1' : '0';
    Replay replay;
    ASSERT_EQ(read_replay(changed, replay).error, ReplayError::ok);
    const ReplayResult result = verify_replay(replay);
    EXPECT_EQ(result.error, ReplayError::diverged) << at;
    const int32_t checkpoint = static_cast<int32_t>(at - checkpoints_at) / 4;
    const int32_t differs_at_ms = at >= hash_at ? kShiftMs : (checkpoint + 1) * kCheckpointEveryMs;
    EXPECT_EQ(result.differs_at_ms, differs_at_ms);
    EXPECT_EQ(result.agrees_until_ms, differs_at_ms - kCheckpointEveryMs);
  }
}

TEST(ReplayDiverged, SaysBetweenWhichTimesACommandWasChanged) {
  Replay replay;
  ASSERT_EQ(read_replay(messy_text(), replay).error, ReplayError::ok);
  ASSERT_EQ(replay.commands[4].at_ms, 33'333);
  replay.commands[4].value = 3;
  const ReplayResult result = verify_replay(replay);
  EXPECT_EQ(result.error, ReplayError::diverged);
  EXPECT_EQ(result.agrees_until_ms, 30'000);
  EXPECT_EQ(result.differs_at_ms, 40'000);
}

TEST(ReplayDiverged, OfAnotherShiftFromTheFirstCheckpointOn) {
  Replay replay;
  ASSERT_EQ(read_replay(text_of(*find_shift(1), {{0, Lever::slots, 12}}), replay).error,
            ReplayError::ok);
  ASSERT_EQ(find_shift("2", replay.shift).error, ShiftError::ok);
  const ReplayResult result = verify_replay(replay);
  EXPECT_EQ(result.error, ReplayError::diverged);
  EXPECT_EQ(result.agrees_until_ms, 0);
  EXPECT_EQ(result.differs_at_ms, 10'000);
}

// Whatever a single character is changed to, a text is refused, diverges, or plays to the very hash
// that it states: no score can be forged.
TEST(ReplayTampered, NoSingleCharacterForgesAScore) {
  const std::string text = messy_text();
  int32_t refused = 0;
  int32_t diverged = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    for (char c : kAlphabet) {
      if (c == text[at]) continue;
      std::string changed = text;
      changed[at] = c;
      Replay replay;
      if (read_replay(changed, replay).error != ReplayError::ok) {
        ++refused;
        continue;
      }
      if (verify_replay(replay).error != ReplayError::ok) {
        ++diverged;
        continue;
      }
      RunError error = RunError::ok;
      ASSERT_EQ(play(*replay.shift, replay.commands, error).hash(), replay.hash) << changed;
      ASSERT_EQ(error, RunError::ok);
    }
  }
  EXPECT_GT(refused, 1'000);
  EXPECT_GT(diverged, 300);
}

}  // namespace
}  // namespace kitchen::game

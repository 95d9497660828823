#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "game/replay.h"
#include "game/rules_version.h"
#include "game/run.h"
#include "game/shift_key.h"
#include "sim/kitchen.h"
#include "tests/golden/golden_file.h"
#include "tests/reference/difference.h"
#include "tests/reference/laws.h"
#include "tests/reference/stepwise.h"

namespace kitchen::golden {
namespace {

const std::filesystem::path kFolder = KITCHEN_GOLDEN_FOLDER;

game::Run played(const game::Shift& shift, const GoldenFile& golden) {
  game::RunError error = game::RunError::ok;
  game::Run run = game::play(shift, golden.commands, error);
  EXPECT_EQ(error, game::RunError::ok);
  return run;
}

std::string name_of(const testing::TestParamInfo<std::filesystem::path>& info) {
  return info.param.stem().string();
}

class Golden : public testing::TestWithParam<std::filesystem::path> {
 protected:
  void SetUp() override {
    ASSERT_EQ(game::find_shift(golden_.shift_key, shift_).error, game::ShiftError::ok);
  }

  const GoldenFile golden_ = read_golden(GetParam());
  std::shared_ptr<const game::Shift> shift_;
};

INSTANTIATE_TEST_SUITE_P(Replays, Golden, testing::ValuesIn(golden_paths(kFolder)), name_of);

TEST_P(Golden, PlaysToItsHash) {
  const std::string text = game::write_replay(game::make_replay(played(*shift_, golden_)));
  std::printf("%s\n", text.c_str());
  EXPECT_EQ(text, golden_.replay) << "a change on purpose: raise kRulesVersion, then write anew "
                                     "(tests/golden/README.md)";
}

TEST_P(Golden, VerifiesAsARunOfItsCommands) {
  game::Replay replay;
  ASSERT_EQ(game::read_replay(golden_.replay, replay).error, game::ReplayError::ok);
  EXPECT_EQ(game::verify_replay(replay).error, game::ReplayError::ok);
  ASSERT_EQ(replay.commands.size(), golden_.commands.size());
  for (size_t i = 0; i < replay.commands.size(); ++i) {
    EXPECT_EQ(replay.commands[i].at_ms, golden_.commands[i].at_ms);
    EXPECT_EQ(replay.commands[i].lever, golden_.commands[i].lever);
    EXPECT_EQ(replay.commands[i].value, golden_.commands[i].value);
  }
}

TEST_P(Golden, HasItsFigures) { EXPECT_EQ(figures_of(played(*shift_, golden_)), golden_.figures); }

// A golden value alone would keep a lost order for ever.
TEST_P(Golden, LosesAndInventsNothing) {
  const auto figure = [&](const std::string& name) { return golden_.figures.at(name); };
  EXPECT_EQ(figure("served") + figure("left_no_free_slot") + figure("left_static_batch") +
                figure("left_memory_full") + figure("left_step_too_slow") + figure("unfinished"),
            figure("orders"));
  EXPECT_EQ(figure("orders"), static_cast<int64_t>(shift_->orders->requests.size()));
  EXPECT_EQ(figure("passed"), figure("served") * 10 >= figure("orders") * 9 ? 1 : 0);
  EXPECT_GE(figure("tokens_computed"), figure("tokens_made"));
  const game::Run run = played(*shift_, golden_);
  EXPECT_EQ(reference::broken_law(run.kitchen()), "");
  sim::Kitchen onwards = run.kitchen();
  onwards.advance_to(sim::kTimeMaxPs);
  EXPECT_EQ(reference::broken_end_law(onwards), "");
}

TEST_P(Golden, IsWhatTheStepwiseReferenceSays) {
  reference::Stepwise stepwise(shift_->costs, shift_->orders->requests, shift_->defaults);
  for (const game::Command& command : golden_.commands) {
    stepwise.change({command.at_ms * sim::kPsPerMs, command.lever, command.value});
  }
  stepwise.advance_to(game::kShiftMs * sim::kPsPerMs);
  EXPECT_EQ(reference::first_difference(played(*shift_, golden_).kitchen(), stepwise), "");
}

TEST(GoldenCorpus, HasWinsLossesAndChangesInEveryShift) {
  std::map<std::string, int32_t> passed;
  std::map<std::string, int32_t> failed;
  std::map<std::string, int32_t> changed;
  for (const std::filesystem::path& path : golden_paths(kFolder)) {
    const GoldenFile golden = read_golden(path);
    ++(golden.figures.at("passed") == 1 ? passed : failed)[golden.shift_key];
    const bool mid_run = !golden.commands.empty() && golden.commands.back().at_ms > 0;
    changed[golden.shift_key] += mid_run ? 1 : 0;
  }
  for (const game::Shift& shift : game::shifts()) {
    EXPECT_GE(passed[shift.key], 1) << shift.key;
    EXPECT_GE(failed[shift.key], 2) << shift.key;
    EXPECT_GE(changed[shift.key], 1) << shift.key;
  }
}

TEST(GoldenCorpus, HoldsADailyShiftAndAFreeKitchen) {
  std::map<game::ShiftKind, int32_t> kinds;
  for (const std::filesystem::path& path : golden_paths(kFolder)) {
    std::shared_ptr<const game::Shift> shift;
    const std::string key = read_golden(path).shift_key;
    ASSERT_EQ(game::find_shift(key, shift).error, game::ShiftError::ok) << path;
    ++kinds[shift->kind];
  }
  EXPECT_GE(kinds[game::ShiftKind::daily], 1);
  EXPECT_GE(kinds[game::ShiftKind::free], 1);
}

// The browser tests pass and fail each shift by these two.
TEST(GoldenCorpus, HoldsReferenceAndUntouchedRunOfEveryShift) {
  for (const game::Shift& shift : game::shifts()) {
    const std::string name = "shift_" + shift.key;
    const GoldenFile reference = read_golden(kFolder / (name + "_reference.replay"));
    game::Run run(shift);
    for (const game::Command& command : reference.commands) {
      EXPECT_EQ(command.at_ms, 0);
      ASSERT_EQ(run.give(command), game::RunError::ok);
    }
    const sim::Settings levers = run.levers();
    for (game::Lever lever : shift.levers) {
      EXPECT_EQ(game::lever_value(levers, lever), game::lever_value(shift.reference, lever))
          << shift.key;
    }
    EXPECT_EQ(reference.figures.at("stars"), 3);
    const GoldenFile untouched = read_golden(kFolder / (name + "_untouched.replay"));
    EXPECT_TRUE(untouched.commands.empty());
    EXPECT_EQ(untouched.figures.at("passed"), 0);
  }
}

}  // namespace
}  // namespace kitchen::golden

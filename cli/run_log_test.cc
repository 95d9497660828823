#include "cli/run_log.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "cli/user_error.h"

namespace kitchen::cli {
namespace {

using game::Lever;

std::string value_of(const LogLine& line, std::string_view key) {
  const auto found = std::ranges::find(line, key, &LogLine::value_type::first);
  return found == line.end() ? "missing" : found->second;
}

/// How often each kind of event stands in a log: "leave" and, with its cause, "leave:memory_full".
std::map<std::string, int32_t> count_events(const std::vector<LogLine>& lines) {
  std::map<std::string, int32_t> counts;
  for (const LogLine& line : lines) {
    std::string rest = value_of(line, "events");
    while (!rest.empty() && rest != "missing") {
      const std::string event = rest.substr(0, rest.find(','));
      rest.erase(0, std::min(event.size() + 1, rest.size()));
      const std::string kind = event.substr(0, event.find(':'));
      ++counts[kind];
      if (kind == "leave") ++counts["leave" + event.substr(event.rfind(':'))];
    }
  }
  return counts;
}

game::Run messy_run(const game::Shift& shift) {
  std::vector<game::Command> commands;
  for (int32_t second = 0; second < 60; second += 4) {
    const Lever lever = shift.levers[static_cast<uint64_t>(second / 4) % shift.levers.size()];
    const game::LeverRange range = game::lever_range(lever);
    const bool first = second % 8 == 0;
    commands.push_back({second * 1000, lever, first ? range.first : range.last});
  }
  game::RunError error{};
  game::Run run = game::play(shift, commands, error);
  EXPECT_EQ(error, game::RunError::ok);
  return run;
}

TEST(RunLog, BeginsAndEndsAsTheFormatSays) {
  const game::Shift& shift = *game::find_shift(1);
  const game::Run run = game::play_fixed(shift, shift.defaults);
  const std::string log = write_run_log(run);
  EXPECT_EQ(
      log.substr(0, log.find('\n')),
      fmt::format("llm-kitchen-run-log=1 rules_version=1 shift=1 orders={}", run.score().orders));
  const std::string second = log.substr(log.find('\n') + 1);
  EXPECT_EQ(second.find("time_ms=0.000000000 steps=0 slots=1 batching=continuous kv_cache=on "
                        "weight_bits=16 waiting=0 running=0 served=0 left=0 tokens=0 kv_tokens=0 "
                        "hold=none hash="),
            0U);
  EXPECT_TRUE(log.ends_with(fmt::format(" hash={:016x} events=end\n", run.hash())));
}

TEST(RunLog, TellsEveryOrdersFateOnce) {
  for (const game::Shift& shift : game::shifts()) {
    const game::Run run = messy_run(shift);
    const game::Score score = run.score();
    const sim::KitchenState& state = run.kitchen().state();
    std::map<std::string, int32_t> counts = count_events(read_run_log(write_run_log(run), "log"));
    EXPECT_EQ(counts["arrive"], state.arrived);
    EXPECT_EQ(counts["serve"], score.served);
    EXPECT_EQ(counts["leave"], score.orders - score.served - score.unfinished);
    EXPECT_EQ(counts["leave:no_free_slot"], score.left[0]);
    EXPECT_EQ(counts["leave:static_batch"], score.left[1]);
    EXPECT_EQ(counts["leave:memory_full"], score.left[2]);
    EXPECT_EQ(counts["leave:step_too_slow"], score.left[3]);
    EXPECT_EQ(counts["preempt"], state.preemptions);
    EXPECT_EQ(counts["open"], 1);
    EXPECT_EQ(counts["end"], 1);
    EXPECT_GT(counts["set"], 0);
  }
}

TEST(RunLog, TimeOnlyGoesOn) {
  const std::vector<LogLine> lines =
      read_run_log(write_run_log(messy_run(*game::find_shift(3))), "log");
  ASSERT_GT(lines.size(), 100U);
  double last_ms = -1;
  for (uint64_t i = 1; i < lines.size(); ++i) {
    const double time_ms = std::stod(value_of(lines[i], "time_ms"));
    EXPECT_GT(time_ms, last_ms);
    last_ms = time_ms;
  }
  EXPECT_EQ(last_ms, 60'000);
}

std::string read_error(std::string_view text) {
  try {
    read_run_log(text, "x.log");
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ReadRunLog, RefusesWhatIsNone) {
  EXPECT_EQ(read_error(""), "x.log is empty, not a run log");
  EXPECT_EQ(read_error("hello\n"),
            "x.log is not a run log: its first line doesn't begin with llm-kitchen-run-log=");
  EXPECT_EQ(read_error("llm-kitchen-run-log=2 shift=1\n"),
            "x.log is a run log of format 2; this program reads format 1");
  EXPECT_EQ(read_error("llm-kitchen-run-log=1 shift=1\ntime_ms=1"),
            "x.log is cut off: its last line doesn't end");
  EXPECT_EQ(read_error("llm-kitchen-run-log=1 shift=1\ntime_ms=1 oops\n"),
            "x.log, line 2: expected KEY=VALUE, found oops");
  EXPECT_EQ(read_error("llm-kitchen-run-log=1 shift=1\n=5\n"),
            "x.log, line 2: expected KEY=VALUE, found =5");
  EXPECT_EQ(read_error("llm-kitchen-run-log=1\n"), "no error");
}

}  // namespace
}  // namespace kitchen::cli

#include "real/sweep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <numeric>
#include <set>
#include <thread>

#include "real/sweep_threads.h"
#include "tests/temporary_folder.h"

namespace kitchen::real {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string axis_error(const std::string& text) {
  try {
    read_axis(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string grid_error(const Scenario& base, const std::vector<ScenarioAxis>& axes) {
  try {
    const SweepGrid grid(base, axes);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

SweepRecord record_of(int64_t point) {
  return {.grid = "00000000000000aa",
          .points = 4,
          .point = point,
          .key = "000000000000000" + std::to_string(point),
          .settings = {{"tp", std::to_string(point)}},
          .outcome = {{{"ttft_ms", 12.5},
                       {"step_ms", 13.0},
                       {"requests", int64_t{1000}},
                       {"itl_ms", {}},
                       {"met", true},
                       {"hash", "00ff"}},
                      ""},
          .common = {{"model", "contents 00aa"}, {"program", "00cc"}}};
}

std::string merge_error(const std::vector<std::string>& paths) {
  try {
    merge_sweep_results(paths);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(SweepAxis, ListsAndRangesAreRead) {
  EXPECT_THAT(read_axis("tp=1,2,4").values, ElementsAre("1", "2", "4"));
  EXPECT_EQ(read_axis("requests-max=64").key, "requests_max");
  EXPECT_THAT(read_axis("requests_max=32:128:32").values, ElementsAre("32", "64", "96", "128"));
  EXPECT_THAT(read_axis("requests_max=1,32:100:32").values, ElementsAre("1", "32", "64", "96"));
  EXPECT_THAT(read_axis("weights=bf16,fp8").values, ElementsAre("bf16", "fp8"));
  EXPECT_THAT(read_axis("trace=a:b:c").values, ElementsAre("a:b:c"));
}

TEST(SweepAxis, RangesOfDecimalsAreExact) {
  EXPECT_THAT(read_axis("rate_scale=0.1:0.5:0.1").values,
              ElementsAre("0.1", "0.2", "0.3", "0.4", "0.5"));
  EXPECT_THAT(read_axis("rate_scale=0.5:2:0.25").values,
              ElementsAre("0.5", "0.75", "1", "1.25", "1.5", "1.75", "2"));
  EXPECT_THAT(read_axis("think_s=0:0.02:0.005").values,
              ElementsAre("0", "0.005", "0.01", "0.015", "0.02"));
}

TEST(SweepAxis, WhatIsWrongIsSaid) {
  EXPECT_THAT(axis_error("tp"), HasSubstr("it must be KEY=VALUE,VALUE,..."));
  EXPECT_THAT(axis_error("tp="), HasSubstr("it must be KEY=VALUE,VALUE,..."));
  EXPECT_THAT(axis_error("token_buget=1"), HasSubstr("did you mean token_budget?"));
  EXPECT_THAT(axis_error("tp=1,0"), HasSubstr("tp = 0: it must be a whole number from 1 to 1024"));
  EXPECT_THAT(axis_error("tp=1,,2"), HasSubstr("tp = '': it must be a whole number"));
  EXPECT_THAT(axis_error("tp=2,2"), HasSubstr("tp: 2 stands there twice"));
  EXPECT_THAT(axis_error("rate_scale=0.5,0.50"), HasSubstr("rate_scale: 0.5 stands there twice"));
  EXPECT_THAT(axis_error("tp=1:4"), HasSubstr("1:4 is no range"));
  EXPECT_THAT(axis_error("tp=4:1:1"), HasSubstr("the last value not below the first"));
  EXPECT_THAT(axis_error("tp=1:4:0"), HasSubstr("the step must be above 0"));
  EXPECT_THAT(axis_error("tp=1:4:x"), HasSubstr("x is no number of a range"));
  EXPECT_THAT(axis_error("tp=1:99999999999999999999:1"), HasSubstr("is no number of a range"));
  EXPECT_THAT(axis_error("requests_max=1:1000000:1"), HasSubstr("more than 100000 values"));
  EXPECT_THAT(axis_error("trace=-"), HasSubstr("standard input can be read only once"));
}

TEST(SweepGrid, TheLastAxisTurnsFastest) {
  Scenario base;
  base.gpu = "h100";
  const SweepGrid grid(base, {read_axis("tp=1,2"), read_axis("requests_max=8,16,32")});
  ASSERT_EQ(grid.points(), 6);
  EXPECT_THAT(grid.values(0), ElementsAre("1", "8"));
  EXPECT_THAT(grid.values(1), ElementsAre("1", "16"));
  EXPECT_THAT(grid.values(5), ElementsAre("2", "32"));
  const Scenario scenario = grid.scenario(4);
  EXPECT_EQ(scenario.gpu, "h100");
  EXPECT_EQ(scenario.tensor_parallel, 2);
  EXPECT_EQ(scenario.requests_max, 16);
}

TEST(SweepGrid, WhatCanBeNoGridIsRefused) {
  Scenario base;
  EXPECT_THAT(grid_error(base, {}), HasSubstr("nothing varies"));
  EXPECT_THAT(grid_error(base, {read_axis("tp=1"), read_axis("tp=2")}), HasSubstr("varies twice"));
  EXPECT_THAT(grid_error(base, {read_axis("tp=1:1000:1"), read_axis("replicas=1:1000:1")}),
              HasSubstr("more than 100000 points"));
  base.trace = "-";
  EXPECT_THAT(grid_error(base, {read_axis("tp=1")}), HasSubstr("standard input"));
}

TEST(SweepFingerprints, AreOfSettingsAndOfWhatIsInFilesButNotOfPaths) {
  const TemporaryFile a("a", "arrival_s,prompt_tokens,output_tokens\n0,1,1\n");
  const TemporaryFile b("b", "arrival_s,prompt_tokens,output_tokens\n0,1,1\n");
  Scenario scenario;
  scenario.trace = a.path();
  Scenario same = scenario;
  same.trace = b.path();
  Scenario other = scenario;
  other.tensor_parallel = 2;
  const std::string key = Fingerprints().of(scenario);
  EXPECT_EQ(key.size(), 16);
  EXPECT_EQ(Fingerprints().of(same), key);
  EXPECT_NE(Fingerprints().of(other), key);
  b.write("arrival_s,prompt_tokens,output_tokens\n0,1,2\n");
  EXPECT_NE(Fingerprints().of(same), key);
  same.trace = b.path() + ".missing";
  EXPECT_THROW(Fingerprints().of(same), InputError);
}

TEST(SweepResults, ALineIsReadBackAsItWasWritten) {
  SweepRecord refused = record_of(1);
  refused.outcome = {{}, "it \"doesn't\" fit: 3 GB\nare missing"};
  const TemporaryFile file("results", record_line(record_of(0)) + record_line(refused));
  const SweepResults results = read_sweep_results(file.path());
  EXPECT_THAT(results.records, ElementsAre(record_of(0), refused));
  EXPECT_TRUE(results.warnings.empty());
}

TEST(SweepResults, ALineThatWasCutOffIsLeftOutWithAWarning) {
  const std::string line = record_line(record_of(2));
  const TemporaryFile file("results");
  for (const uint64_t length : {uint64_t{1}, line.size() / 2, line.size() - 1}) {
    file.write(record_line(record_of(0)) + line.substr(0, length));
    const SweepResults results = read_sweep_results(file.path());
    EXPECT_THAT(results.records, ElementsAre(record_of(0)));
    ASSERT_EQ(results.warnings.size(), 1);
    EXPECT_THAT(results.warnings[0], HasSubstr(file.path() + ":2: this last line was cut off"));
  }
}

TEST(SweepResults, ShardsAreMergedInOrderAndWhatIsMissingIsSaid) {
  const TemporaryFile first("first", record_line(record_of(2)) + record_line(record_of(0)));
  const TemporaryFile second("second", record_line(record_of(1)) + record_line(record_of(0)));
  const SweepResults part = merge_sweep_results({first.path()});
  EXPECT_EQ(missing_points(part), "1, 3");
  const SweepResults both = merge_sweep_results({second.path(), first.path()});
  EXPECT_THAT(both.records, ElementsAre(record_of(0), record_of(1), record_of(2)));
  EXPECT_EQ(missing_points(both), "3");
  const TemporaryFile third("third", record_line(record_of(3)));
  EXPECT_EQ(missing_points(merge_sweep_results({third.path()})), "0-2");
  EXPECT_EQ(missing_points(merge_sweep_results({third.path(), second.path(), first.path()})), "");
}

TEST(SweepResults, OtherSweepsAndContradictionsAreRefused) {
  const TemporaryFile first("first", record_line(record_of(0)));
  SweepRecord record = record_of(1);
  record.grid = "00000000000000bb";
  const TemporaryFile other("other", record_line(record));
  EXPECT_THAT(merge_error({first.path(), other.path()}), HasSubstr("of another sweep"));
  record = record_of(1);
  record.points = 5;
  other.write(record_line(record));
  EXPECT_THAT(merge_error({first.path(), other.path()}), HasSubstr("of another sweep"));
  record = record_of(1);
  record.settings.clear();
  other.write(record_line(record));
  EXPECT_THAT(merge_error({first.path(), other.path()}),
              HasSubstr(other.path() + ":1:1: this result is of another sweep than those before: "
                                       "it varies tp, this one nothing"));
  record.settings = {{"kv", "1"}};
  other.write(record_line(record));
  EXPECT_THAT(merge_error({first.path(), other.path()}), HasSubstr("it varies tp, this one kv"));
  record = record_of(0);
  record.outcome.figures[0].value = 13.5;
  other.write(record_line(record));
  EXPECT_THAT(merge_error({first.path(), other.path()}),
              HasSubstr(other.path() + ":1:1: point 0 has another result"));
}

TEST(SweepResults, WhatSetsASweepApartIsTold) {
  const SweepRecord there = record_of(1);
  EXPECT_EQ(sweep_difference(there, there), "");
  SweepRecord here = there;
  here.common = {{"model", "contents 00bb"}, {"seed", "2"}, {"program", "00cc"}};
  EXPECT_EQ(sweep_difference(there, here),
            "model has other contents; seed is not given there and 2 here");
  here = there;
  here.settings = {{"tp", "8"}};
  here.common.back().second = "00dd";
  EXPECT_EQ(sweep_difference(there, here),
            "its point 1 is tp=1, here tp=8; it was made by another version of the program or its "
            "presets");
  here = there;
  here.settings.emplace_back("kv", "fp8");
  EXPECT_EQ(sweep_difference(there, here), "it varies tp, this one tp, kv");
  here = there;
  here.points = 8;
  EXPECT_EQ(sweep_difference(there, here), "it has 4 points, this one 8");
}

TEST(SweepResults, WhatIsNoResultIsRefusedWithItsPlace) {
  const TemporaryFile file("results");
  const std::string good = record_line(record_of(0));
  const auto error = [&](const std::string& line) {
    file.write(good + line + "\n" + good);
    return merge_error({file.path()});
  };
  EXPECT_THAT(error("{\"sweep\": \"a"), HasSubstr(file.path() + ":2:1: this is no result"));
  EXPECT_THAT(error("[1]"), HasSubstr("this is no result of a sweep"));
  EXPECT_THAT(error("{}"), HasSubstr("\"sweep\" must be a text"));
  EXPECT_THAT(error(R"({"sweep":"a","points":0})"), HasSubstr("\"points\" must be a whole number"));
  EXPECT_THAT(error(R"({"sweep":"a","points":4,"point":4})"),
              HasSubstr("\"point\" must be a whole number from 0 to 3"));
  EXPECT_THAT(error(R"({"sweep":"a","points":4,"point":1,"key":"b","settings":{"tp":1}})"),
              HasSubstr("the setting tp must be a text"));
  EXPECT_THAT(error(R"({"sweep":"a","points":4,"point":1,"key":"b","settings":{}})"),
              HasSubstr("\"figures\" must be an object"));
}

TEST(SweepShard, IsANumberOfACount) {
  EXPECT_EQ(read_shard("2/8").number, 1);
  EXPECT_EQ(read_shard("2/8").count, 8);
  for (const char* text : {"0/8", "9/8", "1", "1/0", "/", "1/2/3", "-1/2", "a/b", ""}) {
    EXPECT_THROW(read_shard(text), InputError) << text;
  }
}

TEST(SweepThreads, EachJobIsDoneOnceWhateverTheThreads) {
  std::vector<int64_t> jobs(500);
  std::iota(jobs.begin(), jobs.end(), 7);
  for (const int64_t threads : {1, 2, 8}) {
    const std::atomic<bool> stop{false};
    std::mutex mutex;
    std::multiset<int64_t> done;
    run_jobs(jobs, threads, stop, [&](int64_t job) {
      const std::scoped_lock lock(mutex);
      done.insert(job);
    });
    EXPECT_TRUE(std::ranges::equal(done, jobs));
  }
}

TEST(SweepThreads, StopBeginsNoFurtherJobAndAnExceptionComesOut) {
  std::vector<int64_t> jobs(100);
  std::iota(jobs.begin(), jobs.end(), 0);
  std::atomic<bool> stop{false};
  std::atomic<int64_t> begun{0};
  run_jobs(jobs, 2, stop, [&](int64_t) {
    if (++begun >= 10) stop = true;
  });
  EXPECT_GE(begun, 10);
  EXPECT_LE(begun, 11);  // the other thread may have looked just before
  stop = false;
  begun = 0;
  const auto fail_at_five = [&](int64_t job) {
    ++begun;
    if (job == 5) throw InputError("five");
  };
  EXPECT_THROW(run_jobs(jobs, 1, stop, fail_at_five), InputError);
  EXPECT_EQ(begun, 6);
}

}  // namespace
}  // namespace kitchen::real

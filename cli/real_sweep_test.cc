// Sweeps, merges and plans, as a user or a cluster would run them.
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "tests/temporary_folder.h"

namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using SweepJson = nlohmann::json;

/// A small load, and a grid of six points of which one can't be deployed.
constexpr char kTraffic[] =
    "--model llama-3.1-8b --gpu h100 --rate-per-s 8 --prompt-tokens 300 --output-tokens 20 "
    "--requests 60";
constexpr char kGrid[] = "--vary tp=1,3 --vary requests_max=4:16:6";

class RealCommand : public ::testing::Test {
 protected:
  RealCommand() {
    ::setenv("K", KITCHEN_PROGRAM, 1);
    ::setenv("T", kTraffic, 1);
    ::setenv("G", kGrid, 1);
  }

  /// A line of shell in the test's folder: $K is the program, $T the traffic, $G the grid. Its exit
  /// code; output and errors are in out_ and err_.
  int shell(const std::string& line) {
    const std::string all = fmt::format("cd '{}' && {{ {} ; }} >.out 2>.err", folder_, line);
    const int status = std::system(all.c_str());
    out_ = text_of(".out");
    err_ = text_of(".err");
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  std::string text_of(const char* name) const {
    std::ifstream file(folder_ + "/" + name);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

  bool is_there(const char* name) const { return std::filesystem::exists(folder_ + "/" + name); }

  void write(const char* name, const std::string& text) const {
    std::ofstream(folder_ + "/" + name) << text;
  }

  /// Exit code 2, nothing printed, and this message.
  void expect_refused(const std::string& arguments, const std::string& message) {
    EXPECT_EQ(shell("$K " + arguments), 2) << arguments;
    EXPECT_EQ(out_, "") << arguments;
    EXPECT_THAT(err_, StartsWith("llm-kitchen: ")) << arguments;
    EXPECT_THAT(err_, HasSubstr(message)) << arguments;
  }

  kitchen::TemporaryFolder temporary_;
  std::string folder_ = temporary_.path();
  static SweepJson plots_in(const std::string& page) {
    const std::string open = "<script type=\"application/json\" id=\"data\">";
    const uint64_t start = page.find(open) + open.size();
    return SweepJson::parse(page.substr(start, page.find("</script>", start) - start))["plots"];
  }

  std::string out_;
  std::string err_;
};

TEST_F(RealCommand, SweepsGiveTheSameWhateverTheThreads) {
  ASSERT_EQ(shell("$K sweep $T $G --csv --threads 1 --results one.jsonl"), 0) << err_;
  const std::string one = out_;
  EXPECT_THAT(one, StartsWith("point,tp,requests_max,refused,requests,"));
  EXPECT_EQ(std::ranges::count(one, '\n'), 7);
  EXPECT_THAT(one, HasSubstr("\n0,1,4,,60,"));
  ASSERT_EQ(shell("$K sweep $T $G --csv --threads 4 --results four.jsonl"), 0) << err_;
  EXPECT_EQ(out_, one);
  EXPECT_EQ(text_of("four.jsonl"), text_of("one.jsonl"));
  ASSERT_EQ(shell("$K sweep $T $G --json"), 0);
  const SweepJson printed = SweepJson::parse(out_);
  ASSERT_EQ(printed["points"].size(), 6);
  EXPECT_EQ(printed["points"][1]["settings"]["requests_max"], "10");
  EXPECT_EQ(printed["points"][1]["figures"]["requests"], 60);
  EXPECT_THAT(printed["points"][3]["refused"].get<std::string>(), HasSubstr("3"));
  ASSERT_EQ(shell("$K sweep $T $G"), 0);
  EXPECT_THAT(out_, HasSubstr("ttft_ms_p95"));
}

TEST_F(RealCommand, ASweepTellsOnceWhatIsToBeKnownOfItsTrace) {
  write("back.csv", "arrival_s,prompt_tokens,output_tokens\n5,100,10\n4,100,10\n6,100,10\n");
  ASSERT_EQ(shell("$K sweep --model llama-3.1-8b --gpu h100 --trace back.csv $G"), 0) << err_;
  EXPECT_THAT(err_, StartsWith("llm-kitchen: warning: back.csv: 1 timestamp goes back"));
  EXPECT_EQ(std::ranges::count(err_, '\n'), 1);
}

TEST_F(RealCommand, ASweepIsGoneOnWith) {
  ASSERT_EQ(shell("$K sweep $T $G --results all.jsonl"), 0) << err_;
  const std::string all = text_of("all.jsonl");
  expect_refused("sweep $T $G --results all.jsonl", "all.jsonl is there already; --resume");
  EXPECT_EQ(text_of("all.jsonl"), all);
  // Killed in the middle of a line.
  write("cut.jsonl", all.substr(0, all.size() / 2));
  ASSERT_EQ(shell("$K sweep $T $G --results cut.jsonl --resume --csv"), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("warning: cut.jsonl:"));
  EXPECT_THAT(err_, HasSubstr("cut off"));
  EXPECT_EQ(text_of("cut.jsonl"), all);
  EXPECT_EQ(std::ranges::count(out_, '\n'), 7);
  ASSERT_EQ(shell("$K sweep $T $G --results none.jsonl --resume"), 0) << err_;
  EXPECT_EQ(text_of("none.jsonl"), all);
  expect_refused("sweep $T $G --seed 2 --results all.jsonl --resume",
                 "all.jsonl holds another sweep: seed is not given there and 2 here; give");
  expect_refused("sweep $T --vary tp=1,3 --vary requests_max=4,10,17 --results all.jsonl --resume",
                 "its point 2 is tp=1 requests_max=16, here tp=1 requests_max=17; give");
  expect_refused("sweep $T --vary tp=1,3 --results all.jsonl --resume",
                 "it varies tp, requests_max, this one tp; give");
}

TEST_F(RealCommand, ASweepOfAChangedTraceIsNotGoneOnWith) {
  write("t.csv", "arrival_s,prompt_tokens,output_tokens\n0,1,1\n1,1,1\n");
  const std::string sweep =
      "sweep --model llama-3.1-8b --gpu h100 --trace t.csv --vary tp=1,2 --results r.jsonl";
  ASSERT_EQ(shell("$K " + sweep), 0) << err_;
  write("t.csv", "arrival_s,prompt_tokens,output_tokens\n0,1,1\n1,1,2\n");
  expect_refused(sweep + " --resume",
                 "r.jsonl holds another sweep: trace has other contents; give");
  // The same contents by another name are the same sweep.
  write("u.csv", "arrival_s,prompt_tokens,output_tokens\n0,1,1\n1,1,1\n");
  EXPECT_EQ(shell("$K sweep --model llama-3.1-8b --gpu h100 --trace u.csv --vary tp=1,2 --results "
                  "r.jsonl --resume"),
            0)
      << err_;
}

TEST_F(RealCommand, AnOutputIsNoInput) {
  write("t.csv", "arrival_s,prompt_tokens,output_tokens\n0,1,1\n1,1,1\n");
  write("one.toml", "trace = 't.csv'\nmodel = 'llama-3.1-8b'\ngpu = 'h100'\nttft_ms_max = 400\n");
  expect_refused("sweep --scenario one.toml --vary tp=1,2 --html t.csv",
                 "--html t.csv: this is the file of trace in one.toml");
  expect_refused("sweep --model llama-3.1-8b --gpu h100 --vary trace=t.csv --results x --html x",
                 "--html x: this is the file of --results");
  expect_refused("plan --scenario one.toml --html one.toml",
                 "--html one.toml: this is the file of --scenario");
  ASSERT_EQ(shell("$K sweep $T $G --results r.jsonl"), 0) << err_;
  const std::string results = text_of("r.jsonl");
  expect_refused("merge r.jsonl --results r.jsonl",
                 "--results r.jsonl: this is the file of r.jsonl");
  EXPECT_EQ(text_of("r.jsonl"), results);
  expect_refused("calibrate --model llama-3.1-8b --gpu h100 r.jsonl --out r.jsonl",
                 "--out r.jsonl: this is the file of r.jsonl");
}

TEST_F(RealCommand, WhereOutputCannotBeWrittenNoFileIs) {
  write("one.json",
        R"({"request_rate": "inf", "max_concurrency": 1, "completed": 4, "total_input_tokens": 4000,
            "total_output_tokens": 200, "mean_ttft_ms": 40, "mean_tpot_ms": 8})");
  ASSERT_EQ(shell("$K sweep $T --vary tp=1,2 --results r.jsonl"), 0) << err_;
  for (const char* command :
       {"run $T --export new", "run $T --json --perfetto new", "merge r.jsonl --results new",
        "calibrate --model llama-3.1-8b --gpu h100 --token-budget 1024 one.json --out new",
        "shift 1 --log new"}) {
    EXPECT_EQ(shell(fmt::format("$K {} > /dev/full", command)), 2) << command;
    EXPECT_EQ(err_, "llm-kitchen: cannot write the output: No space left on device\n") << command;
    EXPECT_FALSE(is_there("new")) << command;
    ASSERT_EQ(shell(fmt::format("$K {} && rm new", command)), 0) << command << err_;
  }
}

TEST_F(RealCommand, ResultsOfWhichOneVariesSomethingElseAreRefused) {
  ASSERT_EQ(shell("$K sweep $T --vary tp=1,2 --results r.jsonl"), 0) << err_;
  ASSERT_EQ(shell("sed '2s/\"settings\":{[^}]*}/\"settings\":{}/' r.jsonl > odd.jsonl"), 0);
  expect_refused("merge odd.jsonl --csv", "odd.jsonl:2:1: this result is of another sweep");
  ASSERT_EQ(shell("sed 's/\"settings\":{[^}]*}/\"settings\":{}/' r.jsonl > none.jsonl"), 0);
  expect_refused("sweep $T --vary tp=1,2 --results none.jsonl --resume",
                 "none.jsonl holds another sweep: it varies nothing, this one tp");
}

TEST_F(RealCommand, PagesOfSweepsAndPlans) {
  const int code = shell("$K sweep $T $G --html sweep.html");
  if (code == 2 && err_.find("built without uPlot") != std::string::npos) {
    EXPECT_FALSE(is_there("sweep.html"));
    GTEST_SKIP() << "built without web/node_modules/uplot";
  }
  ASSERT_EQ(code, 0) << err_;
  const std::string table = out_;
  std::string page = text_of("sweep.html");
  EXPECT_THAT(page, StartsWith("<!doctype html>"));
  EXPECT_THAT(page, HasSubstr("<h1>Sweep of tp, requests_max</h1>"));
  EXPECT_THAT(page, HasSubstr(table));
  SweepJson plots = plots_in(page);
  EXPECT_EQ(plots[0]["title"], "TTFT p95");
  EXPECT_EQ(plots[0]["x"], "requests_max");
  EXPECT_EQ(plots[0]["series"], SweepJson({"tp=1", "tp=3"}));
  EXPECT_EQ(plots[0]["values"][0], SweepJson({4, 10, 16}));
  EXPECT_TRUE(plots[0]["values"][2][0].is_null()) << "tp=3 can't be deployed";
  ASSERT_EQ(shell("$K plan $T --tp 1 --weights bf16 --token-budget 2048 --ttft-ms-max 400 --html "
                  "plan.html --csv"),
            0)
      << err_;
  page = text_of("plan.html");
  EXPECT_THAT(page, HasSubstr("<h1>Plan for llama-3.1-8b</h1>"));
  plots = plots_in(page);
  ASSERT_EQ(plots.size(), 2);
  EXPECT_EQ(plots[0]["values"][0].size(), 13) << "points of the curve";
  EXPECT_EQ(plots[0]["yTarget"], 400);
  EXPECT_EQ(plots[1]["series"][2], "the plan");
}

TEST_F(RealCommand, APlansCsvHasEveryCandidate) {
  ASSERT_EQ(shell("$K plan $T --vary tp=1,3 --weights bf16 --token-budget 2048 --replicas 1 "
                  "--ttft-ms-max 400 --csv"),
            0)
      << err_;
  EXPECT_THAT(out_, StartsWith("candidate,tp,requests_max,"));
  const std::string header = out_.substr(0, out_.find('\n'));
  for (const char* column : {",gpus,cost_per_hour,fate,role,ttft_ms_p95,requests_per_s,", ",why"}) {
    EXPECT_THAT(header, HasSubstr(column));
  }
  EXPECT_EQ(std::ranges::count(out_, '\n'), 7) << "2 x 3 candidates";
  EXPECT_THAT(out_, HasSubstr(",met,cheapest,"));
  EXPECT_THAT(out_, HasSubstr(",impossible,"));
  expect_refused("plan $T --ttft-ms-max 400 --csv --json", "choose one of --csv and --json");
}

TEST_F(RealCommand, GnuParallelGivesTheFileOfOneProcess) {
  ASSERT_EQ(shell("$K sweep $T $G --results one.jsonl --csv"), 0) << err_;
  const std::string csv = out_;
  ASSERT_EQ(shell("parallel --will-cite -j2 $K sweep $T $G --threads 1 --results part{}.jsonl "
                  "--resume --shard {}/4 ::: 1 2 3 4 && "
                  "$K merge part*.jsonl --results merged.jsonl --csv >merged.csv"),
            0)
      << err_;
  EXPECT_EQ(text_of("merged.csv"), csv);
  EXPECT_EQ(text_of("merged.jsonl"), text_of("one.jsonl"));
}

TEST_F(RealCommand, MergeSaysWhatIsMissingAndRefusesOtherSweeps) {
  ASSERT_EQ(shell("for i in 1 2 3; do $K sweep $T $G --results part$i.jsonl --shard $i/4; done"), 0)
      << err_;
  expect_refused("merge part1.jsonl part3.jsonl --results x.jsonl",
                 "points 1, 3, 5 of 0-5 are missing; --partial takes the others");
  EXPECT_EQ(text_of("x.jsonl"), "");
  ASSERT_EQ(shell("$K merge part1.jsonl part3.jsonl --partial --csv"), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("warning: points 1, 3, 5"));
  EXPECT_EQ(std::ranges::count(out_, '\n'), 4);
  ASSERT_EQ(shell("$K sweep $T $G --seed 2 --results other.jsonl --shard 4/4"), 0);
  expect_refused("merge part1.jsonl other.jsonl", "this result is of another sweep");
  expect_refused("merge", "merge needs results files");
  write("empty.jsonl", "");
  expect_refused("merge empty.jsonl", "there is no result in these files");
  expect_refused("merge none.jsonl", "none.jsonl");
}

TEST_F(RealCommand, CtrlCKeepsWhatIsDone) {
  // The second point would take hours.
  const std::string sweep =
      "$K sweep --model llama-3.1-8b --gpu h100 --rate-per-s 8 --prompt-tokens 300 "
      "--output-tokens 20 --vary requests=50,1000000000 --threads 1 --results r.jsonl";
  EXPECT_EQ(shell(sweep + " & pid=$!; while kill -0 $pid && ! [ -s r.jsonl ]; do sleep 0.05; done; "
                          "kill -INT $pid; wait $pid"),
            130)
      << err_;
  EXPECT_THAT(err_, HasSubstr("stopped after 1 of 2 points; --resume goes on"));
  EXPECT_EQ(std::ranges::count(text_of("r.jsonl"), '\n'), 1);
  EXPECT_EQ(shell("$K merge r.jsonl --partial --csv"), 0);
  EXPECT_THAT(out_, HasSubstr("\n0,50,,50,"));
}

TEST_F(RealCommand, WhatCanBeNoSweepIsRefused) {
  expect_refused("sweep $T", "nothing varies; give --vary");
  expect_refused("sweep $T --vary tp=0", "tp = 0: it must be a whole number from 1 to 1024");
  expect_refused("sweep $T --vary pt=1", "did you mean tp?");
  expect_refused("sweep $T --vary tp=1 --vary tp=2", "--vary tp is given twice");
  expect_refused("sweep $T --tp 2 --vary tp=1,2", "tp varies, so --tp would have no effect");
  expect_refused("sweep $T $G --resume", "--resume needs --results FILE");
  expect_refused("sweep $T $G --shard 1/2", "--shard needs --results FILE");
  expect_refused("sweep $T $G --shard 3/2 --results x", "--shard 3/2: it must be NUMBER/COUNT");
  expect_refused("sweep $T $G --threads 0", "--threads 0: it must be a whole number");
  expect_refused("sweep $T --vary engine=vllm-0.91", "vllm-0.91");
  expect_refused("sweep $T --vary tp=3,5", "no point can be run; the first:");
  expect_refused("sweep --model llama-3.1-8b --gpu h100 --trace none.csv --vary tp=1,2",
                 "none.csv");
  write("bad.csv", "arrival_s,prompt_tokens,output_tokens\n0,1,1\n1,x,1\n");
  expect_refused("sweep --model llama-3.1-8b --gpu h100 --trace bad.csv --vary tp=1,2",
                 "bad.csv:3:3");
  EXPECT_EQ(shell("$K sweep $T $G --results /dev/full"), 2);
}

TEST_F(RealCommand, ASweepThatFailsLeavesNoResultsFile) {
  const std::string none = "sweep $T --vary tp=3,5 --results r.jsonl";
  expect_refused(none, "no point can be run; the first:");
  EXPECT_FALSE(is_there("r.jsonl"));
  // Not even with points that were refused before the trace was read.
  const std::string sweep =
      "sweep --model llama-3.1-8b --gpu h100 --trace t.csv --vary tp=3,1 --threads 1 "
      "--results r.jsonl";
  write("t.csv", "arrival_s,prompt_tokens,output_tokens\n0,1,1\n1,x,1\n");
  expect_refused(sweep, "t.csv:3:3");
  EXPECT_FALSE(is_there("r.jsonl"));
  write("t.csv", "arrival_s,prompt_tokens,output_tokens\n0,1,1\n1,1,1\n");
  ASSERT_EQ(shell("$K " + sweep), 0) << err_;
  const std::string results = text_of("r.jsonl");
  EXPECT_EQ(std::ranges::count(results, '\n'), 2);
  // What was there before stays, as do the points of a sweep that fails at a later one.
  expect_refused(none, "r.jsonl is there already");
  expect_refused(none + " --resume", "r.jsonl holds another sweep");
  EXPECT_EQ(text_of("r.jsonl"), results);
  write("bad.csv", "arrival_s,prompt_tokens,output_tokens\n0,x,1\n");
  expect_refused(
      "sweep --model llama-3.1-8b --gpu h100 --vary trace=t.csv,bad.csv --threads 1 "
      "--results part.jsonl",
      "bad.csv:2:3");
  EXPECT_EQ(std::ranges::count(text_of("part.jsonl"), '\n'), 1);
  EXPECT_EQ(shell("$K sweep $T --vary tp=3,5 --shard 1/2 --results shard.jsonl"), 0) << err_;
  EXPECT_TRUE(is_there("shard.jsonl")) << "merge needs it";
}

TEST_F(RealCommand, APlanIsThereForPeopleAndPrograms) {
  const std::string plan = "$K plan " + std::string(kTraffic) +
                           " --vary requests_max=16,64 --vary replicas=1,2 --vary tp=1,2"
                           " --vary token_budget=2048 --error 0.1 --tpot-ms-max 40";
  ASSERT_EQ(shell(plan + " --ttft-ms-max 400"), 0) << err_;
  EXPECT_THAT(out_, StartsWith("deploy: "));
  for (const char* part : {"--max-num-seqs 16", "runner-up: ", "binding: ", "x1.0",
                           "knee: none up to twice the load\n",
                           "expected error: ", "price of h100: ", "candidates: "}) {
    EXPECT_THAT(out_, HasSubstr(part));
  }
  ASSERT_EQ(shell(plan + " --ttft-ms-max 400 --json"), 0) << err_;
  const SweepJson printed = SweepJson::parse(out_);
  EXPECT_EQ(printed["winner"]["gpus"], 1);
  EXPECT_EQ(printed["winner"]["settings"]["replicas"], "1");
  EXPECT_EQ(printed["curve"].size(), 13);
  EXPECT_TRUE(printed["winner"]["targets"][0]["met"].get<bool>());
  ASSERT_EQ(shell(plan + " --ttft-ms-max 1"), 1) << err_;
  EXPECT_THAT(out_, StartsWith("no candidate meets the targets"));
  EXPECT_THAT(out_, HasSubstr("the best there is: "));
  EXPECT_THAT(out_, HasSubstr("TTFT of 1 ms is out of reach of 1 x h100"));
  EXPECT_EQ(err_, "");
  ASSERT_EQ(shell("$K plan --model llama-3.1-8b --rate-per-s 8 --prompt-tokens 300 --requests 60 "
                  "--output-tokens 20 --ttft-ms-max 400 --replicas 1 --tp 1"),
            0);
  EXPECT_THAT(err_, HasSubstr("not tried, because no price is known: "));
  EXPECT_THAT(err_, HasSubstr("mi300x"));
}

TEST_F(RealCommand, APlanThatMayNotHoldSaysSoUnderItsCost) {
  const std::string plan = "$K plan " + std::string(kTraffic) +
                           " --tp 1 --replicas 1 --vary weights=bf16 --vary token_budget=2048"
                           " --vary requests_max=16,64 --ttft-ms-max 30 --tpot-ms-max 40 --error ";
  ASSERT_EQ(shell(plan + "0.01"), 0) << err_;
  EXPECT_THAT(out_, StartsWith("deploy: "));
  EXPECT_THAT(out_, Not(HasSubstr("no candidate holds")));
  ASSERT_EQ(shell(plan + "1.9"), 1) << "what follows on && would deploy it";
  EXPECT_THAT(out_, StartsWith("cheapest on computed times: "));
  EXPECT_THAT(out_, HasSubstr("\nno candidate holds with its expected error: times up to 190 %"));
  EXPECT_THAT(out_, Not(HasSubstr("KV cache up to")));
  EXPECT_EQ(err_, "");
}

TEST_F(RealCommand, APlanOfCertainWeightsSuggestsNoOthers) {
  const std::string plan =
      "$K plan --model llama-3.1-70b --gpu l4 --tp 1 --replicas 1 --rate-per-s 1 --prompt-tokens "
      "300 --output-tokens 20 --requests 20 --ttft-ms-max 400 ";
  ASSERT_EQ(shell(plan), 1) << err_;
  EXPECT_THAT(out_, HasSubstr("--weights int4"));
  ASSERT_EQ(shell(plan + "--vary weights=bf16"), 1) << err_;
  EXPECT_THAT(out_, HasSubstr("--weights bf16"));
  EXPECT_THAT(out_, Not(HasSubstr("--weights int4")));
}

TEST_F(RealCommand, APlanKeepsWhatItsFileSaysAlsoWhereThatIsTheDefault) {
  write("one.toml",
        "model = 'llama-3.1-8b'\ngpu = 'h100'\ntp = 1\nreplicas = 1\nttft_ms_max = 400\n");
  ASSERT_EQ(shell("$K plan --scenario one.toml --rate-per-s 8 --prompt-tokens 300 --requests 60 "
                  "--output-tokens 20 --weights bf16 --token-budget 2048 --json"),
            0)
      << err_;
  // Batch limits alone are left to try.
  EXPECT_EQ(SweepJson::parse(out_)["candidates"]["all"], 3);
}

TEST_F(RealCommand, APlanOfOneCandidateIsAFairQuestion) {
  const std::string all =
      "--tp 1 --replicas 1 --weights bf16 --requests-max 16 --token-budget 2048 --ttft-ms-max 400 ";
  ASSERT_EQ(shell("$K plan $T " + all), 0) << err_;
  EXPECT_THAT(
      out_, StartsWith(
                "cheapest on computed times: gpu=h100 tp=1 replicas=1 weights=bf16 requests_max=16 "
                "token_budget=2048\n"));
  EXPECT_THAT(out_, HasSubstr("runner-up: none; there was one candidate\n"));
  // What is to be known of a trace is told, as by run.
  write("back.csv", "arrival_s,prompt_tokens,output_tokens\n5,100,10\n4,100,10\n6,100,10\n");
  ASSERT_EQ(shell("$K plan --model llama-3.1-8b --gpu h100 --trace back.csv " + all), 0) << err_;
  EXPECT_THAT(err_, StartsWith("llm-kitchen: warning: back.csv: 1 "));
}

TEST_F(RealCommand, WhatCanBeNoPlanIsRefused) {
  expect_refused("plan $T", "plan needs a target");
  expect_refused("plan $T --ttft-ms-max 100 --price h100", "--price h100: it must be GPU=PRICE");
  expect_refused("plan $T --ttft-ms-max 100 --price h10=9",
                 "--price h10=9: there is no GPU h10; did you mean a10?");
  expect_refused("plan $T --ttft-ms-max 100 --price-per-gpu-hour 0",
                 "--price-per-gpu-hour 0: it must be a number from 1e-06 to 1000000");
  expect_refused("plan $T --ttft-ms-max 100 --seeds 0", "--seeds 0");
  expect_refused("plan $T --ttft-ms-max 100 --error x", "--error x");
  expect_refused("plan $T --ttft-ms-max 100 --error 5",
                 "--error 5: it must be a share from 0 to 2; 5 % is 0.05");
  expect_refused("plan $T --ttft-ms-max 100 --vary rate_scale=1,2",
                 "a plan varies what is deployed");
  expect_refused(
      "plan --model llama-3.1-8b --ttft-ms-max 100 --rate-per-s 1 --prompt-tokens 9 "
      "--output-tokens 9 --vary gpu=h100,gh200",
      "no price for gh200");
}

TEST_F(RealCommand, ACalibratedEngineIsTakenByRun) {
  write("one.json",
        R"({"request_rate": "inf", "max_concurrency": 1, "completed": 4, "total_input_tokens": 4000,
            "total_output_tokens": 200, "mean_ttft_ms": 40, "mean_tpot_ms": 8})");
  const std::string deployment = "--model llama-3.1-8b --gpu h100 --token-budget 1024 ";
  ASSERT_EQ(shell("$K calibrate " + deployment + "one.json --out mine.toml"), 0) << err_;
  for (const char* part : {"layer_overhead_us", "identified", "kept from the preset",
                           "lengths aren't told", "step_overhead_us always"}) {
    EXPECT_THAT(out_, HasSubstr(part));
  }
  ASSERT_EQ(shell("$K run " + deployment +
                  "--hardware mine.toml --engine mine --arrivals closed --clients 1 --requests 4 "
                  "--prompt-tokens 1000 --output-tokens 50 --json"),
            0)
      << err_;
  const SweepJson printed = SweepJson::parse(out_);
  // Two means that two numbers of the engine are free to give.
  EXPECT_NEAR(printed["figures"]["ttft_ms_mean"].get<double>(), 40, 0.5);
  EXPECT_NEAR(printed["figures"]["tpot_ms_mean"].get<double>(), 8, 0.1);
  const std::string before = text_of("mine.toml");
  expect_refused("calibrate --model llama-3.1-8b --gpu h100", "calibrate needs results");
  expect_refused("calibrate --model llama-3.1-8b --gpu h100 --rate-per-s 2 one.json",
                 "--rate-per-s has no meaning here");
  write("none.json", "{}");
  expect_refused("calibrate --model llama-3.1-8b --gpu h100 none.json --out mine.toml",
                 "none.json:1:1: expected a result of vllm bench serve");
  EXPECT_EQ(text_of("mine.toml"), before) << "a refused calibration leaves the file";
}

}  // namespace

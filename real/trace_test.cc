#include "real/trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <zlib.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "real/input_error.h"
#include "real/traffic_summary.h"
#include "tests/temporary_folder.h"

namespace kitchen::real {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr sim::TimePs kMs = sim::kPsPerMs;

std::vector<Request> all_of(Trace& trace) {
  std::vector<Request> requests;
  Request request;
  while (trace.next(request)) requests.push_back(request);
  return requests;
}

/// "arrival in ms prompt>output"
std::vector<std::string> shorthand(Trace& trace) {
  std::vector<std::string> lines;
  for (const Request& request : all_of(trace)) {
    lines.push_back(std::to_string(request.arrival_ps / kMs) + " " +
                    std::to_string(request.prompt_tokens) + ">" +
                    std::to_string(request.output_tokens));
  }
  return lines;
}

std::string sample(const char* name) { return std::string(KITCHEN_TESTDATA) + "/" + name; }

TEST(Samples, EachFormatIsToldFromItsBeginning) {
  const std::pair<const char*, TraceFormat> samples[] = {
      {"azure.csv", TraceFormat::azure},        {"burstgpt.csv", TraceFormat::burstgpt},
      {"plain.csv", TraceFormat::plain},        {"mooncake.jsonl", TraceFormat::mooncake},
      {"vllm.json", TraceFormat::vllm},         {"guidellm_0.2.json", TraceFormat::guidellm},
      {"azure_2024.csv", TraceFormat::azure},   {"burstgpt_sessions.csv", TraceFormat::burstgpt},
      {"vllm_clients.json", TraceFormat::vllm}, {"guidellm_0.8.json", TraceFormat::guidellm},
  };
  for (const auto& [name, format] : samples) {
    EXPECT_EQ(Trace(sample(name), {}).format(), format) << name;
  }
}

TEST(Samples, Azure) {
  Trace trace(sample("azure.csv"), {});
  EXPECT_THAT(shorthand(trace),
              ElementsAre("0 374>44", "1250 396>109", "2000 879>55", "60000 91>16"));
  Trace again(sample("azure.csv"), {});
  EXPECT_EQ(all_of(again)[2].arrival_ps, 2000 * kMs + 100'000) << "100 ns are kept";
}

TEST(Samples, BurstGptLeavesFailedRequestsOut) {
  Trace trace(sample("burstgpt.csv"), {});
  EXPECT_THAT(shorthand(trace), ElementsAre("0 472>18", "40000 1087>230", "115500 300>30"));
  EXPECT_THAT(trace.warnings(), ElementsAre(StartsWith("1 request failed")));
}

TEST(Samples, Plain) {
  Trace trace(sample("plain.csv"), {});
  EXPECT_THAT(shorthand(trace), ElementsAre("0 100>10", "500 2000>200", "1250 30>3"));
  EXPECT_THAT(trace.warnings(), IsEmpty());
}

TEST(Samples, MooncakeHasPrefixBlocks) {
  Trace trace(sample("mooncake.jsonl"), {});
  const std::vector<Request> requests = all_of(trace);
  ASSERT_EQ(requests.size(), 3);
  EXPECT_THAT(requests[1].prefix_blocks, ElementsAre(0, 1, 3));
  EXPECT_EQ(requests[1].arrival_ps, 1500 * kMs);
}

TEST(Samples, VllmLeavesFailedRequestsOut) {
  Trace trace(sample("vllm.json"), {});
  EXPECT_THAT(shorthand(trace), ElementsAre("0 100>10", "1750 300>30"));
  EXPECT_THAT(trace.warnings(), ElementsAre(StartsWith("1 request failed")));
}

TEST(Samples, GuideLlmInOrderOfArrivalAndSuccessfulOnly) {
  Trace trace(sample("guidellm_0.2.json"), {});
  EXPECT_THAT(shorthand(trace), ElementsAre("0 64>17", "2500 128>32"));
  EXPECT_THAT(trace.warnings(),
              ElementsAre(StartsWith("1 request failed"),
                          StartsWith("2 clients sent each request after an answer")));
}

TEST(Samples, AzureOf2024HasAZone) {
  Trace trace(sample("azure_2024.csv"), {});
  EXPECT_THAT(shorthand(trace), ElementsAre("0 2162>5", "7 2399>6", "1990 76>15"));
}

TEST(Samples, BurstGptWithSessions) {
  Trace trace(sample("burstgpt_sessions.csv"), {});
  EXPECT_THAT(shorthand(trace), ElementsAre("0 220>60", "9750 310>45"));
  EXPECT_THAT(trace.warnings(), ElementsAre(StartsWith("1 request failed")));
}

TEST(Samples, GuideLlmOfEachVersion) {
  Trace third(sample("guidellm_0.3.json"), {});
  EXPECT_THAT(shorthand(third), ElementsAre("0 64>11", "2000 32>11"));
  EXPECT_THAT(
      third.warnings(),
      ElementsAre(StartsWith("1 request failed"), StartsWith("it lists 2 of 5 answered requests"),
                  StartsWith("1 client sent each request after an answer")));
  Trace eighth(sample("guidellm_0.8.json"), {});
  EXPECT_THAT(shorthand(eighth), ElementsAre("0 128>11", "750 50>6"));
  EXPECT_THAT(eighth.warnings(), IsEmpty());
}

TEST(Samples, VllmsClientsSetThePaceOfTheirRequests) {
  Trace trace(sample("vllm_clients.json"), {});
  EXPECT_THAT(shorthand(trace), ElementsAre("0 100>10", "250 200>20", "500 300>30"));
  EXPECT_THAT(trace.warnings(),
              ElementsAre(StartsWith("1 request failed"),
                          HasSubstr("use --arrivals closed --clients 2 --lengths-from")));
}

TEST(Samples, OfAResultWithoutTimesTheLengthsCanBeTaken) {
  TraceOptions options;
  try {
    Trace(sample("vllm_serving_py.json"), options);
    ADD_FAILURE() << "it has no times";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("--lengths-from takes its lengths alone"));
  }
  options.lengths_only = true;
  Trace trace(sample("vllm_serving_py.json"), options);
  EXPECT_THAT(shorthand(trace), ElementsAre("0 100>10", "0 200>20"));
}

TEST(Samples, OfAppendedVllmResultsOneIsTaken) {
  TraceOptions options;
  options.benchmark = 2;
  Trace trace(sample("vllm_appended.json"), options);
  EXPECT_THAT(shorthand(trace), ElementsAre("0 100>10", "250 120>14"));
  for (const auto& [benchmark, message] :
       {std::pair{0, "the file has 2 benchmarks"}, {1, "--save-detailed"}, {3, "no benchmark 3"}}) {
    options.benchmark = benchmark;
    try {
      Trace(sample("vllm_appended.json"), options);
      ADD_FAILURE() << benchmark;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(message));
    }
  }
}

TEST(Samples, GuideLlmsNewerFilesSayItElsewhere) {
  TraceOptions second;
  second.benchmark = 2;
  Trace trace(sample("guidellm_0.5.json"), second);
  EXPECT_THAT(shorthand(trace), ElementsAre("0 200>40"));
}

class TraceFile : public ::testing::Test {
 protected:
  TraceFile() { ::chdir(folder_.c_str()); }
  ~TraceFile() override { ::chdir("/"); }

  static void write(const std::string& text, const char* name = "t") {
    std::ofstream(name) << text;
  }

  static std::string error_of(const std::string& text, const TraceOptions& options = {}) {
    write(text);
    return error_of_file("t", options);
  }

  static std::string error_of_file(const char* name, const TraceOptions& options = {}) {
    try {
      Trace trace(name, options);
      all_of(trace);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  TemporaryFolder temporary_;
  std::string folder_ = temporary_.path();
};

const std::string kHeader = "arrival_s,prompt_tokens,output_tokens\n";

TEST_F(TraceFile, NothingInItIsAnError) {
  EXPECT_EQ(error_of(""), "t:1:1: the file is empty; expected a trace");
  EXPECT_EQ(error_of("\n \n"), "t:1:1: the file is empty; expected a trace");
  EXPECT_EQ(error_of(kHeader), "t: there is no request in it, only a header");
  EXPECT_EQ(error_of("Timestamp,Request tokens,Response tokens\n1,1,0\n"),
            "t: every request in it failed");
}

TEST_F(TraceFile, AMissingColumnIsNamed) {
  EXPECT_EQ(error_of("arrival_s,prompt_tokens\n1,1\n"),
            "t:1:1: a trace in the format plain needs the column output_tokens; found "
            "arrival_s,prompt_tokens");
  EXPECT_THAT(
      error_of("a,b,c\n1,2,3\n"),
      StartsWith("t:1:1: expected a header TIMESTAMP,ContextTokens,GeneratedTokens (azure)"));
  TraceOptions azure;
  azure.format = TraceFormat::azure;
  EXPECT_THAT(error_of(kHeader + "1,1,1\n", azure),
              HasSubstr("azure needs the column TIMESTAMP, ContextTokens, GeneratedTokens"));
}

TEST_F(TraceFile, ColumnsMayStandInAnyOrderBesideOthers) {
  write("note,OUTPUT_TOKENS,arrival_s,prompt_tokens\n\"a, b\",2,3.5,1\n");
  Trace trace("t", {});
  EXPECT_THAT(shorthand(trace), ElementsAre("0 1>2"));
}

TEST_F(TraceFile, APlainTraceMayNamePrefixBlocks) {
  const std::string header = "arrival_s,prompt_tokens,output_tokens,prefix_blocks\n";
  write(header + "0,1500,2,7 8 9\n1,600,2,\n");
  Trace trace("t", {});
  const std::vector<Request> requests = all_of(trace);
  EXPECT_THAT(requests[0].prefix_blocks, ElementsAre(7, 8, 9));
  EXPECT_THAT(requests[1].prefix_blocks, IsEmpty());
  EXPECT_EQ(
      error_of(header + "0,1500,2,7 -8\n"),
      "t:2:10: prefix_blocks has -8; expected whole numbers, 0 or more, with a space between");
  EXPECT_THAT(error_of(header + "0,1500,2,7  8\n"), HasSubstr("prefix_blocks has ''"));
  EXPECT_EQ(
      error_of(header + "0,512,2,7 8\n"),
      "t:2:9: 2 prefix_blocks for a prompt of 512 tokens; blocks of 512 tokens make at most 1");
}

TEST_F(TraceFile, TokensOutOfRangeAreAnErrorWithTheirPlace) {
  for (const char* tokens : {"0", "-5", "1000001"}) {
    EXPECT_EQ(error_of(kHeader + "1,1,1\n2," + tokens + ",1\n"),
              std::string("t:3:3: prompt_tokens is ") + tokens +
                  "; expected a whole number from 1 to 1000000");
  }
  for (const char* tokens : {"NaN", "1.5", "", "99999999999999999999", "1e3", "ten", "0x10"}) {
    EXPECT_THAT(error_of(kHeader + "1,1," + tokens + "\n"), StartsWith("t:2:5: output_tokens is "))
        << tokens;
  }
}

TEST_F(TraceFile, ATimeThatIsNoneIsAnErrorWithItsPlace) {
  for (const char* time : {"-1", "NaN", "inf", "", "soon", "2023-11-16 18:15:46"}) {
    EXPECT_THAT(error_of(kHeader + "0,1,1\n" + time + ",1,1\n"), StartsWith("t:3:1: arrival_s is "))
        << time;
  }
  EXPECT_THAT(error_of("TIMESTAMP,ContextTokens,GeneratedTokens\n12.5,1,1\n"),
              StartsWith("t:2:1: TIMESTAMP is 12.5; expected a time such as 2023"));
  EXPECT_EQ(error_of(kHeader + "0,1,1\n99999999,1,1\n"),
            "t:3:1: more than 106 days from the first row");
}

TEST_F(TraceFile, ARowOfAnotherWidthIsAnErrorWithItsPlace) {
  EXPECT_EQ(error_of(kHeader + "1,1\n2,1,1\n"), "t:2:3: 2 fields, expected 3 as in the header");
  EXPECT_EQ(error_of(kHeader + "1,1,1,1\n"), "t:2:7: 4 fields, expected 3 as in the header");
  EXPECT_EQ(
      error_of(kHeader + "1,1,1\n2,1"),
      "t:3:1: the file ends in the middle of this line: 2 fields, expected 3 as in the header");
  EXPECT_THAT(error_of(kHeader + "\"1,1,1\n"), StartsWith("t:2:1: a quote is opened"));
}

TEST_F(TraceFile, LineEndsByteOrderMarkAndQuotesDontMatter) {
  write(
      "\xef\xbb\xbf\"arrival_s\",\"prompt_tokens\",\"output_tokens\"\r\n\"1\",\"2\",\"3\"\r\n\r\n2,"
      "3,4");
  Trace trace("t", {});
  EXPECT_THAT(shorthand(trace), ElementsAre("0 2>3", "1000 3>4"));
}

TEST_F(TraceFile, ADirectoryAndAMissingFileAreErrors) {
  fs::create_directory("folder");
  EXPECT_EQ(error_of_file("folder"), "cannot read folder: Is a directory");
  EXPECT_EQ(error_of_file("nowhere"), "cannot read nowhere: No such file or directory");
}

TEST_F(TraceFile, AGzippedFileIsReadThrough) {
  const std::string text = kHeader + "1,2,3\n2,3,4\n";
  const gzFile file = ::gzopen("t.gz", "wb");
  ::gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  ::gzclose(file);
  Trace trace("t.gz", {});
  EXPECT_THAT(shorthand(trace), ElementsAre("0 2>3", "1000 3>4"));
  fs::resize_file("t.gz", fs::file_size("t.gz") - 10);
  EXPECT_EQ(error_of_file("t.gz"),
            "cannot read t.gz: the gzip data end in the middle; the file was cut off");
}

TEST_F(TraceFile, TimesThatGoBackAreSortedWithAWarning) {
  write(kHeader + "5,5,1\n7,7,1\n6,6,1\n1,1,1\n9,9,1\n");
  Trace trace("t", {});
  EXPECT_THAT(shorthand(trace),
              ElementsAre("0 1>1", "4000 5>1", "5000 6>1", "6000 7>1", "8000 9>1"));
  EXPECT_THAT(trace.warnings(),
              ElementsAre("2 timestamps go back, the first in line 4; the rows were sorted "
                          "(--strict refuses them)"));
}

TEST_F(TraceFile, StrictRefusesTimesThatGoBack) {
  TraceOptions strict;
  strict.strict = true;
  EXPECT_EQ(error_of(kHeader + "5,5,1\n6,6,1\n5.5,6,1\n", strict),
            "t:4:1: the timestamp goes back, which --strict refuses");
  EXPECT_EQ(error_of(kHeader + "5,5,1\n5,6,1\n", strict), "") << "at the same time is no step back";
}

TEST_F(TraceFile, ALastLineWithoutAnEndMayBeCut) {
  TraceOptions strict;
  strict.strict = true;
  write(kHeader + "1,1,1\n2,2,12");
  Trace trace("t", {});
  EXPECT_EQ(std::ssize(all_of(trace)), 2);
  EXPECT_THAT(trace.warnings(),
              ElementsAre("the file ends without a line end, so the last number in line 3 may have "
                          "been cut off (--strict refuses it)"));
  EXPECT_EQ(error_of(kHeader + "1,1,1\n2,2,12", strict),
            "t:3:1: the file ends without a line end, so the last number in line 3 may have been "
            "cut off, which --strict refuses");
  // What comes after the last number can't have been part of it.
  for (const char* whole : {"arrival_s,prompt_tokens,output_tokens\n2,2,12\n",
                            "arrival_s,prompt_tokens,output_tokens\n2,2,\"12\"",
                            "arrival_s,prompt_tokens,output_tokens,note\n2,2,12,so f",
                            "{\"timestamp\": 1, \"input_length\": 2, \"output_length\": 3, "
                            "\"hash_ids\": []}"}) {
    EXPECT_EQ(error_of(whole, strict), "") << whole;
    Trace each("t", {});
    all_of(each);
    EXPECT_THAT(each.warnings(), IsEmpty()) << whole;
  }
}

/// Ten requests every three seconds, numbered by their prompts.
std::string coarse_trace() {
  std::string text = kHeader;
  for (int64_t i = 0; i < 100; ++i) {
    text += std::to_string(i / 10 * 3) + "," + std::to_string(i + 1) + ",1\n";
  }
  return text;
}

TEST_F(TraceFile, ACoarseClockIsWarnedOf) {
  write(coarse_trace());
  Trace trace("t", {});
  all_of(trace);
  EXPECT_THAT(trace.warnings(),
              ElementsAre("timestamps come in steps of 3 s: 100 of 100 requests share theirs, up "
                          "to 10 at once, bursts that may not have been and that make latencies "
                          "longer and plans dearer; --spread-arrivals-s 3 spreads them over the "
                          "step"));
}

TEST_F(TraceFile, ArrivalsAreSpreadOverTheStepInTheirOrder) {
  write(coarse_trace());
  TraceOptions options;
  options.spread_ps = 3 * sim::kPsPerSecond;
  Trace trace("t", options);
  const std::vector<Request> requests = all_of(trace);
  ASSERT_EQ(requests.size(), 100);
  EXPECT_THAT(trace.warnings(), IsEmpty());
  EXPECT_TRUE(trace.clock().is_coarse()) << "it is the file's own";
  for (uint64_t i = 0; i < 100; ++i) {
    EXPECT_EQ(requests[i].prompt_tokens, static_cast<int64_t>(i) + 1);
    EXPECT_EQ(requests[i].arrival_ps / (3 * sim::kPsPerSecond), static_cast<int64_t>(i) / 10);
    if (i > 0) {
      EXPECT_GT(requests[i].arrival_ps, requests[i - 1].arrival_ps);
    }
  }
  const auto arrivals = [&] {
    Trace each("t", options);
    std::vector<sim::TimePs> times;
    for (const Request& request : all_of(each)) times.push_back(request.arrival_ps);
    return times;
  };
  const std::vector<sim::TimePs> times = arrivals();
  EXPECT_EQ(times.back(), requests.back().arrival_ps);
  EXPECT_EQ(arrivals(), times);
  options.spread_seed = 2;
  EXPECT_NE(arrivals(), times);
}

TEST_F(TraceFile, ASpreadEndsAtTheNextInstant) {
  write(kHeader + "0,1,1\n0,2,1\n1,3,1\n20,4,1\n");
  TraceOptions options;
  options.spread_ps = 3 * sim::kPsPerSecond;
  Trace trace("t", options);
  const std::vector<Request> requests = all_of(trace);
  EXPECT_LT(requests[1].arrival_ps, sim::kPsPerSecond);
  EXPECT_LT(requests[2].arrival_ps, 4 * sim::kPsPerSecond);
  EXPECT_LT(requests[3].arrival_ps, 23 * sim::kPsPerSecond);
  EXPECT_THAT(trace.warnings(),
              ElementsAre(StartsWith("1 of 3 instants are followed by the next before the 3 s")));
}

TEST_F(TraceFile, ABenchmarkIsOfAResultOnly) {
  TraceOptions second;
  second.benchmark = 2;
  EXPECT_EQ(error_of(kHeader + "1,1,1\n", second),
            "t: --benchmark 2 is of a benchmark's result (guidellm, vllm); this trace is in the "
            "format plain");
}

TEST_F(TraceFile, EqualTimesKeepTheirOrder) {
  write(kHeader + "1,1,1\n1,2,1\n1,3,1\n0,4,1\n1,5,1\n");
  Trace trace("t", {});
  EXPECT_THAT(shorthand(trace),
              ElementsAre("0 4>1", "1000 1>1", "1000 2>1", "1000 3>1", "1000 5>1"));
}

TEST_F(TraceFile, ARowThatBelongsFarUpIsRefusedInsteadOfFillingTheMemory) {
  std::string text = kHeader;
  for (int64_t row = 0; row < kSortedRowsMax + 10; ++row) {
    text += std::to_string(row + 10) + ",1,1\n";
  }
  EXPECT_EQ(error_of(text), "");
  EXPECT_THAT(error_of(text + "1,1,1\n"), HasSubstr("sort the file by time first"));
}

TEST_F(TraceFile, MemoryDoesntGrowWithTheTrace) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  GTEST_SKIP() << "the sanitizer keeps what was freed for a while";
#endif
#endif
  const auto peak_kb = [] {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
  };
  const auto read = [](int64_t rows) {
    std::ofstream file("t");
    file << kHeader;
    for (int64_t row = 0; row < rows; ++row) file << row << ",123,45\n";
    file.close();
    Trace trace("t", {});
    Request request;
    int64_t count = 0;
    while (trace.next(request)) ++count;
    EXPECT_EQ(count, rows);
  };
  read(2 * kSortedRowsMax);
  const int64_t before = peak_kb();
  read(8 * kSortedRowsMax);
  EXPECT_LT(peak_kb() - before, 4 * 1024);
}

TEST_F(TraceFile, MooncakesErrorsHaveTheirPlace) {
  const std::string good =
      R"({"timestamp": 0, "input_length": 600, "output_length": 1, "hash_ids": [1, 2]})";
  EXPECT_EQ(error_of(good), "");
  // A last block that isn't full may have no id, and where prefixes aren't told none has.
  for (const char* ids : {"[]", "[1]"}) {
    EXPECT_EQ(
        error_of(std::string(R"({"timestamp": 0, "input_length": 600, "output_length": 1, )") +
                 "\"hash_ids\": " + ids + "}"),
        "");
  }
  EXPECT_THAT(error_of(good + "\n{\"timestamp\": 1, oops}\n"),
              StartsWith("t:2:18: no JSON: syntax error"));
  EXPECT_THAT(error_of(good + "\n" + good.substr(0, 30)),
              StartsWith("t:2:31: the file ends in the middle of this line? no JSON"));
  EXPECT_THAT(error_of(good + "\n[]\n"), StartsWith("t:2:1: expected an object"));
  const std::pair<const char*, const char*> bad[] = {
      {R"({"timestamp": -1, "input_length": 1, "output_length": 1, "hash_ids": []})",
       "timestamp is -1"},
      {R"({"timestamp": "x", "input_length": 1, "output_length": 1, "hash_ids": []})",
       "timestamp is "},
      {R"({"timestamp": 1, "input_length": 0, "output_length": 1, "hash_ids": []})",
       "input_length is 0"},
      {R"({"timestamp": 1, "input_length": 1, "output_length": 1e99, "hash_ids": []})",
       "output_length is"},
      {R"({"timestamp": 1, "input_length": 1, "output_length": 2000000, "hash_ids": []})",
       "output_length is 2000000"},
      {R"({"timestamp": 1, "input_length": 1, "hash_ids": []})", "has no output_length"},
      {R"({"timestamp": 1, "input_length": 1, "output_length": 1})", "has no hash_ids"},
      {R"({"timestamp": 1, "input_length": 1, "output_length": 1, "hash_ids": [-1]})",
       "hash_ids must be"},
      {R"({"timestamp": 1, "input_length": 512, "output_length": 1, "hash_ids": [1, 2]})",
       "at most 1"},
      {R"({"timestamp": 1, "input_length": 5000, "output_length": 1, "hash_ids": [1, 2, 3]})",
       "3 hash_ids for a prompt of 5000 tokens; expected one for each of its 9 blocks of 512"},
  };
  for (const auto& [line, message] : bad) {
    EXPECT_THAT(error_of(good + "\n" + line), HasSubstr(message));
    EXPECT_THAT(error_of(good + "\n" + line), StartsWith("t:2:1: "));
  }
}

TEST_F(TraceFile, AVllmResultWithoutDetailsSaysHowToGetThem) {
  EXPECT_THAT(error_of(R"({"request_throughput": 1.0, "request_rate": "inf"})"),
              HasSubstr("--save-detailed"));
  EXPECT_THAT(error_of(R"({"request_rate": 2.0, "input_lens": [1], "output_lens": [1]})"),
              HasSubstr("no start_times"));
  EXPECT_THAT(error_of(R"({"request_rate": "inf", "input_lens": [1, 2], "output_lens": [1]})"),
              HasSubstr("2 input_lens, 1 output_lens and 0 start_times"));
  EXPECT_THAT(error_of(R"({"request_rate": "inf", "input_lens": [1.5], "output_lens": [1]})"),
              HasSubstr("input_lens[0] must be a whole number"));
  EXPECT_THAT(error_of(R"({"input_lens": [1], "output_lens": [1], "start_times": [-1]})"),
              HasSubstr("start_times[0] must be seconds"));
  EXPECT_THAT(error_of("{\"input_lens\": [1,\n 2"), StartsWith("t:2:2: no JSON"));
}

TEST_F(TraceFile, AVllmResultOfAllAtOnceHasThemAllAtZero) {
  write(
      R"({"request_rate": "inf", "max_concurrency": null, "input_lens": [1, 2], "output_lens": [3, 4]})");
  Trace trace("t", {});
  EXPECT_THAT(shorthand(trace), ElementsAre("0 1>3", "0 2>4"));
}

TEST_F(TraceFile, AGuideLlmFileOfSeveralBenchmarksAsksWhich) {
  EXPECT_THAT(
      error_of_file(sample("guidellm_0.5.json").c_str()),
      HasSubstr("the file has 2 benchmarks, of other rates each; say which with --benchmark"));
  TraceOptions third;
  third.benchmark = 3;
  EXPECT_THAT(error_of_file(sample("guidellm_0.5.json").c_str(), third),
              HasSubstr("there is no benchmark 3; the file has 2"));
  EXPECT_THAT(error_of(R"({"benchmarks": []})"), HasSubstr("no benchmarks in this file"));
  EXPECT_THAT(error_of(R"({"benchmarks": [{"requests": {"successful": [{"prompt_tokens": 5}]}}]})"),
              HasSubstr("successful request 1 has no output_tokens"));
}

TEST_F(TraceFile, AJsonThatIsNoTraceIsRefused) {
  EXPECT_THAT(error_of(R"({"hello": 1})"), StartsWith("t:1:1: this JSON is no trace"));
}

TEST_F(TraceFile, SlicesAndScales) {
  write(kHeader + "0,1,1\n10,2,1\n20,3,1\n30,4,1\n");
  Trace trace("t", {});
  SlicedSource slice(trace, 10 * sim::kPsPerSecond, 30 * sim::kPsPerSecond);
  ScaledSource faster(slice, 4);
  Request request;
  ASSERT_TRUE(faster.next(request));
  EXPECT_EQ(request.arrival_ps, 0);
  EXPECT_EQ(request.prompt_tokens, 2);
  ASSERT_TRUE(faster.next(request));
  EXPECT_EQ(request.arrival_ps, 2500 * kMs);
  EXPECT_FALSE(faster.next(request));
}

TEST(Summary, CountsWhatAnUnlimitedPrefixCacheWouldHave) {
  Trace trace(sample("mooncake.jsonl"), {});
  const TrafficSummary summary = summarise(trace);
  EXPECT_EQ(summary.requests, 3);
  EXPECT_EQ(summary.span_ps, 2000 * kMs);
  EXPECT_EQ(summary.prefix_blocks, 7);
  EXPECT_EQ(summary.prefix_blocks_hit, 2);
  EXPECT_EQ(summary.prompt.sum, 2900);
  EXPECT_EQ(summary.prompt.p50, 1100);
  EXPECT_EQ(summary.output.least, 1);
  EXPECT_EQ(summary.output.most, 50);
  EXPECT_EQ(summary.second_peak, 1);
  EXPECT_EQ(summary.minute_peak, 3);
}

/// The public traces, where they are at hand.
class PublicTrace : public ::testing::Test {
 protected:
  static std::string path(const char* name) {
    return std::string(KITCHEN_SHARED_DATA) + "/" + name;
  }
};

TEST_F(PublicTrace, TheirTotals) {
  if (!fs::exists(KITCHEN_SHARED_DATA)) GTEST_SKIP() << "no ../shared/data/traces";
  Trace conversation(path("AzureLLMInferenceTrace_conv.csv"), {});
  const TrafficSummary conv = summarise(conversation);
  EXPECT_EQ(conv.requests, 19'366);
  EXPECT_EQ(conv.prompt.sum, 22'361'870);
  EXPECT_EQ(conv.output.sum, 4'088'665);
  Trace code(path("AzureLLMInferenceTrace_code.csv"), {});
  EXPECT_EQ(summarise(code).requests, 8'819);
  Trace mooncake(path("mooncake_conversation_trace.jsonl"), {});
  const TrafficSummary moon = summarise(mooncake);
  EXPECT_EQ(moon.requests, 12'031);
  EXPECT_EQ(moon.prefix_blocks, 288'500);
  EXPECT_NEAR(static_cast<double>(moon.prefix_blocks_hit) / 288'500, 0.3664, 0.0001);
  EXPECT_TRUE(mooncake.clock().is_coarse());
  EXPECT_EQ(mooncake.clock().step_ps, 3 * sim::kPsPerSecond);
  EXPECT_EQ(mooncake.clock().instants, 1'180);
  EXPECT_FALSE(conversation.clock().is_coarse());
  EXPECT_FALSE(code.clock().is_coarse());
}

}  // namespace
}  // namespace kitchen::real

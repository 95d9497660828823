// Drives the built program as a user or a script would.
#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <pty.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/temporary_folder.h"

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

constexpr char kProgram[] = KITCHEN_PROGRAM;                  // with a small page in it
constexpr char kProgramWithoutPage[] = KITCHEN_PROGRAM_BARE;  // as built without one

struct Result {
  int code = -1;
  std::string out;
  std::string err;
};

std::string contents_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Each test has a folder of its own, in which the program runs.
class Program : public ::testing::Test {
 protected:
  Program() {
    ::setenv("K", kProgram, 1);
    ::unsetenv("NO_COLOR");
    ::setenv("TERM", "xterm", 1);
  }

  /// A line of shell, in which $K is the program.
  Result shell(const std::string& line) const {
    const std::string err_path = folder_ + "/.stderr";
    FILE* pipe =
        ::popen(fmt::format("cd '{}' && {{ {} ; }} 2>'{}'", folder_, line, err_path).c_str(), "r");
    if (pipe == nullptr) throw std::runtime_error("popen failed");
    Result result;
    char part[4096];
    for (uint64_t count = 0; (count = ::fread(part, 1, sizeof part, pipe)) > 0;) {
      result.out.append(part, count);
    }
    const int status = ::pclose(pipe);
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    result.err = contents_of(err_path);
    fs::remove(err_path);
    return result;
  }

  Result run(const std::string& arguments) const { return shell("$K " + arguments); }

  std::string path(const char* name) const { return folder_ + "/" + name; }

  void write(const char* name, const std::string& text) const { std::ofstream(path(name)) << text; }

  int64_t files() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

  kitchen::TemporaryFolder temporary_;
  std::string folder_ = temporary_.path();
};

int64_t lines_in(const std::string& text) { return std::ranges::count(text, '\n'); }

// ---------------------------------------------------------------- bad input

struct BadInput {
  const char* arguments;
  const char* message;
};

/// The test's name, of what CTest can read.
void PrintTo(const BadInput& input, std::ostream* out) {
  for (const char* c = input.arguments; *c != '\0'; ++c) {
    const bool readable = std::isalnum(static_cast<unsigned char>(*c)) != 0 ||
                          std::string_view("-=.:/").find(*c) != std::string_view::npos;
    *out << (readable ? *c : '_');
  }
  if (*input.arguments == '\0') *out << "nothing";
}

class BadInputTest : public Program, public ::testing::WithParamInterface<BadInput> {};

TEST_F(Program, ExitsWith2WhereEvenTheErrorCannotBeWritten) {
  EXPECT_EQ(run("shift 1 --slots 99 2>/dev/full").code, 2);
  EXPECT_EQ(run("verify nothing 2>&-").code, 2);
}

TEST_P(BadInputTest, IsNamedInOneLineWithExitCode2) {
  write("empty", "");
  write("blank", " \n");
  write("prose", "Plates of noodles.\n");
  write("long.csv", "arrival_s,prompt_tokens,output_tokens\n0,10,5\n1,900,5\n");
  write("wrong.toml", "model = \"llama-3.1-8b\"\ngup = \"h100\"\n");
  write("good.toml", "model = \"llama-3.1-8b\"\ngpu = \"h100\"\ntrace = \"long.csv\"\n");
  write("unanswered.json", R"({"completed": 0, "failed": 3, "request_throughput": 0})");
  const int64_t files_before = files();
  const Result result = run(GetParam().arguments);
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.out, "") << "a script must not take this for a result";
  EXPECT_EQ(result.err, std::string("llm-kitchen: ") + GetParam().message + "\n");
  EXPECT_EQ(files(), files_before) << "nothing half-written";
}

INSTANTIATE_TEST_SUITE_P(
    Shift, BadInputTest,
    ::testing::Values(
        BadInput{"shift 9",
                 "there is no shift 9; there are 1 to 3, daily, d1 to d100000, and free kitchens "
                 "such as fs42z"},
        BadInput{"shift 0",
                 "there is no shift 0; there are 1 to 3, daily, d1 to d100000, and free kitchens "
                 "such as fs42z"},
        BadInput{"shift -1",
                 "there is no shift -1; there are 1 to 3, daily, d1 to d100000, and free kitchens "
                 "such as fs42z"},
        BadInput{"shift abc",
                 "there is no shift abc; there are 1 to 3, daily, d1 to d100000, and free kitchens "
                 "such as fs42z"},
        BadInput{"shift ''",
                 "there is no shift ''; there are 1 to 3, daily, d1 to d100000, and free kitchens "
                 "such as fs42z"},
        BadInput{"shift 9 --all",
                 "there is no shift 9; there are 1 to 3, daily, d1 to d100000, and free kitchens "
                 "such as fs42z"},
        BadInput{"shift 1 --slots 0", "--slots 0: slots must be a whole number from 1 to 64"},
        BadInput{"shift 1 --slots 65", "--slots 65: slots must be a whole number from 1 to 64"},
        BadInput{"shift 1 --slots abc", "--slots abc: slots must be a whole number from 1 to 64"},
        BadInput{"shift 1 --slots -1", "--slots -1: slots must be a whole number from 1 to 64"},
        BadInput{"shift 1 --slots=-1", "--slots -1: slots must be a whole number from 1 to 64"},
        BadInput{"shift 1 --slots 1e9", "--slots 1e9: slots must be a whole number from 1 to 64"},
        BadInput{"shift 1 --slots ''", "--slots '': slots must be a whole number from 1 to 64"},
        BadInput{"shift 1 --slots", "--slots needs a value"},
        BadInput{"shift 1 --slots 8 --slots 9", "--slots is given more than once"},
        BadInput{"shift 1 --batching static",
                 "--batching static: shift 1 has no lever batching; it has slots"},
        BadInput{"shift 2 --kv-cache off",
                 "--kv-cache off: shift 2 has no lever kv-cache; it has slots, batching"},
        BadInput{"shift 2 --batching fast",
                 "--batching fast: batching must be continuous or static"},
        BadInput{"shift 3 --weight-bits 4", "--weight-bits 4: weight-bits must be 8 or 16"},
        BadInput{"shift 3 --kv-cache yes", "--kv-cache yes: kv-cache must be on or off"},
        BadInput{"shift 2 --at 12.5s:slots=65",
                 "--at 12.5s:slots=65: slots must be a whole number from 1 to 64"},
        BadInput{"shift 2 --at 12.5s:oven=1",
                 "--at 12.5s:oven=1: there is no lever oven; shift 2 has slots, batching"},
        BadInput{"shift 2 --at 61s:slots=1",
                 "--at 61s:slots=1: a shift lasts 60 s; levers can be set from 0 s to 59.999 s"},
        BadInput{"shift 2 --slot 8", "unknown option --slot; did you mean --slots?"},
        BadInput{"shift 2 --batchin=static", "unknown option --batchin; did you mean --batching?"},
        BadInput{"shift 2 3", "shift: unexpected argument 3"},
        BadInput{"shift 2 -- --slots 99", "a lone -- has no meaning here; leave it out"},
        BadInput{"shift -- 2", "a lone -- has no meaning here; leave it out"},
        BadInput{"shift 2 --csv", "--csv goes with --all; one shift is printed as text or --json"},
        BadInput{"shift --all --csv --json", "choose one of --csv and --json"},
        BadInput{"shift 2 --all --slots 3",
                 "--all plays every fixed setting; --slots goes without it"},
        BadInput{"shift 2 --all --log x", "--all plays every fixed setting; --log goes without it"},
        BadInput{"shift --slots 3",
                 "--slots needs a shift, such as: llm-kitchen shift 1 --slots ..."},
        BadInput{"shift 1 --log - --json",
                 "--log - and --json would both print; give --log a file"},
        BadInput{"shift 1 --log .", "cannot write .: Is a directory"},
        BadInput{"shift 1 --log none/x", "cannot write none/x: No such file or directory"},
        BadInput{"shift 1 --log ''", "cannot write '': No such file or directory"},
        BadInput{"shift 1 --log /dev/full", "cannot write /dev/full: No space left on device"}));

INSTANTIATE_TEST_SUITE_P(
    Commands, BadInputTest,
    ::testing::Values(
        BadInput{
            "",
            "which command? shift, verify, explain-divergence, serve, run, sweep, merge, plan, "
            "calibrate, explain, trace, "
            "validate; --help tells more"},
        BadInput{"shfit 2", "unknown command shfit; did you mean shift?"},
        BadInput{"explian a b", "unknown command explian; did you mean explain?"},
        BadInput{"cook", "unknown command cook"},
        BadInput{"--verison", "unknown option --verison; did you mean --version?"},
        BadInput{"serve --prot 80", "unknown option --prot; did you mean --port?"}));

INSTANTIATE_TEST_SUITE_P(
    Verify, BadInputTest,
    ::testing::Values(
        BadInput{"verify", "verify needs a replay's text or link, or --file FILE"},
        BadInput{"verify lk1-1-- --file empty", "verify takes a replay or --file, not both"},
        BadInput{"verify ''", "the replay is empty"},
        BadInput{"verify hello", "this is not a replay: 'h' at character 1 doesn't belong there"},
        BadInput{"verify 'http://127.0.0.1:8080/?shift=2'",
                 "http://127.0.0.1:8080/?shift=2: this link carries no run; one that does has "
                 "#r=REPLAY"},
        BadInput{"verify 'http://127.0.0.1:8080/?shift=2#r=lk1-2-0n12.-29'",
                 "the replay is cut off after 14 characters, before its end"},
        BadInput{"verify --file none", "cannot read none: No such file or directory"},
        BadInput{"verify --file .", "cannot read .: Is a directory"},
        BadInput{"verify --file empty", "empty is empty; it should hold a replay's text or link"},
        BadInput{"verify --file blank", "blank is empty; it should hold a replay's text or link"},
        BadInput{"verify --file prose",
                 "this is not a replay: 'P' at character 1 doesn't belong there"},
        BadInput{"verify - < empty",
                 "standard input is empty; it should hold a replay's text or link"},
        // Readable by name for everyone, and yet not to be read.
        BadInput{"verify --file /proc/self/mem", "cannot read /proc/self/mem: Input/output error"},
        BadInput{"verify --file /dev/zero",
                 "/dev/zero is longer than 16192 bytes, the most that is read"}));

INSTANTIATE_TEST_SUITE_P(
    ExplainDivergence, BadInputTest,
    ::testing::Values(
        BadInput{"explain-divergence prose",
                 "explain-divergence needs two run logs, as written by shift --log"},
        BadInput{"explain-divergence none prose", "cannot read none: No such file or directory"},
        BadInput{"explain-divergence . prose", "cannot read .: Is a directory"},
        BadInput{"explain-divergence empty prose", "empty is empty, not a run log"},
        BadInput{"explain-divergence prose empty",
                 "prose is not a run log: its first line doesn't begin with llm-kitchen-run-log="},
        BadInput{"explain-divergence - -",
                 "explain-divergence: only one of the two logs can be standard input"}));

INSTANTIATE_TEST_SUITE_P(
    Explain, BadInputTest,
    ::testing::Values(
        BadInput{"explain --gpu h100", "explain needs --model NAME"},
        BadInput{"explain --model llama-3.1-8b", "explain needs --gpu NAME"},
        BadInput{"explain --model llama-3.1-8b --gpu h100 --tp 0",
                 "--tp 0: it must be a whole number from 1 to 1024"},
        BadInput{"explain --model llama-3.1-8b --gpu h100 --tp 3",
                 "tensor parallelism over 3 GPUs doesn't divide the 32 heads and 8 KV heads of "
                 "llama-3.1-8b; allowed are 1, 2, 4, 8, 16, 32"},
        BadInput{"explain --model llama-3.1-8b --gpu h100 --weights fp16",
                 "--weights fp16: it must be bf16 or fp8 or int8 or int4; did you mean bf16?"},
        BadInput{"explain --model llama-3.1-8b --gpu h100 --context 200000",
                 "--context 200000: it must be a whole number from 0 to 131072"},
        BadInput{"explain --model llama-3.1-8b --gpu h100 --batch 0",
                 "--batch 0: the step has nothing to do; give --prefill as well"},
        BadInput{"explain --model llama-3.1-8b --gpu l40s --engine vllm-0.99",
                 "there is no engine vllm-0.99; did you mean vllm-0.19?; known are gpt-fast, "
                 "sglang-0.5, trtllm-1.0, trtllm-2024, vllm-0.12, vllm-0.19, vllm-2024"},
        BadInput{"explain --model ./none.json --gpu h100",
                 "cannot read ./none.json: No such file or directory"},
        BadInput{"explain --model ./prose --gpu h100",
                 "./prose:1:1: no JSON: syntax error while parsing value - invalid literal; last "
                 "read: 'P'"},
        BadInput{"explain --model llama-3.1-8b --gpu h100 --hardware empty",
                 "empty:1:1: expected [gpu.NAME] or [engine.NAME]; there is neither"},
        BadInput{"explain h100", "explain: unexpected argument h100"}));

INSTANTIATE_TEST_SUITE_P(
    Calibrate, BadInputTest,
    ::testing::Values(
        BadInput{"calibrate",
                 "calibrate needs results of vllm bench serve --save-result or of guidellm"},
        BadInput{"calibrate --model llama-3.1-8b --gpu h100 none --out x",
                 "cannot read none: No such file or directory"},
        BadInput{"calibrate --model llama-3.1-8b --gpu h100 long.csv --out x",
                 "long.csv:1:1: expected a result of vllm bench serve --save-result or of "
                 "guidellm, as JSON"},
        BadInput{"calibrate --model llama-3.1-8b --gpu h100 unanswered.json --out x",
                 "none of the results can be used: unanswered.json: no request was answered (3 "
                 "failed)"}));

// What a run is given where something else of it is wrong.
#define RUN_8B "run --model llama-3.1-8b --gpu h100 "
#define CHAT_LOAD "--rate-per-s 5 --prompt-tokens 100 --output-tokens 10 "

INSTANTIATE_TEST_SUITE_P(
    Run, BadInputTest,
    ::testing::Values(
        BadInput{"run", "the run needs a model"},
        BadInput{"run --model llama-3.1-8b", "the run needs a gpu"},
        BadInput{RUN_8B,
                 "the run has no traffic: give a trace, or --rate-per-s, or --arrivals closed with "
                 "clients"},
        BadInput{RUN_8B "--rate-per-s 0",
                 "--rate-per-s 0: it must be a number from 1e-06 to 1000000"},
        BadInput{RUN_8B "--rate-per-s -1",
                 "--rate-per-s -1: it must be a number from 1e-06 to 1000000"},
        BadInput{RUN_8B "--rate-per-s nan",
                 "--rate-per-s nan: it must be a number from 1e-06 to 1000000"},
        BadInput{RUN_8B CHAT_LOAD "--replicas 0",
                 "--replicas 0: it must be a whole number from 1 to 4096"},
        BadInput{RUN_8B CHAT_LOAD "--requests-max 0",
                 "--requests-max 0: it must be a whole number from 1 to 1048576"},
        BadInput{RUN_8B "--output-tokens 0",
                 "--output-tokens 0: it must be a whole number from 1 to 1000000"},
        BadInput{RUN_8B "--arrivals closed --prompt-tokens 9 --output-tokens 9",
                 "--arrivals closed needs clients"},
        BadInput{RUN_8B CHAT_LOAD "--tp 3",
                 "tensor parallelism over 3 GPUs doesn't divide the 32 heads and 8 KV heads of "
                 "llama-3.1-8b; allowed are 1, 2, 4, 8, 16, 32"},
        BadInput{RUN_8B "--rate-per-s 5 --prompt-tokens 200000 --output-tokens 10",
                 "request 1 has a prompt of 200000 tokens; the context of llama-3.1-8b is 131072 "
                 "with the output. With --oversized refuse such requests are refused and counted"},
        BadInput{
            RUN_8B CHAT_LOAD "--kv-blocks 5",
            "request 1 has a prompt of 100 tokens; the whole KV cache holds 80. With --oversized "
            "refuse such requests are refused and counted"},
        BadInput{
            RUN_8B "--trace long.csv --kv-blocks 50",
            "long.csv:3:1: request 2 has a prompt of 900 tokens; the whole KV cache holds 800. "
            "With --oversized refuse such requests are refused and counted"},
        BadInput{RUN_8B "--trace long.csv --rate-per-s 3",
                 "--rate-per-s is of synthetic traffic; a trace has its own"},
        BadInput{RUN_8B "--trace .", "cannot read .: Is a directory"},
        BadInput{RUN_8B "--trace empty", "empty:1:1: the file is empty; expected a trace"},
        BadInput{RUN_8B CHAT_LOAD "--json --csv", "choose one of --csv and --json"},
        BadInput{RUN_8B CHAT_LOAD "--token-buget 5",
                 "unknown option --token-buget; did you mean --token-budget?"},
        BadInput{"run --scenario none", "cannot read none: No such file or directory"},
        BadInput{"run --scenario wrong.toml",
                 "wrong.toml:2:1: there is no setting gup; did you mean gpu?"},
        BadInput{RUN_8B CHAT_LOAD "--export /dev/full",
                 "cannot write /dev/full: No space left on device"},
        BadInput{RUN_8B CHAT_LOAD "--perfetto none/x",
                 "cannot write none/x: No such file or directory"},
        BadInput{RUN_8B CHAT_LOAD "--perfetto .", "cannot write .: Is a directory"},
        BadInput{RUN_8B CHAT_LOAD "--perfetto x --html none/x",
                 "cannot write none/x: No such file or directory"},
        BadInput{RUN_8B CHAT_LOAD "--perfetto x --export /dev/full",
                 "cannot write /dev/full: No space left on device"},
        BadInput{RUN_8B CHAT_LOAD "--perfetto x --export ./x",
                 "--export ./x: this is the file of --perfetto; give it another name"},
        BadInput{RUN_8B "--trace long.csv --export long.csv",
                 "--export long.csv: this is the file of --trace; give it another name"},
        BadInput{"run --scenario good.toml --perfetto long.csv",
                 "--perfetto long.csv: this is the file of trace in good.toml; give it another "
                 "name"},
        BadInput{"run --scenario good.toml --perfetto good.toml",
                 "--perfetto good.toml: this is the file of --scenario; give it another name"},
        BadInput{"run --scenario good.toml --kv-blocks 50",
                 "long.csv:3:1: request 2 has a prompt of 900 tokens; the whole KV cache holds "
                 "800. With oversized = refuse such requests are refused and counted"},
        BadInput{RUN_8B CHAT_LOAD "--memory-share 90",
                 "--memory-share 90: it must be a number from 0.01 to 1; 90 % is 0.9"},
        BadInput{RUN_8B CHAT_LOAD "--percentile 0.95",
                 "--percentile 0.95: it must be a number from 1 to 100; the share 0.95 is "
                 "percentile 95"}));

INSTANTIATE_TEST_SUITE_P(
    Trace, BadInputTest,
    ::testing::Values(
        BadInput{"trace", "trace needs a FILE"},
        BadInput{"trace none", "cannot read none: No such file or directory"},
        BadInput{"trace .", "cannot read .: Is a directory"},
        BadInput{"trace empty", "empty:1:1: the file is empty; expected a trace"},
        BadInput{"trace - < empty", "'standard input':1:1: the file is empty; expected a trace"},
        BadInput{"trace prose",
                 "prose:1:1: expected a header TIMESTAMP,ContextTokens,GeneratedTokens (azure) or "
                 "Timestamp,Request tokens,Response tokens (burstgpt) or "
                 "arrival_s,prompt_tokens,output_tokens (plain), or JSON; found 'Plates of "
                 "noodles.'"},
        BadInput{"trace prose --format asure",
                 "--format asure: it must be azure or mooncake or burstgpt or plain or vllm or "
                 "guidellm; did you mean azure?"},
        BadInput{"trace prose --rate-scale 0",
                 "--rate-scale 0: it must be a number from 1e-06 to 1000000"},
        BadInput{"trace prose --from nan", "--from nan: it must be a number from 0 to 9000000"},
        BadInput{"trace prose --from 5 --until 5", "--from must be before --until"},
        BadInput{"trace long.csv --spread-arrivals-s 0",
                 "--spread-arrivals-s 0: it must be a number from 0.001 to 3600"},
        BadInput{"trace long.csv --benchmark 2",
                 "long.csv: --benchmark 2 is of a benchmark's result (guidellm, vllm); this trace "
                 "is in the format plain"},
        BadInput{"validate --data none", "none: there is no such folder"}));

INSTANTIATE_TEST_SUITE_P(
    Serve, BadInputTest,
    ::testing::Values(
        BadInput{"serve --port 65536",
                 "--port 65536: a port is a whole number from 1 to 65535, or 0 for any free one"},
        BadInput{"serve --port -1",
                 "--port -1: a port is a whole number from 1 to 65535, or 0 for any free one"},
        BadInput{"serve --port http",
                 "--port http: a port is a whole number from 1 to 65535, or 0 for any free one"},
        BadInput{"serve --port ''",
                 "--port '': a port is a whole number from 1 to 65535, or 0 for any free one"},
        BadInput{"serve --host 192.0.2.1 --port 0",
                 "--host 192.0.2.1: this is no address of this machine; 127.0.0.1 is, and 0.0.0.0 "
                 "stands for all"},
        BadInput{"serve now", "serve: unexpected argument now"}));

TEST_F(Program, MoreChangesThanARunCanHaveAreCounted) {
  const auto play = [&](int32_t changes) {
    return run(
        fmt::format("shift 1 $(for i in $(seq {}); do echo --at $((i / 10)):slots=$((i % 9 "
                    "+ 1)); done)",
                    changes));
  };
  EXPECT_EQ(play(500).code, 0);
  const Result result = play(501);
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err,
            "llm-kitchen: --at is given 501 times; a run can have at most 500 changes\n");
}

TEST_F(Program, AHostWithoutAnAddressIsNamed) {
  const Result result = run("serve --port 0 --host 300.1.1.1");
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, StartsWith("llm-kitchen: --host 300.1.1.1: no address is known for it"));
  EXPECT_EQ(lines_in(result.err), 1);
}

TEST_F(Program, WithoutItsPageItSaysHowToGetOne) {
  const Result result = shell(std::string(kProgramWithoutPage) + " serve --port 0");
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err,
            "llm-kitchen: this llm-kitchen was built without the page; './dev build' leaves one "
            "that has it in build/llm-kitchen\n");
}

// ---------------------------------------------------------------- results

TEST_F(Program, HelpAndVersion) {
  const Result help = run("--help");
  EXPECT_EQ(help.code, 0);
  EXPECT_EQ(help.err, "");
  for (const char* word : {"shift", "verify", "explain-divergence", "serve", "Exit codes"}) {
    EXPECT_THAT(help.out, HasSubstr(word));
  }
  for (const char* command : {"shift", "verify", "explain-divergence", "serve"}) {
    const Result each = run(std::string(command) + " --help");
    EXPECT_EQ(each.code, 0);
    EXPECT_THAT(each.out, HasSubstr("Exit codes: 0 "));
  }
  EXPECT_THAT(run("--version").out,
              MatchesRegex("llm-kitchen [0-9.]+ \\(rules [0-9]+, (clang|g\\+\\+) [0-9.]+\\)\n"));
}

TEST_F(Program, ListsTheShifts) {
  const Result result = run("shift");
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(lines_in(result.out), 6);
  EXPECT_EQ(json::parse(run("shift --json").out)["shifts"].size(), 3U);
}

TEST_F(Program, PlaysAndItsReplayIsVerified) {
  for (const char* settings :
       {"1", "1 --slots 30", "2 --slots 12 --batching continuous",
        "2 --at 20:batching=continuous --at 12.5s:slots=16 --at 12.5s:batching=static",
        "3 --slots 7 --kv-cache on --weight-bits 8",
        "3 --at 0:kv_cache=on --at 30:weight_bits=8"}) {
    const Result result = run(std::string("shift --json ") + settings);
    ASSERT_EQ(result.code, 0) << result.err;
    const json report = json::parse(result.out);
    const std::string replay = report["replay"];
    const std::string expected = fmt::format("{} of {} orders served", report["served"].get<int>(),
                                             report["orders"].get<int>());

    const Result text = run("verify " + replay);
    EXPECT_EQ(text.code, 0);
    EXPECT_THAT(text.out, HasSubstr(expected));
    EXPECT_EQ(run("verify 'http://127.0.0.1:8080/?lang=id&shift=2#r=" + replay + "'").out,
              text.out);
    write("replay", replay + "\n");
    EXPECT_EQ(run("verify --file replay").out, text.out);
    EXPECT_EQ(run("verify - < replay").out, text.out);
  }
}

TEST_F(Program, AForgedReplayIsNotVerified) {
  std::string replay = json::parse(run("shift 1 --json").out)["replay"];
  replay.back() = replay.back() == '0' ? '1' : '0';
  const Result result = run("verify " + replay);
  EXPECT_EQ(result.code, 1);
  EXPECT_EQ(result.out,
            "Not verified: played again, shift 1 agrees up to 50 s and differs at 60 s, the end\n");
  EXPECT_EQ(result.err, "");
}

TEST_F(Program, FixedAndScriptedSettingsAtTheStartAreTheSameRun) {
  EXPECT_EQ(run("shift 2 --slots 12 --json").out, run("shift 2 --at 0s:slots=12 --json").out);
}

TEST_F(Program, AllSettingsAsCsvAreExactlyTheSpace) {
  constexpr char kHeader[] =
      "shift,slots,batching,kv_cache,weight_bits,orders,served,served_share,passed,stars,"
      "wait_p95_s,preemptions\n";
  int64_t rows_in_all = 0;
  for (const auto& [shift, rows] : {std::pair{1, 64}, {2, 128}, {3, 512}}) {
    const Result result = run(fmt::format("shift {} --all --csv", shift));
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(result.err, "");
    EXPECT_THAT(result.out, StartsWith(kHeader));
    EXPECT_EQ(lines_in(result.out), 1 + rows);
    EXPECT_EQ(json::parse(run(fmt::format("shift {} --all --json", shift)).out)["outcomes"].size(),
              static_cast<uint64_t>(rows));
    rows_in_all += rows;
  }
  const Result all = run("shift --all --csv");
  EXPECT_EQ(lines_in(all.out), 1 + rows_in_all);
  EXPECT_EQ(all.out, run("shift --all --csv").out) << "the same in every run";
}

TEST_F(Program, ARowOfTheCsvIsTheRunWithThatSetting) {
  const std::string csv = run("shift 3 --all --csv").out;
  const json report = json::parse(
      run("shift 3 --slots 7 --batching continuous --kv-cache on --weight-bits 8 --json").out);
  EXPECT_THAT(
      csv, HasSubstr(fmt::format("\n3,7,continuous,on,8,{},{},{:.4f},{},{},{:.3f},{}\n",
                                 report["orders"].get<int>(), report["served"].get<int>(),
                                 report["served_share"].get<double>(), report["passed"].get<bool>(),
                                 report["stars"].get<int>(), report["wait_p95_s"].get<double>(),
                                 report["preemptions"].get<int>())));
}

TEST_F(Program, LogsOfTwoRunsAreExplained) {
  ASSERT_EQ(run("shift 2 --slots 8 --log a.log").code, 0);
  ASSERT_EQ(run("shift 2 --slots 8 --at 12.5s:slots=16 --log b.log").code, 0);
  EXPECT_EQ(run("shift 2 --slots 8 --log -").out, contents_of(path("a.log")));

  const Result same = run("explain-divergence a.log a.log");
  EXPECT_EQ(same.code, 0);
  EXPECT_THAT(same.out, StartsWith("The logs are the same: "));

  const Result differ = run("explain-divergence a.log b.log");
  EXPECT_EQ(differ.code, 1);
  EXPECT_EQ(differ.err, "");
  EXPECT_THAT(differ.out, StartsWith("The logs agree up to 1"));
  EXPECT_THAT(differ.out, HasSubstr("\n*  slots        8 "));
  EXPECT_THAT(differ.out, HasSubstr("b.log: set:slots:16"));
  EXPECT_EQ(run("explain-divergence - b.log < a.log").code, 1);
}

// ---------------------------------------------------------------- run

TEST_F(Program, ARunThatDoesNotFitSaysByHowMuchAndWhatWould) {
  const Result result = run("run --model llama-3.1-70b --gpu h100 " CHAT_LOAD);
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, MatchesRegex("llm-kitchen: llama-3.1-70b doesn't fit on 1 x h100: "
                                       "[0-9.]+ GB per GPU are missing .*it would fit with --tp "
                                       ".*\n"));
}

TEST_F(Program, ARunIsTheSameAsTextJsonAndCsv) {
  const std::string command = RUN_8B CHAT_LOAD "--requests 40 --ttft-ms-max 100 ";
  const json report = json::parse(run(command + "--json").out);
  const json& figures = report["figures"];
  EXPECT_EQ(figures["requests_finished"], 40);
  EXPECT_EQ(report["targets"][0]["met"], true);
  const std::string text = run(command).out;
  const std::string hash = figures["state_hash"];
  EXPECT_THAT(text, HasSubstr("state hash " + hash + "\n"));
  EXPECT_THAT(text, HasSubstr("target TTFT p95 at most 100.00 ms: met"));
  std::istringstream csv(run(command + "--csv").out);
  std::string header;
  std::string row;
  std::getline(csv, header);
  std::getline(csv, row);
  EXPECT_THAT(header, StartsWith("model,gpu,engine,tp,replicas,weights,activations,kv,"
                                 "requests_max,token_budget,context_tokens_max,requests,"));
  EXPECT_EQ(std::ranges::count(header, ','), std::ranges::count(row, ','));
  EXPECT_THAT(row, EndsWith("," + hash));
}

TEST_F(Program, KeysOfARunsJsonStay) {
  const json report = json::parse(run(RUN_8B CHAT_LOAD "--json").out);
  std::vector<std::string> keys;
  for (const auto& [key, value] : report.items()) keys.push_back(key);
  EXPECT_THAT(keys, ::testing::UnorderedElementsAre(
                        "program_version", "rules_version", "scenario", "deployment", "traffic",
                        "kv_cache", "figures", "targets", "expected_error", "notes", "warnings"));
  EXPECT_EQ(report["scenario"]["rate_per_s"], 5);
}

TEST_F(Program, AScenarioFileIsReplacedByOptions) {
  fs::create_directory(path("folder"));
  write("folder/trace.csv", "arrival_s,prompt_tokens,output_tokens\n0,10,5\n1,90,5\n");
  write("folder/my.toml", "model = \"llama-3.1-8b\"\ngpu = \"l40s\"\ntrace = \"trace.csv\"\n");
  const json report = json::parse(run("run --scenario folder/my.toml --gpu h100 --json").out);
  EXPECT_EQ(report["deployment"]["gpu"], "h100");
  EXPECT_EQ(report["figures"]["requests"], 2) << "the trace lies beside the file";
}

TEST_F(Program, ARunExportedAndServedAgainIsTheSame) {
  const json first =
      json::parse(run(RUN_8B CHAT_LOAD "--requests 60 --rate-scale 3 --export out.csv --json").out);
  const json again = json::parse(run(RUN_8B "--trace out.csv --json").out);
  EXPECT_EQ(first["figures"], again["figures"]);
}

/// Ten requests every three seconds, as a clock that was rounded has them.
std::string coarse_trace() {
  std::string text = "arrival_s,prompt_tokens,output_tokens\n";
  for (int64_t i = 0; i < 100; ++i) text += fmt::format("{},100,5\n", i / 10 * 3);
  return text;
}

TEST_F(Program, ACoarseClockIsWarnedOfUntilItsArrivalsAreSpread) {
  write("coarse.csv", coarse_trace());
  const std::string command = RUN_8B "--trace coarse.csv --json ";
  const json bursts = json::parse(run(command).out);
  EXPECT_THAT(bursts["warnings"][0].get<std::string>(),
              StartsWith("coarse.csv: timestamps come in steps of 3 s: 100 of 100 requests share"));
  const json spread = json::parse(run(command + "--spread-arrivals-s 3").out);
  EXPECT_TRUE(spread["warnings"].empty());
  EXPECT_EQ(spread["traffic"], "coarse.csv (plain), arrivals spread over 3 s");
  EXPECT_EQ(spread["scenario"]["spread_arrivals_s"], 3);
  EXPECT_LT(spread["figures"]["ttft_ms_p95"], bursts["figures"]["ttft_ms_p95"]);
  const json trace = json::parse(run("trace coarse.csv --json").out);
  EXPECT_EQ(trace["clock"]["step_s"], 3);
  EXPECT_EQ(trace["clock"]["is_coarse"], true);
  EXPECT_EQ(trace["clock"]["requests_at_one_instant_max"], 10);
  EXPECT_EQ(trace["clock"]["spread_arrivals_s"], nullptr);
  EXPECT_THAT(run("trace coarse.csv").out,
              HasSubstr("100 of 100 requests share theirs, up to 10 at once; steps of 3 s\n"));
  EXPECT_THAT(run("trace coarse.csv --spread-arrivals-s 3").out,
              HasSubstr("arrivals: spread at random over 3 s\n"));
}

/// A result of vLLM's benchmark: requests of 1000 tokens from so many clients.
std::string bench_result(int64_t clients, double ttft_ms, double tpot_ms) {
  return fmt::format(
      R"({{"model_id": "a/Llama-3.1-8B-Instruct", "request_rate": "inf", "max_concurrency": {},
          "completed": 20, "failed": 0, "total_input_tokens": 20000, "total_output_tokens": 2000,
          "request_throughput": 1.0, "mean_ttft_ms": {}, "mean_tpot_ms": {}}})",
      clients, ttft_ms, tpot_ms);
}

TEST_F(Program, ACalibrationSaysWhatItFoundAndWhatItLeftOut) {
  write("one.json", bench_result(1, 23, 7));
  write("again.json", bench_result(1, 23, 7));
  write("sixteen.json", bench_result(16, 230, 9.3));
  write("magic.json", bench_result(1, 23, 1));
  const std::string command =
      "calibrate --model llama-3.1-8b --gpu h100 one.json again.json sixteen.json magic.json ";
  const Result result = run(command + "--json --out mine.toml");
  ASSERT_EQ(result.code, 0) << result.err;
  const json report = json::parse(result.out);
  EXPECT_EQ(report["left_out"].size(), 2);
  EXPECT_EQ(report["left_out"][0]["why"], "it is a copy of one.json");
  EXPECT_THAT(report["left_out"][1]["why"].get<std::string>(), HasSubstr("beyond physics"));
  int64_t identified = 0;
  for (const json& field : report["fields"]) {
    if (field["identified"] == false) {
      EXPECT_EQ(field["value"], field["preset"]);
      EXPECT_EQ(field["interval_95"], nullptr);
      continue;
    }
    ++identified;
    EXPECT_LE(field["interval_95"][0], field["value"]);
    EXPECT_GE(field["interval_95"][1], field["value"]);
  }
  EXPECT_GT(identified, 0);
  EXPECT_THAT(contents_of(path("mine.toml")), HasSubstr("llm-kitchen calibrate, 2 results"));
  EXPECT_THAT(run(command).out, HasSubstr("Left out: 2 of 4 results."));
}

TEST_F(Program, ACalibrationThatIdentifiesNothingWritesNothing) {
  write("slow.json", bench_result(1, 90'000, 8));
  const Result result = run("calibrate --model llama-3.1-8b --gpu h100 slow.json --out mine.toml");
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.out, HasSubstr("kept from the preset"));
  EXPECT_THAT(result.out, Not(HasSubstr("identified by the results")));
  EXPECT_THAT(result.err, HasSubstr("the results identify none of the numbers"));
  EXPECT_THAT(result.err, HasSubstr("mine.toml isn't written"));
  EXPECT_FALSE(fs::exists(path("mine.toml")));
}

TEST_F(Program, AScheduleIsWrittenAsAChromeTrace) {
  ASSERT_EQ(run(RUN_8B CHAT_LOAD "--requests 5 --perfetto out.json").code, 0);
  const json trace = json::parse(contents_of(path("out.json")));
  EXPECT_GT(trace["traceEvents"].size(), 20U);
}

TEST_F(Program, APageOfARunStandsByItself) {
  const Result result = run(RUN_8B CHAT_LOAD "--requests 50 --html out.html");
  if (result.code == 2) {
    EXPECT_THAT(result.err, HasSubstr("built without uPlot"));
    EXPECT_EQ(files(), 0);
    GTEST_SKIP() << "built without web/node_modules/uplot";
  }
  const std::string page = contents_of(path("out.html"));
  EXPECT_THAT(page, StartsWith("<!doctype html>"));
  EXPECT_THAT(page, HasSubstr("<h1>llama-3.1-8b on 1 x h100, "));
  EXPECT_THAT(page, HasSubstr("state hash"));
  EXPECT_THAT(page, HasSubstr("var uPlot="));
}

TEST_F(Program, WarningsOfARunAreTold) {
  const std::string command = RUN_8B CHAT_LOAD "--kv-blocks 5 --oversized refuse --requests 3 ";
  const char* warning =
      "3 requests were refused: their prompts are longer than the whole KV cache of 80 tokens";
  EXPECT_THAT(run(command).out, HasSubstr(std::string("Warning: ") + warning + ".\n"));
  const Result result = run(command + "--json");
  EXPECT_EQ(result.err, std::string("llm-kitchen: warning: ") + warning + "\n");
  EXPECT_EQ(json::parse(result.out)["warnings"][0], warning);
}

TEST_F(Program, OfSeveralFilesAllAreWrittenOrNone) {
  write("old.csv", "old\n");
  const int64_t before = files();
  // A limit on the size of files stands in for a full disk: the schedule is too long for it.
  const Result result = shell("ulimit -f 8; $K " RUN_8B CHAT_LOAD
                              "--requests 200 --export old.csv --perfetto schedule.json");
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err, "llm-kitchen: cannot write schedule.json: File too large\n");
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(contents_of(path("old.csv")), "old\n");
  EXPECT_EQ(files(), before);
}

TEST_F(Program, HelpFitsATerminalOf80Columns) {
  for (const char* command : {"run", "sweep", "merge", "plan", "calibrate", "validate", "explain",
                              "trace", "shift", "verify", "explain-divergence", "serve", ""}) {
    const Result help = run(std::string(command) + " --help");
    EXPECT_EQ(help.code, 0);
    std::istringstream lines(help.out);
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(line.size(), 80U) << command << ": " << line;
    }
  }
}

TEST_F(Program, WhatVllmHasNotIsNoted) {
  const std::string command = RUN_8B CHAT_LOAD "--kv int8 --batching static ";
  EXPECT_THAT(run(command).out, HasSubstr("\nNote: vLLM has no static batching"));
  const json notes = json::parse(run(command + "--json").out)["notes"];
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_THAT(notes[0].get<std::string>(), StartsWith("vLLM has no int8 KV cache"));
  EXPECT_TRUE(json::parse(run(RUN_8B CHAT_LOAD "--json").out)["notes"].empty());
}

TEST_F(Program, ARunThatIsInterruptedWritesNothing) {
  const Result result =
      shell("timeout -s INT 0.3 $K " RUN_8B
            "--rate-per-s 5 --prompt-tokens 100 --output-tokens 10 --requests 1000000000 --export "
            "out.csv --json; echo $?");
  EXPECT_EQ(result.out, "124\n") << "timeout's own code: the program ended at the signal";
  EXPECT_EQ(files(), 0);
}

// ---------------------------------------------------------------- the documentation

/// A document whose ```console blocks hold commands ("$ ...") and below each its output. Gives the
/// text back with the outputs that the commands have now.
template <typename RunCommand>
std::string with_real_outputs(const std::string& document, RunCommand run_command) {
  std::istringstream lines(document);
  std::string result;
  bool in_console = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) in_console = line == "```console";
    const bool is_command = in_console && line.starts_with("$ ");
    if (in_console && !is_command && !line.starts_with("```")) continue;
    result += line + "\n";
    if (is_command) result += run_command(line.substr(2));
  }
  return result;
}

TEST_F(Program, TheExamplesInItsDocumentationAreReal) {
  const std::string document = contents_of(KITCHEN_CLI_DOCUMENT);
  fs::create_directory(path(".bin"));
  fs::create_symlink(kProgram, path(".bin/llm-kitchen"));
  int32_t answered = 0;
  const std::string real = with_real_outputs(document, [&](const std::string& command) {
    const Result result = shell("PATH=\"$PWD/.bin:$PATH\"; { " + command + " ; } 2>&1");
    EXPECT_EQ(result.err, "") << "the shell can't run: " << command;
    if (!result.out.empty()) ++answered;
    return result.out;
  });
  EXPECT_GE(answered, 10);
  if (std::getenv("KITCHEN_UPDATE_DOCS") != nullptr) std::ofstream(KITCHEN_CLI_DOCUMENT) << real;
  EXPECT_EQ(document, real) << "KITCHEN_UPDATE_DOCS=1 writes the document anew";
}

// ---------------------------------------------------------------- where the output goes

TEST_F(Program, AReaderThatLeavesEarlyIsNoError) {
  const Result result = shell("{ $K shift --all --json; echo $? >code; } | head -n 1");
  EXPECT_EQ(result.out, "{\n");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(contents_of(path("code")), "0\n");
}

TEST_F(Program, AFullDiskIsAnErrorAndLeavesNoHalfFile) {
  // A limit on the size of files stands in for the disk.
  const Result result = shell("ulimit -f 1; $K shift 1 --log run.log");
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, "llm-kitchen: cannot write run.log: File too large\n");
  EXPECT_EQ(files(), 0);

  const Result full = run("shift 1 > /dev/full");
  EXPECT_EQ(full.code, 2);
  EXPECT_EQ(full.err, "llm-kitchen: cannot write the output: No space left on device\n");
}

TEST_F(Program, AFailedLogLeavesTheOldFileAsItWas) {
  write("run.log", "old\n");
  EXPECT_EQ(shell("ulimit -f 1; $K shift 1 --log run.log").code, 2);
  EXPECT_EQ(contents_of(path("run.log")), "old\n");
  EXPECT_EQ(files(), 1);
}

/// What the program prints on a terminal.
std::string terminal_output(const std::vector<const char*>& arguments) {
  int terminal = -1;
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) {
    std::vector<char*> argv = {const_cast<char*>(kProgram)};
    for (const char* argument : arguments) argv.push_back(const_cast<char*>(argument));
    argv.push_back(nullptr);
    ::execv(kProgram, argv.data());
    ::_exit(127);
  }
  std::string output;
  char part[4096];
  for (ssize_t count = 0; (count = ::read(terminal, part, sizeof part)) > 0;) {
    output.append(part, static_cast<uint64_t>(count));
  }
  ::close(terminal);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  return output;
}

TEST_F(Program, ColoursAreForTerminalsThatWantThem) {
  EXPECT_THAT(terminal_output({"shift", "1"}), HasSubstr("\x1b[31mfailed"));
  EXPECT_THAT(run("shift 1").out, Not(HasSubstr("\x1b")));
  ::setenv("TERM", "dumb", 1);
  EXPECT_THAT(terminal_output({"shift", "1"}), Not(HasSubstr("\x1b")));
  ::setenv("TERM", "xterm", 1);
  ::setenv("NO_COLOR", "1", 1);
  EXPECT_THAT(terminal_output({"shift", "1"}), Not(HasSubstr("\x1b")));
}

TEST_F(Program, HowLongASweepTookIsToldToATerminalOnly) {
  EXPECT_THAT(terminal_output({"shift", "1", "--all", "--csv"}), EndsWith("ms\r\n"));
  EXPECT_EQ(run("shift 1 --all --csv").err, "");
}

// ---------------------------------------------------------------- serve

/// The program serving on a free port.
class Serving {
 public:
  explicit Serving(const char* host = "127.0.0.1") {
    int out[2];
    if (::pipe2(out, O_CLOEXEC) != 0) throw std::runtime_error("pipe failed");
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    std::vector<std::string> arguments = {kProgram, "serve", "--port", "0", "--host", host};
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    if (::posix_spawn(&pid_, kProgram, &actions, nullptr, argv.data(), environ) != 0) {
      throw std::runtime_error("spawn failed");
    }
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(out[1]);
    out_ = out[0];
    for (char c = 0; c != '\n' && ::read(out_, &c, 1) == 1;) line_ += c;
  }
  ~Serving() {
    if (pid_ > 0) stop(SIGKILL);
    ::close(out_);
  }
  Serving(const Serving&) = delete;
  Serving& operator=(const Serving&) = delete;

  const std::string& line() const { return line_; }

  uint16_t port() const {
    const uint64_t colon = line_.find(':', line_.find("://") + 1);
    return static_cast<uint16_t>(std::stoi(line_.substr(colon + 1)));
  }

  /// Its exit code.
  int stop(int signal) {
    ::kill(pid_, signal);
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t pid_ = -1;
  int out_ = -1;
  std::string line_;
};

int connect_to(uint16_t port) {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  return fd;
}

std::string exchange(uint16_t port, const std::string& request) {
  const int fd = connect_to(port);
  EXPECT_EQ(::send(fd, request.data(), request.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(request.size()));
  std::string answer;
  char part[4096];
  for (ssize_t count = 0; (count = ::read(fd, part, sizeof part)) > 0;) {
    answer.append(part, static_cast<uint64_t>(count));
  }
  ::close(fd);
  return answer;
}

TEST_F(Program, ServesItsPageUntilItIsStopped) {
  for (const int signal : {SIGINT, SIGTERM}) {
    Serving serving;
    EXPECT_THAT(serving.line(),
                MatchesRegex("LLM Kitchen is open at http://127.0.0.1:[0-9]+/  \\(Ctrl-C closes "
                             "it\\)\n"));
    const std::string answer =
        exchange(serving.port(), "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n"));
    EXPECT_THAT(answer, HasSubstr("<!doctype html>"));
    const int idle = connect_to(serving.port());
    EXPECT_EQ(serving.stop(signal), 0) << "an open connection must not hold it up";
    ::close(idle);
  }
}

TEST_F(Program, ServingToEveryoneSaysSo) {
  Serving serving("0.0.0.0");
  EXPECT_THAT(serving.line(), StartsWith("LLM Kitchen is open at http://127.0.0.1:"));
  EXPECT_THAT(serving.line(), HasSubstr("other machines can reach it too"));
}

TEST_F(Program, APortInUseIsNamedWithOneThatIsFree) {
  Serving serving;
  const uint16_t port = serving.port();
  const Result result = run(fmt::format("serve --port {}", port));
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, MatchesRegex(fmt::format(
                              "llm-kitchen: port {} on 127.0.0.1 is in use; "
                              "([0-9]+ is free: --port [0-9]+|--port 0 picks a free one)\n",
                              port)));
}

}  // namespace

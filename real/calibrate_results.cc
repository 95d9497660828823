#include <algorithm>

#include "real/bench_runs.h"
#include "real/calibrate.h"
#include "real/lines.h"
#include "real/text.h"
#include "real/time_units.h"
#include "real/trace_rows.h"
#include "sim/kitchen.h"

namespace kitchen::real {
namespace {

constexpr double kSecondsMaxBench = 1e6;
constexpr int64_t kAssumedMost = 1'000'000;
constexpr int64_t kBenchPeekBytes = 64 * 1024;

constexpr char kExpectedResult[] =
    "expected a result of vllm bench serve --save-result or of guidellm, as JSON";

int64_t rounded_tokens(double tokens) {
  const double above = tokens + 0.5;
  return static_cast<int64_t>(above);
}

/// A run as it is served to be compared.
class ResultMaker {
 public:
  ResultMaker(std::string name, BenchRun run) : run_(std::move(run)) {
    result_.file = std::move(name);
    std::ranges::stable_sort(run_.requests, [](const BenchRequest& a, const BenchRequest& b) {
      return std::pair(a.start.seconds, a.start.rest_ps) <
             std::pair(b.start.seconds, b.start.rest_ps);
    });
  }

  BenchResult make() {
    result_.answered = run_.answered;
    result_.failed = run_.failed;
    result_.model = run_.model;
    result_.gpu = run_.gpu;
    result_.tensor_parallel = run_.tensor_parallel;
    result_.speculative = run_.speculative;
    if (run_.answered == 0) return std::move(result_);
    result_.ttft_s = mean(run_.ttft_s, "TTFT", "mean_ttft_ms");
    result_.tpot_s = mean(run_.tpot_s, "TPOT", "mean_tpot_ms");
    take_lengths();
    take_arrivals();
    note_what_is_missing();
    return std::move(result_);
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw InputError(Place{result_.file, 0, 0}, why);
  }

  double mean(const std::optional<double>& seconds, const char* what, const char* key) const {
    if (!seconds) {
      fail(std::string("no mean ") + what + ": neither \"" + key +
           "\" nor times of each request; measure with streaming and save them (vllm: "
           "--percentile-metrics ttft,tpot,itl)");
    }
    if (!(*seconds > 0)) fail(std::string("the mean ") + what + " is 0; expected a time above 0");
    return *seconds;
  }

  void take_lengths() {
    if (run_.requests.empty()) return assume_lengths();
    for (const BenchRequest& each : run_.requests) {
      Request request;
      request.prompt_tokens = each.prompt_tokens;
      request.output_tokens = each.output_tokens;
      result_.requests.push_back(std::move(request));
    }
  }

  void assume_lengths() {
    if (!run_.prompt_tokens || !run_.output_tokens) {
      fail("nothing says how long its requests are; run the benchmark with --save-detailed");
    }
    if (run_.answered > kAssumedMost) fail("\"completed\" is above a million");
    constexpr auto kMost = static_cast<double>(sim::kTokensMax);
    if (!(std::max(*run_.prompt_tokens, *run_.output_tokens) <= kMost)) {
      fail("the mean lengths must be 1 to " + std::to_string(sim::kTokensMax) + " tokens");
    }
    Request request;
    request.prompt_tokens = rounded_tokens(*run_.prompt_tokens);
    request.output_tokens = rounded_tokens(*run_.output_tokens);
    check_tokens(request.prompt_tokens, "the mean prompt", Place{result_.file, 0, 0});
    check_tokens(request.output_tokens, "the mean output", Place{result_.file, 0, 0});
    result_.requests.assign(static_cast<uint64_t>(run_.answered), request);
    result_.notes.emplace_back(
        "lengths aren't told (--save-detailed): all requests are taken to have the mean");
  }

  void take_arrivals() {
    if (run_.is_closed()) {
      if (run_.clients > sim::kClientsMax) fail("it has too many clients");
      result_.clients = run_.clients;
      return;
    }
    if (run_.has_starts && !run_.requests.empty()) return take_starts();
    if (run_.unpaced) return;  // all at once
    fail(
        "when requests were sent isn't told; run the benchmark with --save-detailed, or with "
        "--max-concurrency and no rate");
  }

  void take_starts() {
    for (uint64_t i = 0; i < run_.requests.size(); ++i) {
      const auto after_ps = difference_ps(run_.requests[i].start, run_.requests.front().start);
      if (!after_ps || seconds_of(*after_ps) > kSecondsMaxBench) {
        fail("its requests were sent more than 11 days apart");
      }
      result_.requests[i].arrival_ps = *after_ps;
    }
  }

  void note_what_is_missing() {
    const int64_t listed = std::ssize(result_.requests);
    if (run_.answered > listed) {
      result_.notes.push_back("it lists " + std::to_string(listed) + " of " +
                              std::to_string(run_.answered) +
                              " answered requests; those are served");
    }
    if (run_.failed > 0) {
      result_.notes.push_back(std::to_string(run_.failed) + " of " +
                              std::to_string(run_.answered + run_.failed) +
                              " requests failed; the others are served without them");
    }
  }

  BenchRun run_;
  BenchResult result_;
};

}  // namespace

std::vector<BenchResult> read_bench_results(const std::string& path) {
  InputFile file(path);
  LineReader lines(file);
  const std::string_view begun = lines.peek(kBenchPeekBytes);
  const uint64_t first = begun.find_first_not_of(" \t\r\n");
  const bool is_json = first != std::string_view::npos && begun[first] == '{';
  const auto format = is_json ? find_json_format(begun) : std::nullopt;
  if (format != TraceFormat::vllm && format != TraceFormat::guidellm) {
    throw InputError(Place{file.name(), 1, 1}, kExpectedResult);
  }
  std::vector<BenchRun> runs = read_bench_runs(file, lines.take_buffered(), *format);
  std::vector<BenchResult> results;
  for (BenchRun& run : runs) {
    std::string name = file.name();
    if (runs.size() > 1) name += " (benchmark " + std::to_string(results.size() + 1) + ")";
    results.push_back(ResultMaker(std::move(name), std::move(run)).make());
  }
  return results;
}

}  // namespace kitchen::real

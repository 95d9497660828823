// The result files of vLLM's and GuideLLM's benchmarks as traces.
#include <algorithm>

#include "real/bench_runs.h"
#include "real/text.h"
#include "real/trace_rows.h"

namespace kitchen::real {
namespace {

/// The benchmark that is asked for. Throws InputError.
BenchRun& chosen_run(std::vector<BenchRun>& runs, int64_t benchmark, const Place& place) {
  const int64_t count = std::ssize(runs);
  if (benchmark == 0 && count > 1) {
    throw InputError(place,
                     "the file has " + std::to_string(count) +
                         " benchmarks, of other rates each; say which with --benchmark 1 to " +
                         std::to_string(count));
  }
  if (benchmark > count) {
    throw InputError(place, "there is no benchmark " + std::to_string(benchmark) +
                                "; the file has " + std::to_string(count));
  }
  return runs[static_cast<uint64_t>(std::max<int64_t>(benchmark, 1) - 1)];
}

/// Requests that were read at once.
class ResultRows : public TraceRows {
 public:
  explicit ResultRows(BenchRun run) : run_(std::move(run)) {
    failed_ = run_.failed + run_.incomplete;
    std::ranges::stable_sort(run_.requests, [](const BenchRequest& a, const BenchRequest& b) {
      return std::pair(a.start.seconds, a.start.rest_ps) <
             std::pair(b.start.seconds, b.start.rest_ps);
    });
  }

  bool next(TraceRow& row) override {
    if (at_ == run_.requests.size()) return false;
    const BenchRequest& request = run_.requests[at_++];
    row.line = 0;
    row.arrival = request.start;
    row.request.prompt_tokens = request.prompt_tokens;
    row.request.output_tokens = request.output_tokens;
    return true;
  }

  std::vector<std::string> notes() const override {
    std::vector<std::string> notes;
    const int64_t listed = std::ssize(run_.requests);
    if (run_.answered > listed) {
      notes.push_back("it lists " + std::to_string(listed) + " of " +
                      std::to_string(run_.answered) +
                      " answered requests; the load was as much higher");
    }
    if (run_.is_closed()) {
      const std::string clients = std::to_string(run_.clients);
      notes.push_back(
          clients +
          (run_.clients == 1 ? " client sent each request" : " clients sent each request") +
          " after an answer, so its times are that engine's own pace; for another's use "
          "--arrivals closed --clients " +
          clients + " --lengths-from this file");
    }
    return notes;
  }

 private:
  BenchRun run_;
  uint64_t at_ = 0;
};

}  // namespace

std::unique_ptr<TraceRows> result_rows(InputFile& file, std::string begun,
                                       const TraceOptions& options, TraceFormat format) {
  std::vector<BenchRun> runs = read_bench_runs(file, std::move(begun), format);
  const Place place{file.name()};
  BenchRun& run = chosen_run(runs, options.benchmark, place);
  if (run.requests.empty() && (run.answered > 0 || run.failed == 0)) {
    throw InputError(place, format == TraceFormat::vllm
                                ? "no input_lens and output_lens; vLLM writes them with "
                                  "--save-detailed"
                                : "the benchmark lists none of its requests");
  }
  const bool is_timed = run.has_starts || (run.unpaced && run.clients == 0);
  if (!is_timed && !options.lengths_only) {
    throw InputError(place,
                     "no start_times, so nothing says when the requests came in; newer versions of "
                     "vLLM write them. --lengths-from takes its lengths alone");
  }
  return std::make_unique<ResultRows>(std::move(run));
}

}  // namespace kitchen::real

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "real/input_file.h"
#include "real/moment.h"
#include "real/trace.h"

// What the benchmarks of vLLM and GuideLLM write as JSON: who asked for what and when, and the mean
// times that came of it. As a trace it is requests, to calibrate with it is measurements.
namespace kitchen::real {

struct BenchRequest {
  Moment start;
  int64_t prompt_tokens = 0;
  int64_t output_tokens = 0;
};

/// One benchmark of a file.
struct BenchRun {
  std::vector<BenchRequest> requests;  ///< answered ones as they stand; none without details
  bool has_starts = false;
  int64_t answered = 0;    ///< as the file counts them; it may list fewer
  int64_t failed = 0;      ///< or made no token
  int64_t incomplete = 0;  ///< still under way when the benchmark ended
  /// Requests were sent as fast as `clients` took them, each its next after an answer, or without
  /// clients all at once. Else each was sent at its own time.
  bool unpaced = false;
  int64_t clients = 0;  ///< 0: as many as there are requests

  // Means; nullopt where the file has none.
  std::optional<double> ttft_s;
  std::optional<double> tpot_s;  ///< over requests of two tokens and more
  std::optional<double> prompt_tokens;
  std::optional<double> output_tokens;

  // What was measured, where the file says so; "" and 0 where not.
  std::string model;
  std::string gpu;
  int64_t tensor_parallel = 0;
  bool speculative = false;  ///< with a draft model, so that a step gives several tokens

  /// Whether clients set the pace, so that the times are the engine's own and no traffic.
  bool is_closed() const { return unpaced && clients > 0; }
};

/// The format of a JSON that begins so, with or without its details; nullopt: none that is known.
std::optional<TraceFormat> find_json_format(std::string_view begun);

/// All benchmarks of a file in the format vllm (--append-result puts one after the other) or
/// guidellm. `begun` is what has already been read of it. Only the requests' lengths and times are
/// held. Throws InputError.
std::vector<BenchRun> read_bench_runs(InputFile& file, std::string begun, TraceFormat format);

}  // namespace kitchen::real

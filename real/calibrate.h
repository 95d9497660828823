#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "real/run.h"

// A preset fitted to somebody's own benchmarks: docs/real/calibrate.md.
namespace kitchen::real {

/// One benchmark of a result's file (docs/real/traces.md: vllm, guidellm): what was sent, and the
/// means that came of it.
struct BenchResult {
  std::string file;  ///< with the benchmark's number where the file has several
  std::vector<Request> requests;
  int64_t clients = 0;  ///< that sent one request after the other; 0: at their own times
  int64_t answered = 0;
  int64_t failed = 0;
  double ttft_s = 0;
  double tpot_s = 0;
  // What was measured, where the file says so; "" and 0 where not.
  std::string model;
  std::string gpu;
  int64_t tensor_parallel = 0;
  bool speculative = false;
  std::vector<std::string> notes;  ///< what had to be assumed
};

/// All benchmarks of a file. Throws InputError: no such result, one whose times or lengths aren't
/// told. One of which no request was answered has none, and no means.
std::vector<BenchResult> read_bench_results(const std::string& path);

/// A result that isn't fitted to, and the rule.
struct LeftOutResult {
  std::string file;
  std::string why;
};

struct ScreenedResults {
  std::vector<BenchResult> results;
  std::vector<LeftOutResult> left_out;
};

/// Leaves out what is no measurement of this deployment, by the rules in docs/real/calibrate.md:
/// nothing or too little answered, another model, GPU or tensor parallelism named in the file,
/// speculative decoding, a copy of another result, times that no GPU of this kind can reach.
ScreenedResults screen_results(const RunSetup& setup, std::vector<BenchResult> results);

/// A number of the engine, in the unit of a hardware file.
struct CalibratedField {
  std::string key;
  double preset = 0;
  double value = 0;
  /// True: the results tell it apart from the others, and `low` to `high` holds it in 95 of 100
  /// cases, where each mean of a benchmark is right within 2 %, or within what the fit leaves.
  /// False: `value` is the preset's.
  bool is_identified = false;
  double low = 0;
  double high = 0;
};

/// A mean of a result, and what the simulator gives.
struct CalibratedMean {
  std::string file;
  std::string what;  ///< "TTFT" or "TPOT"
  double measured_s = 0;
  double preset_s = 0;
  double fitted_s = 0;
};

struct Calibration {
  Engine engine;
  std::vector<CalibratedField> fields;
  std::vector<CalibratedMean> means;

  /// How many of the fields the results identify. Where it is 0 the engine is the preset's.
  int64_t identified() const;
};

/// Least squares of the relative errors of all means, each result served by the simulator. Throws
/// InputError: a result with requests that can't be served to their end.
Calibration calibrate(const RunSetup& setup, std::span<const BenchResult> results);

/// The engine as a hardware file. `source` is said of what was fitted.
std::string engine_file(const Calibration& calibration, const std::string& name,
                        const std::string& source);

}  // namespace kitchen::real

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "real/run.h"

// A preset fitted to somebody's own benchmarks: docs/real/calibrate.md.
namespace kitchen::real {

/// One result of `vllm bench serve --save-result`: what was sent, and the means that came of it.
struct BenchResult {
  std::string file;
  std::vector<Request> requests;
  int64_t clients = 0;  ///< that sent one request after the other; 0: at their own times
  double ttft_s = 0;
  double tpot_s = 0;
  std::vector<std::string> notes;  ///< what had to be assumed
};

/// Throws InputError: no such result, one whose times or lengths aren't told.
BenchResult read_bench_result(const std::string& path);

/// A number of the engine, in the unit of a hardware file.
struct CalibratedField {
  std::string key;
  double start = 0;  ///< the preset's
  double value = 0;
  /// Standard error where each mean of a benchmark is right within 2 %, or within what the fit
  /// leaves; of one that isn't identified what it would be.
  double spread = 0;
  /// False: these results don't tell it from the others, so it stays as in the preset.
  bool is_identified = false;
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
};

/// Least squares of the relative errors of all means, each result served by the simulator. Throws
/// InputError: a result with requests that can't be served to their end.
Calibration calibrate(const RunSetup& setup, std::span<const BenchResult> results);

/// The engine as a hardware file. `source` is said of what was fitted.
std::string engine_file(const Calibration& calibration, const std::string& name,
                        const std::string& source);

}  // namespace kitchen::real

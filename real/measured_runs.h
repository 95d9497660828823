#pragma once

#include <string>

#include "real/measured_rows.h"

namespace kitchen::real {

/// Means over the requests of a run.
struct RunTimes {
  double ttft_s = 0;
  double tpot_s = 0;      ///< over the requests with two tokens or more
  double makespan_s = 0;  ///< from the first arrival to the last token
};

/// What a row of clients takes in the simulator: each client sends its next request as the last one
/// ends, ten requests for each client, lengths drawn evenly from 8/9 to 10/9 of the row's, with the
/// engine and the KV cache of the row's deployment.
RunTimes simulate_clients(const MeasuredRow& row);

/// As simulate_clients() says.
double client_tpot_s(const MeasuredRow& row);

/// A run of an engine of which each request's times were measured.
struct MeasuredRun {
  std::string name;        ///< as a report calls it
  std::string left_out;    ///< the rule by which it isn't compared; "": it is
  bool is_fitted = false;  ///< something of the preset is from this very run
  int64_t requests = 0;
  RunTimes measured;
  RunTimes computed;  ///< where it is compared
};

/// A run of LLMServingSim's bench: its requests as they came, through the simulator with the limits
/// and the KV cache that vLLM had. `path`: a bench_NAME_requests.jsonl, beside which
/// bench_NAME_meta.json says what ran. Throws InputError.
MeasuredRun simulate_run(const Hardware& hardware, const std::string& path);

}  // namespace kitchen::real

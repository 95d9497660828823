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
  int64_t requests = 0;
  RunTimes measured;
  RunTimes computed;
};

/// LLMServingSim's run of Llama-3.1-8B on an RTX 4090 under vLLM 0.19: its requests as they came,
/// through the simulator with the KV cache that vLLM counted. `path`: the requests.jsonl. Throws
/// InputError.
MeasuredRun simulate_rtx_4090_run(const Hardware& hardware, const std::string& path);

}  // namespace kitchen::real

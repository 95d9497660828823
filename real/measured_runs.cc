#include "real/measured_runs.h"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "real/cost.h"
#include "real/input_file.h"
#include "real/json_text.h"
#include "real/kv_capacity.h"
#include "real/lines.h"
#include "real/model_config.h"
#include "real/requests.h"
#include "real/run.h"
#include "real/time_units.h"
#include "sim/check.h"
#include "sim/cluster.h"
#include "sim/prng.h"
#include "sim/sampling.h"

namespace kitchen::real {
namespace {

constexpr int64_t kRequestsPerClient = 10;  // InferenceMAX's
constexpr uint64_t kLengthSeed = 1;
constexpr uint64_t kLengthStream = 1;

/// `name`: of what is run, for messages.
RunTimes simulate(const Deployment& deployment, int64_t kv_blocks, int64_t clients,
                  std::span<const Request> requests, const std::string& name) {
  if (kv_blocks < 1) throw InputError(name + ": the model doesn't fit into the GPUs' memory");
  RunSetup setup;
  sim::ClusterConfig& config = setup.cluster;
  config.replica.kv_blocks = kv_blocks;
  config.replica.block_tokens = deployment.engine.block_tokens;
  config.replica.requests_max = deployment.engine.requests_max;
  config.replica.token_budget = deployment.engine.token_budget;
  config.replica.context_tokens_max = deployment.model.context_tokens_max;
  config.clients = clients;
  const CostLaw law(deployment);
  setup.cost = std::make_shared<const sim::ServingCost>(
      law.coefficients(sim::step_tokens_max(config.replica)));
  KITCHEN_CHECK(sim::validate(config, *setup.cost) == sim::ServingError::ok);
  ListedSource source(requests);
  const RunOutcome outcome = run(setup, source);
  const Metrics& metrics = outcome.metrics;
  if (metrics.not_finished() > 0 || outcome.stopped != sim::StopReason::none) {
    throw InputError(name + ": its requests are too long for the KV cache or the context");
  }
  return {seconds_of(metrics.ttft().mean()), seconds_of(metrics.tpot().mean()),
          seconds_of(outcome.duration_ps())};
}

// InferenceMAX draws lengths from 0.8 to 1 of the nominal one. Others name one length; but their
// clients don't keep in step, as the simulator's would with prompts and outputs all of one length.
int64_t drawn_length(sim::Prng& prng, int64_t mean) {
  return sim::draw_uniform(prng, mean * 8 / 9, mean * 10 / 9);
}

/// One line of the requests.jsonl.
struct TimedRequest {
  double arrival_s = 0;  // by the client's clock
  double queued_s = 0;   // by the engine's clock, as all below
  double first_token_s = 0;
  double last_token_s = 0;
  int64_t prompt_tokens = 0;
  int64_t output_tokens = 0;
};

using LineJson = nlohmann::json;

double time_in(const LineJson& json, const char* key, const Place& place) {
  if (!json.contains(key) || !json[key].is_number()) {
    throw InputError(place, std::string("expected a number as ") + key);
  }
  return json[key].get<double>();
}

int64_t tokens_in(const LineJson& json, const char* key, const Place& place) {
  const double value = time_in(json, key, place);
  const bool is_count = value >= 1 && value <= static_cast<double>(sim::kServingTokensMax);
  if (!is_count) throw InputError(place, std::string(key) + " must be a count of tokens above 0");
  return static_cast<int64_t>(value);
}

std::vector<TimedRequest> read_timed_requests(const std::string& path) {
  InputFile file(path);
  LineReader lines(file);
  std::vector<TimedRequest> requests;
  std::string_view line;
  while (lines.next(line)) {
    if (line.empty()) continue;
    const Place place = lines.place(1);
    LineJson json;
    try {
      json = LineJson::parse(line);
    } catch (const LineJson::parse_error& error) {
      throw InputError(place_of_byte(line, error.byte, path, lines.line()),
                       "no JSON: " + json_error_text(error));
    }
    requests.push_back({time_in(json, "arrival_time", place), time_in(json, "queued_ts", place),
                        time_in(json, "first_token_ts", place),
                        time_in(json, "last_token_ts", place), tokens_in(json, "input_toks", place),
                        tokens_in(json, "output_toks", place)});
  }
  if (requests.empty()) throw InputError(Place{path, 1, 1}, "the file has no request");
  std::ranges::stable_sort(requests, {}, &TimedRequest::arrival_s);
  return requests;
}

RunTimes measured_times(const std::vector<TimedRequest>& requests) {
  // The engine's clock is behind the client's by what the fastest hand-over says.
  double offset_s = requests.front().queued_s - requests.front().arrival_s;
  for (const TimedRequest& request : requests) {
    offset_s = std::min(offset_s, request.queued_s - request.arrival_s);
  }
  RunTimes times;
  double last_s = 0;
  int64_t long_requests = 0;
  for (const TimedRequest& request : requests) {
    times.ttft_s += request.first_token_s - (request.arrival_s + offset_s);
    last_s = std::max(last_s, request.last_token_s);
    if (request.output_tokens < 2) continue;
    ++long_requests;
    times.tpot_s += (request.last_token_s - request.first_token_s) /
                    static_cast<double>(request.output_tokens - 1);
  }
  times.ttft_s /= static_cast<double>(requests.size());
  times.tpot_s /= static_cast<double>(std::max<int64_t>(1, long_requests));
  times.makespan_s = last_s - (requests.front().arrival_s + offset_s);
  return times;
}

}  // namespace

RunTimes simulate_clients(const MeasuredRow& row) {
  sim::Prng prng(kLengthSeed, kLengthStream);
  std::vector<Request> requests(static_cast<uint64_t>(row.requests * kRequestsPerClient));
  for (Request& request : requests) {
    request.prompt_tokens = drawn_length(prng, row.prompt_tokens);
    request.output_tokens = drawn_length(prng, row.output_tokens);
  }
  return simulate(row.deployment, kv_capacity(row.deployment).blocks, row.requests, requests,
                  row.name);
}

double client_tpot_s(const MeasuredRow& row) { return simulate_clients(row).tpot_s; }

MeasuredRun simulate_rtx_4090_run(const Hardware& hardware, const std::string& path) {
  // meta.json: kv_cache.num_gpu_blocks, engine_kwargs.max_num_batched_tokens and max_num_seqs.
  constexpr int64_t kKvBlocks = 2588;
  constexpr int64_t kTokenBudget = 2048;
  constexpr int64_t kRequestsAtOnce = 256;
  Deployment deployment{find_model("llama-3.1-8b"),
                        hardware.gpu("rtx-4090"),
                        hardware.engine("vllm-0.19", "rtx-4090"),
                        1,
                        {}};
  deployment.engine.token_budget = kTokenBudget;
  deployment.engine.requests_max = kRequestsAtOnce;
  const std::vector<TimedRequest> timed = read_timed_requests(path);
  std::vector<Request> requests;
  for (const TimedRequest& request : timed) {
    const double after_s = request.arrival_s - timed.front().arrival_s;
    requests.push_back({ps_of_seconds(after_s), request.prompt_tokens, request.output_tokens, {}});
  }
  MeasuredRun run;
  run.requests = std::ssize(timed);
  run.measured = measured_times(timed);
  run.computed = simulate(deployment, kKvBlocks, 0, requests, path);
  return run;
}

}  // namespace kitchen::real

#include "real/measured_runs.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "real/input_file.h"
#include "real/json_text.h"
#include "real/lines.h"
#include "real/measured_names.h"
#include "real/model_config.h"
#include "real/requests.h"
#include "real/run.h"
#include "real/time_units.h"
#include "sim/prng.h"
#include "sim/sampling.h"

namespace kitchen::real {
namespace {

constexpr int64_t kRequestsPerClient = 10;  // InferenceMAX's
constexpr uint64_t kLengthSeed = 1;
constexpr uint64_t kLengthStream = 1;

/// `name`: of what is run, for messages. `gpus`: those that a message may suggest.
RunTimes simulate(const Deployment& deployment, const Scenario& scenario,
                  std::span<const Request> requests, std::span<const Gpu> gpus,
                  const std::string& name) {
  try {
    const RunSetup setup = set_up(scenario, deployment, gpus);
    ListedSource source(requests);
    const RunOutcome outcome = run(setup, source);
    const Metrics& metrics = outcome.metrics;
    if (metrics.not_finished() > 0 || outcome.stopped != sim::StopReason::none) {
      throw InputError("its requests are too long for the KV cache or the context");
    }
    return {seconds_of(metrics.ttft().mean()), seconds_of(metrics.tpot().mean()),
            seconds_of(outcome.duration_ps())};
  } catch (const InputError& error) {
    throw InputError(name + ": " + error.what());
  }
}

// InferenceMAX draws lengths from 0.8 to 1 of the nominal one. Others name one length; but their
// clients don't keep in step, as the simulator's would with prompts and outputs all of one length.
int64_t drawn_length(sim::Prng& prng, int64_t mean) {
  return sim::draw_uniform(prng, shortest_drawn(mean), longest_drawn(mean));
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
  if (!is_count) throw InputError(place, std::string(key) + " must be a whole number above 0");
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

/// What the meta.json beside a requests.jsonl says of the engine.
struct RunMeta {
  std::string model;
  std::string version;
  std::string device;
  std::string dtype;
  std::string kv_dtype;
  int64_t gpus = 0;
  int64_t replicas = 0;
  int64_t token_budget = 0;
  int64_t requests_max = 0;
  int64_t kv_blocks = 0;
  int64_t block_tokens = 0;
};

std::string meta_path(const std::string& requests_path) {
  constexpr std::string_view kEnd = "_requests.jsonl";
  std::string path = requests_path;
  if (path.ends_with(kEnd)) path.resize(path.size() - kEnd.size());
  return path + "_meta.json";
}

RunMeta read_meta(const std::string& path) {
  constexpr int64_t kMetaBytesMax = 4 << 20;
  const auto json = parse_json<LineJson>(read_whole(path, kMetaBytesMax), path);
  const auto part = [&](const char* key) {
    if (!json.is_object() || !json.contains(key) || !json[key].is_object()) {
      throw InputError(Place{path}, std::string("expected an object as ") + key);
    }
    return json[key];
  };
  const LineJson engine = part("engine_kwargs");
  const LineJson cache = part("kv_cache");
  const LineJson hardware = part("hardware");
  const auto text = [&](const LineJson& from, const char* key) {
    if (!from.contains(key) || !from[key].is_string()) {
      throw InputError(Place{path}, std::string("expected a text as ") + key);
    }
    return from[key].get<std::string>();
  };
  const Place place{path};
  RunMeta meta;
  meta.model = text(json, "model");
  meta.version = text(json, "vllm_version");
  meta.device = text(hardware, "device_name");
  meta.dtype = text(engine, "dtype");
  meta.kv_dtype = text(engine, "kv_cache_dtype");
  meta.gpus = tokens_in(engine, "tensor_parallel_size", place);
  meta.replicas = tokens_in(engine, "data_parallel_size", place);
  meta.token_budget = tokens_in(engine, "max_num_batched_tokens", place);
  meta.requests_max = tokens_in(engine, "max_num_seqs", place);
  meta.kv_blocks = tokens_in(cache, "num_gpu_blocks", place);
  meta.block_tokens = tokens_in(cache, "block_size", place);
  return meta;
}

/// Why a run can't be compared; "" where it can.
std::string run_problem(const RunMeta& meta) {
  if (bundled_gpu(meta.device).empty()) return "GPUs that aren't known here";
  if (bundled_name(meta.model).empty()) return "models of which no config.json is bundled";
  if (preset_of("vllm", meta.version).empty()) {
    return "engines, or versions of them, that no preset is of";
  }
  if (meta.replicas > 1) return "data parallelism, which isn't modelled";
  const bool is_bf16 = meta.dtype == "bfloat16" && meta.kv_dtype == "auto";
  return is_bf16 ? "" : "types other than bf16 in a run";
}

}  // namespace

RunTimes simulate_clients(const MeasuredRow& row) {
  sim::Prng prng(kLengthSeed, kLengthStream);
  std::vector<Request> requests(static_cast<uint64_t>(row.requests * kRequestsPerClient));
  for (Request& request : requests) {
    request.prompt_tokens = drawn_length(prng, row.prompt_tokens);
    request.output_tokens = drawn_length(prng, row.output_tokens);
  }
  Scenario scenario;
  scenario.arrivals = Arrivals::Kind::closed;
  scenario.clients = row.requests;
  scenario.prefix_caching = false;
  return simulate(row.deployment, scenario, requests, {}, row.name);
}

double client_tpot_s(const MeasuredRow& row) { return simulate_clients(row).tpot_s; }

MeasuredRun simulate_run(const Hardware& hardware, const std::string& path) {
  const std::vector<TimedRequest> timed = read_timed_requests(path);
  const RunMeta meta = read_meta(meta_path(path));
  MeasuredRun run;
  run.requests = std::ssize(timed);
  run.measured = measured_times(timed);
  run.name = meta.device + " run, " + meta.model;
  run.left_out = run_problem(meta);
  if (!run.left_out.empty()) return run;
  const std::string gpu = bundled_gpu(meta.device);
  Deployment deployment{find_model(bundled_name(meta.model)),
                        hardware.gpu(gpu),
                        hardware.engine(preset_of("vllm", meta.version), gpu),
                        meta.gpus,
                        {}};
  run.left_out = deployment_problem(deployment);
  if (!run.left_out.empty()) return run;
  // The 0.6 ms per step of that preset are of its run.
  run.is_fitted = deployment.engine.name == "vllm-0.19" && gpu == "rtx-4090" &&
                  deployment.model.name == "llama-3.1-8b";
  if (run.is_fitted) run.name = "RTX 4090 run";
  Scenario scenario;
  scenario.kv_blocks = meta.kv_blocks;
  scenario.token_budget = meta.token_budget;
  scenario.requests_max = meta.requests_max;
  scenario.prefix_caching = false;
  deployment.engine.block_tokens = meta.block_tokens;
  std::vector<Request> requests;
  for (const TimedRequest& request : timed) {
    const double after_s = request.arrival_s - timed.front().arrival_s;
    requests.push_back({ps_of_seconds(after_s), request.prompt_tokens, request.output_tokens, {}});
  }
  run.computed = simulate(deployment, scenario, requests, hardware.gpus(), path);
  return run;
}

}  // namespace kitchen::real

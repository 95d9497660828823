#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "real/input_error.h"
#include "real/number_type.h"
#include "real/synthetic.h"
#include "real/trace.h"
#include "sim/cluster.h"

namespace kitchen::real {

enum class Oversized : int32_t { stop, refuse };

/// Everything that a run is given: what is deployed, its limits, the traffic, the targets. Each
/// member is a setting of the table in scenario.cc, by which files, command line options and sweeps
/// set it; docs/real/scenario.md lists them.
struct Scenario {
  // What is deployed.
  std::string model;  ///< a bundled name, or a path of a config.json
  std::string gpu;
  std::string engine = "vllm-0.19";
  std::string hardware;  ///< a file with further GPUs and engines; "": none
  int64_t tensor_parallel = 1;
  int64_t replicas = 1;
  sim::Router router = sim::Router::round_robin;
  std::optional<NumberType> weights;      ///< else as the checkpoint has them
  std::optional<NumberType> activations;  ///< else fp8 where weights and GPU are
  NumberType kv = NumberType::bf16;

  // The engine's limits; those not given are the preset's.
  std::optional<int64_t> kv_blocks;  ///< of one replica: the engine's own figure
  std::optional<double> memory_share;
  std::optional<int64_t> context_tokens_max;
  std::optional<int64_t> requests_max;
  std::optional<int64_t> token_budget;
  sim::Batching batching = sim::Batching::continuous;
  bool chunked_prefill = true;
  bool prefix_caching = true;

  // Traffic out of a file.
  std::string trace;  ///< "": none, so it is synthetic
  std::optional<TraceFormat> format;
  std::optional<int64_t> benchmark;  ///< of a GuideLLM file, from 1
  double from_s = 0;
  std::optional<double> until_s;
  double rate_scale = 1;
  bool strict = false;  ///< refuse timestamps that go back, and a last line without an end
  /// Spread requests that share an instant over so many seconds.
  std::optional<double> spread_arrivals_s;

  /// What becomes of a prompt that is longer than the context or the KV cache: the run ends with an
  /// error, or the request is refused and counted.
  Oversized oversized = Oversized::stop;

  // Synthetic traffic.
  std::optional<Arrivals::Kind> arrivals;
  std::optional<double> rate_per_s;
  std::optional<double> burstiness;
  std::optional<int64_t> clients;
  std::optional<double> think_s;
  std::optional<int64_t> prompt_tokens;  ///< fixed
  std::optional<double> prompt_log_mean;
  std::optional<double> prompt_log_sigma;
  std::optional<int64_t> output_tokens;  ///< fixed
  std::optional<double> output_log_mean;
  std::optional<double> output_log_sigma;
  std::string lengths_from;  ///< a trace whose pairs of lengths are drawn; "": none
  int64_t seed = 1;

  /// How many at most; a trace's default is all of them, synthetic traffic's is 1000.
  std::optional<int64_t> requests;

  // Targets and price.
  std::optional<double> ttft_ms_max;
  std::optional<double> tpot_ms_max;
  std::optional<double> itl_ms_max;
  std::optional<double> e2e_ms_max;
  double percentile = 95;  ///< at which each target must be met, in %
  std::optional<double> price_per_gpu_hour;

  bool operator==(const Scenario&) const = default;
};

/// What a setting is, for help, documents and messages.
struct Setting {
  enum class Kind : int32_t { text, path, whole, number, flag, choice };

  std::string_view key;  ///< as in a file, such as "token_budget"; the option is --token-budget
  std::string_view group;
  Kind kind = Kind::text;
  std::string values;         ///< short, for help: "N", "bf16|fp8"
  std::string allowed;        ///< in words: "a whole number from 1 to 1024"
  std::string_view fallback;  ///< where it isn't given
  std::string_view help;
};

/// All settings in the order of the documentation.
const std::vector<Setting>& settings();

/// "--token-budget" for "token_budget".
std::string option_name(std::string_view key);

/// "there is no setting KEY", with the nearest that there is.
std::string unknown_setting(std::string_view key);

/// Sets one; key with '_' or '-'. "", or what is wrong: that there is no such setting (with the
/// nearest), or what the value must be ("it must be a whole number from 1 to 1024"). Then nothing
/// is changed.
std::string set_setting(Scenario& scenario, std::string_view key, std::string_view value);

/// The value as set_setting() takes it; "" where it isn't given. Numbers have the fewest digits
/// that give them back. There must be a setting of that name.
std::string setting_text(const Scenario& scenario, std::string_view key);

/// Key and value of each setting that isn't as in Scenario(), in the order of settings(): the same
/// for the same scenario, so it may be hashed.
std::vector<std::pair<std::string, std::string>> settings_given(const Scenario& scenario);

/// A key of the [sweep] table with its values, in the order of the file.
struct ScenarioAxis {
  std::string key;
  std::vector<std::string> values;  ///< each has been tried with set_setting()
  Place place;
};

struct ScenarioFile {
  Scenario scenario;
  std::vector<std::string> given;   ///< keys that are set, also those set to their default
  std::vector<ScenarioAxis> sweep;  ///< the [sweep] table
};

/// Reads a scenario file (docs/real/scenario.md). Paths in it are relative to its folder. Throws
/// InputError with file, line and column: an unknown key (with the nearest), a wrong type, a value
/// out of range.
ScenarioFile read_scenario_file(const std::string& path);
/// The same of a text; `name` stands for the file.
ScenarioFile read_scenario_text(std::string_view toml, const std::string& name);

}  // namespace kitchen::real

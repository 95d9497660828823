#include "real/measured_rows.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "real/cost.h"
#include "real/kv_capacity.h"
#include "real/measured_names.h"
#include "real/measurements.h"
#include "real/model_config.h"
#include "sim/serving.h"

namespace kitchen::real {
namespace {

constexpr double kSecondsPerMs = 1e-3;
constexpr double kSaturatedTtftMs = 2500;
constexpr int64_t kRowRequestsMax = 16'384;  // twice the most of the public tables

constexpr char kSaturated[] =
    "saturated: a mean TTFT above 2.5 s is waiting for room in the KV cache";
constexpr char kOtherModel[] = "models of which no config.json is bundled";
constexpr char kWaves[] =
    "batches that don't fit into the KV cache: they run in parts, one after the other";
constexpr char kNoEngine[] = "engines, or versions of them, that no preset is of";
constexpr char kNoGpu[] = "GPUs that aren't known here";
constexpr char kDisaggregated[] = "disaggregated serving, which isn't modelled";
constexpr char kOtherType[] = "weights of a type that isn't modelled";
constexpr char kOtherParallel[] = "pipeline, data or expert parallelism, which aren't modelled";
constexpr char kNotMeasured[] = "rows without a measured time";
constexpr char kNotDeployable[] =
    "numbers of GPUs that don't divide the model, or whose all-reduce isn't known";
constexpr char kTooLarge[] =
    "what doesn't fit by this computation: the weights, or one request's KV cache or context";
constexpr char kBeatsPhysics[] =
    "a token in less time than reading the weights takes at all of the datasheet's bandwidth";
constexpr char kBeyondBounds[] =
    "more than 16384 requests at a time, or than 1048576 tokens of a prompt or output";
constexpr char kCorrupt[] =
    "corrupt: Qwen2-7B, TensorRT-LLM on H100, 2048 tokens, or 4 GPUs and a batch of 64";

std::string counted(int64_t count, const char* unit) { return std::to_string(count) + unit; }

/// InferenceMAX's rows have lengths drawn evenly from 0.8 to 1 of the nominal one, and beside fp8
/// weights an 8-bit KV cache. They name no version, or the number of a configuration.
bool is_inference_max(const Measurements& table) {
  return table.text("backend_version").empty() ||
         table.text_or("silicon_data_source", "").find("config_id=") != std::string::npos;
}

std::optional<NumberType> client_weights(const Measurements& table) {
  const std::string& precision = table.text("precision");
  return precision.empty() ? NumberType::bf16 : find_type(precision);
}

/// Why a row can't be compared whatever its figures are; "": nothing of that kind.
const char* client_problem(const Measurements& table) {
  const auto is_divided = [&](const char* column) {
    const std::string parts = table.text_or(column, "");
    return !parts.empty() && parts != "0" && parts != "1";
  };
  if (table.text("mode") != "agg") return kDisaggregated;
  if (preset_of(table.text("backend"), table.text("backend_version")).empty()) return kNoEngine;
  if (bundled_name(table.text("model_path")).empty()) return kOtherModel;
  if (bundled_gpu(table.text("system")).empty()) return kNoGpu;
  if (!client_weights(table)) return kOtherType;
  for (const char* column : {"pp_size", "attention_dp_size", "moe_ep_size"}) {
    if (is_divided(column)) return kOtherParallel;
  }
  return "";
}

/// What a row is of; nullopt where client_problem() says why it can't be compared.
std::optional<ClientRows> kind_of(const Measurements& table) {
  const std::optional<NumberType> weights = client_weights(table);
  if (!weights || !std::string_view(client_problem(table)).empty()) return std::nullopt;
  return ClientRows{table.text("backend"), table.text("backend_version"),
                    bundled_name(table.text("model_path")), bundled_gpu(table.text("system")),
                    *weights};
}

bool is_wanted(const Measurements& table, const ClientRows& which) {
  const std::optional<ClientRows> kind = kind_of(table);
  return kind && kind->is_same(which);
}

/// Whether a measured column has no number: empty, or 0 as some tables write it.
bool lacks(const Measurements& table, const char* column) {
  const std::string& text = table.text(column);
  return text.empty() || text == "0" || text == "0.0";
}

/// Of what can't be simulated in a reasonable time, or not at all.
bool is_beyond_bounds(int64_t requests, int64_t prompt_tokens, int64_t output_tokens) {
  return requests > kRowRequestsMax || prompt_tokens > sim::kServingTokensMax ||
         output_tokens > sim::kServingTokensMax;
}

int64_t mean_length(const Measurements& table, std::string_view column) {
  const int64_t nominal = table.whole(column);
  return is_inference_max(table) ? nominal * 9 / 10 : nominal;
}

double step_s(const CostLaw& law, const Model& model, const std::vector<Chunk>& chunks) {
  return law.terms(load_of(model, chunks)).total_s();
}

bool fits_into_cache(const Deployment& deployment, int64_t tokens) {
  return tokens <= kv_capacity(deployment).tokens();
}

/// `token_s`: the measured time of a token, or less.
bool beats_physics(const Deployment& deployment, double token_s) {
  return token_s <
         CostLaw(deployment).weights_read_bytes(1) / deployment.gpu.bandwidth_bytes_per_s.value;
}

/// Whether one request of the row's lengths, with what simulate_clients() draws above them, can be
/// served at all.
bool can_serve_one(const MeasuredRow& row) {
  const int64_t tokens = longest_drawn(row.prompt_tokens) + longest_drawn(row.output_tokens);
  return tokens <= row.deployment.model.context_tokens_max &&
         fits_into_cache(row.deployment, tokens);
}

std::optional<NumberType> weights_of_bits(int64_t bits) {
  switch (bits) {
    case 16:
      return NumberType::bf16;
    case 8:
      return NumberType::int8;
    case 4:
      return NumberType::int4;
    default:
      return std::nullopt;
  }
}

/// The preset of a framework of llm_inference_bench; "" where there is none. Its rows are of 2024.
std::string batch_preset(std::string_view framework, const std::string& gpu) {
  if (gpu == "mi300x") return "";
  if (framework == "vLLM") return "vllm-2024";
  return framework == "TensorRT-LLM" ? "trtllm-2024" : "";
}

/// llm_inference_bench's A100 is the one of 40 GB.
std::string batch_gpu(const Measurements& table) {
  const std::string gpu = bundled_gpu(table.text("Hardware"));
  return gpu == "a100-80" ? "a100-40" : gpu;
}

/// As client_problem().
const char* batch_problem(const Measurements& table) {
  const std::string gpu = batch_gpu(table);
  if (gpu.empty()) return kNoGpu;
  if (batch_preset(table.text("Framework"), gpu).empty()) return kNoEngine;
  return bundled_name(table.text("Model")).empty() ? kOtherModel : "";
}

bool is_corrupt(const Measurements& table, const BatchRows& which, std::string_view model) {
  return which.framework == "TensorRT-LLM" && which.gpu == "h100" && model == "qwen2-7b" &&
         (table.whole("Input Output Length") == 2048 ||
          (which.gpus == 4 && table.whole("Batch Size") == 64));
}

}  // namespace

void MeasuredTable::exclude(const std::string& rule) { add_excluded(excluded, {rule, 1}); }

void add_excluded(std::vector<ExcludedRows>& sum, const ExcludedRows& more) {
  const auto known = std::ranges::find(sum, more.rule, &ExcludedRows::rule);
  if (known == sum.end()) {
    sum.push_back(more);
  } else {
    known->rows += more.rows;
  }
}

bool ClientRows::is_same(const ClientRows& other) const {
  return engine == other.engine && version == other.version && model == other.model &&
         gpu == other.gpu && weights == other.weights;
}

ClientKinds client_kinds(const std::string& path) {
  Measurements table(path);
  ClientKinds found;
  while (table.next()) {
    const std::optional<ClientRows> kind = kind_of(table);
    if (!kind) {
      add_excluded(found.excluded, {client_problem(table), 1});
      continue;
    }
    const bool is_known = std::ranges::any_of(
        found.kinds, [&](const ClientRows& known) { return known.is_same(*kind); });
    if (!is_known) found.kinds.push_back(*kind);
  }
  return found;
}

MeasuredTable read_client_rows(const Hardware& hardware, const std::string& path,
                               const ClientRows& which) {
  Measurements table(path);
  MeasuredTable result;
  Deployment deployment{find_model(which.model),
                        hardware.gpu(which.gpu),
                        hardware.engine(preset_of(which.engine, which.version), which.gpu),
                        1,
                        {}};
  deployment.precision.weights = which.weights;
  deployment.precision.activations = default_activations(which.weights, deployment.gpu);
  while (table.next()) {
    if (!is_wanted(table, which)) continue;
    if (!which.left_out.empty()) {
      result.exclude(which.left_out);
      continue;
    }
    if (lacks(table, "silicon_ttft_ms") || lacks(table, "silicon_tpot_ms")) {
      result.exclude(kNotMeasured);
      continue;
    }
    if (table.number("silicon_ttft_ms") > kSaturatedTtftMs) {
      result.exclude(kSaturated);
      continue;
    }
    if (is_beyond_bounds(table.whole("batch_size"), table.whole("isl"), table.whole("osl"))) {
      result.exclude(kBeyondBounds);
      continue;
    }
    MeasuredRow row{"",
                    deployment,
                    table.whole("batch_size"),
                    mean_length(table, "isl"),
                    mean_length(table, "osl"),
                    table.number("silicon_tpot_ms") * kSecondsPerMs};
    row.deployment.tensor_parallel = table.whole("tp_size");
    row.measured_ttft_s = table.number("silicon_ttft_ms") * kSecondsPerMs;
    if (is_inference_max(table) && which.weights == NumberType::fp8) {
      row.deployment.precision.kv = NumberType::fp8;
    }
    row.name = which.model + " tp " + table.text("tp_size") + ", " + table.text("isl") + "+" +
               table.text("osl") + " tokens, " + counted(row.requests, " clients");
    if (!deployment_problem(row.deployment).empty()) {
      result.exclude(kNotDeployable);
    } else if (!can_serve_one(row)) {
      result.exclude(kTooLarge);
    } else if (beats_physics(row.deployment, row.measured_s)) {
      result.exclude(kBeatsPhysics);
    } else {
      result.rows.push_back(std::move(row));
    }
  }
  return result;
}

bool BatchRows::is_same(const BatchRows& other) const {
  return framework == other.framework && gpu == other.gpu && gpus == other.gpus;
}

BatchKinds batch_kinds(const std::string& path) {
  Measurements table(path);
  BatchKinds found;
  while (table.next()) {
    const std::string problem = batch_problem(table);
    const std::string gpu = batch_gpu(table);
    const std::string engine = batch_preset(table.text("Framework"), gpu);
    if (gpu.empty() || engine.empty()) {
      add_excluded(found.excluded, {problem, 1});
      continue;
    }
    const BatchRows kind{table.text("Framework"), gpu, engine, table.whole("Num of Hardware")};
    const bool is_known = std::ranges::any_of(
        found.kinds, [&](const BatchRows& known) { return known.is_same(kind); });
    if (!is_known) found.kinds.push_back(kind);
  }
  return found;
}

MeasuredTable read_batch_rows(const Hardware& hardware, const std::string& path,
                              const BatchRows& which) {
  Measurements table(path);
  MeasuredTable result;
  while (table.next()) {
    const bool is_wanted = table.text("Framework") == which.framework &&
                           batch_gpu(table) == which.gpu &&
                           table.whole("Num of Hardware") == which.gpus;
    if (!is_wanted) continue;
    const std::string problem = batch_problem(table);
    if (!problem.empty() || lacks(table, "Latency")) {
      result.exclude(problem.empty() ? kNotMeasured : problem);
      continue;
    }
    const std::string model = bundled_name(table.text("Model"));
    const int64_t tokens = table.whole("Input Output Length");
    if (is_beyond_bounds(table.whole("Batch Size"), tokens, tokens)) {
      result.exclude(kBeyondBounds);
      continue;
    }
    MeasuredRow row{"",
                    {find_model(model),
                     hardware.gpu(which.gpu),
                     hardware.engine(which.engine, which.gpu),
                     which.gpus,
                     {}},
                    table.whole("Batch Size"),
                    tokens,
                    tokens,
                    table.number("Latency")};
    row.name = model + ", " + std::to_string(tokens) + "+" + std::to_string(tokens) +
               " tokens, batch " + counted(row.requests, "");
    if (!deployment_problem(row.deployment).empty()) {
      result.exclude(kNotDeployable);
    } else if (!fits_into_cache(row.deployment, row.requests * 2 * tokens)) {
      result.exclude(kWaves);
    } else if (is_corrupt(table, which, model)) {
      result.exclude(kCorrupt);
    } else if (beats_physics(row.deployment, row.measured_s / static_cast<double>(tokens))) {
      result.exclude(kBeatsPhysics);
    } else {
      result.rows.push_back(std::move(row));
    }
  }
  return result;
}

MeasuredTable read_single_rows(const Hardware& hardware, const std::string& path) {
  // gpt-fast's own prompt, "Hello, my name is", and its 200 new tokens.
  constexpr int64_t kPromptTokens = 6;
  constexpr int64_t kOutputTokens = 200;
  constexpr char kGpuName[] = "a100-80";
  Measurements table(path);
  MeasuredTable result;
  while (table.next()) {
    const std::string model = bundled_name(table.text("model"));
    const auto weights = weights_of_bits(table.whole("weight_bits"));
    if (model.empty() || !weights || lacks(table, "tokens_per_s")) {
      result.exclude(model.empty() ? kOtherModel : !weights ? kOtherType : kNotMeasured);
      continue;
    }
    Deployment deployment{find_model(model),
                          hardware.gpu(kGpuName),
                          hardware.engine("gpt-fast", kGpuName),
                          table.whole("num_gpus"),
                          {}};
    deployment.precision.weights = *weights;
    if (!deployment_problem(deployment).empty()) {
      result.exclude(kNotDeployable);
      continue;
    }
    const std::string name =
        model + " tp " + table.text("num_gpus") + ", " + table.text("weight_bits") + " bits";
    const double token_s = 1 / table.number("tokens_per_s");
    if (beats_physics(deployment, token_s)) {
      result.exclude(kBeatsPhysics);
      continue;
    }
    result.rows.push_back({name, std::move(deployment), 1, kPromptTokens, kOutputTokens, token_s});
  }
  return result;
}

double batch_s(const MeasuredRow& row) {
  const Model& model = row.deployment.model;
  const CostLaw law(row.deployment);
  const auto decode_s = [&](int64_t made) {
    return step_s(law, model, {{row.requests, row.prompt_tokens + made - 1, 1}});
  };
  // The first token comes of the prompts' step; each further one reads one token more than the
  // last, and where a window is reached within the output, the sum has a corner there.
  const int64_t last = row.output_tokens - 1;
  const int64_t corner = model.window_layers > 0
                             ? std::clamp<int64_t>(model.window_tokens - row.prompt_tokens, 1, last)
                             : last;
  double sum = step_s(law, model, {{row.requests, 0, row.prompt_tokens}});
  const auto add = [&](int64_t first, int64_t until) {
    if (first > until) return;
    sum += static_cast<double>(until - first + 1) * (decode_s(first) + decode_s(until)) / 2;
  };
  add(1, corner);
  add(corner + 1, last);
  return sum;
}

int64_t shortest_drawn(int64_t mean) { return mean * 8 / 9; }
int64_t longest_drawn(int64_t mean) { return mean * 10 / 9; }

double single_token_s(const MeasuredRow& row) {
  const CostLaw law(row.deployment);
  return step_s(law, row.deployment.model,
                {{row.requests, row.prompt_tokens + row.output_tokens / 2, 1}});
}

double client_tpot_formula_s(const MeasuredRow& row) {
  const CostLaw law(row.deployment);
  const Model& model = row.deployment.model;
  const int64_t context = row.prompt_tokens + row.output_tokens / 2;
  const double decodes_s = step_s(law, model, {{row.requests, context, 1}});
  const double mixed_s =
      step_s(law, model, {{row.requests - 1, context, 1}, {1, 0, row.prompt_tokens}});
  const double prompts = static_cast<double>(row.requests - 1);
  const double gaps = static_cast<double>(std::max<int64_t>(1, row.output_tokens - 1));
  return decodes_s + prompts / gaps * (mixed_s - decodes_s);
}

}  // namespace kitchen::real

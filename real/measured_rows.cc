#include "real/measured_rows.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>

#include "real/cost.h"
#include "real/kv_capacity.h"
#include "real/measurements.h"
#include "real/model_config.h"

namespace kitchen::real {
namespace {

constexpr double kSecondsPerMs = 1e-3;
constexpr double kSaturatedTtftMs = 2500;

constexpr char kSaturated[] =
    "saturated: a mean TTFT above 2.5 s is waiting for room in the KV cache";
constexpr char kOtherModel[] = "models of which no config.json is bundled";
constexpr char kWaves[] =
    "batches that don't fit into the KV cache: they run in parts, one after the other";
constexpr char kCorrupt[] = "corrupt: TensorRT-LLM on H100, Qwen2-7B, 2048 tokens";

using NamePair = std::pair<std::string_view, std::string_view>;

/// What stands beside a name; "" where it isn't there.
std::string_view second_of(std::span<const NamePair> names, std::string_view name) {
  const auto found = std::ranges::find(names, name, &NamePair::first);
  return found == names.end() ? "" : found->second;
}

/// The bundled model of a name that a table uses; "" where there is none.
std::string_view bundled_name(std::string_view name) {
  constexpr std::array<NamePair, 13> kNames = {{
      {"Qwen/Qwen3-32B", "qwen3-32b"},
      {"meta-llama/Llama-3.1-70B", "llama-3.1-70b"},
      {"meta-llama/Llama-3.1-8B-Instruct", "llama-3.1-8b"},
      {"nvidia/Llama-3.1-8B-Instruct-FP8", "llama-3.1-8b"},
      {"meta-llama/Llama-2-7b-hf", "llama-2-7b"},
      {"meta-llama/Meta-Llama-3-8B", "llama-3-8b"},
      {"mistralai/Mistral-7B-v0.1", "mistral-7b-v0.1"},
      {"Qwen/Qwen2-7B", "qwen2-7b"},
      {"Llama-2-7B", "llama-2-7b"},
      {"Llama-2-70B", "llama-2-70b"},
      {"Llama-3.1-8B", "llama-3.1-8b"},
      {"Llama-3.1-70B", "llama-3.1-70b"},
      {"Mixtral-8x7B", "mixtral-8x7b"},
  }};
  return second_of(kNames, name);
}

/// The GPU of a name that a table uses; "" where it is none of those compared.
std::string_view gpu_name(std::string_view name) {
  // llm_inference_bench's A100 is the one of 40 GB.
  constexpr std::array<NamePair, 6> kNames = {{
      {"h100_sxm", "h100"},
      {"h200_sxm", "h200"},
      {"b200_sxm", "b200"},
      {"Nvidia A100 GPU", "a100-40"},
      {"Nvidia H100 GPU", "h100"},
      {"Nvidia GH200 GPU", "gh200"},
  }};
  return second_of(kNames, name);
}

std::string counted(int64_t count, const char* unit) { return std::to_string(count) + unit; }

/// Rows of Llama-3.1-70B are InferenceMAX's, whose lengths are drawn evenly from 0.8 to 1 of the
/// nominal one, with an 8-bit KV cache beside fp8 weights.
bool is_inference_max(const Measurements& table) {
  return table.text("model_path") == "meta-llama/Llama-3.1-70B";
}

bool is_wanted(const Measurements& table, const ClientRows& which) {
  const std::string& precision = table.text("precision");
  return table.text("backend") == which.engine && table.text("backend_version") == which.version &&
         bundled_name(table.text("model_path")) == which.model &&
         gpu_name(table.text("system")) == which.gpu && table.text("mode") == "agg" &&
         precision == (which.weights == NumberType::bf16 ? "" : type_name(which.weights));
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

int64_t bits_of(const Measurements& table) { return table.whole("weight_bits"); }

NumberType weights_of_bits(const Measurements& table) {
  switch (bits_of(table)) {
    case 16:
      return NumberType::bf16;
    case 8:
      return NumberType::int8;
    case 4:
      return NumberType::int4;
    default:
      table.fail("weight_bits", "16, 8 or 4");
  }
}

}  // namespace

void MeasuredTable::exclude(const std::string& rule) {
  const auto known = std::ranges::find(excluded, rule, &ExcludedRows::rule);
  if (known == excluded.end()) {
    excluded.push_back({rule, 1});
  } else {
    ++known->rows;
  }
}

MeasuredTable read_client_rows(const Hardware& hardware, const std::string& path,
                               const ClientRows& which) {
  Measurements table(path);
  MeasuredTable result;
  Deployment deployment{find_model(which.model), hardware.gpu(which.gpu), {}, 1, {}};
  deployment.precision.weights = which.weights;
  deployment.precision.activations = default_activations(which.weights, deployment.gpu);
  while (table.next()) {
    if (!is_wanted(table, which)) continue;
    if (!which.left_out.empty()) {
      result.exclude(which.left_out);
      continue;
    }
    if (table.number("silicon_ttft_ms") > kSaturatedTtftMs) {
      result.exclude(kSaturated);
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
    result.rows.push_back(std::move(row));
  }
  return result;
}

MeasuredTable read_batch_rows(const Hardware& hardware, const std::string& path,
                              const BatchRows& which) {
  Measurements table(path);
  MeasuredTable result;
  while (table.next()) {
    const bool is_wanted = table.text("Framework") == which.framework &&
                           gpu_name(table.text("Hardware")) == which.gpu &&
                           table.whole("Num of Hardware") == 1;
    if (!is_wanted) continue;
    const std::string_view model = bundled_name(table.text("Model"));
    if (model.empty()) {
      result.exclude(kOtherModel);
      continue;
    }
    const int64_t tokens = table.whole("Input Output Length");
    MeasuredRow row{"",
                    {find_model(std::string(model)),
                     hardware.gpu(which.gpu),
                     hardware.engine(which.engine, which.gpu),
                     1,
                     {}},
                    table.whole("Batch Size"),
                    tokens,
                    tokens,
                    table.number("Latency")};
    row.name = std::string(model) + ", " + std::to_string(tokens) + "+" + std::to_string(tokens) +
               " tokens, batch " + counted(row.requests, "");
    if (!fits_into_cache(row.deployment, row.requests * 2 * tokens)) {
      result.exclude(kWaves);
    } else if (which.framework == "TensorRT-LLM" && which.gpu == "h100" && model == "qwen2-7b" &&
               tokens == 2048) {
      result.exclude(kCorrupt);
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
  Measurements table(path);
  MeasuredTable result;
  while (table.next()) {
    const std::string_view model = bundled_name(table.text("model"));
    if (model.empty()) table.fail("model", "a model that is bundled");
    Deployment deployment{
        find_model(std::string(model)), hardware.gpu("a100-80"), {}, table.whole("num_gpus"), {}};
    deployment.precision.weights = weights_of_bits(table);
    const std::string name = std::string(model) + " tp " + table.text("num_gpus") + ", " +
                             table.text("weight_bits") + " bits";
    result.rows.push_back({name, std::move(deployment), 1, kPromptTokens, kOutputTokens,
                           1 / table.number("tokens_per_s")});
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

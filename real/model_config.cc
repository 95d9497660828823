#include "real/model_config.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "real/data.h"
#include "real/input_error.h"
#include "real/input_file.h"
#include "real/json_text.h"
#include "real/text.h"

namespace kitchen::real {
namespace {

using Json = nlohmann::ordered_json;

constexpr int64_t kConfigBytesMax = 4 << 20;
constexpr int64_t kWidthMax = 10'000'000;
constexpr int64_t kLayersMax = 10'000;
constexpr int64_t kContextMax = 100'000'000;

/// What a family of models has that its config.json doesn't say. Defaults are those of the
/// transformers library, for configs that leave a value out.
struct Family {
  std::string_view model_type;
  bool tied_embeddings;
  bool qkv_bias;
  bool qk_norm;
  int64_t norms_per_layer;
  enum class Window : int32_t { none, all, every_other, pattern, optional } window;
  int64_t heads;  // 0: must be given
  int64_t kv_heads;
  int64_t head_dim;
  int64_t vocabulary;
  int64_t context;
};

using Window = Family::Window;

constexpr std::array<Family, 13> kFamilies = {{
    {"llama", false, false, false, 2, Window::none, 0, 0, 0, 0, 0},
    {"mistral", false, false, false, 2, Window::all, 0, 0, 0, 0, 0},
    {"ministral", false, false, false, 2, Window::all, 0, 0, 0, 0, 0},
    {"mixtral", false, false, false, 2, Window::all, 0, 0, 0, 0, 0},
    {"phi3", false, false, false, 2, Window::all, 0, 0, 0, 0, 0},
    {"qwen2", false, true, false, 2, Window::optional, 0, 0, 0, 0, 0},
    {"qwen2_moe", false, true, false, 2, Window::optional, 0, 0, 0, 0, 0},
    {"qwen3", false, false, true, 2, Window::optional, 0, 0, 0, 0, 0},
    {"qwen3_moe", false, false, true, 2, Window::optional, 0, 0, 0, 0, 0},
    {"gemma", true, false, false, 2, Window::none, 0, 0, 256, 256'000, 8'192},
    {"gemma2", true, false, false, 4, Window::every_other, 8, 4, 256, 256'000, 8'192},
    {"gemma3_text", true, false, true, 4, Window::pattern, 8, 4, 256, 262'208, 131'072},
    {"gemma3", true, false, true, 4, Window::pattern, 8, 4, 256, 262'208, 131'072},
}};

std::string family_names() {
  std::vector<std::string> names;
  for (const Family& family : kFamilies) names.emplace_back(family.model_type);
  return join(names);
}

class ConfigReader {
 public:
  ConfigReader(const Json& config, const std::string& file) : config_(config), file_(file) {}

  [[noreturn]] void fail(const std::string& message) const {
    throw InputError(Place{file_}, message);
  }

  bool has(const char* key) const { return config_.contains(key) && !config_[key].is_null(); }

  int64_t whole(const char* key, int64_t last) const {
    if (!has(key)) fail(std::string("the config has no ") + key);
    const Json& value = config_[key];
    const bool fits = value.is_number_integer() && value >= 1 && value <= last;
    if (!fits) {
      fail(std::string(key) + " is " + shown(value.dump()) +
           "; it must be a whole number from 1 to " + std::to_string(last));
    }
    return value.get<int64_t>();
  }

  /// `fallback` 0: it must be given.
  int64_t whole(const char* key, int64_t last, int64_t fallback) const {
    return has(key) || fallback == 0 ? whole(key, last) : fallback;
  }

  bool flag(const char* key, bool fallback) const {
    if (!has(key)) return fallback;
    if (!config_[key].is_boolean()) {
      fail(std::string(key) + " is " + shown(config_[key].dump()) + "; it must be true or false");
    }
    return config_[key].get<bool>();
  }

  const Json& json() const { return config_; }

 private:
  const Json& config_;
  std::string file_;
};

/// What a family that isn't modelled has that the law has no term for.
std::string why_not(const ConfigReader& config) {
  if (config.has("kv_lora_rank")) {
    return ": it has multi-head latent attention, whose cache is one vector for all heads";
  }
  for (const char* key :
       {"linear_num_key_heads", "ssm_state_size", "mamba_d_state", "state_size"}) {
    if (config.has(key)) return ": it has layers that keep a state in place of a KV cache";
  }
  return config.has("n_routed_experts") ? ": its experts are of another kind" : "";
}

const Family& family_of(const ConfigReader& config) {
  const std::string type = config.has("model_type") && config.json()["model_type"].is_string()
                               ? config.json()["model_type"].get<std::string>()
                               : "";
  if (type.empty()) config.fail("the config has no model_type; is it a Hugging Face config.json?");
  for (const Family& family : kFamilies) {
    if (family.model_type == type) return family;
  }
  config.fail("model_type " + shown(type) + " is not modelled" + why_not(config) +
              "; modelled are " + family_names());
}

void read_attention(const ConfigReader& config, const Family& family, Model& model) {
  model.heads = config.whole("num_attention_heads", kWidthMax, family.heads);
  const int64_t all_heads = family.kv_heads == 0 ? model.heads : family.kv_heads;
  model.kv_heads = config.whole("num_key_value_heads", kWidthMax, all_heads);
  if (model.heads % model.kv_heads != 0) {
    config.fail("num_key_value_heads is " + std::to_string(model.kv_heads) +
                "; it must divide num_attention_heads, which is " + std::to_string(model.heads));
  }
  if (!config.has("head_dim") && family.head_dim == 0 && model.hidden % model.heads != 0) {
    config.fail("num_attention_heads must divide hidden_size where there is no head_dim");
  }
  const int64_t usual = family.head_dim == 0 ? model.hidden / model.heads : family.head_dim;
  model.head_dim = config.whole("head_dim", kWidthMax, usual);
  const bool attention_bias = config.flag("attention_bias", false);
  model.qkv_bias = family.qkv_bias || attention_bias;
  model.output_bias = attention_bias;
  model.qk_norm = family.qk_norm;
}

int64_t window_layers_listed(const ConfigReader& config, const Model& model) {
  const Json& types = config.json()["layer_types"];
  if (!types.is_array() || std::ssize(types) != model.layers) {
    config.fail("layer_types must be a list with a text for each of the " +
                std::to_string(model.layers) + " layers");
  }
  return std::ranges::count(types, Json("sliding_attention"));
}

int64_t window_layers(const ConfigReader& config, const Family& family, const Model& model) {
  if (config.has("layer_types")) return window_layers_listed(config, model);
  switch (family.window) {
    case Window::all:
      return model.layers;
    case Window::every_other:
      return (model.layers + 1) / 2;
    case Window::pattern: {
      const int64_t pattern = config.whole("sliding_window_pattern", kLayersMax, 6);
      return model.layers - model.layers / pattern;
    }
    case Window::optional:
      // Qwen's lower layers attend to all.
      return config.flag("use_sliding_window", false)
                 ? std::max<int64_t>(0,
                                     model.layers - config.whole("max_window_layers", kLayersMax))
                 : 0;
    case Window::none:
      break;
  }
  return 0;
}

void read_window(const ConfigReader& config, const Family& family, Model& model) {
  const bool always = family.window == Window::every_other || family.window == Window::pattern;
  if (!config.has("sliding_window") && !always) return;
  model.window_layers = window_layers(config, family, model);
  if (model.window_layers == 0) return;
  model.window_tokens = config.whole("sliding_window", kContextMax, always ? 4096 : 0);
}

void read_experts(const ConfigReader& config, Model& model) {
  const bool mixtral = config.has("num_local_experts");
  if (!mixtral && !config.has("num_experts")) return;
  model.experts = config.whole(mixtral ? "num_local_experts" : "num_experts", 100'000);
  model.experts_per_token = config.whole("num_experts_per_tok", model.experts);
  model.expert_intermediate =
      mixtral ? model.intermediate : config.whole("moe_intermediate_size", kWidthMax);
  if (config.has("shared_expert_intermediate_size")) {
    model.shared_intermediate = config.whole("shared_expert_intermediate_size", kWidthMax);
    model.shared_gate = true;
  }
  const int64_t step = config.whole("decoder_sparse_step", kLayersMax, 1);
  std::vector<bool> dense(static_cast<uint64_t>(model.layers), false);
  if (config.has("mlp_only_layers")) {
    for (const Json& layer : config.json()["mlp_only_layers"]) {
      if (!layer.is_number_integer() || layer < 0 || layer >= model.layers) {
        config.fail("mlp_only_layers names a layer " + shown(layer.dump()) + "; there are " +
                    std::to_string(model.layers));
      }
      dense[layer.get<uint64_t>()] = true;
    }
  }
  for (int64_t layer = 0; layer < model.layers; ++layer) {
    const bool sparse = !dense[static_cast<uint64_t>(layer)] && (layer + 1) % step == 0;
    if (sparse) ++model.expert_layers;
  }
}

NumberType type_of_bits(const ConfigReader& config, int64_t bits, bool is_float) {
  if (bits == 4 && !is_float) return NumberType::int4;
  if (bits == 8) return is_float ? NumberType::fp8 : NumberType::int8;
  config.fail("quantization_config has weights of " + std::to_string(bits) +
              (is_float ? " bits floating point" : " bits") + "; modelled are fp8, int8 and int4");
}

/// compressed-tensors: groups of layers, each with a scheme. All that quantise weights must agree.
NumberType compressed_type(const ConfigReader& config, const Json& groups) {
  std::optional<NumberType> type;
  for (const auto& [name, group] : groups.items()) {
    const Json weights = group.is_object() ? group.value("weights", Json()) : Json();
    if (!weights.is_object()) continue;  // activations alone
    const NumberType found = type_of_bits(config, weights.value("num_bits", int64_t{0}),
                                          weights.value("type", "") == "float");
    if (type && *type != found) {
      config.fail("quantization_config has weights of different types in different layers");
    }
    type = found;
  }
  if (!type) config.fail("quantization_config has no config_groups with weights");
  return *type;
}

NumberType bitsandbytes_type(const ConfigReader& config, const Json& quantised) {
  if (quantised.value("load_in_4bit", false)) return NumberType::int4;
  if (quantised.value("load_in_8bit", false)) return NumberType::int8;
  config.fail("quantization_config of bitsandbytes has neither load_in_4bit nor load_in_8bit");
}

/// The weights as the checkpoint has them. Each library says it in its own way.
void read_quantisation(const ConfigReader& config, Model& model) {
  if (!config.has("quantization_config")) return;
  const Json& quantised = config.json()["quantization_config"];
  const std::string method = quantised.is_object() ? quantised.value("quant_method", "") : "";
  const std::string algorithm = quantised.is_object() ? quantised.value("quant_algo", "") : "";
  if (method == "fp8" || method == "fbgemm_fp8" || (method == "modelopt" && algorithm == "FP8")) {
    model.checkpoint_weights = NumberType::fp8;
  } else if (method == "gptq" || method == "awq") {
    model.checkpoint_weights = type_of_bits(config, quantised.value("bits", int64_t{4}), false);
  } else if (method == "compressed-tensors" && quantised.contains("config_groups") &&
             quantised["config_groups"].is_object()) {
    model.checkpoint_weights = compressed_type(config, quantised["config_groups"]);
  } else if (method == "bitsandbytes") {
    model.checkpoint_weights = bitsandbytes_type(config, quantised);
  } else {
    config.fail("quantization_config has the quant_method " + shown(method) +
                (algorithm.empty() ? "" : " with quant_algo " + shown(algorithm)) +
                "; modelled are fp8, fbgemm_fp8, modelopt with FP8, gptq, awq, bitsandbytes and "
                "compressed-tensors");
  }
}

Model read_config(const Json& root, const std::string& name, const std::string& file) {
  const ConfigReader outer(root, file);
  if (!root.is_object()) outer.fail("expected a JSON object, a Hugging Face config.json");
  const Family& family = family_of(outer);
  // Models that see pictures, too, keep the language model's numbers inside.
  const bool nested = outer.has("text_config") && root["text_config"].is_object();
  const ConfigReader config(nested ? root["text_config"] : root, file);
  Model model;
  model.name = name;
  model.source = file;
  model.layers = config.whole("num_hidden_layers", kLayersMax);
  model.hidden = config.whole("hidden_size", kWidthMax);
  model.intermediate = config.whole("intermediate_size", kWidthMax);
  model.vocabulary = config.whole("vocab_size", kWidthMax, family.vocabulary);
  model.context_tokens_max = config.whole("max_position_embeddings", kContextMax, family.context);
  model.tied_embeddings = config.flag("tie_word_embeddings", family.tied_embeddings);
  model.norms_per_layer = family.norms_per_layer;
  read_attention(config, family, model);
  read_window(config, family, model);
  read_experts(config, model);
  read_quantisation(outer, model);
  return model;
}

const Json& bundled() {
  static const Json models = Json::parse(kModelsJson);
  return models;
}

}  // namespace

Model read_model_config(std::string_view json, const std::string& name, const std::string& file) {
  const Json config = parse_json<Json>(json, file);
  try {
    return read_config(config, name, file);
  } catch (const Json::type_error& error) {
    // A value of another kind than this key has.
    throw InputError(Place{file}, json_error_text(error));
  }
}

std::vector<std::string> model_names() {
  std::vector<std::string> names;
  for (const auto& [name, entry] : bundled().items()) names.push_back(name);
  return names;
}

bool is_model_file(std::string_view name) {
  return name.find('/') != std::string_view::npos || name.ends_with(".json");
}

Model find_model(const std::string& name_or_path) {
  if (bundled().contains(name_or_path)) {
    const Json& entry = bundled()[name_or_path];
    Model model = read_config(entry["config"], name_or_path, "models.json");
    model.source = entry["source"].get<std::string>();
    return model;
  }
  if (is_model_file(name_or_path)) {
    return read_model_config(read_whole(name_or_path, kConfigBytesMax), name_or_path, name_or_path);
  }
  throw InputError("there is no model " + shown(name_or_path) +
                   did_you_mean(name_or_path, model_names()) + "; known are " +
                   join(model_names()) + ", and the path of a config.json");
}

}  // namespace kitchen::real

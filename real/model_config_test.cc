#include "real/model_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "real/input_error.h"

namespace kitchen::real {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

Model read(const std::string& json) { return read_model_config(json, "mine", "mine.json"); }

std::string config_error(const std::string& json) {
  try {
    read(json);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// A small Llama with further keys, or with keys replaced: the last of two equal keys counts.
std::string llama(const std::string& more = "") {
  return R"({"model_type": "llama", "hidden_size": 64, "intermediate_size": 96,
    "num_hidden_layers": 3, "num_attention_heads": 4, "num_key_value_heads": 2,
    "vocab_size": 100, "max_position_embeddings": 512)" +
         (more.empty() ? "" : ", " + more) + "}";
}

struct Published {
  const char* name;
  int64_t parameters;
  int64_t kv_bytes;  // of a token in bf16
};

class PublishedTest : public ::testing::TestWithParam<Published> {};

// The totals that the models' safetensors files on Hugging Face hold.
TEST_P(PublishedTest, HasAsManyParametersAsItsFiles) {
  const Model model = find_model(GetParam().name);
  EXPECT_EQ(parameters(model).total(), GetParam().parameters);
  EXPECT_EQ(kv_elements_per_token(model) * 2, GetParam().kv_bytes);
  EXPECT_THAT(model.source, HasSubstr("config.json of "));
}

INSTANTIATE_TEST_SUITE_P(Models, PublishedTest,
                         ::testing::Values(Published{"llama-2-7b", 6'738'415'616, 524'288},
                                           Published{"llama-2-70b", 68'976'648'192, 327'680},
                                           Published{"llama-3-8b", 8'030'261'248, 131'072},
                                           Published{"llama-3.1-8b", 8'030'261'248, 131'072},
                                           Published{"llama-3.1-70b", 70'553'706'496, 327'680},
                                           Published{"llama-3.1-405b", 405'853'388'800, 516'096},
                                           Published{"llama-3.2-1b", 1'235'814'400, 32'768},
                                           Published{"yi-34b", 34'388'917'248, 245'760},
                                           Published{"mistral-7b-v0.1", 7'241'732'096, 131'072},
                                           Published{"mistral-nemo-12b", 12'247'782'400, 163'840},
                                           Published{"mixtral-8x7b", 46'702'792'704, 131'072},
                                           Published{"qwen2-7b", 7'615'616'512, 57'344},
                                           Published{"qwen2.5-7b", 7'615'616'512, 57'344},
                                           Published{"qwen2.5-72b", 72'706'203'648, 327'680},
                                           Published{"qwen3-8b", 8'190'735'360, 147'456},
                                           Published{"qwen3-32b", 32'762'123'264, 262'144},
                                           Published{"qwen3-30b-a3b", 30'532'122'624, 98'304},
                                           Published{"qwen3-235b-a22b", 235'093'634'560, 192'512},
                                           Published{"gemma-2-9b", 9'241'705'984, 344'064},
                                           Published{"llama-3-70b", 70'553'706'496, 327'680},
                                           Published{"llama-3.3-70b", 70'553'706'496, 327'680},
                                           Published{"llama-2-13b", 13'015'864'320, 819'200},
                                           Published{"llama-3.2-3b", 3'212'749'824, 114'688},
                                           Published{"mistral-7b-v0.3", 7'248'023'552, 131'072},
                                           Published{"mixtral-8x22b", 140'620'634'112, 229'376},
                                           Published{"qwen2-72b", 72'706'203'648, 327'680},
                                           Published{"qwen2.5-14b", 14'770'033'664, 196'608},
                                           Published{"qwen2.5-32b", 32'763'876'352, 262'144},
                                           Published{"qwen3-4b", 4'022'468'096, 147'456},
                                           Published{"qwen3-14b", 14'768'307'200, 163'840},
                                           Published{"gemma-2-27b", 27'227'128'320, 376'832},
                                           Published{"gemma-3-12b", 11'766'034'176, 393'216},
                                           Published{"phi-4", 14'659'507'200, 204'800},
                                           Published{"gemma-3-27b", 27'009'346'304, 507'904}),
                         [](const auto& test) {
                           std::string name = test.param.name;
                           for (char& c : name) {
                             if (c == '-' || c == '.') c = '_';
                           }
                           return name;
                         });

TEST(ModelConfig, EveryBundledModelIsInTheTableAbove) { EXPECT_EQ(model_names().size(), 34); }

TEST(ModelConfig, AMixtureOfExpertsActivatesAFew) {
  // 3.35 B with both embedding tables, as the model card says "3.3B activated".
  const Model model = find_model("qwen3-30b-a3b");
  const Parameters count = parameters(model);
  EXPECT_NEAR(static_cast<double>(active_parameters(model) + count.embedding + count.lm_head),
              3.35e9, 0.02e9);
  EXPECT_NEAR(static_cast<double>(active_parameters(find_model("mixtral-8x7b"))), 12.6e9, 0.1e9);
}

TEST(ModelConfig, SlidingWindows) {
  EXPECT_EQ(find_model("mistral-7b-v0.1").window_layers, 32);
  EXPECT_EQ(find_model("mistral-nemo-12b").window_layers, 0);
  EXPECT_EQ(find_model("gemma-2-9b").window_layers, 21);
  EXPECT_EQ(find_model("gemma-3-27b").window_layers, 52);
  EXPECT_EQ(find_model("gemma-3-27b").window_tokens, 1024);
  EXPECT_EQ(read(llama(R"("layer_types": ["sliding_attention", "full_attention",
    "sliding_attention"], "sliding_window": 7)"))
                .window_layers,
            2);
}

TEST(ModelConfig, QwenWindowsOnlyWhereItSaysSo) {
  const std::string qwen = R"("model_type": "qwen2", "sliding_window": 8, "max_window_layers": 1)";
  EXPECT_EQ(read(llama(qwen)).window_layers, 0);
  EXPECT_EQ(read(llama(qwen + R"(, "use_sliding_window": true)")).window_layers, 2);
}

TEST(ModelConfig, ReadsGemmaWithDefaultsFromItsTextConfig) {
  // As google/gemma-3-4b-it has it: what is not said is the transformers library's default.
  const Model model = read(R"({"model_type": "gemma3", "vision_config": {"hidden_size": 1152},
    "text_config": {"hidden_size": 2560, "intermediate_size": 10240, "model_type": "gemma3_text",
    "num_hidden_layers": 34, "sliding_window": 1024}})");
  EXPECT_EQ(parameters(model).total(), 3'880'263'168);
  EXPECT_EQ(model.window_layers, 29);
}

TEST(ModelConfig, ReadsPhi) {
  // microsoft/Phi-3-mini-4k-instruct: 3,821,079,552 parameters, in fused matrices of the same
  // sizes.
  const Model model = read(R"({"model_type": "phi3", "hidden_size": 3072,
    "intermediate_size": 8192, "num_hidden_layers": 32, "num_attention_heads": 32,
    "num_key_value_heads": 32, "vocab_size": 32064, "max_position_embeddings": 4096,
    "sliding_window": 2047, "tie_word_embeddings": false})");
  EXPECT_EQ(parameters(model).total(), 3'821'079'552);
  EXPECT_EQ(model.window_tokens, 2047);
}

TEST(ModelConfig, WhatIsNotModelledIsRefusedWithTheReason) {
  // As deepseek-ai/DeepSeek-V3 has it.
  EXPECT_THAT(config_error(llama(R"("model_type": "deepseek_v3", "kv_lora_rank": 512,
    "n_routed_experts": 256)")),
              HasSubstr("model_type deepseek_v3 is not modelled: it has multi-head latent "
                        "attention, whose cache is one vector for all heads; modelled are llama"));
  EXPECT_THAT(config_error(llama(R"("model_type": "qwen3_next", "linear_num_key_heads": 16)")),
              HasSubstr("layers that keep a state in place of a KV cache"));
}

TEST(ModelConfig, ReadsSharedExperts) {
  // Qwen/Qwen1.5-MoE-A2.7B
  const Model model = read(R"({"model_type": "qwen2_moe", "hidden_size": 2048,
    "intermediate_size": 5632, "moe_intermediate_size": 1408, "num_attention_heads": 16,
    "num_key_value_heads": 16, "num_hidden_layers": 24, "num_experts": 60, "num_experts_per_tok": 4,
    "shared_expert_intermediate_size": 5632, "decoder_sparse_step": 1, "vocab_size": 151936,
    "max_position_embeddings": 8192, "tie_word_embeddings": false})");
  EXPECT_EQ(parameters(model).total(), 14'315'784'192);
}

TEST(ModelConfig, ReadsWhatTheCheckpointIsQuantisedTo) {
  const auto weights = [](const std::string& config) {
    return read(llama("\"quantization_config\": " + config)).checkpoint_weights;
  };
  EXPECT_EQ(read(llama()).checkpoint_weights, std::nullopt);
  EXPECT_EQ(weights(R"({"quant_method": "fp8"})"), NumberType::fp8);
  EXPECT_EQ(weights(R"({"quant_method": "awq", "bits": 4})"), NumberType::int4);
  EXPECT_EQ(weights(R"({"quant_method": "gptq", "bits": 8})"), NumberType::int8);
  EXPECT_EQ(weights(R"({"quant_method": "compressed-tensors", "config_groups":
    {"group_0": {"weights": {"num_bits": 8, "type": "float"}}}})"),
            NumberType::fp8);
  EXPECT_EQ(weights(R"({"quant_method": "compressed-tensors", "config_groups":
    {"group_0": {"weights": null}, "group_1": {"weights": {"num_bits": 4, "type": "int"}}}})"),
            NumberType::int4);
  EXPECT_EQ(weights(R"({"quant_method": "bitsandbytes", "load_in_4bit": true})"), NumberType::int4);
  EXPECT_EQ(weights(R"({"quant_method": "bitsandbytes", "load_in_8bit": true,
    "load_in_4bit": false})"),
            NumberType::int8);
  EXPECT_EQ(weights(R"({"quant_method": "modelopt", "quant_algo": "FP8"})"), NumberType::fp8);
  EXPECT_THAT(config_error(llama(R"("quantization_config": {"quant_method": "modelopt",
    "quant_algo": "NVFP4"})")),
              HasSubstr("quant_method modelopt with quant_algo NVFP4; modelled are fp8"));
  EXPECT_THAT(config_error(llama(R"("quantization_config": {"quant_method": "bitsandbytes"})")),
              HasSubstr("neither load_in_4bit nor load_in_8bit"));
  EXPECT_THAT(config_error(llama(R"("quantization_config": {"quant_method": "compressed-tensors",
    "config_groups": {"a": {"weights": {"num_bits": 4, "type": "int"}},
                      "b": {"weights": {"num_bits": 8, "type": "float"}}}})")),
              HasSubstr("weights of different types"));
  EXPECT_THAT(config_error(llama(R"("quantization_config": {"quant_method": "compressed-tensors",
    "config_groups": {}})")),
              HasSubstr("no config_groups with weights"));
  EXPECT_THAT(config_error(llama(R"("quantization_config": {"quant_method": "magic"})")),
              HasSubstr("quant_method magic; modelled are fp8"));
  EXPECT_THAT(config_error(llama(R"("quantization_config": {"quant_method": "gptq", "bits": 3})")),
              HasSubstr("weights of 3 bits"));
  EXPECT_THAT(config_error(llama(R"("quantization_config": {"quant_method": 3})")),
              StartsWith("mine.json: "));
}

TEST(ModelConfig, BadInputIsNamedWithItsPlace) {
  EXPECT_THAT(config_error("{\"model_type\":\n  oops}"), StartsWith("mine.json:2:3: no JSON: "));
  EXPECT_THAT(config_error(""), StartsWith("mine.json:1:1: no JSON"));
  EXPECT_THAT(config_error("[]"), HasSubstr("expected a JSON object"));
  EXPECT_THAT(config_error("{}"), HasSubstr("has no model_type"));
  EXPECT_THAT(config_error(llama(R"("model_type": "deepseek_v3")")),
              HasSubstr("model_type deepseek_v3 is not modelled; modelled are llama"));
  EXPECT_EQ(config_error(R"({"model_type": "llama"})"),
            "mine.json: the config has no num_hidden_layers");
  for (const char* value : {"0", "-1", "1.5", "\"32\"", "1e30", "99999999999999999999", "[]"}) {
    EXPECT_THAT(config_error(llama(std::string("\"num_hidden_layers\": ") + value)),
                HasSubstr("it must be a whole number from 1 to 10000"))
        << value;
  }
  EXPECT_THAT(config_error(llama("\"num_key_value_heads\": 3")), HasSubstr("must divide"));
  EXPECT_THAT(config_error(llama("\"num_attention_heads\": 6")),
              HasSubstr("must divide hidden_size"));
}

TEST(ModelConfig, AnUnknownNameNamesTheNearest) {
  try {
    find_model("llama-3.1-80b");
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("there is no model llama-3.1-80b; did you mean llama-3.1-8b?"));
  }
  EXPECT_THROW(find_model("nowhere/config.json"), InputError);
}

}  // namespace
}  // namespace kitchen::real

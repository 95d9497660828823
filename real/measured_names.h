#pragma once

#include <optional>
#include <string>
#include <string_view>

// What public tables of measurements call models, GPUs and engines, and what they are here.
namespace kitchen::real {

/// The bundled model of a name that a table uses, whoever published or quantised it:
/// "nvidia/Llama-3.1-8B-Instruct-FP8" is llama-3.1-8b. "" where none is bundled.
std::string bundled_name(std::string_view name);

/// A GPU's name in small letters, without its maker and what says nothing of which it is: "NVIDIA
/// A100" is a100.
std::string bare_gpu_name(std::string_view name);

/// The bundled GPU of a name that a table or a driver uses: "h100_sxm", "NVIDIA GeForce RTX 4090".
/// "" where there is none. An A100 whose memory isn't told is one of 80 GB.
std::string bundled_gpu(std::string_view name);

/// The preset for a version of "vllm", "trtllm" or "sglang"; "" where there is none. InferenceMAX's
/// rows name no version ("").
std::string preset_of(std::string_view engine, std::string_view version);

}  // namespace kitchen::real

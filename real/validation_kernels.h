#pragma once

#include <string>
#include <vector>

#include "real/validation.h"

namespace kitchen::real {

/// Decode GEMM kernels of vLLM (up to 64 tokens) against constant + bytes / (efficiency *
/// bandwidth), one row per GPU and type. `path`: gemm_subset.csv. Throws InputError.
std::vector<ValidationRow> validate_gemm(const Hardware& hardware, const std::string& path);

/// Decode attention kernels of vLLM against bytes / (efficiency * bandwidth), one row per GPU.
/// `path`: decode_attention_subset.csv. Throws InputError.
std::vector<ValidationRow> validate_attention(const Hardware& hardware, const std::string& path);

/// The law against all kernels of a step of Llama-3.1-8B on an RTX 4090: of decodes, of a prompt's
/// chunk and of both. `folder` holds RTX4090_Llama-3.1-8B_tp1_{dense,attention,per_sequence}.csv.
/// Throws InputError.
std::vector<ValidationRow> validate_layers(const Hardware& hardware, const std::string& folder);

}  // namespace kitchen::real

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kitchen::real {

/// How weights, activations and KV cache entries are kept. Each of the three has its own.
enum class NumberType : int32_t { bf16 = 0, fp8 = 1, int8 = 2, int4 = 3 };

/// "bf16", "fp8", "int8", "int4"
std::string_view type_name(NumberType type);

/// nullopt where there is none of that name.
std::optional<NumberType> find_type(std::string_view name);

/// Bytes that one weight takes, scales included: int4 has a 16-bit scale and a 4-bit zero for each
/// group of 128 weights (GPTQ, AWQ), which makes 4.15625 bits.
double weight_bytes(NumberType type);

/// Bytes of one KV cache entry's element. Only bf16, fp8 and int8 are caches that engines keep.
double kv_element_bytes(NumberType type);

/// What may stand for a kind of numbers, in the order of the enum.
std::vector<std::string> weight_type_names();
std::vector<std::string> activation_type_names();
std::vector<std::string> kv_type_names();

}  // namespace kitchen::real

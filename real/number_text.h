#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kitchen::real {

/// The fewest digits that give the number back: "0.05", "1000000", "1e-06".
std::string number_text(double value);

/// 16 hexadecimal digits.
std::string hash_text(uint64_t hash);

/// Reads a decimal number and nothing else. False where it is none; a NaN or an infinity is read,
/// and is in no range. Not in the wasm build.
bool read_number(std::string_view text, double& value);

}  // namespace kitchen::real

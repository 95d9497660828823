#pragma once

#include <string>

namespace kitchen::cli {

inline constexpr char kProgramVersion[] = KITCHEN_VERSION;  // the project's, from CMakeLists.txt

/// "llm-kitchen 0.1.0 (rules 1, clang 19.1.7)"
std::string version_text();

}  // namespace kitchen::cli

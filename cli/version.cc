#include "cli/version.h"

#include <fmt/core.h>

#include "game/rules_version.h"

namespace kitchen::cli {
namespace {

#ifdef __clang__
constexpr char kCompiler[] = "clang " __clang_version__;
#else
constexpr char kCompiler[] = "g++ " __VERSION__;
#endif

}  // namespace

std::string version_text() {
  std::string compiler = kCompiler;
  // Only its number: clang adds the distribution's.
  const auto second_space = compiler.find(' ', compiler.find(' ') + 1);
  compiler.resize(std::min(second_space, compiler.size()));
  return fmt::format("llm-kitchen {} (rules {}, {})", kProgramVersion, game::kRulesVersion,
                     compiler);
}

}  // namespace kitchen::cli

#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace kitchen::property {

/// Has every property of this program checked with `cases` cases, and returns how many it will be:
/// the environment's RC_PARAMS win, such as those a failure prints to be repeated, but a seed alone
/// doesn't say how many. RapidCheck reads them once, at the first property.
inline int32_t set_cases(int32_t cases) {
  constexpr std::string_view kKey = "max_success=";
  const char* given = std::getenv("RC_PARAMS");
  std::string params = given == nullptr ? "" : given;
  const std::size_t place = params.find(kKey);
  if (place != std::string::npos) return std::stoi(params.substr(place + kKey.size()));
  if (!params.empty()) params += ' ';
  params += std::string(kKey) + std::to_string(cases);
  setenv("RC_PARAMS", params.c_str(), 1);
  return cases;
}

/// Calls `see` with `cases` values of `gen`, always the same ones, of the sizes rc::check goes
/// through. For what is said of a generator as a whole: a share among a hundred fresh cases swings
/// by several percent, so a limit on it would hold only most of the time.
template <typename T, typename See>
void for_drawn(const rc::Gen<T>& gen, int32_t cases, See see) {
  constexpr int32_t kSizes = 100;
  for (int32_t number = 0; number < cases; ++number) {
    see(gen(rc::Random(static_cast<uint64_t>(number)), number % kSizes).value());
  }
}

}  // namespace kitchen::property

#pragma once

#include <rapidcheck.h>

#include <cstdint>

namespace kitchen::property {

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

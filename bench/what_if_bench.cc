// The best single change of a run, all candidates of a shift. The input is a run with each shift's
// defaults, its worst case, since most is to be gained, and one with the reference solution.

#include <benchmark/benchmark.h>

#include <algorithm>

#include "game/run.h"
#include "game/shift.h"
#include "game/what_if.h"

namespace {

using kitchen::game::ChangeSearch;
using kitchen::game::find_shift;
using kitchen::game::play_fixed;
using kitchen::game::Run;
using kitchen::game::Shift;

void search_all(benchmark::State& state, const Run& run) {
  for (auto _ : state) {
    ChangeSearch search(run);
    search.search(search.size());
    benchmark::DoNotOptimize(search.best());
  }
  state.counters["candidates"] = ChangeSearch(run).size();
}

void BM_BestChangeOfTheDefaults(benchmark::State& state) {
  const Shift& shift = *find_shift(static_cast<int32_t>(state.range(0)));
  search_all(state, play_fixed(shift, shift.defaults));
}
BENCHMARK(BM_BestChangeOfTheDefaults)
    ->ArgName("shift")
    ->Arg(1)
    ->Arg(2)
    ->Arg(3)
    ->Unit(benchmark::kMillisecond);

void BM_BestChangeOfTheReference(benchmark::State& state) {
  const Shift& shift = *find_shift(static_cast<int32_t>(state.range(0)));
  search_all(state, play_fixed(shift, shift.reference));
}
BENCHMARK(BM_BestChangeOfTheReference)
    ->ArgName("shift")
    ->Arg(1)
    ->Arg(2)
    ->Arg(3)
    ->Unit(benchmark::kMillisecond);

}  // namespace

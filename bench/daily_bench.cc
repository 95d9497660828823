// Opening a daily shift: its crowd drawn, proved and given its par. The input is the days from the
// first on, in turn, per lesson.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>

#include "game/daily.h"

namespace {

using kitchen::game::daily_lesson;
using kitchen::game::daily_shift;

void BM_OpenADay(benchmark::State& state) {
  const int32_t lesson = static_cast<int32_t>(state.range(0));
  int32_t number = 0;
  double worst_ms = 0;
  for (auto _ : state) {
    state.PauseTiming();
    do {
      ++number;
    } while (daily_lesson(number) != lesson);
    state.ResumeTiming();
    const auto start = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(daily_shift(number));
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    worst_ms = std::max(worst_ms, took.count());
  }
  state.counters["worst_ms"] = worst_ms;
}
BENCHMARK(BM_OpenADay)
    ->ArgName("lesson")
    ->Arg(1)
    ->Arg(2)
    ->Arg(3)
    ->Iterations(200)
    ->Unit(benchmark::kMillisecond);

}  // namespace

// One shift and the space of its fixed settings. The input is the shifts' own crowds: 162, 100 and
// 215 orders in 60 s of simulated time; slots, batching and so on as each benchmark's name says.

#include <benchmark/benchmark.h>

#include <memory>

#include "game/run.h"
#include "game/shift.h"
#include "game/sweep.h"
#include "sim/kitchen.h"

namespace {

using kitchen::game::find_shift;
using kitchen::game::kShiftMs;
using kitchen::game::play_fixed;
using kitchen::game::Run;
using kitchen::game::Shift;
using kitchen::game::sweep;

// One run from opening to the score, as the debrief and the command line do it.
void BM_ShiftWithReferenceSettings(benchmark::State& state) {
  const Shift& shift = *find_shift(static_cast<int32_t>(state.range(0)));
  for (auto _ : state) {
    const Run run = play_fixed(shift, shift.reference);
    benchmark::DoNotOptimize(run.score());
  }
}
BENCHMARK(BM_ShiftWithReferenceSettings)
    ->ArgName("shift")
    ->Arg(1)
    ->Arg(2)
    ->Arg(3)
    ->Unit(benchmark::kMicrosecond);

// The slowest setting of the game: 64 slots without KV cache, so that the house is always full.
void BM_SlowestSetting(benchmark::State& state) {
  const Shift& shift = *find_shift(3);
  kitchen::sim::Settings settings = shift.defaults;
  settings.slots = 64;
  for (auto _ : state) {
    benchmark::DoNotOptimize(play_fixed(shift, settings).score());
  }
}
BENCHMARK(BM_SlowestSetting)->Unit(benchmark::kMicrosecond);

// As the page plays: the same shift in 3,600 frames.
void BM_ShiftInFrames(benchmark::State& state) {
  const Shift& shift = *find_shift(1);
  for (auto _ : state) {
    Run run(shift);
    for (int32_t now_ms = 0; now_ms < kShiftMs; now_ms += 17) {
      run.advance_to_ms(now_ms);
    }
    benchmark::DoNotOptimize(run.hash());
  }
}
BENCHMARK(BM_ShiftInFrames)->Unit(benchmark::kMicrosecond);

void BM_WholeSpace(benchmark::State& state) {
  const Shift& shift = *find_shift(static_cast<int32_t>(state.range(0)));
  for (auto _ : state) {
    benchmark::DoNotOptimize(sweep(shift));
  }
}
BENCHMARK(BM_WholeSpace)->ArgName("shift")->Arg(1)->Arg(2)->Arg(3)->Unit(benchmark::kMillisecond);

// Events, not tokens: shift 1's crowd with outputs ten times as long, in ten times the time, so
// that as many orders come, finish and leave but ten times as many steps run. May cost 1.5 times as
// much.
void BM_OutputsTimes(benchmark::State& state) {
  const Shift& shift = *find_shift(1);
  const int64_t factor = state.range(0);
  std::vector<kitchen::sim::RequestSpec> requests = shift.orders->requests;
  for (kitchen::sim::RequestSpec& request : requests) {
    request.output_tokens *= static_cast<int32_t>(factor);
    request.arrival_ps *= factor;
    request.deadline_ps *= factor;
  }
  kitchen::sim::Costs costs = shift.costs;
  costs.per_context_ps /= factor;  // so that a step costs the same with ten times the context
  const auto list = std::make_shared<const kitchen::sim::RequestList>(requests);
  for (auto _ : state) {
    kitchen::sim::Kitchen kitchen(costs, list, shift.reference);
    kitchen.advance_to(factor * kShiftMs * kitchen::sim::kPsPerMs);
    benchmark::DoNotOptimize(kitchen.hash());
    state.counters["steps"] = static_cast<double>(kitchen.state().steps);
    state.counters["served"] = kitchen.state().served;
  }
}
BENCHMARK(BM_OutputsTimes)->ArgName("factor")->Arg(1)->Arg(10)->Unit(benchmark::kMicrosecond);

}  // namespace

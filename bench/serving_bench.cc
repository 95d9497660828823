// The serving engine on traffic of a real size: workload W (bench/workload_w.h) and what is made of
// it, with the percentiles of TTFT, TPOT, ITL and E2E. lab_bench times the same in WebAssembly.
// docs/real/speed.md has the instructions for each request, which repeat on a busy machine as well.

#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "bench/workload_w.h"
#include "real/cost.h"
#include "real/metrics.h"
#include "real/requests.h"
#include "real/synthetic.h"
#include "sim/cluster.h"

namespace {

using namespace kitchen;

/// The cost of W, and its configuration.
struct Deployed {
  std::shared_ptr<const sim::ServingCost> cost;
  sim::ClusterConfig config;
};

Deployed deployed() {
  const real::Deployment deployment = bench::deployment_w();
  const sim::ClusterConfig config = bench::cluster_w(deployment);
  return {std::make_shared<const sim::ServingCost>(
              real::CostLaw(deployment).coefficients(sim::step_tokens_max(config.replica))),
          config};
}

std::vector<sim::ServingRequest> drawn(const real::Synthetic& synthetic) {
  real::SyntheticSource source(synthetic);
  std::vector<sim::ServingRequest> requests;
  for (sim::ServingRequest request; source.next(request);) requests.push_back(request);
  return requests;
}

void note_counts(benchmark::State& state, const sim::ServingCounts& counts) {
  const auto arrived = static_cast<double>(counts.arrived);
  state.SetItemsProcessed(state.iterations() * counts.arrived);
  state.counters["steps_each"] = static_cast<double>(counts.steps) / arrived;
  state.counters["preemptions_each"] = static_cast<double>(counts.preemptions) / arrived;
}

// Drawn as they are needed, so that drawing is in the time, too. The first benchmark, so that the
// memory is its own.
void BM_TenMillionRequests(benchmark::State& state) {
  const Deployed one = deployed();
  sim::ServingCounts counts;
  for (auto _ : state) {
    real::Metrics metrics{real::Targets{}};
    sim::Cluster cluster(one.cost, one.config, metrics);
    real::SyntheticSource source(bench::traffic_w(10'000'000));
    sim::run_all(cluster, source);
    benchmark::DoNotOptimize(metrics.itl());
    counts = cluster.counts();
  }
  note_counts(state, counts);
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["peak_mb"] = static_cast<double>(usage.ru_maxrss) / 1000;
}
BENCHMARK(BM_TenMillionRequests)->Iterations(1)->Unit(benchmark::kMillisecond);

// A function of its own, so that callgrind can count what is done in it.
[[gnu::noinline]] void serve_all(sim::Cluster& cluster, sim::RequestSource& source) {
  sim::run_all(cluster, source);
}

void serve(benchmark::State& state, const Deployed& deployed,
           const std::vector<sim::ServingRequest>& requests) {
  sim::ServingCounts counts;
  for (auto _ : state) {
    real::Metrics metrics{real::Targets{}};
    sim::Cluster cluster(deployed.cost, deployed.config, metrics);
    real::ListedSource source(requests);
    serve_all(cluster, source);
    benchmark::DoNotOptimize(metrics.itl());
    counts = cluster.counts();
  }
  note_counts(state, counts);
}

void BM_WorkloadW(benchmark::State& state) {
  serve(state, deployed(), drawn(bench::traffic_w(state.range(0))));
}
BENCHMARK(BM_WorkloadW)
    ->ArgName("requests")
    ->Arg(5'000)
    ->Arg(100'000)
    ->Unit(benchmark::kMillisecond);

// Prompts of one token and the outputs of W at 50 requests/s: hardly anything but decodes.
void BM_DecodeOnly(benchmark::State& state) {
  real::Synthetic synthetic = bench::traffic_w(100'000);
  synthetic.arrivals.per_second = 50;
  synthetic.prompt = {real::Lengths::Kind::fixed, 1, 0, 0};
  serve(state, deployed(), drawn(synthetic));
}
BENCHMARK(BM_DecodeOnly)->Unit(benchmark::kMillisecond);

// A KV cache for few requests at a time and a queue that never ends. What fits now is admitted, so
// that short prompts with long outputs give their place up again and again.
void saturated(benchmark::State& state, int64_t kv_blocks, const real::Lengths& prompt) {
  Deployed small = deployed();
  small.config.replica.kv_blocks = kv_blocks;
  real::Synthetic synthetic = bench::traffic_w(20'000);
  synthetic.arrivals.per_second = 1'000;
  synthetic.prompt = prompt;
  serve(state, small, drawn(synthetic));
}

void BM_SaturatedW(benchmark::State& state) { saturated(state, 2'500, bench::traffic_w(1).prompt); }
BENCHMARK(BM_SaturatedW)->Unit(benchmark::kMillisecond);

void BM_SaturatedShortPrompts(benchmark::State& state) {
  saturated(state, 1'000, {real::Lengths::Kind::fixed, 32, 0, 0});
}
BENCHMARK(BM_SaturatedShortPrompts)->Unit(benchmark::kMillisecond);

}  // namespace

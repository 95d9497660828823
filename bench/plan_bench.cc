// Plans over 504 candidates: Azure's conversation trace of an hour (19,366 requests, in
// ../shared/data beside the repository) and workload W's lengths at 20 requests/s with 3 seeds of
// 10,000. The curve of 13 loads and whether the plan holds with its error are part of it. Two
// threads, so real time counts.

#include <benchmark/benchmark.h>

#include <atomic>
#include <filesystem>

#include "real/plan.h"
#include "real/plan_prices.h"

namespace {

using namespace kitchen;

constexpr char kConversationTrace[] = "../shared/data/traces/AzureLLMInferenceTrace_conv.csv";

real::PlanQuestion question_of_504() {
  real::PlanQuestion question;
  question.base.model = "llama-3.1-8b";
  for (const char* axis : {"gpu=l40s,h100,h200", "tp=1,2,4", "replicas=1,2,3,4,6,8,12",
                           "weights=bf16,fp8", "requests_max=64,256", "token_budget=2048,8192"}) {
    question.axes.push_back(real::read_axis(axis));
  }
  for (const auto& [gpu, price] : real::default_prices()) question.prices[gpu] = price.per_hour;
  question.error_share = 0.12;
  question.threads = 2;
  return question;
}

void make_plans(benchmark::State& state, const real::PlanQuestion& question) {
  const real::Hardware hardware;
  const std::atomic<bool> stop{false};
  int64_t run = 0;
  for (auto _ : state) {
    real::Plan plan = real::make_plan(question, hardware, stop, nullptr);
    run = plan.counts[real::Fate::met] + plan.counts[real::Fate::missed];
    state.counters["has_plan"] = plan.winner ? 1 : 0;
  }
  state.counters["run"] = static_cast<double>(run);
  state.counters["candidates"] = 504;
}

/// By the targets in milliseconds: TTFT and TPOT. Nothing meets the last two, so nearly all are
/// run.
void BM_PlanConversationTrace(benchmark::State& state) {
  if (!std::filesystem::exists(kConversationTrace)) {
    state.SkipWithError("the trace isn't there; run from the repository's root");
    return;
  }
  real::PlanQuestion question = question_of_504();
  question.base.trace = kConversationTrace;
  question.base.ttft_ms_max = static_cast<double>(state.range(0));
  question.base.tpot_ms_max = static_cast<double>(state.range(1));
  make_plans(state, question);
}
BENCHMARK(BM_PlanConversationTrace)
    ->Args({500, 50})
    ->Args({120, 8})
    ->Args({20, 4})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

void BM_PlanSynthetic(benchmark::State& state) {
  real::PlanQuestion question = question_of_504();
  real::Scenario& base = question.base;
  base.rate_per_s = 20;
  base.prompt_log_mean = 6.9;
  base.prompt_log_sigma = 0.7;
  base.output_log_mean = 5.3;
  base.output_log_sigma = 0.8;
  base.requests = 10'000;
  base.ttft_ms_max = 500;
  base.tpot_ms_max = 30;
  make_plans(state, question);
}
BENCHMARK(BM_PlanSynthetic)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace

#include "real/metrics.h"

#include <algorithm>

namespace kitchen::real {
namespace {

/// first + (first + growth) + ...: `steps` terms. Mostly it is one.
sim::Int128 sum_of_steps(int64_t first, int64_t growth, int64_t steps) {
  if (steps == 1) return first;
  return static_cast<sim::Int128>(first) * steps +
         static_cast<sim::Int128>(growth) * steps * (steps - 1) / 2;
}

}  // namespace

void Metrics::on_request(const sim::RequestRecord& record) {
  ++requests_;
  first_arrival_ps_ = std::min(first_arrival_ps_, record.arrival_ps);
  last_arrival_ps_ = std::max(last_arrival_ps_, record.arrival_ps);
  ended_ps_ = std::max(ended_ps_, record.ended_ps);
  preempted_ += record.preemptions > 0 ? 1 : 0;
  if (record.outcome != sim::Outcome::finished) return;
  ++finished_;
  prompt_tokens_ += record.prompt_tokens;
  output_tokens_ += record.output_tokens;
  cached_tokens_ += record.cached_tokens;
  const sim::TimePs ttft_ps = record.first_token_ps - record.arrival_ps;
  const sim::TimePs e2e_ps = record.ended_ps - record.arrival_ps;
  sim::TimePs tpot_ps = 0;
  if (record.output_tokens > 1) {
    tpot_ps = (e2e_ps - ttft_ps) / (record.output_tokens - 1);
    tpot_.add(tpot_ps);
  }
  ttft_.add(ttft_ps);
  e2e_.add(e2e_ps);
  queue_.add(record.admitted_ps - record.arrival_ps);
  if (targets_.of_requests() && meets(ttft_ps, tpot_ps, e2e_ps)) ++met_;
}

void Metrics::on_steps(const sim::StepRun& run) {
  const int64_t steps = run.steps;
  const sim::TimePs total_ps = run.total_ps();
  if (steps == 1) {
    itl_.add(run.first_ps, run.decode.requests);
  } else {
    itl_.add_run(run.first_ps, run.growth_ps, steps, run.decode.requests);
  }
  const int64_t tokens = run.decode.requests + run.prefill.tokens;
  const int64_t requests = run.decode.requests + run.prefill.requests;
  work_.steps += steps;
  work_.busy_ps += total_ps;
  work_.tokens += tokens * steps;
  work_.requests += requests * steps;
  const sim::DecodeLoad& decode = run.decode;
  work_.context += run.prefill.context + sum_of_steps(decode.context, decode.requests, steps);
  // A decoded token sees those cached before it and itself.
  work_.pairs +=
      run.prefill.pairs + sum_of_steps(decode.context + decode.requests, decode.requests, steps);
  if (decode.window_context > 0 || run.prefill.window_pairs > 0) add_windows(run);
  if (tokens < std::ssize(weights_bytes_)) {
    work_.weights_bytes +=
        static_cast<sim::Int128>(weights_bytes_[static_cast<uint64_t>(tokens)]) * steps;
  }
  work_.kv_block_ps +=
      (static_cast<sim::Int128>(run.kv_blocks_first + run.kv_blocks_last) * total_ps) >> 1;
  work_.request_ps += static_cast<sim::Int128>(requests) * total_ps;
  if (run.waiting > 0) {
    work_.waiting_ps += static_cast<sim::Int128>(run.waiting) * total_ps;
    waiting_.add(run.start_ps, total_ps, run.waiting);
  }
}

void Metrics::add_windows(const sim::StepRun& run) {
  const sim::DecodeLoad& decode = run.decode;
  work_.window_context +=
      run.prefill.window_context + sum_of_steps(decode.window_context, decode.growing, run.steps);
  // The window has room for the token itself only while the context is shorter.
  work_.window_pairs +=
      run.prefill.window_pairs +
      sum_of_steps(decode.window_context + decode.growing, decode.growing, run.steps);
}

void Metrics::on_gap(const sim::TokenGap& gap) { itl_.add(gap.to_ps - gap.from_ps); }

sim::TimePs Metrics::judged(const TimeHistogram& times) const {
  if (times.count() == 0) return sim::kNever;
  if (&times != &itl_) return times.percentile(targets_.percentile, not_finished());
  // TTFT is of each finished request, so this asks how many those are.
  const bool finished = ttft_.percentile(targets_.percentile, not_finished()) != sim::kNever;
  return finished ? times.percentile(targets_.percentile) : sim::kNever;
}

bool Metrics::all_met() const {
  return judged(ttft_) <= targets_.ttft_ps_max && judged(tpot_) <= targets_.tpot_ps_max &&
         judged(itl_) <= targets_.itl_ps_max && judged(e2e_) <= targets_.e2e_ps_max;
}

}  // namespace kitchen::real

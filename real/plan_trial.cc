#include "real/plan_trial.h"

#include <algorithm>
#include <span>

#include "real/requests.h"
#include "real/time_units.h"

namespace kitchen::real {
namespace {

constexpr int64_t kRequestsHeldMax = 5'000'000;

/// Ends the run by an exception.
class HeldSource : public ListedSource {
 public:
  HeldSource(std::span<const Request> requests, const std::atomic<bool>& stop)
      : ListedSource(requests), stop_(stop) {}

  bool next(Request& request) override {
    if (stop_) throw PlanStopped();
    return ListedSource::next(request);
  }

 private:
  const std::atomic<bool>& stop_;
};

/// Counts what is over a target, exactly.
class OverWatch : public sim::ServingListener {
 public:
  OverWatch(const Targets& targets, const TrafficSample& traffic) : targets_(targets) {
    const int64_t requests = std::ssize(traffic.requests);
    // More would be allowed of more, so too high a count is the safe side.
    allowed_ = allowed_over(targets, requests);
    allowed_gaps_ = allowed_over(targets, traffic.later_tokens);
  }

  void on_request(const sim::RequestRecord& record) override {
    if (record.outcome != sim::Outcome::finished) {
      ++unfinished_;
      return;
    }
    const sim::TimePs ttft_ps = record.first_token_ps - record.arrival_ps;
    const sim::TimePs e2e_ps = record.ended_ps - record.arrival_ps;
    ttft_ += ttft_ps > targets_.ttft_ps_max ? 1 : 0;
    e2e_ += e2e_ps > targets_.e2e_ps_max ? 1 : 0;
    if (record.output_tokens < 2) return;
    tpot_ += (e2e_ps - ttft_ps) / (record.output_tokens - 1) > targets_.tpot_ps_max ? 1 : 0;
  }

  void on_steps(const sim::StepRun& run) override {
    const sim::TimePs left_ps = targets_.itl_ps_max - run.first_ps;
    int64_t within = run.steps;
    if (left_ps < 0) {
      within = 0;
    } else if (run.growth_ps > 0) {
      within = std::min(run.steps, left_ps / run.growth_ps + 1);
    }
    gaps_ += (run.steps - within) * run.decode.requests;
  }

  void on_gap(const sim::TokenGap& gap) override {
    gaps_ += gap.to_ps - gap.from_ps > targets_.itl_ps_max ? 1 : 0;
  }

  bool is_hopeless() const {
    // Where a request has no target, it is never over it, so an unfinished one counts for all.
    const int64_t most = std::max({ttft_, tpot_, e2e_});
    return targets_.any() && (most + unfinished_ > allowed_ || gaps_ > allowed_gaps_);
  }

 private:
  Targets targets_;
  int64_t allowed_ = 0;
  int64_t allowed_gaps_ = 0;
  int64_t ttft_ = 0;
  int64_t tpot_ = 0;
  int64_t e2e_ = 0;
  int64_t gaps_ = 0;
  int64_t unfinished_ = 0;
};

class GivenUp {};

/// Ends a run that can't meet its targets any more.
class WatchedSource : public RequestSource {
 public:
  WatchedSource(RequestSource& source, const OverWatch& watch) : source_(source), watch_(watch) {}

  bool next(Request& request) override {
    if (watch_.is_hopeless()) throw GivenUp();
    return source_.next(request);
  }

 private:
  RequestSource& source_;
  const OverWatch& watch_;
};

double share_of(double part, double whole) { return whole > 0 ? part / whole : 0; }

StepLoad mean_step(const WorkDone& work) {
  const int64_t steps = std::max<int64_t>(1, work.steps);
  const auto mean = [&](sim::Int128 sum) { return static_cast<int64_t>(sum / steps); };
  return {mean(work.requests),       mean(work.tokens), mean(work.context),
          mean(work.window_context), mean(work.pairs),  mean(work.window_pairs)};
}

TrialFigures figures_of(const RunSetup& setup, const RunOutcome& outcome) {
  const Metrics& metrics = outcome.metrics;
  TrialFigures figures;
  figures.judged = {outcome.judged(metrics.ttft()), outcome.judged(metrics.tpot()),
                    outcome.judged(metrics.itl()), outcome.judged(metrics.e2e())};
  figures.met = outcome.met();
  figures.requests = metrics.requests();
  figures.unfinished = metrics.not_finished();
  figures.preemptions = outcome.counts.preemptions;
  figures.running_peak = outcome.counts.running_peak;
  figures.duration_ps = outcome.duration_ps();
  const double seconds = seconds_of(figures.duration_ps);
  figures.output_tokens = metrics.output_tokens();
  figures.requests_per_s = share_of(static_cast<double>(metrics.finished()), seconds);
  figures.output_tokens_per_s = share_of(static_cast<double>(metrics.output_tokens()), seconds);
  figures.busy_share = share_of(seconds_of(outcome.counts.busy_ps),
                                seconds * static_cast<double>(setup.cluster.replicas));
  figures.kv_peak_share = share_of(static_cast<double>(outcome.counts.kv_blocks_peak),
                                   static_cast<double>(setup.cluster.replica.kv_blocks));
  figures.queue_share = share_of(static_cast<double>(metrics.queue().mean()),
                                 static_cast<double>(metrics.ttft().mean()));
  figures.mean_step = mean_step(metrics.work());
  return figures;
}

}  // namespace

std::string_view target_name(TargetKind kind) {
  constexpr std::array<std::string_view, 4> kNames = {"TTFT", "TPOT", "ITL", "E2E"};
  return kNames[static_cast<uint64_t>(kind)];
}

sim::TimePs target_of(const Targets& targets, TargetKind kind) {
  const std::array<sim::TimePs, 4> all = {targets.ttft_ps_max, targets.tpot_ps_max,
                                          targets.itl_ps_max, targets.e2e_ps_max};
  return all[static_cast<uint64_t>(kind)];
}

int64_t allowed_over(const Targets& targets, int64_t count) {
  return count - sim::div_ceil(count * targets.percentile, kAllMilliPercent);
}

TrafficSample sample_traffic(RequestSource& source, int64_t clients) {
  TrafficSample sample;
  sample.clients = clients;
  Request request;
  while (source.next(request)) {
    if (std::ssize(sample.requests) == kRequestsHeldMax) {
      throw InputError("a plan holds its requests in memory, at most " +
                       std::to_string(kRequestsHeldMax) + "; give requests, or until_s");
    }
    sample.has_prefixes |= !request.prefix_blocks.empty();
    sample.later_tokens += request.output_tokens - 1;
    sample.prompts_rising.push_back(request.prompt_tokens);
    sample.outputs_rising.push_back(request.output_tokens);
    sample.requests.push_back(request);
  }
  std::ranges::sort(sample.prompts_rising);
  std::ranges::sort(sample.outputs_rising);
  return sample;
}

std::optional<TrialFigures> run_trial(const RunSetup& setup, const TrafficSample& traffic,
                                      double rate_scale, bool give_up,
                                      const std::atomic<bool>& stop) {
  RunSetup scaled = setup;
  HeldSource held(traffic.requests, stop);
  ScaledSource faster(held, rate_scale);
  RequestSource* source = &faster;
  if (traffic.clients > 0) {
    const double clients = static_cast<double>(traffic.clients) * rate_scale + 0.5;
    scaled.cluster.clients = std::clamp(static_cast<int64_t>(clients), int64_t{1}, kClientsMax);
    source = &held;
  }
  if (!give_up) return figures_of(scaled, run(scaled, *source));
  OverWatch watch(scaled.targets, traffic);
  WatchedSource watched(*source, watch);
  sim::ServingListener* listeners[] = {&watch};
  try {
    return figures_of(scaled, run(scaled, watched, listeners));
  } catch (const GivenUp&) {
    return std::nullopt;
  }
}

RunSetup slower(const RunSetup& setup, double share) {
  RunSetup result = setup;
  auto cost = std::make_shared<sim::ServingCost>(*setup.cost);
  const auto stretch = [&](int64_t& value) {
    const double stretched = static_cast<double>(value) * (1 + share) + 0.5;
    value = static_cast<int64_t>(stretched);
  };
  for (sim::TimePs& step : cost->step_ps) stretch(step);
  for (int64_t* each :
       {&cost->per_request_ps, &cost->context_ps, &cost->window_context_ps, &cost->kv_read_ps,
        &cost->window_kv_read_ps, &cost->pair_fs, &cost->window_pair_fs}) {
    stretch(*each);
  }
  result.cost = std::move(cost);
  return result;
}

}  // namespace kitchen::real

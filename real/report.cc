#include "real/report.h"

#include <charconv>
#include <utility>

#include "real/number_text.h"
#include "real/time_units.h"

namespace kitchen::real {
namespace {

constexpr double kMillion = 1e6;
constexpr int32_t kMsDecimals = 3;
constexpr int32_t kShareDecimals = 6;

/// Collects figures under their names.
class RunFigureList {
 public:
  void add(std::string name, int64_t value) { list_.push_back({std::move(name), value, 0}); }
  void add(std::string name, bool value) { list_.push_back({std::move(name), value, 0}); }
  void add(std::string name, std::string value) {
    list_.push_back({std::move(name), std::move(value), 0});
  }
  void add(std::string name, std::optional<double> value, int32_t decimals) {
    RunFigure figure{std::move(name), {}, decimals};
    if (value) figure.value = *value;
    list_.push_back(std::move(figure));
  }
  /// The quotient, none where it would be by nothing.
  void ratio(std::string name, double value, double by, int32_t decimals) {
    add(std::move(name), by > 0 ? std::optional(value / by) : std::nullopt, decimals);
  }
  void times(const std::string& what, const TimeHistogram& times) {
    const auto ms = [&](sim::TimePs ps) {
      return times.count() == 0 ? std::nullopt : std::optional(ms_of(ps));
    };
    add(what + "_ms_mean", ms(times.mean()), kMsDecimals);
    for (const ReportedPercentile& each : kReportedPercentiles) {
      add(what + "_ms_" + std::string(each.name), ms(times.percentile(each.part)), kMsDecimals);
    }
    add(what + "_ms_max", ms(times.max()), kMsDecimals);
  }

  std::vector<RunFigure> take() { return std::move(list_); }

 private:
  std::vector<RunFigure> list_;
};

double real_of(sim::Int128 value) { return static_cast<double>(value); }
double real_of(int64_t value) { return static_cast<double>(value); }

int64_t ended(const sim::ServingCounts& counts, sim::Outcome outcome) {
  return counts.ended[static_cast<int32_t>(outcome)];
}

/// Of a run that was stopped.
int64_t left_over(const RunOutcome& outcome) {
  int64_t left = outcome.metrics.requests();
  for (const int64_t count : outcome.counts.ended) left -= count;
  return left;
}

void add_requests(RunFigureList& figures, const RunOutcome& outcome) {
  const sim::ServingCounts& counts = outcome.counts;
  figures.add("requests", outcome.metrics.requests());
  figures.add("requests_finished", outcome.metrics.finished());
  figures.add("requests_refused_context", ended(counts, sim::Outcome::refused_context));
  figures.add("requests_refused_kv", ended(counts, sim::Outcome::refused_kv));
  figures.add("requests_cut_context", ended(counts, sim::Outcome::context_full));
  figures.add("requests_cut_kv", ended(counts, sim::Outcome::kv_full));
  figures.add("requests_left_over", left_over(outcome));
}

void add_throughput(RunFigureList& figures, const RunSetup& setup, const RunOutcome& outcome) {
  const Metrics& metrics = outcome.metrics;
  const double seconds = seconds_of(outcome.duration_ps());
  const auto output = real_of(metrics.output_tokens());
  figures.add("duration_s", seconds, 6);
  figures.ratio("requests_per_s", real_of(metrics.finished()), seconds, 6);
  figures.ratio("output_tokens_per_s", output, seconds, 3);
  figures.ratio("tokens_per_s", output + real_of(metrics.prompt_tokens()), seconds, 3);
  figures.times("ttft", metrics.ttft());
  figures.times("tpot", metrics.tpot());
  figures.times("itl", metrics.itl());
  figures.times("e2e", metrics.e2e());
  figures.times("queue", metrics.queue());
  const bool judged = metrics.targets().of_requests();
  const double met = judged ? real_of(metrics.met()) : 0;
  figures.ratio("goodput_per_s", met, judged ? seconds : 0, 6);
  figures.ratio("requests_within_targets_share", met, judged ? real_of(metrics.requests()) : 0,
                kShareDecimals);
  if (metrics.targets().any()) {
    figures.add("targets_met", outcome.met());
  } else {
    figures.add("targets_met", std::optional<double>(), 0);
  }
  figures.add("saturated", is_saturated(setup, outcome));
}

void add_engine(RunFigureList& figures, const RunSetup& setup, const RunOutcome& outcome) {
  const WorkDone& work = outcome.metrics.work();
  const sim::ServingCounts& counts = outcome.counts;
  const double busy_s = seconds_of(work.busy_ps);
  const double seconds = seconds_of(outcome.duration_ps());
  const auto replicas = real_of(setup.cluster.replicas);
  const auto blocks = real_of(setup.cluster.replica.kv_blocks);
  const CostLaw law(setup.deployment);
  const Gpu& gpu = setup.deployment.gpu;
  // The law is linear in what a step works on, so the run's sums give the run's bytes and
  // operations.
  StepLoad load;
  load.requests = work.requests;
  load.context = static_cast<int64_t>(work.context);
  load.window_context = static_cast<int64_t>(work.window_context);
  load.pairs = static_cast<int64_t>(work.pairs);
  load.window_pairs = static_cast<int64_t>(work.window_pairs);
  const double bytes = real_of(work.weights_bytes) + law.kv_read_bytes(load);
  const double linear_s = law.linear_flop(work.tokens) / law.linear_peak_flop_per_s();
  const double other_s =
      (law.attention_flop(load) + law.lm_head_flop(work.requests)) / gpu.bf16_flop_per_s.value;
  figures.add("steps", work.steps);
  figures.ratio("step_ms_mean", 1e3 * busy_s, real_of(work.steps), kMsDecimals);
  figures.ratio("batch_mean", real_of(work.request_ps), real_of(work.busy_ps), 3);
  figures.add("batch_peak", counts.running_peak);
  figures.ratio("waiting_mean", real_of(work.waiting_ps), real_of(outcome.duration_ps()), 3);
  figures.ratio("busy_share", busy_s, seconds * replicas, kShareDecimals);
  figures.ratio("bandwidth_share", bytes / gpu.bandwidth_bytes_per_s.value, busy_s, kShareDecimals);
  figures.ratio("compute_share", linear_s + other_s, busy_s, kShareDecimals);
  figures.add("preemptions", counts.preemptions);
  figures.add("requests_preempted", outcome.metrics.preempted());
  figures.add("kv_blocks", setup.cluster.replica.kv_blocks);
  figures.ratio("kv_share_mean", real_of(work.kv_block_ps),
                real_of(outcome.duration_ps()) * replicas * blocks, kShareDecimals);
  figures.ratio("kv_share_peak", real_of(counts.kv_blocks_peak), blocks, kShareDecimals);
  const bool caches = setup.cluster.replica.prefix_caching;
  figures.ratio("prefix_hit_share", real_of(outcome.metrics.cached_tokens()),
                caches ? real_of(outcome.metrics.prompt_tokens()) : 0, kShareDecimals);
}

void add_cost(RunFigureList& figures, const RunSetup& setup, const RunOutcome& outcome) {
  const Metrics& metrics = outcome.metrics;
  figures.add("gpus", setup.gpus());
  const std::optional<double> price = setup.scenario.price_per_gpu_hour;
  const double per_hour = price.value_or(0) * real_of(setup.gpus());
  const double hours = hours_of(outcome.duration_ps());
  const auto output = price ? real_of(metrics.output_tokens()) : 0;
  const auto all = price ? output + real_of(metrics.prompt_tokens()) : 0;
  figures.add("cost_per_hour", price ? std::optional(per_hour) : std::nullopt, 4);
  figures.ratio("cost_per_million_output_tokens", per_hour * hours * kMillion, output, 6);
  figures.ratio("cost_per_million_tokens", per_hour * hours * kMillion, all, 6);
}

std::string requests_text(int64_t count) {
  return std::to_string(count) + (count == 1 ? " request" : " requests");
}

std::string requests_were(int64_t count) {
  return requests_text(count) + (count == 1 ? " was" : " were");
}

std::string tenths_text(double value) { return figure_text({"", value, 1}); }

/// How many waited on average, early among the arrivals and late, and how many were served at once.
struct QueueGrowth {
  double early = 0;
  double late = 0;
  double served = 0;
};

QueueGrowth queue_growth(const RunSetup& setup, const RunOutcome& outcome) {
  const LevelSeries& waiting = outcome.metrics.waiting();
  const WorkDone& work = outcome.metrics.work();
  const sim::TimePs last_ps = outcome.metrics.last_arrival_ps();
  QueueGrowth growth;
  growth.early = waiting.mean(last_ps / 4, last_ps / 2);
  growth.late = waiting.mean(last_ps / 4 * 3, last_ps);
  if (work.busy_ps > 0) {
    growth.served =
        real_of(work.request_ps) / real_of(work.busy_ps) * real_of(setup.cluster.replicas);
  }
  return growth;
}

}  // namespace

std::string figure_text(const RunFigure& figure) {
  if (const auto* flag = std::get_if<bool>(&figure.value)) return *flag ? "true" : "false";
  if (const auto* whole = std::get_if<int64_t>(&figure.value)) return std::to_string(*whole);
  if (const auto* text = std::get_if<std::string>(&figure.value)) return *text;
  const auto* number = std::get_if<double>(&figure.value);
  if (number == nullptr) return "";
  char text[400];
  const auto [end, error] =
      std::to_chars(text, text + sizeof text, *number, std::chars_format::fixed, figure.decimals);
  return {text, end};
}

std::optional<double> figure_number(const RunFigure& figure) {
  if (const auto* flag = std::get_if<bool>(&figure.value)) return *flag ? 1 : 0;
  if (const auto* whole = std::get_if<int64_t>(&figure.value)) return static_cast<double>(*whole);
  if (const auto* number = std::get_if<double>(&figure.value)) return *number;
  return std::nullopt;
}

std::vector<RunFigure> report_figures(const RunSetup& setup, const RunOutcome& outcome) {
  RunFigureList figures;
  add_requests(figures, outcome);
  add_throughput(figures, setup, outcome);
  add_engine(figures, setup, outcome);
  add_cost(figures, setup, outcome);
  figures.add("state_hash", hash_text(outcome.hash));
  return figures.take();
}

std::vector<TargetResult> target_results(const RunOutcome& outcome) {
  const Metrics& metrics = outcome.metrics;
  const Targets& targets = metrics.targets();
  std::vector<TargetResult> results;
  const auto add = [&](std::string_view name, sim::TimePs limit_ps, const TimeHistogram& times) {
    if (limit_ps == sim::kNever) return;
    results.push_back({name, limit_ps, outcome.judged(times), times.count() > 0});
  };
  add("TTFT", targets.ttft_ps_max, metrics.ttft());
  add("TPOT", targets.tpot_ps_max, metrics.tpot());
  add("ITL", targets.itl_ps_max, metrics.itl());
  add("E2E", targets.e2e_ps_max, metrics.e2e());
  return results;
}

bool is_saturated(const RunSetup& setup, const RunOutcome& outcome) {
  if (setup.cluster.clients > 0) return false;
  constexpr double kGrowth = 1.5;
  const QueueGrowth growth = queue_growth(setup, outcome);
  return growth.late > kGrowth * growth.early && growth.late > growth.served;
}

std::string saturation_text(const RunSetup& setup, const RunOutcome& outcome) {
  if (!is_saturated(setup, outcome)) return "";
  const Metrics& metrics = outcome.metrics;
  const QueueGrowth growth = queue_growth(setup, outcome);
  const double came_s = seconds_of(metrics.last_arrival_ps() - metrics.first_arrival_ps());
  const double went_s = seconds_of(outcome.duration_ps());
  const std::string came = tenths_text(real_of(metrics.requests()) / came_s);
  const std::string went = tenths_text(real_of(metrics.requests() - left_over(outcome)) / went_s);
  return "the deployment can't keep up: " + came + " requests/s come in, " + went +
         " leave. On average " + tenths_text(growth.early) +
         " waited in the second quarter of the arrivals' time, " + tenths_text(growth.late) +
         " in the last. The longer the traffic, the longer the times below: they don't say how "
         "long a user would wait";
}

std::string times_note(const RunOutcome& outcome) {
  const sim::ServingCounts& counts = outcome.counts;
  const Metrics& metrics = outcome.metrics;
  if (metrics.not_finished() == 0) return "";
  const int64_t cut =
      ended(counts, sim::Outcome::context_full) + ended(counts, sim::Outcome::kv_full);
  std::string without;
  for (const auto& [count, what] : {std::pair{counts.refused(), " refused"},
                                    {cut, " cut off"},
                                    {left_over(outcome), " left over when the run was stopped"}}) {
    if (count == 0) continue;
    without += (without.empty() ? "" : ", ") + std::to_string(count) + what;
  }
  if (metrics.finished() == 0) return "No request finished, so none has a time: " + without;
  const std::string itl = metrics.itl().count() > 0 ? "; ITL is of every token made" : "";
  return "Times are of the " + requests_text(metrics.finished()) +
         " that finished, without: " + without + itl;
}

std::vector<std::string> report_warnings(const RunSetup& setup, const RunOutcome& outcome) {
  std::vector<std::string> warnings;
  std::string saturation = saturation_text(setup, outcome);
  if (!saturation.empty()) warnings.push_back(std::move(saturation));
  const sim::ServingCounts& counts = outcome.counts;
  const sim::ServingConfig& config = setup.cluster.replica;
  const auto note = [&](sim::Outcome which, const char* why_one, const char* why_many,
                        const std::string& limit) {
    const int64_t count = ended(counts, which);
    if (count == 0) return;
    warnings.push_back(requests_were(count) + (count == 1 ? why_one : why_many) + limit);
  };
  const std::string context = std::to_string(config.context_tokens_max) + " tokens of context";
  const std::string cache =
      "the whole KV cache of " + std::to_string(setup.capacity.tokens()) + " tokens";
  note(sim::Outcome::refused_context, " refused: its prompt fills ",
       " refused: their prompts fill ", context);
  note(sim::Outcome::refused_kv, " refused: its prompt is longer than ",
       " refused: their prompts are longer than ", cache);
  note(sim::Outcome::context_full, " cut off: with its output it filled ",
       " cut off: with their outputs they filled ", context);
  note(sim::Outcome::kv_full, " cut off: with its output it outgrew ",
       " cut off: with their outputs they outgrew ", cache);
  if (outcome.stopped == sim::StopReason::time_over) {
    warnings.push_back("the run was stopped at 53 days of simulated time, with " +
                       requests_text(left_over(outcome)) + " left over; it meets no target");
  }
  return warnings;
}

}  // namespace kitchen::real

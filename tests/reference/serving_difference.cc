#include "tests/reference/serving_difference.h"

#include <algorithm>
#include <utility>

namespace kitchen::reference {
namespace {

using sim::TimePs;

/// Keeps the first two values that should be equal and aren't.
class FirstDifference {
 public:
  void compare(const std::string& name, int64_t engine, int64_t reference) {
    if (!found_.empty() || engine == reference) return;
    found_ = name + ": " + std::to_string(engine) + ", " + std::to_string(reference);
  }
  const std::string& found() const { return found_; }

 private:
  std::string found_;
};

void compare_counts(FirstDifference& difference, const sim::ServingCounts& engine,
                    const sim::ServingCounts& reference) {
  difference.compare("arrived", engine.arrived, reference.arrived);
  for (int32_t outcome = 0; outcome < sim::kOutcomeCount; ++outcome) {
    difference.compare("ended[" + std::to_string(outcome) + "]", engine.ended[outcome],
                       reference.ended[outcome]);
  }
  difference.compare("waiting", engine.waiting, reference.waiting);
  difference.compare("running", engine.running, reference.running);
  difference.compare("running_peak", engine.running_peak, reference.running_peak);
  difference.compare("steps", engine.steps, reference.steps);
  difference.compare("tokens_made", engine.tokens_made, reference.tokens_made);
  difference.compare("tokens_computed", engine.tokens_computed, reference.tokens_computed);
  difference.compare("cached_tokens", engine.cached_tokens, reference.cached_tokens);
  difference.compare("preemptions", engine.preemptions, reference.preemptions);
  difference.compare("busy_ps / 2^32", static_cast<int64_t>(engine.busy_ps >> 32),
                     static_cast<int64_t>(reference.busy_ps >> 32));
  difference.compare("busy_ps % 2^32", static_cast<int64_t>(engine.busy_ps & UINT32_MAX),
                     static_cast<int64_t>(reference.busy_ps & UINT32_MAX));
  difference.compare("kv_blocks_used", engine.kv_blocks_used, reference.kv_blocks_used);
  difference.compare("kv_blocks_cached", engine.kv_blocks_cached, reference.kv_blocks_cached);
  difference.compare("kv_blocks_peak", engine.kv_blocks_peak, reference.kv_blocks_peak);
}

void compare_record(FirstDifference& difference, const sim::RequestRecord& engine,
                    const sim::RequestRecord& reference) {
  const std::string name = "request " + std::to_string(engine.id) + ".";
  difference.compare(name + "id", engine.id, reference.id);
  difference.compare(name + "replica", engine.replica, reference.replica);
  difference.compare(name + "outcome", static_cast<int64_t>(engine.outcome),
                     static_cast<int64_t>(reference.outcome));
  difference.compare(name + "arrival_ps", engine.arrival_ps, reference.arrival_ps);
  difference.compare(name + "admitted_ps", engine.admitted_ps, reference.admitted_ps);
  difference.compare(name + "first_token_ps", engine.first_token_ps, reference.first_token_ps);
  difference.compare(name + "ended_ps", engine.ended_ps, reference.ended_ps);
  difference.compare(name + "prompt_tokens", engine.prompt_tokens, reference.prompt_tokens);
  difference.compare(name + "output_tokens", engine.output_tokens, reference.output_tokens);
  difference.compare(name + "cached_tokens", engine.cached_tokens, reference.cached_tokens);
  difference.compare(name + "preemptions", engine.preemptions, reference.preemptions);
}

/// A run of steps, one by one.
void compare_run(FirstDifference& difference, const sim::StepRun& run,
                 const std::vector<ServedStep>& steps, size_t& next) {
  TimePs start_ps = run.start_ps;
  for (int64_t step = 0; step < run.steps && difference.found().empty(); ++step, ++next) {
    const std::string name =
        "step " + std::to_string(next) + " of replica " + std::to_string(run.replica) + ".";
    if (next == steps.size()) return difference.compare(name, 1, 0);
    const ServedStep& reference = steps[next];
    difference.compare(name + "start_ps", start_ps, reference.start_ps);
    start_ps += run.first_ps + step * run.growth_ps;
    difference.compare(name + "end_ps", start_ps, reference.end_ps);
    difference.compare(name + "decodes", run.decode.requests, reference.decodes);
    difference.compare(name + "context", run.decode.context + step * run.decode.requests,
                       reference.context);
    difference.compare(name + "prefills", run.prefill.requests, reference.prefills);
    difference.compare(name + "prefill_tokens", run.prefill.tokens, reference.prefill_tokens);
    if (step == 0) {
      difference.compare(name + "waiting", run.waiting, reference.waiting);
      difference.compare(name + "kv_blocks", run.kv_blocks_first, reference.kv_blocks);
    }
    if (step == run.steps - 1) {
      difference.compare(name + "kv_blocks", run.kv_blocks_last, reference.kv_blocks);
    }
  }
  difference.compare("a run's end", run.start_ps + run.total_ps(), start_ps);
}

/// How often each inter-token latency occurs.
using Latencies = std::map<TimePs, int64_t>;

Latencies engine_latencies(const ServingRecorder& recorder) {
  Latencies latencies;
  for (const sim::StepRun& run : recorder.runs) {
    for (int64_t step = 0; step < run.steps && run.decode.requests > 0; ++step) {
      latencies[run.first_ps + step * run.growth_ps] += run.decode.requests;
    }
  }
  for (const sim::TokenGap& gap : recorder.gaps) latencies[gap.to_ps - gap.from_ps] += 1;
  return latencies;
}

Latencies reference_latencies(const StepwiseCluster& stepwise) {
  Latencies latencies;
  for (const ServedRequest& served : stepwise.served()) {
    for (size_t token = 1; token < served.token_times.size(); ++token) {
      latencies[served.token_times[token] - served.token_times[token - 1]] += 1;
    }
  }
  return latencies;
}

std::vector<sim::RequestRecord> by_id(const ServingRecorder& recorder) {
  std::vector<sim::RequestRecord> records = recorder.records;
  std::sort(records.begin(), records.end(),
            [](const auto& a, const auto& b) { return a.id < b.id; });
  return records;
}

std::string law(const std::string& text, int64_t a, int64_t b) {
  return a == b ? "" : text + ": " + std::to_string(a) + ", " + std::to_string(b);
}

/// Whoever is in the house is the reason for a step: no replica idles then.
std::string broken_idle_law(const ServingRecorder& recorder) {
  std::map<int32_t, std::vector<std::pair<TimePs, TimePs>>> busy;
  for (const sim::StepRun& run : recorder.runs) {
    auto& spans = busy[run.replica];
    const TimePs end_ps = run.start_ps + run.total_ps();
    if (!spans.empty() && spans.back().second > run.start_ps) return "two steps at once";
    if (!spans.empty() && spans.back().second == run.start_ps) {
      spans.back().second = end_ps;
    } else {
      spans.emplace_back(run.start_ps, end_ps);
    }
  }
  for (const sim::RequestRecord& record : recorder.records) {
    if (is_refused(record.outcome)) continue;
    const auto& spans = busy[record.replica];
    const bool covered = std::any_of(spans.begin(), spans.end(), [&](const auto& span) {
      return span.first <= record.arrival_ps && record.ended_ps <= span.second;
    });
    if (!covered) return "idle while request " + std::to_string(record.id) + " is there";
  }
  return "";
}

std::string broken_record_law(const sim::RequestRecord& record) {
  if (is_refused(record.outcome))
    return law("a refused one makes no token", record.output_tokens, 0);
  const bool in_order = record.arrival_ps <= record.admitted_ps &&
                        record.admitted_ps < record.first_token_ps &&
                        record.first_token_ps <= record.ended_ps;
  if (!in_order) return "arrival <= admitted < first token <= ended";
  const bool one_token = record.output_tokens == 1;
  const bool all_at_once = record.first_token_ps == record.ended_ps;
  return law("one token is the first and the last", one_token ? 1 : 0, all_at_once ? 1 : 0);
}

}  // namespace

std::string first_difference(const sim::Cluster& cluster, const ServingRecorder& recorder,
                             const StepwiseCluster& stepwise) {
  FirstDifference difference;
  const std::vector<sim::RequestRecord> records = by_id(recorder);
  for (size_t i = 0; i < std::min(records.size(), stepwise.served().size()); ++i) {
    compare_record(difference, records[i], stepwise.served()[i].record);
  }
  difference.compare("records", std::ssize(records), std::ssize(stepwise.served()));
  std::vector<size_t> next(stepwise.replicas().size(), 0);
  for (const sim::StepRun& run : recorder.runs) {
    const auto replica = static_cast<size_t>(run.replica);
    compare_run(difference, run, stepwise.replicas()[replica].steps(), next[replica]);
  }
  for (size_t replica = 0; replica < next.size(); ++replica) {
    difference.compare("steps of replica " + std::to_string(replica),
                       static_cast<int64_t>(next[replica]),
                       std::ssize(stepwise.replicas()[replica].steps()));
  }
  compare_counts(difference, cluster.counts(), stepwise.counts());
  const bool same = engine_latencies(recorder) == reference_latencies(stepwise);
  difference.compare("inter-token latencies are the same", same ? 1 : 0, 1);
  return difference.found();
}

std::string broken_serving_count(const sim::Cluster& cluster) {
  const sim::ServingCounts counts = cluster.counts();
  int64_t ended = 0;
  for (const int64_t by_outcome : counts.ended) ended += by_outcome;
  const std::string lost = law("arrived = ended + refused + waiting + running", counts.arrived,
                               ended + counts.waiting + counts.running);
  if (!lost.empty()) return lost;
  const int64_t all = cluster.config().replica.kv_blocks * cluster.config().replicas;
  const bool fits = counts.kv_blocks_used + counts.kv_blocks_cached <= all;
  return law("blocks in use and cached fit", fits ? 1 : 0, 1);
}

std::string broken_serving_law(const sim::Cluster& cluster, const ServingRecorder& recorder) {
  const sim::ServingCounts counts = cluster.counts();
  std::string broken = broken_serving_count(cluster);
  int64_t made = 0;
  int64_t preemptions = 0;
  TimePs generating_ps = 0;
  for (const sim::RequestRecord& record : recorder.records) {
    if (broken.empty()) broken = broken_record_law(record);
    made += record.output_tokens;
    preemptions += record.preemptions;
    if (!is_refused(record.outcome)) generating_ps += record.ended_ps - record.first_token_ps;
  }
  TimePs latencies_ps = 0;
  int64_t computed = 0;
  for (const auto& [latency_ps, count] : engine_latencies(recorder)) {
    latencies_ps += latency_ps * count;
  }
  for (const sim::StepRun& run : recorder.runs) {
    computed += run.steps * run.decode.requests + run.prefill.tokens;
  }
  const auto check = [&](const std::string& text, int64_t a, int64_t b) {
    if (broken.empty()) broken = law(text, a, b);
  };
  check("all have ended", std::ssize(recorder.records), counts.arrived);
  check("nobody is left", counts.waiting + counts.running, 0);
  check("no block is left in use", counts.kv_blocks_used, 0);
  check("sum of ITL = sum of E2E - TTFT", latencies_ps, generating_ps);
  check("tokens made", counts.tokens_made, made);
  check("tokens computed", counts.tokens_computed, computed);
  check("preemptions", counts.preemptions, preemptions);
  check("preemptions told", counts.preemptions, std::ssize(recorder.preemptions));
  check("admissions = requests + preemptions", std::ssize(recorder.admissions),
        counts.arrived - counts.refused() + counts.preemptions);
  if (broken.empty()) broken = broken_idle_law(recorder);
  return broken;
}

std::string broken_token_law(const StepwiseCluster& stepwise) {
  for (const ServedRequest& served : stepwise.served()) {
    const sim::RequestRecord& record = served.record;
    if (is_refused(record.outcome)) continue;
    TimePs sum_ps = record.first_token_ps - record.arrival_ps;
    for (size_t token = 1; token < served.token_times.size(); ++token) {
      sum_ps += served.token_times[token] - served.token_times[token - 1];
    }
    const std::string name = "TTFT + sum of ITL = E2E of request " + std::to_string(record.id);
    const std::string broken = law(name, sum_ps, record.ended_ps - record.arrival_ps);
    if (!broken.empty()) return broken;
    if (std::ssize(served.token_times) != record.output_tokens) return name + ": tokens";
  }
  return "";
}

}  // namespace kitchen::reference

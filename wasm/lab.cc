#include "wasm/lab.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "real/cost.h"
#include "real/metrics.h"
#include "sim/hash.h"
#include "wasm/lab_setup.h"

namespace kitchen::wasm {
namespace {

/// One run of the cluster, and what was measured.
struct LabRun {
  LabRun(const std::shared_ptr<const sim::ServingCost>& cost, const sim::ClusterConfig& config)
      : cluster(cost, config, metrics) {}

  real::Metrics metrics{real::Targets{}};
  sim::Cluster cluster;
};

/// The rows of the table, as a source.
class LabRows : public sim::RequestSource {
 public:
  explicit LabRows(std::span<const LabRequest> rows) : rows_(rows) {}
  bool next(sim::ServingRequest& request) override {
    if (next_ == rows_.size()) return false;
    const LabRequest& row = rows_[next_++];
    request.arrival_ps = row.arrival_ps;
    request.prompt_tokens = row.prompt_tokens;
    request.output_tokens = row.output_tokens;
    return true;
  }

 private:
  std::span<const LabRequest> rows_;
  uint64_t next_ = 0;
};

struct Figure {
  std::string name;
  int64_t value = 0;
};

void add_counts(std::vector<Figure>& figures, const LabRun& run) {
  const sim::ServingCounts counts = run.cluster.counts();
  const auto ended = [&counts](sim::Outcome outcome) {
    return counts.ended[static_cast<int32_t>(outcome)];
  };
  figures.insert(
      figures.end(),
      {{"arrived", counts.arrived},
       {"finished", ended(sim::Outcome::finished)},
       {"context_full", ended(sim::Outcome::context_full)},
       {"kv_full", ended(sim::Outcome::kv_full)},
       {"refused_context", ended(sim::Outcome::refused_context)},
       {"refused_kv", ended(sim::Outcome::refused_kv)},
       {"waiting", counts.waiting},
       {"running", counts.running},
       {"running_peak", counts.running_peak},
       {"steps", counts.steps},
       {"tokens_made", counts.tokens_made},
       {"tokens_computed", counts.tokens_computed},
       {"preemptions", counts.preemptions},
       {"busy_ps", static_cast<int64_t>(std::min<sim::Int128>(counts.busy_ps, INT64_MAX))},
       {"kv_blocks_peak", counts.kv_blocks_peak},
       {"now_ps", run.cluster.now_ps()}});
}

void add_times(std::vector<Figure>& figures, const std::string& what,
               const real::TimeHistogram& times) {
  figures.push_back({what + "_count", times.count()});
  figures.push_back({what + "_mean_ps", times.mean()});
  for (const int64_t percent : {50, 90, 95, 99}) {
    figures.push_back({what + "_p" + std::to_string(percent) + "_ps",
                       times.percentile(percent * real::kMilliPerPercent)});
  }
  figures.push_back({what + "_max_ps", times.max()});
}

std::vector<Figure> figures_of(const LabRun& run) {
  std::vector<Figure> figures;
  add_counts(figures, run);
  add_times(figures, "ttft", run.metrics.ttft());
  add_times(figures, "tpot", run.metrics.tpot());
  add_times(figures, "itl", run.metrics.itl());
  add_times(figures, "e2e", run.metrics.e2e());
  add_times(figures, "queue", run.metrics.queue());
  return figures;
}

void add_times(sim::Fnv1a64& hash, const real::TimeHistogram& times) {
  for (const int64_t value : {times.count(), times.mean(), times.min(), times.max()}) {
    hash.add(value);
  }
  for (const real::TimeHistogram::Bucket& bucket : times.buckets()) {
    hash.add(bucket.first);
    hash.add(bucket.count);
  }
}

void add_wide(sim::Fnv1a64& hash, sim::Int128 value) {
  hash.add(static_cast<int64_t>(value));
  hash.add(static_cast<int64_t>(value >> 64));
}

uint64_t hash_of(const real::Metrics& metrics) {
  sim::Fnv1a64 hash;
  for (const real::TimeHistogram* times :
       {&metrics.ttft(), &metrics.tpot(), &metrics.itl(), &metrics.e2e(), &metrics.queue()}) {
    add_times(hash, *times);
  }
  const real::WorkDone& work = metrics.work();
  for (const int64_t value :
       {work.steps, static_cast<int64_t>(work.busy_ps), work.tokens, work.requests}) {
    hash.add(value);
  }
  for (const sim::Int128 value : {work.context, work.window_context, work.pairs, work.window_pairs,
                                  work.kv_block_ps, work.request_ps, work.waiting_ps}) {
    add_wide(hash, value);
  }
  return hash.value();
}

std::string words(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
  return text;
}

/// The names of the figures, from a run of nothing.
std::vector<std::string> figure_names() {
  const auto cost = std::make_shared<const sim::ServingCost>(
      sim::ServingCost{.step_ps = std::vector<sim::TimePs>(2, 1)});
  sim::ClusterConfig config;
  config.replica.token_budget = 1;
  std::vector<std::string> names;
  for (const Figure& figure : figures_of(LabRun(cost, config))) names.push_back(figure.name);
  names.emplace_back("hash_cluster");
  names.emplace_back("hash_metrics");
  return names;
}

/// Everything that the functions work on.
struct Lab {
  Lab()
      : setting_words(words(setting_names())),
        figure_words(words(figure_names())),
        settings(setting_names().size(), 0),
        figures(figure_names().size(), 0) {}

  std::string setting_words;
  std::string figure_words;
  std::string problem;
  std::vector<double> settings;
  std::vector<int64_t> figures;
  LabRequest requests[kLabRequestsMax];
  std::unique_ptr<LabSetup> setup;
  std::shared_ptr<const sim::ServingCost> cost;
  std::unique_ptr<LabRun> run;
};

Lab& lab() {
  static const auto kLab = std::make_unique<Lab>();
  return *kLab;
}

int32_t answer(std::string problem) {
  lab().problem = std::move(problem);
  return lab().problem.empty() ? 0 : 1;
}

std::string problem_of_row(std::span<const LabRequest> rows, uint64_t place) {
  const LabRequest& row = rows[place];
  const int64_t before_ps = place == 0 ? 0 : rows[place - 1].arrival_ps;
  const std::string name = "request " + std::to_string(place + 1);
  if (row.arrival_ps < before_ps || row.arrival_ps > sim::kServingTimeMaxPs) {
    return name + " arrives at " + std::to_string(row.arrival_ps) + " ps; it must be from " +
           std::to_string(before_ps) + " to " + std::to_string(sim::kServingTimeMaxPs);
  }
  if (std::min(row.prompt_tokens, row.output_tokens) < 1 ||
      std::max(row.prompt_tokens, row.output_tokens) > sim::kServingTokensMax) {
    return name + " has " + std::to_string(row.prompt_tokens) + " prompt and " +
           std::to_string(row.output_tokens) + " output tokens; each must be from 1 to " +
           std::to_string(sim::kServingTokensMax);
  }
  return "";
}

std::string problem_of(std::span<const LabRequest> rows) {
  for (uint64_t place = 0; place < rows.size(); ++place) {
    std::string problem = problem_of_row(rows, place);
    if (!problem.empty()) return problem;
  }
  return "";
}

std::string set_up() {
  auto setup = std::make_unique<LabSetup>();
  std::string problem = set_from(lab().settings, *setup);
  if (!problem.empty()) return problem;
  const int64_t tokens_max = sim::step_tokens_max(setup->cluster.replica);
  auto cost = std::make_shared<const sim::ServingCost>(
      real::CostLaw(setup->deployment).coefficients(tokens_max));
  const sim::ServingError error = sim::validate(setup->cluster, *cost);
  if (error != sim::ServingError::ok) {
    return "these settings together can't be run (sim::ServingError " +
           std::to_string(static_cast<int32_t>(error)) + ")";
  }
  lab().setup = std::move(setup);
  lab().cost = std::move(cost);
  return "";
}

std::string draw() {
  if (!lab().setup) return "nothing is set up";
  const real::Synthetic& traffic = lab().setup->traffic;
  if (traffic.requests > kLabRequestsMax) {
    return "traffic.requests is " + std::to_string(traffic.requests) + "; at most " +
           std::to_string(kLabRequestsMax) + " can be drawn";
  }
  real::SyntheticSource source(traffic);
  LabRequest* row = lab().requests;
  for (sim::ServingRequest request; source.next(request); ++row) {
    *row = {request.arrival_ps, request.prompt_tokens, request.output_tokens};
  }
  return "";
}

std::string run(int32_t count) {
  if (!lab().setup) return "nothing is set up";
  if (count < 1 || count > kLabRequestsMax) {
    return "the number of requests is " + std::to_string(count) + "; it must be from 1 to " +
           std::to_string(kLabRequestsMax);
  }
  const std::span<const LabRequest> rows(lab().requests, static_cast<uint64_t>(count));
  std::string problem = problem_of(rows);
  if (!problem.empty()) return problem;
  lab().run = std::make_unique<LabRun>(lab().cost, lab().setup->cluster);
  LabRows source(rows);
  sim::run_all(lab().run->cluster, source);
  return "";
}

}  // namespace
}  // namespace kitchen::wasm

using namespace kitchen;
using namespace kitchen::wasm;

const char* lab_setting_names() { return lab().setting_words.c_str(); }
const char* lab_figure_names() { return lab().figure_words.c_str(); }
double* lab_settings() { return lab().settings.data(); }
int64_t* lab_figures() { return lab().figures.data(); }
LabRequest* lab_requests() { return lab().requests; }
int32_t lab_requests_max() { return kLabRequestsMax; }
const char* lab_problem() { return lab().problem.c_str(); }
int32_t lab_set_up() { return answer(set_up()); }
int32_t lab_draw() { return answer(draw()); }
int32_t lab_run(int32_t count) { return answer(run(count)); }

int32_t lab_read() {
  if (!lab().run) return answer("nothing was run");
  int64_t* place = lab().figures.data();
  for (const Figure& figure : figures_of(*lab().run)) *place++ = figure.value;
  return answer("");
}

int32_t lab_hash() {
  if (!lab().run) return answer("nothing was run");
  int64_t* last = &lab().figures.back();
  *last = static_cast<int64_t>(hash_of(lab().run->metrics));
  *(last - 1) = static_cast<int64_t>(lab().run->cluster.hash());
  return answer("");
}

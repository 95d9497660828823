#include "real/plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <set>
#include <span>

#include "real/plan_floor.h"
#include "real/plan_memory.h"
#include "real/report.h"
#include "real/sweep_threads.h"
#include "real/text.h"
#include "real/time_units.h"
#include "real/validation.h"

namespace kitchen::real {
namespace {

constexpr std::array<double, 13> kCurveScales = {0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1,
                                                 1.2, 1.3, 1.4, 1.6, 1.8, 2};
/// Of the cheaper candidates, how many are looked at for the one that comes closest.
constexpr int64_t kCheaperTried = 12;
constexpr double kCurveStep = 0.1;
/// By how much latency grows from a knee on over kCurveStep of the load, at least.
constexpr double kKneeMin = 0.25;
/// Of a target: from here on a candidate isn't worth to be compared with.
constexpr double kUsedMost = 1e6;
/// What comes as close as the closest, but for a difference nobody would pay for.
constexpr double kAsClose = 1.01;
/// What is further off needn't be run to its end: percentiles are within 0.1 % of the times.
constexpr double kMayBeAsClose = kAsClose * 1.002;

/// Student's t for a two-sided 95 % by degrees of freedom, from 1.
constexpr std::array<double, 9> kStudent = {12.706, 4.303, 3.182, 2.776, 2.571,
                                            2.447,  2.365, 2.306, 2.262};

Interval interval_of(const std::vector<double>& values) {
  Interval interval;
  const auto count = static_cast<double>(values.size());
  for (const double value : values) interval.mean += value / count;
  if (values.size() < 2) return interval;
  double squares = 0;
  for (const double value : values) {
    squares += (value - interval.mean) * (value - interval.mean);
  }
  const double deviation = std::sqrt(squares / (count - 1));
  const uint64_t freedom = std::min(values.size() - 1, kStudent.size());
  interval.half_width = kStudent[freedom - 1] * deviation / std::sqrt(count);
  return interval;
}

/// The most of any target that is used up; above 1 where one is missed.
double used_most(const Targets& targets, const std::vector<TrialFigures>& trials) {
  double most = 0;
  for (const TargetMargin& margin : margins(targets, trials)) {
    most = std::max(most, margin.used_share());
  }
  return most;
}

Targets scaled_targets(const Targets& targets, double factor) {
  Targets scaled = targets;
  for (sim::TimePs* each :
       {&scaled.ttft_ps_max, &scaled.tpot_ps_max, &scaled.itl_ps_max, &scaled.e2e_ps_max}) {
    constexpr double kMost = 4e18;
    const double value = static_cast<double>(*each) * factor;
    if (*each != sim::kNever) *each = value < kMost ? static_cast<sim::TimePs>(value) : sim::kNever;
  }
  return scaled;
}

/// By which shares measured times are longer than computed ones.
struct TimeError {
  double share = 0;       // of every step
  double ttft_share = 0;  // of TTFT; what is above the steps' share is in no step
};

TimeError time_error(const PlanError& error) {
  return {error.share, error.ttft_share.value_or(error.share)};
}

/// How much of its KV cache the engine may lack.
double cache_share_fewer(const RunSetup& setup) {
  if (setup.capacity.blocks == 0) return 0;
  return static_cast<double>(blocks_fewer(setup)) / static_cast<double>(setup.capacity.blocks);
}

RunSetup with_error(const RunSetup& setup, const TimeError& error) {
  RunSetup result = error.share == 0 ? setup : slower(setup, error.share);
  // The engine's own activations may leave a smaller cache than is computed.
  int64_t& blocks = result.cluster.replica.kv_blocks;
  blocks = std::max<int64_t>(1, blocks - blocks_fewer(setup));
  // Steps that take longer make queues longer, which a share of TTFT alone doesn't know; what no
  // step contains is taken off the target instead.
  const double left = (1 + error.share) / (1 + std::max(error.share, error.ttft_share));
  result.targets.ttft_ps_max = scaled_targets(setup.targets, left).ttft_ps_max;
  return result;
}

bool is_synthetic(const Scenario& scenario) { return scenario.trace.empty(); }

/// Candidates, what they are run on, and what is run.
class Planner {
 public:
  Planner(const PlanQuestion& question, const Hardware& hardware, const std::atomic<bool>& stop,
          const PlanProgress& progress)
      : question_(question), hardware_(hardware), stop_(stop), progress_(progress) {}

  Plan run() {
    check_question();
    list_candidates();
    read_traffic();
    drop_same_routers();
    make_setups();
    Search found = search({nullptr, 2});
    take(found);
    if (plan_.winner) {
      look_at_winner(*plan_.winner);
    } else {
      find_closest();
      find_floors();
      find_fits();
    }
    return std::move(plan_);
  }

 private:
  struct Setup {
    std::shared_ptr<RunSetup> run;  // with one replica; nullptr where it can't be
    Fate fate = Fate::not_needed;
    std::string why;
    double used_least = 0;  // of any target, by a request alone
  };

  struct Tried {
    Fate fate = Fate::not_needed;
    std::vector<TrialFigures> trials;
  };

  /// What a search found of each candidate.
  struct Search {
    std::vector<Tried> tried;
    std::vector<uint64_t> met;  // the best first
  };

  /// What is looked for among the candidates.
  struct Wanted {
    const TimeError* winners_error = nullptr;   // to hold with
    uint64_t needed = 1;                        // different in more than limits
    std::function<bool(uint64_t)> among = {};   // of those that this says; empty: of all
    const std::vector<Tried>* known = nullptr;  // what an earlier search found
  };

  void check_question();
  void check_samples() const;
  void list_candidates();
  void read_traffic();
  void drop_same_routers();
  void make_setups();
  Setup make_setup(const Scenario& scenario) const;
  std::string length_problem(const RunSetup& setup) const;
  std::string budget_problem(const RunSetup& setup) const;
  RunSetup setup_of(uint64_t place) const;
  void for_each(const std::vector<int64_t>& jobs, const std::function<void(int64_t)>& work);

  Search search(const Wanted& wanted);
  Tried try_wanted(uint64_t place, const Wanted& wanted) const;
  Tried try_candidate(uint64_t place, const TimeError* winners_error) const;
  std::optional<PlanError> error_of(const RunSetup& setup) const;
  TimeError known_error(const RunSetup& setup, const TimeError& else_error) const;
  PlanError error_tried(uint64_t place, uint64_t winner, const PlanError& of_winner) const;
  bool replicas_may_hold(const TimeError& winners_error) const;
  double bound_cost(const Search& found, uint64_t needed) const;
  std::string hardware_key(uint64_t place) const;
  std::vector<TrialFigures> full_trials(const RunSetup& setup, double scale) const;
  void take(Search& found);
  std::optional<uint64_t> cheapest(const Wanted& wanted);
  void settle(uint64_t place);
  bool has_own_weights(uint64_t place) const;
  int64_t long_prompt() const;
  void look_at_winner(uint64_t place);
  void look_at_error(uint64_t place);
  void look_at_choices(uint64_t place);
  void find_cheaper(double cost);
  void find_closest();
  void find_floors();
  void find_fits();
  void draw_curve(const RunSetup& setup);

  const PlanQuestion& question_;
  const Hardware& hardware_;
  const std::atomic<bool>& stop_;
  const PlanProgress& progress_;
  Plan plan_;
  std::vector<TrafficSample> samples_;  // by seed
  std::map<std::string, Setup> setups_;
  std::vector<const Setup*> setup_by_candidate_;
};

void Planner::check_question() {
  for (const ScenarioAxis& axis : question_.axes) {
    const auto setting = std::ranges::find(settings(), axis.key, &Setting::key);
    const bool allowed = setting != settings().end() &&
                         (setting->group == "deployment" || setting->group == "limits");
    if (!allowed) {
      throw InputError(axis.place,
                       axis.key +
                           ": a plan varies what is deployed and its limits; traffic and "
                           "targets are given");
    }
  }
  const Scenario& base = question_.base;
  if (!base.ttft_ms_max && !base.tpot_ms_max && !base.itl_ms_max && !base.e2e_ms_max) {
    throw InputError("plan needs a target: ttft_ms_max, tpot_ms_max, itl_ms_max or e2e_ms_max");
  }
}

/// A percentile of nothing would meet any target.
void Planner::check_samples() const {
  const std::pair<TargetKind, std::optional<double>> targets[] = {
      {TargetKind::tpot, question_.base.tpot_ms_max}, {TargetKind::itl, question_.base.itl_ms_max}};
  for (const auto& [kind, target] : targets) {
    const bool has_all = std::ranges::all_of(
        samples_, [kind](const TrafficSample& sample) { return has_sample(sample, kind); });
    if (!target || has_all) continue;
    const std::string key = kind == TargetKind::tpot ? "tpot_ms_max" : "itl_ms_max";
    throw InputError(key + ": every output of this traffic is one token long, so there is no " +
                     std::string(target_name(kind)) + " that could meet it; leave it out");
  }
}

/// Of routers that serve the traffic alike only the first is a candidate: all of them where there
/// is one replica, and where nothing is known of prefixes the prefix-aware one, which then looks at
/// the requests alone.
void Planner::drop_same_routers() {
  const auto axis = std::ranges::find(plan_.axes, "router", &ScenarioAxis::key);
  if (axis == plan_.axes.end()) return;
  const auto place = static_cast<uint64_t>(axis - plan_.axes.begin());
  const bool has_prefixes = std::ranges::any_of(samples_, &TrafficSample::has_prefixes);
  const bool has_least = std::ranges::find(axis->values, "least_requests") != axis->values.end();
  std::erase_if(plan_.candidates, [&](const Candidate& candidate) {
    const Scenario& scenario = candidate.scenario;
    if (scenario.replicas == 1) return candidate.values[place] != axis->values.front();
    const bool knows_prefixes = has_prefixes && scenario.prefix_caching;
    return scenario.router == sim::Router::prefix_aware && !knows_prefixes && has_least;
  });
}

void Planner::list_candidates() {
  const SweepGrid grid(question_.base, question_.axes);
  check_names(grid, hardware_);
  if (grid.points() > kPlanCandidatesMax) {
    throw InputError("the plan has " + std::to_string(grid.points()) + " candidates, at most " +
                     std::to_string(kPlanCandidatesMax) + " are taken; give fewer values");
  }
  plan_.axes = grid.axes();
  std::set<std::string> kinds;
  for (int64_t point = 0; point < grid.points(); ++point) {
    Candidate candidate;
    candidate.values = grid.values(point);
    candidate.scenario = grid.scenario(point);
    candidate.gpus = candidate.scenario.tensor_parallel * candidate.scenario.replicas;
    kinds.insert(candidate.scenario.gpu);
    plan_.candidates.push_back(std::move(candidate));
  }
  std::vector<std::string> unpriced;
  for (const std::string& kind : kinds) {
    if (!question_.prices.contains(kind)) unpriced.push_back(kind);
  }
  plan_.priced = unpriced.empty();
  if (!unpriced.empty() && kinds.size() > 1) {
    throw InputError("no price for " + join(unpriced) +
                     "; GPUs of several kinds are compared by price: give --price " +
                     unpriced.front() + "=X");
  }
  for (Candidate& candidate : plan_.candidates) {
    const double price = plan_.priced ? question_.prices.at(candidate.scenario.gpu) : 1;
    candidate.cost_per_hour = price * static_cast<double>(candidate.gpus);
  }
  std::ranges::stable_sort(plan_.candidates, {}, &Candidate::cost_per_hour);
}

void Planner::read_traffic() {
  plan_.seeds = is_synthetic(question_.base) ? question_.seeds : 1;
  for (int64_t i = 0; i < plan_.seeds; ++i) {
    Scenario scenario = question_.base;
    // After the largest seed comes 0.
    const auto seed = static_cast<uint64_t>(scenario.seed) + static_cast<uint64_t>(i);
    scenario.seed = static_cast<int64_t>(seed & uint64_t{INT64_MAX});
    Traffic traffic(scenario);
    samples_.push_back(sample_traffic(traffic, clients_of(scenario)));
    if (i == 0) plan_.warnings = traffic.warnings();
    for (const Request& request : samples_.back().requests) {
      plan_.longest_tokens =
          std::max(plan_.longest_tokens, request.prompt_tokens + request.output_tokens);
    }
  }
  plan_.requests = std::ssize(samples_.front().requests);
  check_samples();
}

Planner::Setup Planner::make_setup(const Scenario& scenario) const {
  Setup setup;
  try {
    setup.run = std::make_shared<RunSetup>(set_up(scenario, hardware_));
  } catch (const InputError& error) {
    setup.fate = Fate::impossible;
    setup.why = error.what();
    return setup;
  }
  setup.run->weights_bytes.clear();  // only reports look at them
  for (std::string problem : {length_problem(*setup.run), budget_problem(*setup.run)}) {
    if (problem.empty()) continue;
    setup.fate = Fate::impossible;
    setup.why = std::move(problem);
    return setup;
  }
  setup.used_least = least_used_share(*setup.run, samples_.front());
  setup.why = beyond_least(*setup.run, samples_.front());
  if (!setup.why.empty()) setup.fate = Fate::beyond_floor;
  return setup;
}

/// Why too many prompts don't go into context or KV cache; "" where few enough do.
std::string Planner::length_problem(const RunSetup& setup) const {
  const sim::ServingConfig& replica = setup.cluster.replica;
  const std::string context = "context of " + std::to_string(replica.context_tokens_max);
  const std::string cache = "KV cache of " + std::to_string(setup.capacity.tokens());
  for (const TrafficSample& sample : samples_) {
    const std::vector<int64_t>& prompts = sample.prompts_rising;
    const auto first = std::ranges::partition_point(
        prompts, [&](int64_t prompt) { return !sim::is_refused(sim::refusal(replica, prompt)); });
    const int64_t refused = prompts.end() - first;
    if (refused == 0) continue;
    const bool by_context = sim::refusal(replica, *first) == sim::Outcome::refused_context;
    const std::string& limit = by_context ? context : cache;
    if (setup.scenario.oversized == Oversized::stop) {
      return "a prompt of " + std::to_string(prompts.back()) + " tokens is longer than the " +
             limit + " tokens";
    }
    const int64_t allowed = allowed_over(setup.targets, std::ssize(prompts));
    if (refused <= allowed) continue;
    return std::to_string(refused) + " of " + std::to_string(std::ssize(prompts)) +
           " prompts are longer than the " + limit + " tokens and are refused; the percentile " +
           "leaves out " + std::to_string(allowed);
  }
  return "";
}

/// Why the engine can't be started so that it takes the longest request; "" where it can.
std::string Planner::budget_problem(const RunSetup& setup) const {
  const sim::ServingConfig& replica = setup.cluster.replica;
  const int64_t most = request_tokens_max(setup);
  const bool by_budget = most < std::min(replica.context_tokens_max, setup.capacity.tokens());
  if (!by_budget) return "";
  if (plan_.longest_tokens <= most) return "";
  return "without chunked prefill " + setup.deployment.engine.name +
         " takes no request longer than token_budget, " + std::to_string(most) +
         " tokens; the longest has " + std::to_string(plan_.longest_tokens);
}

void Planner::make_setups() {
  std::vector<std::pair<std::string, Scenario>> distinct;
  std::vector<std::string> keys;
  for (const Candidate& candidate : plan_.candidates) {
    Scenario scenario = candidate.scenario;
    scenario.replicas = 1;
    std::string key;
    for (const auto& [name, value] : settings_given(scenario)) key += name + "=" + value + "\n";
    if (setups_.try_emplace(key).second) distinct.emplace_back(key, std::move(scenario));
    keys.push_back(std::move(key));
  }
  std::vector<int64_t> jobs;
  for (uint64_t i = 0; i < distinct.size(); ++i) jobs.push_back(static_cast<int64_t>(i));
  for_each(jobs, [&](int64_t job) {
    const auto& [key, scenario] = distinct[static_cast<uint64_t>(job)];
    setups_.at(key) = make_setup(scenario);
  });
  for (const std::string& key : keys) setup_by_candidate_.push_back(&setups_.at(key));
  for (const auto& [key, setup] : setups_) {
    if (setup.run) plan_.targets = setup.run->targets;
  }
}

RunSetup Planner::setup_of(uint64_t place) const {
  RunSetup setup = *setup_by_candidate_[place]->run;
  setup.scenario = plan_.candidates[place].scenario;
  setup.cluster.replicas = setup.scenario.replicas;
  return setup;
}

void Planner::for_each(const std::vector<int64_t>& jobs, const std::function<void(int64_t)>& work) {
  run_jobs(jobs, question_.threads, stop_, work);
  if (stop_) throw PlanStopped();
}

/// How far the times of a deployment may be off: as given, or as expected.
std::optional<PlanError> Planner::error_of(const RunSetup& setup) const {
  PlanError error;
  error.cache_share = cache_share_fewer(setup);
  if (question_.error_share) {
    error.share = *question_.error_share;
    error.ttft_share = error.share;
    return error;
  }
  const std::optional<ExpectedError> expected = expected_error(setup.deployment);
  if (!expected) return std::nullopt;
  error.share = longer_share(expected->tpot_p95);
  if (expected->ttft_p95) error.ttft_share = longer_share(*expected->ttft_p95);
  error.of = expected->of;
  return error;
}

TimeError Planner::known_error(const RunSetup& setup, const TimeError& else_error) const {
  const std::optional<PlanError> own = error_of(setup);
  return own ? time_error(*own) : else_error;
}

/// With the winner's error, where that is given, the candidate is tried with its own, or with the
/// winner's if nothing is known of its own.
Planner::Tried Planner::try_candidate(uint64_t place, const TimeError* winners_error) const {
  const Setup& known = *setup_by_candidate_[place];
  if (known.fate != Fate::not_needed) return {known.fate, {}};
  RunSetup setup = setup_of(place);
  if (winners_error != nullptr) setup = with_error(setup, known_error(setup, *winners_error));
  Tried tried{Fate::met, {}};
  for (const TrafficSample& sample : samples_) {
    const auto figures = run_trial(setup, sample, 1, true, stop_);
    if (!figures || !figures->met) return {Fate::missed, {}};
    tried.trials.push_back(*figures);
  }
  return tried;
}

/// What an earlier search found of the candidate, or what it does now.
Planner::Tried Planner::try_wanted(uint64_t place, const Wanted& wanted) const {
  if (wanted.known != nullptr) {
    const Tried& known = (*wanted.known)[place];
    if (known.fate == Fate::met || known.fate == Fate::missed) return known;
  }
  return try_candidate(place, wanted.winners_error);
}

/// What else than limits makes a candidate another one.
std::string Planner::hardware_key(uint64_t place) const {
  const Scenario& scenario = plan_.candidates[place].scenario;
  std::string key;
  // A router is no other hardware either.
  for (const char* name : {"model", "gpu", "engine", "tp", "replicas", "weights", "kv"}) {
    key += setting_text(scenario, name) + " ";
  }
  return key;
}

/// What the last candidate costs that has to be looked at: from there on, enough that differ in
/// more than limits meet the targets.
double Planner::bound_cost(const Search& found, uint64_t needed) const {
  std::set<std::string> kinds;
  for (uint64_t i = 0; i < found.tried.size(); ++i) {
    if (found.tried[i].fate != Fate::met) continue;
    kinds.insert(hardware_key(i));
    if (kinds.size() >= needed) return plan_.candidates[i].cost_per_hour;
  }
  return std::numeric_limits<double>::infinity();
}

/// The cheapest candidates that meet the targets, as many as are needed and all that cost as much.
/// Which are found doesn't depend on the threads: candidates are begun in the order of their cost,
/// the bound only sinks, and what lies above the last bound is dropped.
Planner::Search Planner::search(const Wanted& wanted) {
  const uint64_t count = plan_.candidates.size();
  Search found{std::vector<Tried>(count), {}};
  std::mutex mutex;
  double bound = std::numeric_limits<double>::infinity();
  int64_t settled = 0;
  std::vector<int64_t> jobs;
  for (uint64_t i = 0; i < count; ++i) {
    if (!wanted.among || wanted.among(i)) jobs.push_back(static_cast<int64_t>(i));
  }
  for_each(jobs, [&](int64_t job) {
    const auto place = static_cast<uint64_t>(job);
    {
      const std::scoped_lock lock(mutex);
      if (progress_) progress_(++settled, std::ssize(jobs));
      if (plan_.candidates[place].cost_per_hour > bound) return;
    }
    Tried tried = try_wanted(place, wanted);
    const std::scoped_lock lock(mutex);
    found.tried[place] = std::move(tried);
    if (found.tried[place].fate == Fate::met) bound = bound_cost(found, wanted.needed);
  });
  for (uint64_t i = 0; i < count; ++i) {
    if (plan_.candidates[i].cost_per_hour > bound) found.tried[i] = {};
    if (found.tried[i].fate == Fate::met) found.met.push_back(i);
  }
  std::ranges::stable_sort(found.met, [&](uint64_t a, uint64_t b) {
    const double cost_a = plan_.candidates[a].cost_per_hour;
    const double cost_b = plan_.candidates[b].cost_per_hour;
    if (cost_a != cost_b) return cost_a < cost_b;
    return used_most(plan_.targets, found.tried[a].trials) <
           used_most(plan_.targets, found.tried[b].trials);
  });
  return found;
}

void Planner::take(Search& found) {
  for (uint64_t i = 0; i < plan_.candidates.size(); ++i) {
    Candidate& candidate = plan_.candidates[i];
    candidate.fate = found.tried[i].fate;
    candidate.trials = std::move(found.tried[i].trials);
    const bool excluded =
        candidate.fate == Fate::impossible || candidate.fate == Fate::beyond_floor;
    if (excluded) candidate.why = setup_by_candidate_[i]->why;
    ++plan_.counts[candidate.fate];
  }
  if (found.met.empty()) return;
  const uint64_t winner = found.met.front();
  plan_.winner = winner;
  const auto other = std::ranges::find_if(
      found.met, [&](uint64_t place) { return hardware_key(place) != hardware_key(winner); });
  if (other != found.met.end()) {
    plan_.runner_up = *other;
  } else if (found.met.size() > 1) {
    plan_.runner_up = found.met[1];  // which differs in limits alone
  }
}

std::vector<TrialFigures> Planner::full_trials(const RunSetup& setup, double scale) const {
  std::vector<TrialFigures> trials;
  for (const TrafficSample& sample : samples_) {
    if (const auto figures = run_trial(setup, sample, scale, false, stop_)) {
      trials.push_back(*figures);
    }
  }
  return trials;
}

/// Takes over what became of a candidate that the first search didn't need to look at.
void Planner::settle(uint64_t place) {
  Candidate& candidate = plan_.candidates[place];
  if (candidate.trials.empty()) candidate.trials = full_trials(setup_of(place), 1);
  if (candidate.fate != Fate::not_needed) return;
  const bool met = std::ranges::all_of(candidate.trials, &TrialFigures::met);
  --plan_.counts[candidate.fate];
  candidate.fate = met ? Fate::met : Fate::missed;
  ++plan_.counts[candidate.fate];
}

/// The best of the cheapest that are wanted.
std::optional<uint64_t> Planner::cheapest(const Wanted& wanted) {
  const Search found = search(wanted);
  if (found.met.empty()) return std::nullopt;
  settle(found.met.front());
  return found.met.front();
}

bool Planner::has_own_weights(uint64_t place) const {
  const std::shared_ptr<RunSetup>& run = setup_by_candidate_[place]->run;
  if (!run) return false;
  const Deployment& deployment = run->deployment;
  return deployment.precision.weights ==
         default_precision(deployment.model, deployment.gpu).weights;
}

/// What the winner's router and weights save.
void Planner::look_at_choices(uint64_t place) {
  std::vector<Tried> known;
  for (const Candidate& candidate : plan_.candidates) {
    known.push_back({candidate.fate, candidate.trials});
  }
  const auto is_round_robin = [&](uint64_t other) {
    const Scenario& scenario = plan_.candidates[other].scenario;
    return scenario.replicas == 1 || scenario.router == sim::Router::round_robin;
  };
  const bool varies_router =
      std::ranges::find(plan_.axes, "router", &ScenarioAxis::key) != plan_.axes.end();
  plan_.asked_round_robin = varies_router && !is_round_robin(place);
  if (plan_.asked_round_robin) {
    plan_.round_robin = cheapest({.among = is_round_robin, .known = &known});
  }
  plan_.is_quantised = !has_own_weights(place);
  if (plan_.is_quantised) {
    const auto is_own = [&](uint64_t other) { return has_own_weights(other); };
    plan_.unquantised = cheapest({.among = is_own, .known = &known});
  }
}

/// What comes closest of those that cost a little less.
void Planner::find_cheaper(double cost) {
  std::vector<int64_t> jobs;
  for (uint64_t i = plan_.candidates.size(); i-- > 0 && std::ssize(jobs) < kCheaperTried;) {
    const Candidate& candidate = plan_.candidates[i];
    const bool is_cheaper = candidate.fate == Fate::missed && candidate.cost_per_hour < cost;
    if (is_cheaper) jobs.push_back(static_cast<int64_t>(i));
  }
  for_each(jobs, [&](int64_t job) {
    const auto place = static_cast<uint64_t>(job);
    plan_.candidates[place].trials = full_trials(setup_of(place), 1);
  });
  double least = std::numeric_limits<double>::infinity();
  for (const int64_t job : jobs) {
    const auto place = static_cast<uint64_t>(job);
    const double used = used_most(plan_.targets, plan_.candidates[place].trials);
    if (used < least) plan_.cheaper = place;
    least = std::min(least, used);
  }
}

void Planner::find_closest() {
  std::vector<int64_t> jobs;
  for (uint64_t i = plan_.candidates.size(); i-- > 0;) {
    const Fate fate = plan_.candidates[i].fate;
    if (fate == Fate::missed || fate == Fate::beyond_floor) jobs.push_back(static_cast<int64_t>(i));
  }
  const auto used_least = [&](int64_t job) {
    return setup_by_candidate_[static_cast<uint64_t>(job)]->used_least;
  };
  // Those that may come closest first, so that others needn't be run.
  std::ranges::stable_sort(jobs, {}, used_least);
  std::mutex mutex;
  double least = std::numeric_limits<double>::infinity();
  // One that can't come as close as the best so far is given up, which takes nothing from the
  // result.
  for_each(jobs, [&](int64_t job) {
    const auto place = static_cast<uint64_t>(job);
    RunSetup setup = setup_of(place);
    bool give_up = false;
    {
      const std::scoped_lock lock(mutex);
      if (used_least(job) > least * kMayBeAsClose) return;
      give_up = least < kUsedMost;
      if (give_up) setup.targets = scaled_targets(plan_.targets, least * kMayBeAsClose);
    }
    std::vector<TrialFigures> trials;
    for (const TrafficSample& sample : samples_) {
      const auto figures = run_trial(setup, sample, 1, give_up, stop_);
      if (!figures) return;
      trials.push_back(*figures);
    }
    const std::scoped_lock lock(mutex);
    plan_.candidates[place].trials = std::move(trials);
    least = std::min(least, used_most(plan_.targets, plan_.candidates[place].trials));
  });
  for (uint64_t i = 0; i < plan_.candidates.size(); ++i) {
    Candidate& candidate = plan_.candidates[i];
    if (candidate.trials.empty()) continue;
    const bool is_first =
        !plan_.closest && used_most(plan_.targets, candidate.trials) <= least * kAsClose;
    if (is_first) {
      plan_.closest = i;
    } else {
      candidate.trials.clear();  // which of these were run to their end is a matter of threads
    }
  }
}

/// The least there could be of each target, and whether more replicas could reach it.
void Planner::find_floors() {
  for (const TargetKind kind : kTargetKinds) {
    TargetFloor floor{kind, target_of(plan_.targets, kind), 0, 0, 0, 0, "", ""};
    if (floor.target_ps == sim::kNever) continue;
    bool is_first = true;
    for (uint64_t i = 0; i < plan_.candidates.size(); ++i) {
      if (plan_.candidates[i].fate == Fate::impossible) continue;
      const RunSetup& run = *setup_by_candidate_[i]->run;
      const std::optional<LeastTime> least = least_time(run, samples_.front(), kind);
      if (!least) continue;
      if (is_first || least->floor_s < floor.floor_s) {
        floor.floor_s = least->floor_s;
        floor.floor_of = i;
        floor.bound = least->bound;
        floor.of = least->of;
      }
      if (is_first || least->alone_s < floor.alone_s) {
        floor.alone_s = least->alone_s;
        floor.alone_of = i;
      }
      is_first = false;
    }
    if (!is_first) plan_.floors.push_back(std::move(floor));
  }
  plan_.replicas_may_help = plan_.count_of(Fate::missed) > 0;
}

/// Where nothing can be deployed: what could.
void Planner::find_fits() {
  if (plan_.count_of(Fate::impossible) < std::ssize(plan_.candidates)) return;
  int64_t longest = 0;
  for (const TrafficSample& sample : samples_) {
    longest = std::max(longest, sample.prompts_rising.back());
  }
  if (question_.base.oversized == Oversized::refuse) longest = 1;
  std::vector<std::string> asked;
  for (const Candidate& candidate : plan_.candidates) asked.push_back(candidate.scenario.gpu);
  std::vector<NumberType> weights;
  for (const Candidate& candidate : plan_.candidates) {
    const std::optional<NumberType>& one = candidate.scenario.weights;
    if (one && !question_.weights_by_default && std::ranges::find(weights, *one) == weights.end()) {
      weights.push_back(*one);
    }
  }
  const Scenario& scenario = plan_.candidates.front().scenario;
  try {
    plan_.fits_of_asked = smallest_fits(scenario, hardware_, weights, asked, longest);
    plan_.fits_of_all = smallest_fits(scenario, hardware_, weights, {}, longest);
  } catch (const InputError&) {
    // A model or engine that isn't known is each candidate's own reason.
    return;
  }
}

/// The term of the law that takes most of the mean step.
std::string longest_term(const RunSetup& setup, const StepLoad& load) {
  const StepTerms terms = CostLaw(setup.deployment).terms(load);
  const std::array<std::pair<double, const char*>, 6> all = {{
      {terms.weights_s, "reading the weights"},
      {terms.compute_s, "computing the linear layers"},
      {terms.kv_read_s, "reading the KV cache"},
      {terms.attention_s + terms.lm_head_s, "computing attention and lm_head"},
      {terms.step_overhead_s + terms.layer_overhead_s + terms.per_request_s,
       "the engine's overhead per step, layer and request"},
      {terms.all_reduce_s, "the all-reduce between GPUs"},
  }};
  return std::ranges::max_element(all, {}, &std::pair<double, const char*>::first)->second;
}

/// What makes a target the binding one. `prompt`: a long one, as the percentile looks at.
std::string bottleneck_of(const RunSetup& setup, const TargetMargin& binding,
                          const TrialFigures& trial, int64_t prompt) {
  const bool waits = trial.queue_share > 0.5;
  const bool is_late = binding.kind == TargetKind::ttft || binding.kind == TargetKind::e2e;
  if (is_late && waits && trial.running_peak >= setup.cluster.replica.requests_max) {
    return "requests wait for a place in the batch: requests_max";
  }
  if (trial.preemptions > 0) return "the KV cache is full, so requests are preempted";
  if (is_late && waits && trial.kv_peak_share > 0.95)
    return "requests wait for room in the KV cache";
  if (binding.kind == TargetKind::ttft && !waits) {
    const Chunk chunk{1, 0, prompt};
    return "most of it is the prompt's own: " +
           longest_term(setup, load_of(setup.deployment.model, std::span(&chunk, 1)));
  }
  const std::string term = longest_term(setup, trial.mean_step);
  return is_late && waits ? "requests wait for the steps before theirs, mostly " + term
                          : "most of a step is " + term;
}

void Planner::draw_curve(const RunSetup& setup) {
  std::vector<int64_t> jobs;
  for (uint64_t i = 0; i < kCurveScales.size(); ++i) jobs.push_back(static_cast<int64_t>(i));
  plan_.curve.resize(kCurveScales.size());
  for_each(jobs, [&](int64_t job) {
    LoadPoint& point = plan_.curve[static_cast<uint64_t>(job)];
    point.scale = kCurveScales[static_cast<uint64_t>(job)];
    const std::vector<TrialFigures> trials = full_trials(setup, point.scale);
    point.margins = margins(plan_.targets, trials);
    point.step_requests = trials.front().mean_step.requests;
    point.met = std::ranges::all_of(trials, &TrialFigures::met);
    const auto count = static_cast<double>(trials.size());
    const bool by_ttft = plan_.targets.ttft_ps_max != sim::kNever;
    const auto kind = by_ttft ? TargetKind::ttft : TargetKind::e2e;
    for (const TrialFigures& trial : trials) {
      point.knee_ms += ms_of(trial.judged[static_cast<uint64_t>(kind)]) / count;
      point.requests_per_s += trial.requests_per_s / count;
      point.busy_share += trial.busy_share / count;
    }
  });
  for (const LoadPoint& point : plan_.curve) {
    if (!point.met) break;
    plan_.load_max = point.scale;
  }
}

/// At the percentile of the targets.
int64_t Planner::long_prompt() const {
  const std::vector<int64_t>& prompts = samples_.front().prompts_rising;
  const int64_t rank =
      sim::div_ceil(std::ssize(prompts) * plan_.targets.percentile, kAllMilliPercent);
  return prompts[static_cast<uint64_t>(rank) - 1];
}

void Planner::look_at_winner(uint64_t place) {
  find_cheaper(plan_.candidates[place].cost_per_hour);
  look_at_choices(place);
  look_at_error(place);
  const Candidate& described = plan_.candidates[plan_.described()];
  const RunSetup setup = setup_of(plan_.described());
  const std::vector<TargetMargin> all = margins(plan_.targets, described.trials);
  plan_.binding = *std::ranges::max_element(all, {}, &TargetMargin::used_share);
  plan_.bottleneck = bottleneck_of(setup, plan_.binding, described.trials.front(), long_prompt());
  draw_curve(setup);
  plan_.knee = knee_of(plan_.curve);
}

/// With which error a candidate is tried: its own, or where nothing of it is known the winner's.
PlanError Planner::error_tried(uint64_t place, uint64_t winner, const PlanError& of_winner) const {
  const RunSetup& setup = *setup_by_candidate_[place]->run;
  if (const std::optional<PlanError> own = error_of(setup)) return *own;
  PlanError error = of_winner;
  error.borrowed_from = setup_by_candidate_[winner]->run->deployment.gpu.name;
  error.cache_share = cache_share_fewer(setup);
  return error;
}

/// Whether some candidate would hold with its error if each request were alone.
bool Planner::replicas_may_hold(const TimeError& winners_error) const {
  return std::ranges::any_of(setups_, [&](const auto& entry) {
    const Setup& known = entry.second;
    if (known.fate != Fate::not_needed) return false;
    const TimeError error = known_error(*known.run, winners_error);
    const RunSetup setup = with_error(*known.run, error);
    // The least times are by the law, without the error of the steps.
    const double used = least_used_share(setup, samples_.front()) * (1 + error.share);
    return length_problem(setup).empty() && used <= 1;
  });
}

/// Whether the plan holds where times are as much longer as they were off where they were measured
/// and the KV cache is as small as it may be, and what does where it doesn't.
void Planner::look_at_error(uint64_t place) {
  const RunSetup& setup = *setup_by_candidate_[place]->run;
  plan_.error = error_of(setup);
  plan_.cache_share = cache_share_fewer(setup);
  const TimeError error = plan_.error ? time_error(*plan_.error) : TimeError();
  // What is tried with no error and the same cache is what was tried already.
  const bool is_known = !plan_.error && plan_.cache_share == 0;
  plan_.holds_with_error = is_known || try_candidate(place, &error).fate == Fate::met;
  Search safe;
  uint64_t chosen = place;
  if (!plan_.holds_with_error) {
    safe = search({&error, 1});
    if (safe.met.empty()) {
      plan_.replicas_may_help = replicas_may_hold(error);
      return;
    }
    chosen = safe.met.front();
    plan_.safe_winner = chosen;
    settle(chosen);
  }
  if (plan_.error) plan_.deploy_error = error_tried(chosen, place, *plan_.error);
  plan_.safe_is_quantised = !has_own_weights(chosen);
  if (!plan_.safe_is_quantised) return;
  const auto is_own = [&](uint64_t other) { return has_own_weights(other); };
  const std::vector<Tried>* known = safe.tried.empty() ? nullptr : &safe.tried;
  plan_.safe_unquantised = cheapest({.winners_error = &error, .among = is_own, .known = known});
}

}  // namespace

double TargetMargin::used_share() const {
  if (worst_ps == sim::kNever) return std::numeric_limits<double>::infinity();
  if (target_ps == 0) return worst_ps == 0 ? 1 : std::numeric_limits<double>::infinity();
  return static_cast<double>(worst_ps) / static_cast<double>(target_ps);
}

std::vector<TargetMargin> margins(const Targets& targets, const std::vector<TrialFigures>& trials) {
  std::vector<TargetMargin> all;
  for (const TargetKind kind : kTargetKinds) {
    TargetMargin margin{kind, target_of(targets, kind), 0, {}};
    if (margin.target_ps == sim::kNever) continue;
    std::vector<double> ms;
    for (const TrialFigures& trial : trials) {
      const sim::TimePs judged = trial.judged[static_cast<uint64_t>(kind)];
      margin.worst_ps = std::max(margin.worst_ps, judged);
      ms.push_back(ms_of(judged));
    }
    margin.ms = interval_of(ms);
    all.push_back(margin);
  }
  return all;
}

std::optional<double> knee_of(const std::vector<LoadPoint>& curve) {
  for (uint64_t i = 0; i + 1 < curve.size(); ++i) {
    const double here = curve[i].knee_ms;
    const double width = (curve[i + 1].scale - curve[i].scale) / kCurveStep;
    if (here > 0 && curve[i + 1].knee_ms / here - 1 > kKneeMin * width) return curve[i].scale;
  }
  return std::nullopt;
}

Plan make_plan(const PlanQuestion& question, const Hardware& hardware,
               const std::atomic<bool>& stop, const PlanProgress& progress) {
  return Planner(question, hardware, stop, progress).run();
}

}  // namespace kitchen::real

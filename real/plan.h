#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "real/hardware_file.h"
#include "real/plan_fit.h"
#include "real/plan_trial.h"
#include "real/sweep.h"

// The cheapest configuration that meets its targets: docs/real/plan.md.
namespace kitchen::real {

struct PlanQuestion {
  Scenario base;                   ///< model, traffic, targets, and what doesn't vary
  std::vector<ScenarioAxis> axes;  ///< of deployment and limits; see with_default_axes()
  /// Per GPU and hour, by the GPU's name. Needed where GPUs of several kinds are compared; else
  /// the count of GPUs is what costs.
  std::map<std::string, double> prices;
  int64_t seeds = 3;  ///< of synthetic traffic; a trace is what it is
  /// By which share measured times may be longer than computed ones: whether the plan holds then.
  /// nullopt: as expected_error() of each candidate says at its 95th percentile, else the winner's.
  std::optional<double> error_share;
  /// Nobody asked for certain weights: where nothing fits, those that weren't tried may as well.
  bool weights_by_default = false;
  int64_t threads = 1;
};

inline constexpr int64_t kPlanSeedsMax = 10;
inline constexpr int64_t kPlanCandidatesMax = 20'000;

/// The axes of a plan: those given, and for each of gpu, tp, replicas, weights, requests_max,
/// token_budget and router that neither varies nor is among `given` (keys set by file or option)
/// the values that are tried by default. GPUs are those with a price. Where nothing is left to
/// vary, those of the base, each with its one value.
std::vector<ScenarioAxis> with_default_axes(const PlanQuestion& question,
                                            const std::vector<std::string>& given,
                                            const Hardware& hardware);

/// What became of a candidate.
enum class Fate : int32_t {
  met,           ///< all targets, with every seed
  missed,        ///< one of them, with some seed
  impossible,    ///< it can't be deployed, or doesn't fit
  beyond_floor,  ///< a target is below what a request takes even alone: see plan_floor.h
  not_needed,    ///< costs more than two that meet the targets
};

struct Candidate {
  std::vector<std::string> values;  ///< one of each axis
  Scenario scenario;
  int64_t gpus = 0;
  double cost_per_hour = 0;  ///< or GPUs, where there are no prices
  Fate fate = Fate::not_needed;
  std::string why;                   ///< of impossible and beyond_floor
  std::vector<TrialFigures> trials;  ///< by seed; of met ones all
};

/// The mean of a figure over the seeds and half the width of its 95 % confidence interval
/// (Student's t); 0 where there is one seed.
struct Interval {
  double mean = 0;
  double half_width = 0;
};

/// A target and what was measured against it.
struct TargetMargin {
  TargetKind kind = TargetKind::ttft;
  sim::TimePs target_ps = 0;
  sim::TimePs worst_ps = 0;  ///< of the seeds, at the percentile; kNever: never came
  Interval ms;               ///< over the seeds
  /// worst / target; above 1: missed.
  double used_share() const;
};

std::vector<TargetMargin> margins(const Targets& targets, const std::vector<TrialFigures>& trials);

/// The least that a target could be, over all candidates that can be deployed.
struct TargetFloor {
  TargetKind kind = TargetKind::ttft;
  sim::TimePs target_ps = 0;
  double floor_s = 0;     ///< by bytes and operations alone, of the candidate with the least
  double alone_s = 0;     ///< by the engine's law, of the candidate with the least of that
  uint64_t floor_of = 0;  ///< which candidate
  uint64_t alone_of = 0;
  std::string of;     ///< what takes so long: "a prompt of 812 tokens"
  std::string bound;  ///< what makes the floor
};

/// The load scaled, and how the targets fare.
struct LoadPoint {
  double scale = 1;
  double requests_per_s = 0;
  std::vector<TargetMargin> margins;
  bool met = false;
  double busy_share = 0;      ///< of the time; a replica with one request is in a step as well
  int64_t step_requests = 0;  ///< mean of the steps
  double knee_ms = 0;  ///< what the knee is looked for in: TTFT, or without such a target E2E
};

/// The load from which on latency rises steeply: the last of the curve before it grows by more than
/// a quarter within a tenth of the load, the first time it does; nullopt where it never does.
std::optional<double> knee_of(const std::vector<LoadPoint>& curve);

/// By which share measured times may be longer than computed ones, and the KV cache smaller.
struct PlanError {
  double share = 0;
  std::optional<double> ttft_share;  ///< TTFT's own; nullopt: not known, so as the others
  std::string of;                    ///< which measurements it is from; "" where it was given
  /// Whose it is where nothing of the candidate itself was measured; else "".
  std::string borrowed_from;
  double cache_share = 0;  ///< of the KV cache, which likely is missing: see plan_memory.h
};

struct Plan {
  std::vector<ScenarioAxis> axes;
  Targets targets;
  bool priced = false;
  int64_t requests = 0;
  int64_t longest_tokens = 0;  ///< of a request, prompt and output together
  int64_t seeds = 1;
  std::vector<Candidate> candidates;  ///< cheapest first
  std::map<Fate, int64_t> counts;
  std::vector<std::string> warnings;  ///< of the traffic: what to know about its trace

  /// The cheapest that meets the targets, of several at the same cost the one with the widest
  /// margins; nullopt: none does.
  std::optional<uint64_t> winner;
  /// The next best that meets them: of other hardware, or else with other limits.
  std::optional<uint64_t> runner_up;
  /// The best of the cheaper ones that miss a target.
  std::optional<uint64_t> cheaper;
  /// Where none meets the targets: the one that comes closest, within 1 % the cheapest of those.
  std::optional<uint64_t> closest;
  std::vector<TargetFloor> floors;  ///< of each target with a sample; none where nothing fits
  /// Where none meets the targets, or none does with its error: whether some candidate would if
  /// each request were alone, so that with more replicas it may.
  bool replicas_may_help = false;
  /// Where no candidate can be deployed: the smallest replicas that can, of the GPUs that were
  /// asked for and of all that are known.
  std::vector<SmallestFit> fits_of_asked;
  std::vector<SmallestFit> fits_of_all;

  // What the winner's choices save, where it was free to choose.
  /// The cheapest that meets the targets with a round-robin router; nullopt where the winner's is
  /// one, it has one replica, or none does.
  std::optional<uint64_t> round_robin;
  bool asked_round_robin = false;  ///< there was such a question
  /// The cheapest whose weights are as the checkpoint has them, where the winner's are quantised;
  /// nullopt where none meets the targets.
  std::optional<uint64_t> unquantised;
  bool is_quantised = false;  ///< the winner's weights are
  /// The same of the cheapest that holds, among those that do.
  std::optional<uint64_t> safe_unquantised;
  bool safe_is_quantised = false;

  // Of the one that is described().
  TargetMargin binding;    ///< the target with the least left
  std::string bottleneck;  ///< what in the deployment makes it so
  std::vector<LoadPoint> curve;
  std::optional<double> knee;      ///< scale at which latency begins to rise steeply
  double load_max = 0;             ///< highest scale of the curve up to which all is met
  std::optional<PlanError> error;  ///< the winner's; nullopt: nothing is known of it
  double cache_share = 0;          ///< of the winner's KV cache, which likely is missing
  /// The winner meets the targets also where all takes that much longer, TTFT by its own, with the
  /// smaller cache; where nothing is known of its error, with that cache.
  bool holds_with_error = false;
  /// Where it doesn't: the cheapest that does; nullopt where none does.
  std::optional<uint64_t> safe_winner;
  std::optional<PlanError> deploy_error;  ///< what is recommended() was tried with

  /// The cheapest that holds; nullopt where none does.
  std::optional<uint64_t> safe() const { return holds_with_error ? winner : safe_winner; }
  /// What to deploy: the cheapest that holds with its error. nullopt where none does, or nothing is
  /// known of the error.
  std::optional<uint64_t> recommended() const { return error ? safe() : std::nullopt; }
  /// The cheapest that holds, else the winner. There must be one.
  uint64_t described() const { return safe().value_or(winner.value_or(0)); }
  int64_t count_of(Fate fate) const {
    const auto found = counts.find(fate);
    return found == counts.end() ? 0 : found->second;
  }
};

/// Called now and then with how many candidates are settled of how many.
using PlanProgress = std::function<void(int64_t, int64_t)>;

/// Throws InputError: no target, one that the traffic gives no sample for, an axis that isn't of
/// deployment or limits, no price where kinds of GPUs are compared, traffic that can't be read;
/// PlanStopped once `stop` is set.
Plan make_plan(const PlanQuestion& question, const Hardware& hardware,
               const std::atomic<bool>& stop, const PlanProgress& progress);

/// The longest request, prompt and output together, that a scenario's engine takes: its KV cache
/// and, of vLLM without chunked prefill, its token budget hold that much, else it doesn't start.
int64_t request_tokens_max(const RunSetup& setup);

/// What routes requests to replicas like that, since vLLM has no router of its own.
std::string_view router_advice(sim::Router router);

}  // namespace kitchen::real

#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "real/run.h"

// One run of a candidate of a plan: docs/real/plan.md.
namespace kitchen::real {

enum class TargetKind : int32_t { ttft = 0, tpot = 1, itl = 2, e2e = 3 };
inline constexpr std::array<TargetKind, 4> kTargetKinds = {TargetKind::ttft, TargetKind::tpot,
                                                           TargetKind::itl, TargetKind::e2e};

/// "TTFT", "TPOT", "ITL", "E2E"
std::string_view target_name(TargetKind kind);

/// kNever: there is no such target.
sim::TimePs target_of(const Targets& targets, TargetKind kind);

/// The requests of a plan's traffic, held in memory because each candidate serves them anew.
struct TrafficSample {
  std::vector<Request> requests;
  int64_t clients = 0;  ///< 0: requests come at their own times

  // What bounds of candidates need.
  std::vector<int64_t> prompts_rising;
  std::vector<int64_t> outputs_rising;
  int64_t later_tokens = 0;  ///< output tokens but the first of each request
  bool has_prefixes = false;
};

/// Reads all requests of a source. Throws InputError where there are more than can be held.
TrafficSample sample_traffic(RequestSource& source, int64_t clients);

/// What is kept of a run.
struct TrialFigures {
  std::array<sim::TimePs, 4> judged = {0, 0, 0, 0};  ///< by TargetKind; sim::kNever: not at all
  bool met = false;
  int64_t requests = 0;
  int64_t unfinished = 0;  ///< refused, or ended early
  int64_t preemptions = 0;
  int64_t running_peak = 0;
  double requests_per_s = 0;
  double output_tokens_per_s = 0;
  double busy_share = 0;     ///< of the replicas' time
  double kv_peak_share = 0;  ///< of one replica's blocks
  double queue_share = 0;    ///< of the mean TTFT
  int64_t output_tokens = 0;
  sim::TimePs duration_ps = 0;
  StepLoad mean_step;  ///< of all steps, rounded
};

/// Serves the traffic, its times divided by rate_scale (of clients: so many times as many). nullopt
/// where it was given up: as soon as so many requests or tokens are over a target that it is missed
/// at the percentile, whatever comes. `give_up` false: never. Throws PlanStopped once `stop` is
/// set.
std::optional<TrialFigures> run_trial(const RunSetup& setup, const TrafficSample& traffic,
                                      double rate_scale, bool give_up,
                                      const std::atomic<bool>& stop);

class PlanStopped {};

/// The same deployment where everything takes (1 + share) times as long.
RunSetup slower(const RunSetup& setup, double share);

/// How many of so many may be over a target that is met at its percentile.
int64_t allowed_over(const Targets& targets, int64_t count);

}  // namespace kitchen::real

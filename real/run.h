#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "real/cost.h"
#include "real/deployment.h"
#include "real/hardware_file.h"
#include "real/kv_capacity.h"
#include "real/metrics.h"
#include "real/scenario.h"
#include "real/scenario_traffic.h"
#include "sim/cluster.h"

namespace kitchen::real {

/// The model on its GPUs under its engine, looked up by name. Throws InputError: a name that isn't
/// known (with the nearest), a deployment that can't be.
Deployment deployment_of(const Scenario& scenario, const Hardware& hardware);

/// A scenario looked up and computed: everything but its traffic. Shared by any number of runs.
struct RunSetup {
  Scenario scenario;
  Deployment deployment;
  KvCapacity capacity;
  sim::ClusterConfig cluster;
  std::shared_ptr<const sim::ServingCost> cost;
  std::vector<int64_t> weights_bytes;  ///< read by one GPU in a step, by tokens computed
  Targets targets;

  int64_t gpus() const { return deployment.tensor_parallel * cluster.replicas; }
};

/// Throws InputError as deployment_of(); where the model doesn't fit, with by how much and what
/// would make it fit; and where a setting is out of what model and engine allow.
RunSetup set_up(const Scenario& scenario, const Hardware& hardware);

/// The same of a deployment that is at hand, whatever the scenario names. `gpus`: what a message
/// may suggest where it doesn't fit.
RunSetup set_up(const Scenario& scenario, Deployment deployment, std::span<const Gpu> gpus);

/// How a run went.
struct RunOutcome {
  Metrics metrics;
  sim::ServingCounts counts;
  sim::StopReason stopped = sim::StopReason::none;
  uint64_t hash = 0;  ///< of the cluster at the end

  /// As Metrics::judged(); kNever for all where the run was stopped: of those left over nobody
  /// knows.
  sim::TimePs judged(const TimeHistogram& times) const {
    return stopped == sim::StopReason::none ? metrics.judged(times) : sim::kNever;
  }
  /// Whether the run went to its end and every target is met; true where there is none.
  bool met() const { return stopped == sim::StopReason::none && metrics.all_met(); }

  /// From the first arrival to the end of the last request.
  sim::TimePs duration_ps() const { return metrics.ended_ps() - metrics.first_arrival_ps(); }
};

/// Serves all requests of the source to their ends. `listeners` are told what happens, besides the
/// metrics. A prompt that is longer than the context or the KV cache is refused and counted.
RunOutcome run(const RunSetup& setup, RequestSource& source,
               std::span<sim::ServingListener* const> listeners = {});

/// The same of a scenario's own traffic. Throws InputError as Traffic does, and at a prompt that is
/// longer than the context or the KV cache, unless oversized = refuse.
RunOutcome run(const RunSetup& setup, Traffic& traffic,
               std::span<sim::ServingListener* const> listeners = {});

}  // namespace kitchen::real

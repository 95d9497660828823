#include "real/run.h"

#include <algorithm>

#include "real/model_config.h"
#include "real/time_units.h"

namespace kitchen::real {
namespace {

std::string needed_name(const std::string& name, const char* key) {
  if (name.empty()) throw InputError(std::string("the run needs a ") + key);
  return name;
}

sim::TimePs target_ps(const std::optional<double>& ms) { return ms ? ps_of_ms(*ms) : sim::kNever; }

Targets targets_of(const Scenario& scenario) {
  Targets targets;
  targets.ttft_ps_max = target_ps(scenario.ttft_ms_max);
  targets.tpot_ps_max = target_ps(scenario.tpot_ms_max);
  targets.itl_ps_max = target_ps(scenario.itl_ms_max);
  targets.e2e_ps_max = target_ps(scenario.e2e_ms_max);
  constexpr auto kPerPercent = static_cast<double>(kMilliPerPercent);
  const double to_nearest = 0.5 + scenario.percentile * kPerPercent;
  targets.percentile = static_cast<MilliPercent>(to_nearest);
  return targets;
}

int64_t context_tokens_max(const Scenario& scenario, const Model& model) {
  const int64_t most = std::min(model.context_tokens_max, sim::kContextTokensMax);
  const int64_t given = scenario.context_tokens_max.value_or(most);
  if (given > most) {
    throw InputError("context_tokens_max is " + std::to_string(given) + "; " + model.name +
                     " allows at most " + std::to_string(most));
  }
  return given;
}

sim::ServingConfig serving_config(const Scenario& scenario, const Deployment& deployment,
                                  const KvCapacity& capacity) {
  const Engine& engine = deployment.engine;
  sim::ServingConfig config;
  config.kv_blocks = std::min(capacity.blocks, sim::kKvBlocksMax);
  config.block_tokens = capacity.block_tokens;
  config.requests_max = scenario.requests_max.value_or(engine.requests_max);
  config.token_budget = scenario.token_budget.value_or(engine.token_budget);
  config.batching = scenario.batching;
  config.chunked_prefill = scenario.chunked_prefill;
  config.prefix_caching = scenario.prefix_caching;
  config.prefix_tokens = kPrefixBlockTokens;
  config.context_tokens_max = context_tokens_max(scenario, deployment.model);
  return config;
}

/// The ranges of settings are looked at where they are set; what is left is what comes together.
[[noreturn]] void fail_invalid(sim::ServingError error, const RunSetup& setup) {
  switch (error) {
    case sim::ServingError::prefix_tokens_out_of_range:
      throw InputError("prefix_caching needs blocks that divide the " +
                       std::to_string(kPrefixBlockTokens) + " tokens of a trace's prefix; " +
                       setup.deployment.engine.name + " has blocks of " +
                       std::to_string(setup.capacity.block_tokens) + ". Set prefix_caching off");
    case sim::ServingError::step_out_of_range:
      throw InputError(
          "a step could take longer than 13 days: requests_max or token_budget is far "
          "too high for this model and GPU");
    default:
      throw InputError(
          "model, GPU and engine give costs or limits that can't be simulated (error " +
          std::to_string(static_cast<int32_t>(error)) + ")");
  }
}

std::vector<int64_t> weights_bytes_by_tokens(const CostLaw& law, int64_t tokens_max) {
  std::vector<int64_t> bytes;
  bytes.reserve(static_cast<uint64_t>(tokens_max) + 1);
  for (int64_t tokens = 0; tokens <= tokens_max; ++tokens) {
    bytes.push_back(static_cast<int64_t>(law.weights_read_bytes(tokens)));
  }
  return bytes;
}

/// Tells several what happens, one after the other.
class Listeners : public sim::ServingListener {
 public:
  explicit Listeners(std::vector<sim::ServingListener*> all) : all_(std::move(all)) {}

  void on_request(const sim::RequestRecord& record) override {
    for (sim::ServingListener* each : all_) each->on_request(record);
  }
  void on_steps(const sim::StepRun& run) override {
    for (sim::ServingListener* each : all_) each->on_steps(run);
  }
  void on_gap(const sim::TokenGap& gap) override {
    for (sim::ServingListener* each : all_) each->on_gap(gap);
  }
  void on_admission(const sim::BatchChange& change) override {
    for (sim::ServingListener* each : all_) each->on_admission(change);
  }
  void on_preemption(const sim::BatchChange& change) override {
    for (sim::ServingListener* each : all_) each->on_preemption(change);
  }

 private:
  std::vector<sim::ServingListener*> all_;
};

/// Counts the requests that a source gives.
class CountedSource : public RequestSource {
 public:
  explicit CountedSource(RequestSource& source) : source_(source) {}

  bool next(Request& request) override {
    if (!source_.next(request)) return false;
    ++given_;
    return true;
  }

  /// All that the source has; reads it to its end.
  int64_t count_all() {
    Request request;
    while (next(request)) {
    }
    return given_;
  }

 private:
  RequestSource& source_;
  int64_t given_ = 0;
};

/// Ends the run at the first request that would be refused.
class WithoutOversized : public RequestSource {
 public:
  WithoutOversized(Traffic& traffic, const RunSetup& setup) : traffic_(traffic), setup_(setup) {}

  bool next(Request& request) override {
    if (!traffic_.next(request)) return false;
    ++number_;
    const sim::Outcome outcome = sim::refusal(setup_.cluster.replica, request.prompt_tokens);
    if (sim::is_refused(outcome)) fail(request, outcome);
    return true;
  }

 private:
  [[noreturn]] void fail(const Request& request, sim::Outcome outcome) const {
    const sim::ServingConfig& config = setup_.cluster.replica;
    const bool context = outcome == sim::Outcome::refused_context;
    const std::string limit =
        context ? "the context of " + setup_.deployment.model.name + " is " +
                      std::to_string(config.context_tokens_max) + " with the output"
                : "the whole KV cache holds " + std::to_string(setup_.capacity.tokens());
    throw InputError(traffic_.place(),
                     "request " + std::to_string(number_) + " has a prompt of " +
                         std::to_string(request.prompt_tokens) + " tokens; " + limit +
                         ". With oversized = refuse such requests are refused and counted");
  }

  Traffic& traffic_;
  const RunSetup& setup_;
  int64_t number_ = 0;
};

}  // namespace

Deployment deployment_of(const Scenario& scenario, const Hardware& hardware) {
  Deployment deployment;
  deployment.model = find_model(needed_name(scenario.model, "model"));
  deployment.gpu = hardware.gpu(needed_name(scenario.gpu, "gpu"));
  deployment.engine = hardware.engine(scenario.engine, deployment.gpu.name);
  if (scenario.memory_share) deployment.engine.memory_share = {*scenario.memory_share, "given"};
  deployment.tensor_parallel = scenario.tensor_parallel;
  Precision& precision = deployment.precision;
  precision = default_precision(deployment.model, deployment.gpu);
  precision.weights = scenario.weights.value_or(precision.weights);
  precision.activations =
      scenario.activations.value_or(default_activations(precision.weights, deployment.gpu));
  precision.kv = scenario.kv;
  const std::string problem = deployment_problem(deployment);
  if (!problem.empty()) throw InputError(problem);
  return deployment;
}

RunSetup set_up(const Scenario& scenario, const Hardware& hardware) {
  return set_up(scenario, deployment_of(scenario, hardware), hardware.gpus());
}

RunSetup set_up(const Scenario& scenario, Deployment deployment, std::span<const Gpu> gpus) {
  RunSetup setup;
  setup.scenario = scenario;
  setup.deployment = std::move(deployment);
  const std::string misfit = fit_problem(setup.deployment, gpus, scenario.kv_blocks);
  if (!misfit.empty()) throw InputError(misfit);
  setup.capacity = kv_capacity(setup.deployment, scenario.kv_blocks);
  setup.targets = targets_of(scenario);
  setup.cluster.replica = serving_config(scenario, setup.deployment, setup.capacity);
  setup.cluster.replicas = scenario.replicas;
  setup.cluster.router = scenario.router;
  setup.cluster.clients = clients_of(scenario);
  setup.cluster.think_ps = think_ps_of(scenario);
  const CostLaw law(setup.deployment);
  const int64_t tokens_max = sim::step_tokens_max(setup.cluster.replica);
  setup.cost = std::make_shared<const sim::ServingCost>(law.coefficients(tokens_max));
  setup.weights_bytes = weights_bytes_by_tokens(law, tokens_max);
  const sim::ServingError error = sim::validate(setup.cluster, *setup.cost);
  if (error != sim::ServingError::ok) fail_invalid(error, setup);
  return setup;
}

RunOutcome run(const RunSetup& setup, RequestSource& source,
               std::span<sim::ServingListener* const> listeners) {
  Metrics metrics(setup.targets, setup.weights_bytes);
  std::vector<sim::ServingListener*> all(listeners.begin(), listeners.end());
  all.push_back(&metrics);
  Listeners each(all);
  sim::ServingListener& listener =
      listeners.empty() ? static_cast<sim::ServingListener&>(metrics) : each;
  sim::Cluster cluster(setup.cost, setup.cluster, listener);
  CountedSource counted(source);
  sim::run_all(cluster, counted);
  if (cluster.stopped() != sim::StopReason::none) {
    metrics.add_left_over(counted.count_all() - metrics.requests());
  }
  return {std::move(metrics), cluster.counts(), cluster.stopped(), cluster.hash()};
}

RunOutcome run(const RunSetup& setup, Traffic& traffic,
               std::span<sim::ServingListener* const> listeners) {
  if (setup.scenario.oversized == Oversized::refuse) {
    return run(setup, static_cast<RequestSource&>(traffic), listeners);
  }
  WithoutOversized checked(traffic, setup);
  return run(setup, static_cast<RequestSource&>(checked), listeners);
}

}  // namespace kitchen::real

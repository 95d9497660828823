#include <algorithm>

#include "real/model_config.h"
#include "real/plan.h"
#include "real/vllm_command.h"

namespace kitchen::real {
namespace {

bool varies(const std::vector<ScenarioAxis>& axes, std::string_view key) {
  return std::ranges::find(axes, key, &ScenarioAxis::key) != axes.end();
}

/// The weights that a deployment can choose: those of a checkpoint that is quantised are as they
/// are.
std::vector<std::string> weights_tried(const std::string& model) {
  if (model.empty() || find_model(model).checkpoint_weights) return {};
  return {"bf16", "fp8"};
}

}  // namespace

std::vector<ScenarioAxis> with_default_axes(const PlanQuestion& question,
                                            const std::vector<std::string>& given,
                                            const Hardware& hardware) {
  std::vector<std::string> gpus;
  for (const std::string& name : hardware.gpu_names()) {
    if (question.prices.contains(name)) gpus.push_back(name);
  }
  const std::vector<std::pair<std::string, std::vector<std::string>>> defaults = {
      {"gpu", gpus},
      {"tp", {"1", "2", "4", "8"}},
      {"replicas", {"1", "2", "3", "4", "6", "8", "12", "16"}},
      {"weights", weights_tried(question.base.model)},
      {"requests_max", {"64", "128", "256"}},
      {"token_budget", {"2048", "8192"}},
  };
  std::vector<ScenarioAxis> axes = question.axes;
  const auto is_open = [&](std::string_view key) {
    return std::ranges::find(given, key) == given.end() && !varies(axes, key);
  };
  for (const auto& [key, values] : defaults) {
    if (!values.empty() && is_open(key)) axes.push_back({key, values, {}});
  }
  const bool may_route = varies(axes, "replicas") || question.base.replicas > 1;
  // Nothing is left to choose, but whether this one meets the targets is a question as well.
  if (axes.empty()) {
    for (const auto& [key, values] : defaults) {
      const std::string value = setting_text(question.base, key);
      if (!value.empty()) axes.push_back({key, {value}, {}});
    }
  }
  // Those that can't differ are dropped once the traffic is known. The one that meets the targets
  // most often comes first, so that the search ends early.
  if (may_route && is_open("router")) {
    axes.push_back({"router", {"least_requests", "round_robin", "prefix_aware"}, {}});
  }
  return axes;
}

std::string_view router_advice(sim::Router router) {
  switch (router) {
    case sim::Router::round_robin:
      return "nginx as it is by default, or vllm-router --policy round_robin";
    case sim::Router::least_requests:
      return "nginx with least_conn, or HAProxy with balance leastconn; vllm-router --policy "
             "power_of_two comes near it";
    case sim::Router::least_kv:
      return "llm-d's router with its kv-cache-utilization-scorer";
    case sim::Router::prefix_aware:
      break;
  }
  return "vllm-router --policy cache_aware, the production stack's prefixaware routing, or llm-d's "
         "router with its prefix-cache-scorer";
}

int64_t request_tokens_max(const RunSetup& setup) {
  const sim::ServingConfig& replica = setup.cluster.replica;
  const int64_t most = std::min(replica.context_tokens_max, setup.capacity.tokens());
  const bool in_one_step = runs_vllm(setup.deployment) && !replica.chunked_prefill;
  return in_one_step ? std::min(most, replica.token_budget) : most;
}

}  // namespace kitchen::real

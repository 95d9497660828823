#include "real/plan_fit.h"

#include <algorithm>
#include <optional>

#include "real/kv_capacity.h"
#include "real/model_config.h"
#include "real/run.h"

namespace kitchen::real {
namespace {

std::vector<NumberType> weights_possible(const Scenario& scenario) {
  const Model model = find_model(scenario.model);
  if (model.checkpoint_weights) return {*model.checkpoint_weights};
  return {NumberType::bf16, NumberType::fp8, NumberType::int4};
}

/// nullopt where the replica can't be deployed or doesn't hold the prompt.
std::optional<SmallestFit> fit_of(const Scenario& scenario, const Hardware& hardware,
                                  int64_t prompt_tokens) {
  try {
    const Deployment deployment = deployment_of(scenario, hardware);
    const int64_t kv_tokens = kv_capacity(deployment).tokens();
    const int64_t context =
        std::min(deployment.model.context_tokens_max,
                 scenario.context_tokens_max.value_or(deployment.model.context_tokens_max));
    if (kv_tokens < prompt_tokens || context <= prompt_tokens) return std::nullopt;
    return SmallestFit{deployment.precision.weights, scenario.gpu, scenario.tensor_parallel,
                       kv_tokens};
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace

std::vector<SmallestFit> smallest_fits(const Scenario& scenario, const Hardware& hardware,
                                       const std::vector<NumberType>& weights_asked,
                                       const std::vector<std::string>& gpus,
                                       int64_t prompt_tokens) {
  std::vector<SmallestFit> fits;
  for (const NumberType weights :
       weights_asked.empty() ? weights_possible(scenario) : weights_asked) {
    std::optional<SmallestFit> best;
    double least_bytes = 0;
    for (const Gpu& gpu : hardware.gpus()) {
      if (!gpus.empty() && std::ranges::find(gpus, gpu.name) == gpus.end()) continue;
      for (const int64_t count : {1, 2, 4, 8, 16}) {
        Scenario tried = scenario;
        tried.gpu = gpu.name;
        tried.tensor_parallel = count;
        tried.weights = weights;
        tried.activations.reset();
        const double bytes = gpu.memory_bytes.value * static_cast<double>(count);
        if (best && bytes >= least_bytes) break;
        const std::optional<SmallestFit> fit = fit_of(tried, hardware, prompt_tokens);
        if (!fit) continue;
        best = fit;
        least_bytes = bytes;
        break;
      }
    }
    if (best) fits.push_back(*best);
  }
  return fits;
}

}  // namespace kitchen::real

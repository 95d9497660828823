#include "real/plan_floor.h"

#include <algorithm>
#include <span>

#include "real/cost.h"
#include "real/number_text.h"
#include "real/time_units.h"

namespace kitchen::real {
namespace {

/// Costs are rounded to whole picoseconds and percentiles to 0.1 %: what is over by less may be
/// met.
constexpr double kLeastSlack = 1.002;

/// The value at the percentile, by nearest rank as targets are judged.
int64_t value_at(const std::vector<int64_t>& rising, MilliPercent percentile) {
  const int64_t rank = sim::div_ceil(std::ssize(rising) * percentile, kAllMilliPercent);
  return rising[static_cast<uint64_t>(rank) - 1];
}

/// As one step, though a prompt above the token budget takes several: no sum of those is shorter,
/// but of the all-reduce, whose measured times may rise faster than their messages.
LeastTime time_alone(const RunSetup& setup, const Chunk& chunk) {
  const CostLaw law(setup.deployment);
  const StepLoad load = load_of(setup.deployment.model, std::span(&chunk, 1));
  const double bytes = law.weights_read_bytes(load.tokens) + law.kv_read_bytes(load);
  const double read_s = bytes / setup.deployment.gpu.bandwidth_bytes_per_s.value;
  LeastTime least;
  least.floor_s = law.floor_s(load);
  const StepTerms terms = law.terms(load);
  const bool in_one_step = chunk.new_tokens <= setup.cluster.replica.token_budget;
  least.alone_s = terms.total_s() - (in_one_step ? 0 : terms.all_reduce_s);
  least.bound = least.floor_s > read_s
                    ? "its operations at the datasheet's peak"
                    : "reading weights and KV cache at the datasheet's bandwidth";
  return least;
}

LeastTime prompt_alone(const RunSetup& setup, const TrafficSample& traffic) {
  // What the prefix cache may have of a prompt is not known here, but one token is always computed.
  const bool may_be_cached = traffic.has_prefixes && setup.cluster.replica.prefix_caching;
  const int64_t prompt = value_at(traffic.prompts_rising, setup.targets.percentile);
  LeastTime least = time_alone(setup, {1, 0, may_be_cached ? 1 : prompt});
  least.of = may_be_cached ? "a prompt that is all but one token in the prefix cache"
                           : "a prompt of " + std::to_string(prompt) + " tokens";
  return least;
}

LeastTime token_alone(const RunSetup& setup, const TrafficSample& traffic) {
  const int64_t context = traffic.prompts_rising.front();
  LeastTime least = time_alone(setup, {1, context, 1});
  least.of = "a token after " + std::to_string(context) + " others";
  return least;
}

LeastTime output_alone(const RunSetup& setup, const TrafficSample& traffic) {
  const int64_t tokens = value_at(traffic.outputs_rising, setup.targets.percentile) - 1;
  LeastTime least = token_alone(setup, traffic);
  least.floor_s *= static_cast<double>(tokens);
  least.alone_s *= static_cast<double>(tokens);
  least.of = "an output of " + std::to_string(tokens + 1) + " tokens";
  return least;
}

}  // namespace

bool has_sample(const TrafficSample& traffic, TargetKind kind) {
  const bool of_later = kind == TargetKind::tpot || kind == TargetKind::itl;
  return of_later ? traffic.later_tokens > 0 : !traffic.requests.empty();
}

std::optional<LeastTime> least_time(const RunSetup& setup, const TrafficSample& traffic,
                                    TargetKind kind) {
  if (!has_sample(traffic, kind)) return std::nullopt;
  if (kind == TargetKind::tpot || kind == TargetKind::itl) return token_alone(setup, traffic);
  LeastTime prompt = prompt_alone(setup, traffic);
  if (kind == TargetKind::ttft) return prompt;
  LeastTime output = output_alone(setup, traffic);
  return output.alone_s > prompt.alone_s ? output : prompt;
}

double least_used_share(const RunSetup& setup, const TrafficSample& traffic) {
  double most = 0;
  for (const TargetKind kind : kTargetKinds) {
    const sim::TimePs target_ps = target_of(setup.targets, kind);
    if (target_ps == sim::kNever) continue;
    const std::optional<LeastTime> least = least_time(setup, traffic, kind);
    if (least) most = std::max(most, least->alone_s / seconds_of(target_ps));
  }
  return most;
}

std::string short_ms_text(double seconds) {
  const double ms = seconds * 1e3;
  constexpr double kThreeDigits = 100;
  double per_ms = 1;  // of the last digit's unit
  while (per_ms < 1e6 && ms * per_ms < kThreeDigits) per_ms *= 10;
  const double to_nearest = ms * per_ms + 0.5;
  return number_text(static_cast<double>(static_cast<int64_t>(to_nearest)) / per_ms) + " ms";
}

std::string beyond_least(const RunSetup& setup, const TrafficSample& traffic) {
  for (const TargetKind kind : kTargetKinds) {
    const sim::TimePs target_ps = target_of(setup.targets, kind);
    if (target_ps == sim::kNever) continue;
    const std::optional<LeastTime> least = least_time(setup, traffic, kind);
    if (!least || least->alone_s <= seconds_of(target_ps) * kLeastSlack) continue;
    const Deployment& on = setup.deployment;
    return std::string(target_name(kind)) + " of " + short_ms_text(seconds_of(target_ps)) +
           " is out of reach of " + std::to_string(on.tensor_parallel) + " x " + on.gpu.name +
           " with " + std::string(type_name(on.precision.weights)) + " weights: " + least->of +
           " takes " + short_ms_text(least->alone_s) + " even alone (floor " +
           short_ms_text(least->floor_s) + ": " + least->bound + ")";
  }
  return "";
}

}  // namespace kitchen::real

#include "sim/serving.h"

#include <algorithm>

#include "sim/rounding.h"

namespace kitchen::sim {
namespace {

bool is_within(int64_t value, int64_t first, int64_t last) {
  return first <= value && value <= last;
}

bool any_negative(const ServingCost& cost) {
  return std::min({cost.per_request_ps, cost.context_ps, cost.window_context_ps, cost.kv_read_ps,
                   cost.window_kv_read_ps, cost.pair_fs, cost.window_pair_fs, cost.window_tokens}) <
         0;
}

/// All at once, each with the longest context: no step takes longer.
bool step_may_be_too_long(const ServingConfig& config, const ServingCost& cost) {
  const int64_t tokens_max = step_tokens_max(config);
  const TimePs longest_ps =
      *std::max_element(cost.step_ps.begin(), cost.step_ps.begin() + tokens_max + 1);
  const Int128 per_token_ps = static_cast<Int128>(cost.context_ps) + cost.window_context_ps +
                              cost.kv_read_ps + cost.window_kv_read_ps;
  const Int128 per_pair_ps = (static_cast<Int128>(cost.pair_fs) + cost.window_pair_fs) / 1000 + 1;
  const Int128 context = static_cast<Int128>(config.requests_max) * config.context_tokens_max;
  const Int128 pairs = static_cast<Int128>(tokens_max) * config.context_tokens_max;
  // Each of the three is below 2^110.
  return longest_ps + static_cast<Int128>(cost.per_request_ps) * config.requests_max >
             kServingStepMaxPs / 2 ||
         per_token_ps * context > kServingStepMaxPs / 4 ||
         per_pair_ps * pairs > kServingStepMaxPs / 4;
}

}  // namespace

int64_t step_tokens_max(const ServingConfig& config) {
  if (config.chunked_prefill) {
    return config.token_budget;
  }
  const int64_t prompt_max = std::min(
      {config.kv_blocks * config.block_tokens, config.context_tokens_max, 2 * kServingTokensMax});
  return std::max(config.token_budget, prompt_max);
}

ServingError validate(const ServingConfig& config) {
  if (!is_within(config.kv_blocks, 1, kKvBlocksMax)) {
    return ServingError::kv_blocks_out_of_range;
  }
  if (!is_within(config.block_tokens, 1, kBlockTokensMax)) {
    return ServingError::block_tokens_out_of_range;
  }
  if (!is_within(config.requests_max, 1, kServingRequestsMax)) {
    return ServingError::requests_max_out_of_range;
  }
  if (!is_within(config.token_budget, 1, kServingTokensMax)) {
    return ServingError::token_budget_out_of_range;
  }
  if (!is_within(config.context_tokens_max, 2, kContextTokensMax)) {
    return ServingError::context_tokens_out_of_range;
  }
  const bool prefix_fits = is_within(config.prefix_tokens, 1, kServingTokensMax) &&
                           config.prefix_tokens % config.block_tokens == 0;
  if (config.prefix_caching && !prefix_fits) {
    return ServingError::prefix_tokens_out_of_range;
  }
  return ServingError::ok;
}

ServingError validate(const ServingConfig& config, const ServingCost& cost) {
  const ServingError error = validate(config);
  if (error != ServingError::ok) {
    return error;
  }
  if (any_negative(cost)) {
    return ServingError::cost_negative;
  }
  if (cost.tokens_max() < step_tokens_max(config)) {
    return ServingError::cost_table_too_short;
  }
  if (std::any_of(cost.step_ps.begin() + 1, cost.step_ps.end(),
                  [](TimePs step_ps) { return step_ps < 1; })) {
    return ServingError::cost_table_not_positive;
  }
  return step_may_be_too_long(config, cost) ? ServingError::step_out_of_range : ServingError::ok;
}

void add_counts(Fnv1a64& hash, const ServingCounts& counts) {
  hash.add(counts.arrived);
  for (const int64_t ended : counts.ended) {
    hash.add(ended);
  }
  for (const int64_t count :
       {counts.waiting, counts.running, counts.running_peak, counts.steps, counts.tokens_made,
        counts.tokens_computed, counts.cached_tokens, counts.preemptions,
        static_cast<int64_t>(counts.busy_ps), counts.kv_blocks_used, counts.kv_blocks_cached,
        counts.kv_blocks_peak}) {
    hash.add(count);
  }
}

}  // namespace kitchen::sim

#include "game/crowd.h"

#include <algorithm>

#include "sim/check.h"
#include "sim/rounding.h"
#include "sim/sampling.h"

namespace kitchen::game {
namespace {

// One stream of random numbers per purpose, so that a new feature never re-rolls a crowd.
enum class Purpose : uint64_t { arrivals = 1, groups = 2, lengths = 3 };

sim::Prng stream(uint64_t seed, Purpose purpose) {
  return sim::Prng(seed, static_cast<uint64_t>(purpose));
}

// A Poisson process: the gaps are exponential with mean 1 / rate.
void add_stream(std::vector<sim::TimePs>& arrivals_ps, sim::Prng& prng, const Stream& stream) {
  KITCHEN_CHECK(stream.orders_per_1000_s > 0);
  const sim::TimePs mean_gap_ps = 1000 * sim::kPsPerSecond / stream.orders_per_1000_s;
  sim::TimePs now_ps = stream.from_ms * sim::kPsPerMs;
  while (true) {
    const uint64_t gaps_q32 = sim::draw_exponential_q32(prng);
    now_ps += sim::mul_div_floor(mean_gap_ps, static_cast<int64_t>(gaps_q32), int64_t{1} << 32);
    if (now_ps >= stream.until_ms * sim::kPsPerMs) {
      return;
    }
    arrivals_ps.push_back(now_ps);
  }
}

void add_group(std::vector<sim::TimePs>& arrivals_ps, sim::Prng& prng, const Group& group) {
  for (int32_t order = 0; order < group.orders; ++order) {
    const int64_t after_us = sim::draw_uniform(prng, 0, int64_t{group.window_ms} * 1000);
    arrivals_ps.push_back(group.at_ms * sim::kPsPerMs + after_us * sim::kPsPerUs);
  }
}

const OrderKind& draw_kind(sim::Prng& prng, const std::vector<OrderKind>& kinds) {
  int64_t rest = sim::draw_uniform(prng, 0, 99);
  for (const OrderKind& kind : kinds) {
    if (rest < kind.share_percent) {
      return kind;
    }
    rest -= kind.share_percent;
  }
  KITCHEN_CHECK(false);  // the shares add up to 100
  return kinds.back();
}

}  // namespace

std::vector<sim::RequestSpec> make_crowd(const CrowdRecipe& recipe) {
  std::vector<sim::TimePs> arrivals_ps;
  sim::Prng stream_prng = stream(recipe.seed, Purpose::arrivals);
  for (const Stream& part : recipe.streams) {
    add_stream(arrivals_ps, stream_prng, part);
  }
  sim::Prng group_prng = stream(recipe.seed, Purpose::groups);
  for (const Group& group : recipe.groups) {
    add_group(arrivals_ps, group_prng, group);
  }
  // Equal times are alike, so the order is the same whatever library sorts.
  std::make_heap(arrivals_ps.begin(), arrivals_ps.end());
  std::sort_heap(arrivals_ps.begin(), arrivals_ps.end());

  sim::Prng length_prng = stream(recipe.seed, Purpose::lengths);
  std::vector<sim::RequestSpec> crowd;
  crowd.reserve(arrivals_ps.size());
  for (const sim::TimePs arrival_ps : arrivals_ps) {
    const OrderKind& kind = draw_kind(length_prng, recipe.kinds);
    sim::RequestSpec order;
    order.arrival_ps = arrival_ps;
    order.prompt_tokens = static_cast<int32_t>(
        sim::draw_uniform(length_prng, kind.prompt_tokens_min, kind.prompt_tokens_max));
    order.output_tokens = static_cast<int32_t>(
        sim::draw_uniform(length_prng, kind.output_tokens_min, kind.output_tokens_max));
    order.patience_base_ps = recipe.patience_base_ms * sim::kPsPerMs;
    order.deadline_ps = arrival_ps + order.patience_base_ps +
                        order.output_tokens * (recipe.patience_per_token_ms * sim::kPsPerMs);
    crowd.push_back(order);
  }
  return crowd;
}

}  // namespace kitchen::game

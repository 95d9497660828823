#pragma once

#include <cstdint>
#include <iosfwd>
#include <vector>

#include <rapidcheck.h>

#include "sim/cluster.h"

namespace kitchen::property {

/// A random request as small numbers that shrink well.
struct ServingOrder {
  int32_t gap = 0;  ///< after the one before it, in ServingRecipe::scale
  int32_t prompt_tokens = 1;
  int32_t output_tokens = 1;
  int32_t family = 0;  ///< its prefix is that of others of its family …
  int32_t shared = 0;  ///< … so many blocks long
  int32_t own = 0;     ///< and goes on with blocks that nobody else has
};

/// A family whose prefix is one block over and over.
inline constexpr int32_t kRepeatingFamily = 3;

struct ServingRecipe {
  int32_t scale = 1;  ///< all times in picoseconds, times this
  int32_t step = 100;
  int32_t per_token = 1;
  int32_t per_request = 1;
  int32_t context = 1;
  int32_t kv_read = 1;
  int32_t pair_fs = 100;
  int32_t window = 0;  ///< tokens; its coefficients are half of those above
  int32_t kv_blocks = 10;
  int32_t block_tokens = 4;
  int32_t requests_max = 8;
  int32_t token_budget = 16;
  int32_t context_tokens_max = 1000;
  bool static_batch = false;
  bool chunked_prefill = true;
  bool prefix_caching = false;
  int32_t prefix_kv_blocks = 1;
  int32_t replicas = 1;
  sim::Router router = sim::Router::round_robin;
  int32_t balance = 64;  ///< requests; of the percents it is 100 more
  int32_t clients = 0;
  int32_t think = 0;
  std::vector<ServingOrder> orders;
};

struct ServingScenario {
  sim::ServingCost cost;
  sim::ClusterConfig config;
  std::vector<sim::ServingRequest> requests;
};

ServingScenario make_serving_scenario(const ServingRecipe& recipe);

rc::Gen<ServingRecipe> any_serving_recipe();

/// C++ that can be pasted into a unit test.
std::ostream& operator<<(std::ostream& out, const ServingRecipe& recipe);

}  // namespace kitchen::property

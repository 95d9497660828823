#pragma once

#include <cstdint>
#include <vector>

#include "sim/state.h"

namespace kitchen::game {

/// Poisson arrivals from one second to another.
struct Stream {
  int32_t from_ms = 0;
  int32_t until_ms = 0;
  int32_t orders_per_1000_s = 0;
};

/// Orders that walk in together, each at its own uniform time within the window.
struct Group {
  int32_t at_ms = 0;
  int32_t window_ms = 0;
  int32_t orders = 0;
};

/// A kind of order; lengths are uniform, both ends included.
struct OrderKind {
  int32_t share_percent = 0;  ///< over all kinds of a crowd these add up to 100
  int32_t prompt_tokens_min = 1;
  int32_t prompt_tokens_max = 1;
  int32_t output_tokens_min = 1;
  int32_t output_tokens_max = 1;
};

/// Everything that makes a crowd. The same recipe gives the same crowd on every machine.
struct CrowdRecipe {
  uint64_t seed = 0;
  std::vector<Stream> streams;
  std::vector<Group> groups;
  std::vector<OrderKind> kinds;
  /// Patience: an order leaves this long after it came, plus a pace for each of its tokens.
  int32_t patience_base_ms = 0;
  int32_t patience_per_token_ms = 0;
};

/// The crowd, in order of arrival.
std::vector<sim::RequestSpec> make_crowd(const CrowdRecipe& recipe);

}  // namespace kitchen::game

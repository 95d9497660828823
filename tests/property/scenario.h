#pragma once

#include <cstdint>
#include <iosfwd>
#include <vector>

#include <rapidcheck.h>

#include "sim/kitchen.h"
#include "sim/state.h"

namespace kitchen::property {

/// What a time is moved to, so that two things happen at the very same time.
enum class Meet : int32_t { nothing, next_boundary, own_end };

/// A random scenario as small numbers that shrink well: lengths of time are percents of `step_ps`,
/// the step of one request alone.
struct OrderRecipe {
  int32_t gap_percent = 0;  ///< after the order before it
  int32_t prompt_tokens = 1;
  int32_t output_tokens = 1;
  int32_t base_percent = 0;
  int32_t pace_percent = 100;
  bool arrival_on_boundary = false;
  Meet deadline = Meet::nothing;
};

struct ChangeRecipe {
  int32_t gap_percent = 0;
  sim::Setting setting = sim::Setting::slots;
  int32_t value = 1;
  bool on_boundary = false;
};

enum class StopKind : int32_t { after_time, next_boundary, before_next_boundary, back };

/// A call of advance_to().
struct Stop {
  StopKind kind = StopKind::after_time;
  int32_t gap_percent = 0;
};

struct Recipe {
  int32_t scale = 1;  ///< all costs times this
  int32_t weights_read = 100;
  int32_t per_request = 10;
  int32_t per_token = 2;
  int32_t per_context = 1;
  int32_t kv_bytes_per_token = 1;
  int32_t weights_bytes = 100;
  int32_t capacity_bytes = 100;  ///< beside 16-bit weights
  sim::Settings settings;
  std::vector<OrderRecipe> orders;
  std::vector<ChangeRecipe> changes;
  std::vector<Stop> stops;
};

/// What a recipe makes, ready for a kitchen.
struct Scenario {
  sim::Costs costs;
  sim::Settings settings;
  std::vector<sim::RequestSpec> requests;
  std::vector<sim::SettingChange> changes;
  std::vector<Stop> stops;
  sim::TimePs step_ps = 1;
};

Scenario make_scenario(const Recipe& recipe);

rc::Gen<Recipe> any_recipe();

/// C++ that can be pasted into a unit test.
std::ostream& operator<<(std::ostream& out, const Recipe& recipe);

}  // namespace kitchen::property

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/kitchen.h"
#include "tests/property/drawn.h"
#include "tests/property/scenario.h"
#include "tests/reference/difference.h"
#include "tests/reference/laws.h"
#include "tests/reference/stepwise.h"

namespace kitchen::property {
namespace {

using sim::Hold;
using sim::Kitchen;
using sim::KitchenState;
using sim::RequestStatus;
using sim::TimePs;

const int32_t kCases = set_cases(1500);

TEST(KitchenProperty, EveryPropertyHasItsCases) {
  int32_t cases = 0;
  EXPECT_TRUE(rc::check([&cases] { ++cases; }));
  EXPECT_EQ(cases, kCases);
}

Kitchen kitchen_of(const Scenario& scenario) {
  RC_ASSERT(sim::validate(scenario.costs) == sim::InputError::ok);
  RC_ASSERT(sim::validate(scenario.requests) == sim::InputError::ok);
  RC_ASSERT(sim::validate(scenario.settings) == sim::InputError::ok);
  return Kitchen(scenario.costs, scenario.requests, scenario.settings);
}

Kitchen kitchen_with_changes(const Scenario& scenario) {
  Kitchen kitchen = kitchen_of(scenario);
  for (const sim::SettingChange& change : scenario.changes) {
    RC_ASSERT(kitchen.change(change) == sim::InputError::ok);
  }
  return kitchen;
}

/// Runs a kitchen to where nothing is left to happen, one boundary after the other.
template <typename AtBoundary>
void run_by_boundaries(Kitchen& kitchen, AtBoundary at_boundary) {
  while (kitchen.next_boundary_ps() != sim::kNever) {
    const TimePs next_ps = kitchen.next_boundary_ps();
    kitchen.advance_to(next_ps);
    RC_ASSERT(kitchen.state().boundary_ps == next_ps);
    at_boundary();
  }
}

TimePs stop_at(const Stop& stop, const Scenario& scenario, TimePs now_ps, TimePs boundary_ps) {
  const TimePs gap_ps = stop.gap_percent * scenario.step_ps / 100;
  if (boundary_ps == sim::kNever) boundary_ps = now_ps + gap_ps;
  switch (stop.kind) {
    case StopKind::after_time:
      return now_ps + gap_ps;
    case StopKind::next_boundary:
      return boundary_ps;
    case StopKind::before_next_boundary:
      return std::max<TimePs>(boundary_ps - 1, 0);
    case StopKind::back:
      return std::max<TimePs>(now_ps - gap_ps, 0);
  }
  return now_ps;
}

/// Both kitchens through the scenario's stops and on to the end. A change is noted in both only
/// when its time is near, as a player gives it.
void expect_equal_runs(const Scenario& scenario) {
  Kitchen engine = kitchen_of(scenario);
  reference::Stepwise stepwise(scenario.costs, scenario.requests, scenario.settings);
  RC_ASSERT(reference::first_difference(engine, stepwise) == "");
  size_t noted = 0;
  const auto go_to = [&](TimePs until_ps) {
    for (; noted < scenario.changes.size() && scenario.changes[noted].at_ps <= until_ps; ++noted) {
      RC_ASSERT(engine.change(scenario.changes[noted]) == sim::InputError::ok);
      stepwise.change(scenario.changes[noted]);
    }
    engine.advance_to(until_ps);
    stepwise.advance_to(until_ps);
    RC_ASSERT(reference::first_difference(engine, stepwise) == "");
  };
  TimePs now_ps = 0;
  go_to(0);
  for (const Stop& stop : scenario.stops) {
    const TimePs until_ps = stop_at(stop, scenario, now_ps, engine.next_boundary_ps());
    go_to(until_ps);
    now_ps = std::max(now_ps, until_ps);
  }
  go_to(std::max(now_ps, scenario.changes.empty() ? 0 : scenario.changes.back().at_ps));
  go_to(sim::kTimeMaxPs);
  RC_ASSERT(engine.next_boundary_ps() == sim::kNever);
}

RC_GTEST_PROP(KitchenProperty, EngineEqualsStepwiseReference, ()) {
  expect_equal_runs(make_scenario(*any_recipe()));
}

// Few orders, long outputs, coefficients of the game's size: many steps in one closed form.
RC_GTEST_PROP(KitchenProperty, EngineEqualsStepwiseReferenceOnLongOutputs, ()) {
  Recipe recipe = *any_recipe();
  recipe.scale = 1'000'000;
  recipe.orders.resize(std::min<size_t>(recipe.orders.size(), 4));
  recipe.changes.resize(std::min<size_t>(recipe.changes.size(), 3));
  for (OrderRecipe& order : recipe.orders) order.output_tokens *= 17;
  recipe.capacity_bytes *= 17;
  expect_equal_runs(make_scenario(recipe));
}

RC_GTEST_PROP(KitchenProperty, LawsHoldAtEveryBoundary, ()) {
  const Scenario scenario = make_scenario(*any_recipe());
  Kitchen kitchen = kitchen_with_changes(scenario);
  KitchenState before;
  sim::StepParts step;
  TimePs busy_ps = 0;
  TimePs busy_slot_ps = 0;
  TimePs cold_slot_ps = 0;
  TimePs held_ps[sim::kHoldCount] = {0, 0, 0};
  run_by_boundaries(kitchen, [&] {
    const KitchenState& state = kitchen.state();
    RC_ASSERT(reference::broken_law(kitchen) == "");
    if (before.boundary_ps >= 0) {
      const TimePs span_ps = state.boundary_ps - before.boundary_ps;
      const auto running = static_cast<int64_t>(before.running.size());
      RC_ASSERT(span_ps >= 0);
      if (running > 0) {
        RC_ASSERT(step.total_ps() == span_ps);
        busy_ps += span_ps;
      }
      busy_slot_ps += running * span_ps;
      if (before.hold != Hold::none) held_ps[static_cast<size_t>(before.hold)] += span_ps;
      if (before.hold == Hold::static_batch) {
        cold_slot_ps += (before.settings.slots - running) * span_ps;
      }
      RC_ASSERT(state.steps == before.steps + (running > 0 ? 1 : 0));
      RC_ASSERT(state.tokens_made == before.tokens_made + running);
    }
    RC_ASSERT(state.spent.total_ps() == busy_ps);
    RC_ASSERT(state.busy_slot_ps == busy_slot_ps);
    RC_ASSERT(state.cold_slot_ps == cold_slot_ps);
    RC_ASSERT(std::equal(held_ps, held_ps + sim::kHoldCount, state.held_ps));
    for (size_t i = 0; i < before.requests.size(); ++i) {
      const sim::RequestState& old = before.requests[i];
      const sim::RequestState& now = state.requests[i];
      const bool was_over =
          old.status == RequestStatus::served || old.status == RequestStatus::left;
      if (was_over) RC_ASSERT(now.status == old.status && now.ended_ps == old.ended_ps);
      // Patience had not run out when the last step began; a request that was admitted as it came
      // is first looked at a step later.
      if (!was_over && now.status == RequestStatus::served) {
        RC_ASSERT(scenario.requests[i].deadline_ps > before.boundary_ps ||
                  now.admitted_ps == before.boundary_ps);
      }
    }
    before = state;
    step = kitchen.step();
  });
  RC_ASSERT(reference::broken_end_law(kitchen) == "");
}

RC_GTEST_PROP(KitchenProperty, CallsDoNotChangeTheOutcome, ()) {
  const Scenario scenario = make_scenario(*any_recipe());
  Kitchen by_boundaries = kitchen_with_changes(scenario);
  std::vector<std::pair<TimePs, uint64_t>> hashes;
  run_by_boundaries(by_boundaries, [&] {
    hashes.emplace_back(by_boundaries.state().boundary_ps, by_boundaries.hash());
  });
  // Several boundaries can fall on one time (a step may cost nothing); the last one counts.
  const auto wanted =
      *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<size_t>(0, hashes.size()));
  const TimePs at_ps = hashes[wanted].first;
  const auto last = std::find_if(hashes.rbegin(), hashes.rend(),
                                 [&](const auto& entry) { return entry.first == at_ps; });
  Kitchen at_once = kitchen_with_changes(scenario);
  at_once.advance_to(at_ps);
  RC_ASSERT(at_once.hash() == last->second);
  at_once.advance_to(sim::kTimeMaxPs);
  RC_ASSERT(reference::first_difference(at_once.state(), by_boundaries.state()) == "");
}

/// What a generator must bring about for the properties above to mean something.
class Coverage {
 public:
  void count(const std::string& what, bool seen) { seen_[what] += seen ? 1 : 0; }
  void end_case() { cases_ += 1; }
  int32_t cases() const { return cases_; }

  std::map<std::string, int32_t> percents() const {
    std::map<std::string, int32_t> all;
    for (const auto& [what, seen] : seen_) all[what] = seen * 100 / cases_;
    return all;
  }

 private:
  std::map<std::string, int32_t> seen_;
  int32_t cases_ = 0;
};

void count_what_happens(const Scenario& scenario, Coverage& coverage) {
  reference::Stepwise kitchen(scenario.costs, scenario.requests, scenario.settings);
  for (const sim::SettingChange& change : scenario.changes) kitchen.change(change);
  std::map<std::string, bool> seen;
  KitchenState before;
  while (kitchen.advance_to_next_boundary() != sim::kNever) {
    const KitchenState now = kitchen.state();
    const bool was_running = !before.running.empty();
    seen["kv cache off while running"] |= !now.settings.kv_cache && !now.running.empty();
    seen["kv cache dropped"] |=
        before.settings.kv_cache && !now.settings.kv_cache && !now.running.empty();
    seen["kv cache rebuilt"] |=
        !before.settings.kv_cache && now.settings.kv_cache && !now.running.empty() && was_running;
    seen["weights changed while running"] |=
        was_running && before.settings.weight_bits != now.settings.weight_bits;
    seen["slots lowered below the batch"] |=
        static_cast<int64_t>(now.running.size()) > now.settings.slots;
    seen["static to continuous with a cold slot"] |=
        before.hold == Hold::static_batch && now.settings.batching == sim::Batching::continuous;
    seen["idle and held by memory"] |= now.running.empty() && now.hold == Hold::memory_full;
    seen["held by memory while running"] |= !now.running.empty() && now.hold == Hold::memory_full;
    seen["several preempted at once"] |= now.preemptions > before.preemptions + 1;
    before = now;
  }
  seen["preempted"] = before.preemptions > 0;
  seen["cold slots of a static batch"] = before.cold_slot_ps > 0;
  seen["slots stand full"] = before.held_ps[0] > 0;
  for (size_t i = 0; i < scenario.requests.size(); ++i) {
    const sim::RequestState& request = before.requests[i];
    const bool on_deadline = request.ended_ps == scenario.requests[i].deadline_ps;
    const bool served = request.status == RequestStatus::served;
    seen["served on the deadline"] |= served && on_deadline;
    seen["served"] |= served;
    seen["left on the deadline"] |= !served && on_deadline;
    seen["left after the deadline"] |= !served && !on_deadline;
    seen["left with tokens made"] |= !served && request.generated_tokens > 0;
    seen["preempted and served"] |= served && request.preemptions > 0;
    if (!served) seen["cause " + std::to_string(static_cast<int32_t>(request.cause))] |= true;
  }
  for (const auto& [what, happened] : seen) coverage.count(what, happened);
  coverage.end_case();
}

// A generator that misses a corner makes every property above pass for nothing.
TEST(KitchenProperty, GeneratorReachesEveryCorner) {
  Coverage coverage;
  for_drawn(any_recipe(), 1'000,
            [&](const Recipe& recipe) { count_what_happens(make_scenario(recipe), coverage); });
  const std::map<std::string, int32_t> percents = coverage.percents();
  const std::map<std::string, int32_t> least = {
      {"cause 0", 25},
      {"cause 1", 20},
      {"cause 2", 20},
      {"cause 3", 25},
      {"cold slots of a static batch", 30},
      {"held by memory while running", 10},
      {"idle and held by memory", 15},
      {"kv cache dropped", 20},
      {"kv cache off while running", 30},
      {"kv cache rebuilt", 7},
      {"left after the deadline", 40},
      {"left on the deadline", 40},
      {"left with tokens made", 40},
      {"preempted", 15},
      {"preempted and served", 5},
      {"served", 70},
      {"served on the deadline", 25},
      {"several preempted at once", 1},
      {"slots lowered below the batch", 3},
      {"slots stand full", 40},
      {"static to continuous with a cold slot", 4},
      {"weights changed while running", 15},
  };
  for (const auto& [what, percent] : percents) std::printf("%3d %% %s\n", percent, what.c_str());
  for (const auto& [what, percent] : least) {
    ASSERT_TRUE(percents.contains(what)) << what;
    EXPECT_GE(percents.at(what), percent) << what;
  }
}

}  // namespace
}  // namespace kitchen::property

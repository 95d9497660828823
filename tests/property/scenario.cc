#include "tests/property/scenario.h"

#include <algorithm>
#include <ostream>

#include "tests/reference/stepwise.h"

namespace kitchen::property {
namespace {

using rc::gen::inRange;
using rc::gen::set;
using sim::Setting;
using sim::TimePs;

/// inRange without dependence on RapidCheck's size: a small case is no better test here.
rc::Gen<int32_t> whole(int32_t first, int32_t last) {
  return rc::gen::resize(rc::kNominalSize, inRange(first, last + 1));
}

rc::Gen<bool> chance(std::size_t percent) {
  return rc::gen::weightedElement<bool>({{100 - percent, false}, {percent, true}});
}

rc::Gen<int32_t> any_gap() {
  return rc::gen::weightedOneOf<int32_t>(
      {{4, rc::gen::just(0)}, {5, whole(0, 300)}, {2, whole(0, 3000)}, {1, rc::gen::just(100)}});
}

rc::Gen<OrderRecipe> any_order() {
  return rc::gen::build<OrderRecipe>(
      set(&OrderRecipe::gap_percent, any_gap()),
      set(&OrderRecipe::prompt_tokens,
          rc::gen::weightedOneOf<int32_t>({{6, whole(1, 12)}, {1, whole(1, 150)}})),
      set(&OrderRecipe::output_tokens,
          rc::gen::weightedOneOf<int32_t>({{6, whole(1, 12)}, {2, whole(1, 60)}})),
      set(&OrderRecipe::base_percent,
          rc::gen::weightedOneOf<int32_t>({{2, whole(0, 300)}, {5, whole(0, 5000)}})),
      set(&OrderRecipe::pace_percent, whole(1, 500)),
      set(&OrderRecipe::arrival_on_boundary, chance(20)),
      set(&OrderRecipe::deadline,
          rc::gen::weightedElement<Meet>(
              {{7, Meet::nothing}, {2, Meet::next_boundary}, {1, Meet::own_end}})));
}

rc::Gen<ChangeRecipe> any_change_of(Setting setting, rc::Gen<int32_t> value) {
  return rc::gen::build<ChangeRecipe>(set(&ChangeRecipe::gap_percent, any_gap()),
                                      set(&ChangeRecipe::setting, rc::gen::just(setting)),
                                      set(&ChangeRecipe::value, std::move(value)),
                                      set(&ChangeRecipe::on_boundary, chance(30)));
}

rc::Gen<int32_t> any_slots() {
  return rc::gen::weightedOneOf<int32_t>({{6, whole(1, 6)}, {2, whole(1, 16)}, {1, whole(1, 64)}});
}

rc::Gen<ChangeRecipe> any_change() {
  return rc::gen::oneOf(any_change_of(Setting::slots, any_slots()),
                        any_change_of(Setting::batching, whole(0, 1)),
                        any_change_of(Setting::kv_cache, whole(0, 1)),
                        any_change_of(Setting::weight_bits, rc::gen::element<int32_t>(8, 16)));
}

rc::Gen<sim::Settings> any_settings() {
  return rc::gen::build<sim::Settings>(
      set(&sim::Settings::slots, any_slots()),
      set(&sim::Settings::batching,
          rc::gen::element(sim::Batching::continuous, sim::Batching::static_batch)),
      set(&sim::Settings::kv_cache, chance(75)),
      set(&sim::Settings::weight_bits, rc::gen::element<int32_t>(16, 8)));
}

rc::Gen<Stop> any_stop() {
  return rc::gen::build<Stop>(
      set(&Stop::kind, rc::gen::element(StopKind::after_time, StopKind::next_boundary,
                                        StopKind::before_next_boundary, StopKind::back)),
      set(&Stop::gap_percent, any_gap()));
}

template <typename Item>
rc::Gen<std::vector<Item>> some(int32_t most, const rc::Gen<Item>& item) {
  return rc::gen::resize(most, rc::gen::container<std::vector<Item>>(item));
}

/// How a scenario ends as it stands.
struct Course {
  std::vector<TimePs> boundaries;
  sim::KitchenState end;
};

Course course_of(const Scenario& scenario) {
  reference::Stepwise kitchen(scenario.costs, scenario.requests, scenario.settings);
  for (const sim::SettingChange& change : scenario.changes) kitchen.change(change);
  Course course;
  for (TimePs at_ps = 0; at_ps != sim::kNever;) {
    at_ps = kitchen.advance_to_next_boundary();
    if (at_ps != sim::kNever) course.boundaries.push_back(at_ps);
  }
  course.end = kitchen.state();
  return course;
}

/// Moves a time to the first boundary at or after it.
void snap(TimePs& at_ps, const std::vector<TimePs>& boundaries) {
  const auto next = std::lower_bound(boundaries.begin(), boundaries.end(), at_ps);
  if (next != boundaries.end()) at_ps = *next;
}

void let_times_meet(Scenario& scenario, const Recipe& recipe) {
  const Course course = course_of(scenario);
  TimePs earliest_ps = 0;
  for (size_t i = 0; i < recipe.orders.size(); ++i) {
    sim::RequestSpec& request = scenario.requests[i];
    if (recipe.orders[i].arrival_on_boundary) snap(request.arrival_ps, course.boundaries);
    request.arrival_ps = std::max(request.arrival_ps, earliest_ps);
    earliest_ps = request.arrival_ps;
    const bool served = course.end.requests[i].status == sim::RequestStatus::served;
    if (recipe.orders[i].deadline == Meet::own_end && served) {
      request.deadline_ps = course.end.requests[i].ended_ps;
    } else if (recipe.orders[i].deadline != Meet::nothing) {
      snap(request.deadline_ps, course.boundaries);
    }
    request.deadline_ps = std::max(request.deadline_ps, request.arrival_ps + 1);
  }
  earliest_ps = 0;
  for (size_t i = 0; i < recipe.changes.size(); ++i) {
    sim::SettingChange& change = scenario.changes[i];
    if (recipe.changes[i].on_boundary) snap(change.at_ps, course.boundaries);
    change.at_ps = std::max(change.at_ps, earliest_ps);
    earliest_ps = change.at_ps;
  }
}

}  // namespace

Scenario make_scenario(const Recipe& recipe) {
  const TimePs scale = recipe.scale;
  Scenario scenario;
  scenario.costs.weights_read_ps = recipe.weights_read * scale;
  scenario.costs.per_request_ps = recipe.per_request * scale;
  scenario.costs.per_token_ps = recipe.per_token * scale;
  scenario.costs.per_context_ps = recipe.per_context * scale;
  scenario.costs.weights_bytes = recipe.weights_bytes;
  scenario.costs.memory_bytes = int64_t{recipe.weights_bytes} + recipe.capacity_bytes;
  scenario.costs.kv_bytes_per_token = recipe.kv_bytes_per_token;
  scenario.settings = recipe.settings;
  scenario.stops = recipe.stops;
  scenario.step_ps =
      std::max<TimePs>(1, (recipe.weights_read + recipe.per_request + recipe.per_token) * scale);
  TimePs at_ps = 0;
  for (const OrderRecipe& order : recipe.orders) {
    at_ps += order.gap_percent * scenario.step_ps / 100;
    sim::RequestSpec request;
    request.arrival_ps = at_ps;
    request.patience_base_ps = order.base_percent * scenario.step_ps / 100;
    request.deadline_ps = at_ps + 1 + request.patience_base_ps +
                          order.output_tokens * (order.pace_percent * scenario.step_ps / 100);
    request.prompt_tokens = order.prompt_tokens;
    request.output_tokens = order.output_tokens;
    scenario.requests.push_back(request);
  }
  at_ps = 0;
  for (const ChangeRecipe& change : recipe.changes) {
    at_ps += change.gap_percent * scenario.step_ps / 100;
    scenario.changes.push_back({at_ps, change.setting, change.value});
  }
  // Twice: a time that moves shifts what comes after it.
  let_times_meet(scenario, recipe);
  let_times_meet(scenario, recipe);
  return scenario;
}

rc::Gen<Recipe> any_recipe() {
  return rc::gen::build<Recipe>(
      // Whole milliseconds, as in the game; a prime; and numbers small enough to collide.
      set(&Recipe::scale, rc::gen::element<int32_t>(1, 1, 7919, 1'000'000)),
      set(&Recipe::weights_read,
          rc::gen::weightedOneOf<int32_t>({{8, whole(2, 300)}, {1, rc::gen::just(2)}})),
      set(&Recipe::per_request,
          rc::gen::weightedOneOf<int32_t>({{3, rc::gen::just(0)}, {5, whole(0, 40)}})),
      set(&Recipe::per_token,
          rc::gen::weightedOneOf<int32_t>({{3, rc::gen::just(0)}, {5, whole(0, 10)}})),
      set(&Recipe::per_context,
          rc::gen::weightedOneOf<int32_t>({{3, rc::gen::just(0)}, {5, whole(0, 3)}})),
      set(&Recipe::kv_bytes_per_token, whole(1, 4)), set(&Recipe::weights_bytes, whole(0, 151)),
      set(&Recipe::capacity_bytes,
          rc::gen::weightedOneOf<int32_t>({{4, whole(0, 150)}, {3, whole(0, 2000)}})),
      set(&Recipe::settings, any_settings()), set(&Recipe::orders, some(40, any_order())),
      set(&Recipe::changes, some(12, any_change())), set(&Recipe::stops, some(20, any_stop())));
}

std::ostream& operator<<(std::ostream& out, const Recipe& r) {
  out << "Recipe r;\n"
      << "r.scale = " << r.scale << "; r.weights_read = " << r.weights_read
      << "; r.per_request = " << r.per_request << "; r.per_token = " << r.per_token
      << "; r.per_context = " << r.per_context << ";\n"
      << "r.kv_bytes_per_token = " << r.kv_bytes_per_token
      << "; r.weights_bytes = " << r.weights_bytes << "; r.capacity_bytes = " << r.capacity_bytes
      << ";\n"
      << "r.settings = {" << r.settings.slots << ", sim::Batching{"
      << static_cast<int32_t>(r.settings.batching) << "}, "
      << (r.settings.kv_cache ? "true" : "false") << ", " << r.settings.weight_bits
      << "};\nr.orders = {";
  for (const OrderRecipe& o : r.orders) {
    out << "{" << o.gap_percent << ", " << o.prompt_tokens << ", " << o.output_tokens << ", "
        << o.base_percent << ", " << o.pace_percent << ", " << o.arrival_on_boundary << ", "
        << "Meet{" << static_cast<int32_t>(o.deadline) << "}" << "}, ";
  }
  out << "};\nr.changes = {";
  for (const ChangeRecipe& c : r.changes) {
    out << "{" << c.gap_percent << ", sim::Setting{" << static_cast<int32_t>(c.setting) << "}, "
        << c.value << ", " << c.on_boundary << "}, ";
  }
  out << "};\nr.stops = {";
  for (const Stop& s : r.stops) {
    out << "{StopKind{" << static_cast<int32_t>(s.kind) << "}, " << s.gap_percent << "}, ";
  }
  return out << "};\n";
}

}  // namespace kitchen::property

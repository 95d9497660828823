#include "game/shift.h"

#include <algorithm>
#include <iterator>

#include "sim/rounding.h"

namespace kitchen::game {

int32_t orders_to_pass(int32_t orders) {
  return static_cast<int32_t>(sim::div_ceil(int64_t{orders} * kPassPercent, 100));
}

const std::vector<Shift>& shifts() {
  static const std::vector<Shift> kShifts = {with_orders(shift_1_how_many()),
                                             with_orders(shift_2_rush_hour()),
                                             with_orders(shift_3_memory())};
  return kShifts;
}

const Shift* find_shift(int32_t lesson) {
  const std::vector<Shift>& all = shifts();
  const bool exists = lesson >= 1 && lesson <= std::ssize(all);
  return exists ? &all[lesson - 1] : nullptr;
}

Shift with_orders(Shift shift) {
  shift.orders = std::make_shared<const sim::RequestList>(make_crowd(shift.crowd));
  return shift;
}

int32_t orders_of(const Shift& shift) {
  return static_cast<int32_t>(shift.orders->requests.size());
}

bool shows(const Shift& shift, Lever lever) {
  return std::find(shift.levers.begin(), shift.levers.end(), lever) != shift.levers.end();
}

sim::Costs kitchen_costs(int64_t kv_bytes_per_token) {
  sim::Costs costs;
  costs.weights_read_ps = 20 * sim::kPsPerMs;
  costs.per_request_ps = 1'140 * sim::kPsPerUs;
  costs.per_token_ps = 60 * sim::kPsPerUs;
  costs.per_context_ps = 2 * sim::kPsPerUs;
  costs.memory_bytes = 24'000'000'000;
  costs.weights_bytes = 16'000'000'000;
  costs.kv_bytes_per_token = kv_bytes_per_token;
  return costs;
}

}  // namespace kitchen::game

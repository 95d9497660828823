#include "tests/reference/difference.h"

#include <type_traits>

namespace kitchen::reference {
namespace {

/// Keeps the first difference it is shown.
class Comparison {
 public:
  template <typename Value>
  void compare(const std::string& name, const Value& a, const Value& b) {
    if (!found_.empty() || a == b) return;
    found_ = name + ": " + text(a) + ", " + text(b);
  }

  template <typename Value, size_t kCount>
  void compare(const std::string& name, const Value (&a)[kCount], const Value (&b)[kCount]) {
    for (size_t i = 0; i < kCount; ++i) compare(name + "[" + std::to_string(i) + "]", a[i], b[i]);
  }

  void compare(const std::string& name, const std::vector<int32_t>& a,
               const std::vector<int32_t>& b) {
    if (!found_.empty() || a == b) return;
    found_ = name + ": " + text(a) + ", " + text(b);
  }

  const std::string& found() const { return found_; }

 private:
  template <typename Value>
  static std::string text(const Value& value) {
    if constexpr (std::is_enum_v<Value>) {
      return std::to_string(static_cast<std::underlying_type_t<Value>>(value));
    } else {
      return std::to_string(value);
    }
  }

  static std::string text(const std::vector<int32_t>& values) {
    std::string list = "[";
    for (int32_t value : values) list += (list.size() > 1 ? " " : "") + std::to_string(value);
    return list + "]";
  }

  std::string found_;
};

void compare_parts(Comparison& comparison, const std::string& name, const sim::StepParts& a,
                   const sim::StepParts& b) {
  comparison.compare(name + ".weights_ps", a.weights_ps, b.weights_ps);
  comparison.compare(name + ".requests_ps", a.requests_ps, b.requests_ps);
  comparison.compare(name + ".kv_read_ps", a.kv_read_ps, b.kv_read_ps);
  comparison.compare(name + ".prefill_ps", a.prefill_ps, b.prefill_ps);
}

void compare_request(Comparison& comparison, const std::string& name, const sim::RequestState& a,
                     const sim::RequestState& b) {
  comparison.compare(name + ".status", a.status, b.status);
  comparison.compare(name + ".cause", a.cause, b.cause);
  comparison.compare(name + ".generated_tokens", a.generated_tokens, b.generated_tokens);
  comparison.compare(name + ".kv_cached", a.kv_cached, b.kv_cached);
  comparison.compare(name + ".slot", a.slot, b.slot);
  comparison.compare(name + ".preemptions", a.preemptions, b.preemptions);
  comparison.compare(name + ".admitted_ps", a.admitted_ps, b.admitted_ps);
  comparison.compare(name + ".first_token_ps", a.first_token_ps, b.first_token_ps);
  comparison.compare(name + ".ended_ps", a.ended_ps, b.ended_ps);
  comparison.compare(name + ".held_ps", a.held_ps, b.held_ps);
}

}  // namespace

std::string first_difference(const sim::KitchenState& a, const sim::KitchenState& b) {
  Comparison comparison;
  comparison.compare("boundary_ps", a.boundary_ps, b.boundary_ps);
  comparison.compare("settings.slots", a.settings.slots, b.settings.slots);
  comparison.compare("settings.batching", a.settings.batching, b.settings.batching);
  comparison.compare("settings.kv_cache", a.settings.kv_cache, b.settings.kv_cache);
  comparison.compare("settings.weight_bits", a.settings.weight_bits, b.settings.weight_bits);
  comparison.compare("requests.size", a.requests.size(), b.requests.size());
  if (!comparison.found().empty()) return comparison.found();
  for (size_t i = 0; i < a.requests.size(); ++i) {
    compare_request(comparison, "requests[" + std::to_string(i) + "]", a.requests[i],
                    b.requests[i]);
  }
  comparison.compare("waiting", a.waiting, b.waiting);
  comparison.compare("running", a.running, b.running);
  comparison.compare("hold", a.hold, b.hold);
  comparison.compare("arrived", a.arrived, b.arrived);
  comparison.compare("served", a.served, b.served);
  comparison.compare("left", a.left, b.left);
  comparison.compare("steps", a.steps, b.steps);
  comparison.compare("tokens_made", a.tokens_made, b.tokens_made);
  comparison.compare("tokens_computed", a.tokens_computed, b.tokens_computed);
  comparison.compare("preemptions", a.preemptions, b.preemptions);
  comparison.compare("running_peak", a.running_peak, b.running_peak);
  compare_parts(comparison, "spent", a.spent, b.spent);
  comparison.compare("busy_slot_ps", a.busy_slot_ps, b.busy_slot_ps);
  comparison.compare("held_ps", a.held_ps, b.held_ps);
  comparison.compare("cold_slot_ps", a.cold_slot_ps, b.cold_slot_ps);
  return comparison.found();
}

std::string first_difference(const sim::Kitchen& engine, const Stepwise& stepwise) {
  const std::string in_state = first_difference(engine.state(), stepwise.state());
  if (!in_state.empty()) return in_state;
  Comparison comparison;
  comparison.compare("hash", engine.hash(), stepwise.hash());
  comparison.compare("next_boundary_ps", engine.next_boundary_ps(), stepwise.next_boundary_ps());
  comparison.compare("step_load.requests", engine.step_load().requests,
                     stepwise.step_load().requests);
  comparison.compare("step_load.tokens_computed", engine.step_load().tokens_computed,
                     stepwise.step_load().tokens_computed);
  comparison.compare("step_load.tokens_read", engine.step_load().tokens_read,
                     stepwise.step_load().tokens_read);
  compare_parts(comparison, "step", engine.step(), stepwise.step());
  comparison.compare("kv_used_tokens", engine.kv_used_tokens(), stepwise.kv_used_tokens());
  comparison.compare("kv_capacity", engine.kv_capacity(), stepwise.kv_capacity());
  return comparison.found();
}

}  // namespace kitchen::reference

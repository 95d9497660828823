#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/state.h"
#include "sim/step_cost.h"
#include "sim/time.h"

namespace kitchen::sim {

/// What is wrong with an input; `ok` where nothing is.
enum class InputError : int32_t {
  ok = 0,
  costs_out_of_range,  ///< a coefficient < 0 or > 10^15, weights read in < 2 ps, bytes per token <
                       ///< 1, weights > memory
  arrivals_out_of_order,  ///< arrival before 0, past kTimeMaxPs, or before its predecessor's
  deadline_out_of_range,  ///< deadline not after arrival or past kTimeMaxPs, base < 0
  tokens_out_of_range,    ///< prompt or output tokens outside 1…kTokensMax, more than kTokensAllMax
  setting_out_of_range,   ///< see Settings
  step_out_of_range,      ///< a step with all requests in it could take longer than kStepMaxPs
  change_too_early,       ///< at or before the last boundary, or before a change already noted
};

inline constexpr TimePs kTimeMaxPs = 100'000 * kPsPerSecond;
inline constexpr int32_t kTokensMax = 1'000'000;
inline constexpr int64_t kTokensAllMax = 1'000'000'000;  ///< prompts and outputs of all requests
inline constexpr int64_t kCostMax = 1'000'000'000'000'000;
/// Within these limits no sum of the state overflows but the slot times, which end at INT64_MAX.
inline constexpr TimePs kStepMaxPs = 1'000'000 * kPsPerSecond;

InputError validate(const Costs& costs);
InputError validate(const std::vector<RequestSpec>& requests);
InputError validate(const Settings& settings);
InputError validate_setting(Setting setting, int32_t value);

/// Requests as they come in, ready to be run any number of times under other settings.
struct RequestList {
  /// `specs` must validate as `ok`.
  explicit RequestList(std::vector<RequestSpec> specs);

  std::vector<RequestSpec> requests;  ///< in order of arrival
  std::vector<int32_t> by_deadline;   ///< indices into requests, earliest deadline first
  int64_t tokens_all = 0;             ///< prompts and outputs together
};

/// Whether these requests can be run at these costs.
InputError validate(const Costs& costs, const RequestList& list);

/// One GPU that serves requests by the rules in docs/rules.md. Simulates events, not tokens:
/// between two events all steps grow by the same amount, so a run of them has a closed form.
/// The state after advance_to(t) depends on t alone, not on the calls that led there.
class Kitchen {
 public:
  /// Each input must validate as `ok`, costs and requests together, too.
  Kitchen(const Costs& costs, std::shared_ptr<const RequestList> list, const Settings& settings);
  Kitchen(const Costs& costs, std::vector<RequestSpec> requests, const Settings& settings);

  /// Notes a change that takes effect at the first boundary at or after its time. Its time must be
  /// after the last boundary (any time >= 0 before the kitchen has opened) and not before a change
  /// already noted.
  InputError change(const SettingChange& change);

  /// Drops the changes that have not taken effect.
  void forget_changes() { changes_.resize(changes_applied_); }

  /// Runs every step boundary up to and including `until_ps`. An earlier time than before is a
  /// no-op. The first call opens the kitchen at time 0.
  void advance_to(TimePs until_ps);

  /// When the next boundary happens: the end of the step under way, or with nothing running the
  /// next arrival, deadline or change; kNever when nothing is left to happen; 0 before opening.
  TimePs next_boundary_ps() const;

  const KitchenState& state() const { return state_; }
  uint64_t hash() const { return state_hash(state_); }

  const Costs& costs() const { return costs_; }
  const std::vector<RequestSpec>& requests() const { return list_->requests; }

  /// The step under way; all zero with nothing running.
  StepLoad step_load() const;
  StepParts step() const;

  /// KV cache entries that the step under way holds; 0 with the KV cache off.
  int64_t kv_used_tokens() const;
  /// INT64_MAX with the KV cache off: nothing is kept, so nothing runs out.
  int64_t kv_capacity() const { return kv_capacity_; }

 private:
  int64_t find_kv_capacity() const;
  int64_t context_tokens(int32_t index) const;
  TimePs next_event_ps() const;
  int64_t steps_to_next_event(TimePs first_step_ps, TimePs growth_ps) const;
  TimePs step_growth_ps() const;
  void run_steps(int64_t count, TimePs span_ps, const StepParts& first);
  void note_first_tokens(TimePs at_ps);
  void book_steps();
  void find_first_finish();
  void pass_time(TimePs to_ps);

  // The seven things that happen at a boundary, in this order.
  void process_boundary();
  void serve_finished();
  void apply_changes();
  void remove_overdue();
  void take_arrivals();
  void admit();
  void preempt_until_fits();
  Hold find_hold() const;

  bool may_admit() const;
  void start(int32_t index);
  void stop_running(int32_t index);
  void enter_queue(int32_t index, bool at_head);
  void leave_queue(int32_t index);
  void lose(int32_t index, bool from_queue);
  void drop_caches();
  int32_t take_lowest_slot();

  Costs costs_;
  std::shared_ptr<const RequestList> list_;
  KitchenState state_;

  std::vector<SettingChange> changes_;
  int64_t changes_applied_ = 0;
  int64_t deadlines_done_ = 0;  // every request before this place has ended
  int64_t kv_capacity_ = 0;     // under the settings in force
  // Steps that the running requests have yet to be credited with. They are booked when the batch
  // changes and before anyone looks, so that other events cost no loop over the batch.
  int64_t steps_unbooked_ = 0;
  int64_t steps_to_finish_ = 0;  // until the first of the batch is done; unless batch_changed_
  bool batch_changed_ = false;
  bool first_tokens_due_ = false;  // some running request has made none yet
  // Derived from state_, kept so that a step costs no loop over the batch.
  int64_t context_sum_ = 0;  // tokens of context over the running requests
  int64_t uncached_requests_ = 0;
  int64_t uncached_sum_ = 0;  // tokens of context over the running requests without their KV cached
  std::vector<uint64_t> slots_taken_;  // one bit a slot
  std::vector<TimePs> held_at_entry_;  // kHoldCount per request: state_.held_ps when it joined
};

}  // namespace kitchen::sim

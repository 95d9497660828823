#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "sim/state.h"
#include "sim/step_cost.h"
#include "sim/time.h"

namespace kitchen::reference {

/// The rules of docs/rules.md a second time: one decode step after the other, slow and plain, with
/// no code shared with sim/ but its input and output types. Where the two disagree, the rules say
/// which is wrong.
class Stepwise {
 public:
  Stepwise(const sim::Costs& costs, std::vector<sim::RequestSpec> specs, sim::Settings settings);

  /// Not before the changes already noted, and after the last boundary.
  void change(const sim::SettingChange& change);
  void advance_to(sim::TimePs until_ps);
  /// Gives its time; kNever where there is none.
  sim::TimePs advance_to_next_boundary();
  /// As sim::Kitchen::next_boundary_ps().
  sim::TimePs next_boundary_ps() const;

  sim::KitchenState state() const;
  uint64_t hash() const { return sim::state_hash(state()); }
  sim::StepLoad step_load() const;
  sim::StepParts step() const;
  int64_t kv_used_tokens() const;
  int64_t kv_capacity() const;

 private:
  struct Order {
    sim::RequestSpec spec;
    sim::RequestState state;  // its held_ps leaves out the stay in the queue that is going on
    sim::TimePs held_now_ps[sim::kHoldCount] = {0, 0, 0};
    int64_t context() const { return int64_t{spec.prompt_tokens} + state.generated_tokens; }
  };

  void advance_to_boundary(sim::TimePs next_ps);
  sim::StepParts cost_of(const sim::StepLoad& load) const;
  void finish_step();
  void book_queue_time(sim::TimePs span_ps);
  void boundary(sim::TimePs now_ps);
  void serve_the_finished();
  void apply_the_changes();
  void apply(const sim::SettingChange& change);
  void send_away_the_overdue();
  void let_arrivals_join();
  void admit_from_the_queue();
  void preempt_where_memory_is_short();
  void name_the_hold();
  void leave_queue(Order& order);
  void lose(Order& order, bool from_queue);
  int32_t lowest_free_slot() const;
  int64_t context_on_the_gpu() const;

  sim::Costs costs_;
  std::vector<Order> orders_;
  sim::Settings settings_;
  std::deque<sim::SettingChange> changes_;
  std::deque<int32_t> queue_;
  std::vector<int32_t> batch_;  // in order of admission
  sim::TimePs now_ps_ = -1;
  sim::Hold hold_ = sim::Hold::none;
  sim::KitchenState totals_;  // only its counters are used
};

}  // namespace kitchen::reference

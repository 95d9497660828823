#pragma once

#include <cstdint>
#include <vector>

#include "game/run.h"
#include "game/timeline.h"
#include "sim/kitchen.h"

namespace kitchen::game {

struct Future {
  RunError error = RunError::ok;  ///< why the change cannot be played; nothing else is set then
  Score score;
  int32_t saved = 0;  ///< orders served beyond those of the run itself; negative where fewer
  std::vector<Moment> moments;  ///< as timeline() gives them
};

/// Plays the other future to the end. Only for a run that has ended; `every_ms` > 0.
Future what_if(const Run& run, const Command& change, int32_t every_ms);

struct BestChange {
  bool found = false;  ///< false: no single change serves one order more
  Command change;
  int32_t served = 0;
  int32_t saved = 0;  ///< > 0
  bool passed = false;
};

/// Looks for the single change that would have served most, among all of them: each lever shown,
/// each value but the one it then had, at each whole second. Among equals the one with the fewest
/// slots at its moment, then the earliest. In pieces, so that a page need not wait.
///
/// Exhaustive, but not by brute force: futures fork from the run as it stood just before their
/// second, one that can no longer beat the best is left, and more slots than the queue ever asked
/// for are not tried.
class ChangeSearch {
 public:
  /// Only for a run that has ended; its shift outlives the search.
  explicit ChangeSearch(const Run& run);

  int32_t size() const { return size_; }
  int32_t searched() const { return searched_; }  ///< how many have been looked at
  bool done() const { return searched_ == size_; }

  /// Looks at the next `count`, or at what is left of them.
  void search(int32_t count);

  /// The best among those looked at.
  BestChange best() const;

 private:
  struct Candidate {
    Command change;
    int32_t slots = 0;  ///< in force from then on
  };
  struct End {
    bool beaten = false;  ///< left early: it can no longer serve enough
    int32_t served = 0;
    bool slots_held = false;  ///< the queue waited for a slot while the change was in force
  };

  Candidate candidate(int32_t index) const;
  void go_to_second(int32_t second);
  void look_at(const Candidate& candidate);
  int32_t served_to_win(int32_t slots) const;
  End play_from_here(const std::vector<Command>& commands, int32_t served_needed) const;
  void check_best() const;

  Run run_;
  int32_t own_served_ = 0;
  int32_t per_second_ = 0;
  int32_t size_ = 0;
  int32_t searched_ = 0;
  int32_t second_ = -1;
  sim::Kitchen kitchen_;      // the run just before second_
  sim::Settings settings_;    // at second_, the run's commands of that very time included
  int32_t slots_enough_ = 0;  // from second_ on nothing waits for a slot with these; 0: not known
  bool found_ = false;
  bool best_changed_ = false;  // by the piece under way
  Candidate best_;
  int32_t best_served_ = 0;
};

}  // namespace kitchen::game

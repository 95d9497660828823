#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "sim/prng.h"
#include "sim/time.h"

// Timestamps that were rounded before they were published. Requests that came in one after the
// other then share an instant, and a simulator would serve bursts that there never were.
namespace kitchen::real {

/// What the arrivals of a trace say of the clock that they were taken from.
struct ClockSummary {
  int64_t requests = 0;
  int64_t instants = 0;     ///< different ones
  int64_t sharing = 0;      ///< requests that share theirs with another
  int64_t together = 0;     ///< most at one instant
  sim::TimePs span_ps = 0;  ///< from the first to the last
  /// The step of which the times between two instants are multiples, three digits of it; 0: there
  /// is none.
  sim::TimePs step_ps = 0;

  /// Whether most requests share their instant because the clock's steps are long: 10 ms, which is
  /// about a decode step, or more, and at least twice the mean time from one request to the next.
  bool is_coarse() const;
};

/// Looks at arrivals one by one, earliest first. What is kept doesn't grow with their number.
class ArrivalClock {
 public:
  void add(sim::TimePs arrival_ps);
  ClockSummary summary() const;

 private:
  void end_instant();
  sim::TimePs step_ps() const;

  ClockSummary seen_;
  sim::TimePs first_ps_ = 0;
  sim::TimePs instant_ps_ = 0;  // the last one
  int64_t at_instant_ = 0;
  std::map<sim::TimePs, int64_t> gaps_;  // how often each stands between two instants
  int64_t gaps_seen_ = 0;
};

/// When the requests of one instant may have come in: at random between it and the next step. Of
/// arrivals at random (Poisson's) of which only their number in a step is known, each is as likely
/// at any time of it. Evenly spread ones would queue less than real ones do.
class ArrivalSpread {
 public:
  explicit ArrivalSpread(uint64_t seed);

  /// `count` times after the instant, rising, each from 0 to before `width_ps`. `width_ps` > 0.
  std::vector<sim::TimePs> draw(int64_t count, sim::TimePs width_ps);

 private:
  sim::Prng prng_;
};

}  // namespace kitchen::real

#include "real/arrival_clock.h"

#include <algorithm>

#include "real/sampling.h"

namespace kitchen::real {
namespace {

// Beside synthetic traffic's streams.
constexpr uint64_t kSpreadStream = 105;
constexpr int64_t kGapsMax = 65'536;
constexpr int64_t kGapsMin = 3;
constexpr int64_t kRequestsMin = 8;
// A time between two instants counts as a multiple of the step within a fiftieth of it: some clocks
// tick after 2.999 and 3.001 s.
constexpr int64_t kToleranceParts = 50;
constexpr sim::TimePs kStepMin = 10 * sim::kPsPerMs;

/// Three digits of it.
sim::TimePs rounded_step(sim::TimePs ps) {
  sim::TimePs unit = 1;
  while (ps / unit >= 1000) unit *= 10;
  return (ps + unit / 2) / unit * unit;
}

}  // namespace

bool ClockSummary::is_coarse() const {
  const bool is_shared = requests >= kRequestsMin && 2 * sharing >= requests;
  if (!is_shared || step_ps < kStepMin) return false;
  return step_ps / 2 >= span_ps / (requests - 1);
}

void ArrivalClock::end_instant() {
  seen_.together = std::max(seen_.together, at_instant_);
  if (at_instant_ > 1) seen_.sharing += at_instant_;
}

void ArrivalClock::add(sim::TimePs arrival_ps) {
  ++seen_.requests;
  if (seen_.requests == 1) first_ps_ = arrival_ps;
  if (seen_.requests > 1 && arrival_ps == instant_ps_) {
    ++at_instant_;
    return;
  }
  if (seen_.requests > 1 && gaps_seen_ < kGapsMax) {
    ++gaps_seen_;
    ++gaps_[arrival_ps - instant_ps_];
  }
  end_instant();
  ++seen_.instants;
  instant_ps_ = arrival_ps;
  at_instant_ = 1;
}

sim::TimePs ArrivalClock::step_ps() const {
  if (gaps_seen_ < kGapsMin) return 0;
  // Where a clock's steps are so long that they matter, most of them have a request, so that the
  // step itself is the gap there is most often.
  const auto most = std::ranges::max_element(gaps_, {}, [](const auto& gap) { return gap.second; });
  const sim::TimePs step = most->first;
  int64_t fitting = 0;
  int64_t steps = 0;
  sim::TimePs time_ps = 0;
  for (const auto& [gap, count] : gaps_) {
    const int64_t multiple = gap / step + (gap % step >= step - gap % step ? 1 : 0);
    const sim::TimePs away =
        multiple == 0 ? gap : std::max(gap, multiple * step) - std::min(gap, multiple * step);
    if (multiple == 0 || away > step / kToleranceParts) continue;
    fitting += count;
    steps += multiple * count;
    time_ps += gap * count;
  }
  return 10 * fitting >= 9 * gaps_seen_ ? rounded_step(time_ps / steps) : 0;
}

ClockSummary ArrivalClock::summary() const {
  ArrivalClock ended = *this;
  ended.end_instant();
  ended.seen_.step_ps = step_ps();
  ended.seen_.span_ps = instant_ps_ - first_ps_;
  return ended.seen_;
}

ArrivalSpread::ArrivalSpread(uint64_t seed) : prng_(seed, kSpreadStream) {}

std::vector<sim::TimePs> ArrivalSpread::draw(int64_t count, sim::TimePs width_ps) {
  std::vector<sim::TimePs> times;
  times.reserve(static_cast<uint64_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    const double time = draw_unit(prng_) * static_cast<double>(width_ps);
    times.push_back(std::min(static_cast<sim::TimePs>(time), width_ps - 1));
  }
  std::ranges::sort(times);
  return times;
}

}  // namespace kitchen::real

#include "real/requests.h"

#include <algorithm>

namespace kitchen::real {

bool ListedSource::next(Request& request) {
  if (next_ == requests_.size()) return false;
  const Request& listed = requests_[next_++];
  request.arrival_ps = listed.arrival_ps;
  request.prompt_tokens = listed.prompt_tokens;
  request.output_tokens = listed.output_tokens;
  // Mostly both are empty, and there is nothing to copy.
  if (!request.prefix_blocks.empty() || !listed.prefix_blocks.empty()) {
    request.prefix_blocks = listed.prefix_blocks;
  }
  return true;
}

bool SlicedSource::next(Request& request) {
  while (source_.next(request)) {
    if (request.arrival_ps >= until_ps_) return false;
    if (request.arrival_ps < from_ps_) continue;
    if (first_ps_ < 0) first_ps_ = request.arrival_ps;
    request.arrival_ps -= first_ps_;
    return true;
  }
  return false;
}

bool ScaledSource::next(Request& request) {
  if (!source_.next(request)) return false;
  // Not through floating point, which has no room for each picosecond of a long trace.
  if (factor_ == 1) return true;
  constexpr double kLatest = 9.2e18;
  const double scaled = static_cast<double>(request.arrival_ps) / factor_;
  request.arrival_ps = static_cast<sim::TimePs>(std::min(scaled, kLatest));
  return true;
}

}  // namespace kitchen::real

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "real/plan_trial.h"

// What no scheduler, no router and no number of replicas can make faster: docs/real/plan.md.
namespace kitchen::real {

/// The least that a target's figure can be at its percentile, were each request alone on an idle
/// deployment. Longer prompts and contexts only take longer, so both are lower bounds of any run.
struct LeastTime {
  double floor_s = 0;  ///< all bytes at the datasheet's bandwidth, or all operations at its peak
  double alone_s = 0;  ///< by the engine's law
  std::string of;      ///< of what: "a prompt of 812 tokens"
  std::string bound;   ///< which of the two makes the floor
};

/// Of TTFT: the prompt at the percentile; where a prefix cache may have it, one token of it. Of
/// TPOT and ITL: a token after the shortest prompt. Of E2E: the larger of that prompt and of as
/// many tokens as the output at the percentile has. nullopt where the traffic has no sample.
std::optional<LeastTime> least_time(const RunSetup& setup, const TrafficSample& traffic,
                                    TargetKind kind);

/// Whether the traffic gives a target anything to be judged by: TPOT and ITL need an output of two
/// tokens.
bool has_sample(const TrafficSample& traffic, TargetKind kind);

/// Why a target can't be met by any number of replicas; "" where the least times are below all.
std::string beyond_least(const RunSetup& setup, const TrafficSample& traffic);

/// The largest share of any target that the least times alone use up.
double least_used_share(const RunSetup& setup, const TrafficSample& traffic);

/// "3.41 ms": three digits that count, at most six behind the point.
std::string short_ms_text(double seconds);

}  // namespace kitchen::real

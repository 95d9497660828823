#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "real/requests.h"
#include "sim/cluster.h"
#include "sim/prng.h"

namespace kitchen::real {

// What synthetic traffic may be.
inline constexpr int64_t kRequestsMax = 1'000'000'000;
using sim::kClientsMax;
inline constexpr double kRateMin = 1e-6;
inline constexpr double kRateMax = 1e6;
inline constexpr double kBurstinessMin = 0.05;
inline constexpr double kBurstinessMax = 100;
inline constexpr double kLogMeanMax = 20;
inline constexpr double kLogSigmaMax = 5;
inline constexpr int64_t kThinkSecondsMax = 86'400;

/// How long prompts or outputs are.
struct Lengths {
  enum class Kind : int32_t { fixed, lognormal } kind = Kind::fixed;
  int64_t tokens = 1;   ///< fixed
  double log_mean = 0;  ///< lognormal: of the logarithm of the tokens
  double log_sigma = 0;
};

/// When requests come in.
struct Arrivals {
  enum class Kind : int32_t {
    poisson,
    gamma,   ///< gaps of a gamma distribution: in bursts where burstiness > 1
    closed,  ///< so many clients, each sending its next request when it has its answer
  } kind = Kind::poisson;
  double per_second = 1;     ///< of poisson and gamma
  double burstiness = 1;     ///< of gamma: standard deviation of the gaps over their mean
  int64_t clients = 1;       ///< of closed
  sim::TimePs think_ps = 0;  ///< of closed: from an answer to the next request
};

struct Synthetic {
  Arrivals arrivals;
  Lengths prompt;
  Lengths output;
  /// Pairs of prompt and output tokens to draw from instead of `prompt` and `output`; empty: none.
  std::vector<std::pair<int64_t, int64_t>> drawn_from;
  int64_t requests = 1;
  uint64_t seed = 1;
};

/// What is wrong with it and what is allowed instead; "" where nothing is. Nothing that passes
/// hangs or runs for ever: rates, clients and lengths are above zero and finite.
std::string synthetic_problem(const Synthetic& synthetic);

/// Arrivals that would be later are at this time instead.
inline constexpr sim::TimePs kSyntheticEndPs = INT64_MAX / 2;

/// Requests by chance, the same for the same seed everywhere. Those of closed-loop clients have no
/// arrival of their own (0): who runs them sends one whenever a client is free.
class SyntheticSource : public RequestSource {
 public:
  /// `synthetic_problem(synthetic)` must be "".
  explicit SyntheticSource(Synthetic synthetic);

  bool next(Request& request) override;

 private:
  int64_t draw_length(const Lengths& lengths, sim::Prng& prng) const;
  void draw_lengths(Request& request);
  double draw_gap_s();

  Synthetic synthetic_;
  sim::Prng arrivals_;
  sim::Prng prompts_;
  sim::Prng outputs_;
  int64_t made_ = 0;
  sim::TimePs now_ps_ = 0;
};

/// Pairs of prompt and output tokens of a source, a fair sample of at most `pairs_max` (reservoir
/// sampling), to draw lengths from.
std::vector<std::pair<int64_t, int64_t>> sample_lengths(RequestSource& source, int64_t pairs_max,
                                                        uint64_t seed);

}  // namespace kitchen::real

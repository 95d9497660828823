#include "real/synthetic.h"

#include <algorithm>
#include <cmath>

#include "real/number_text.h"
#include "real/sampling.h"
#include "sim/check.h"
#include "sim/kitchen.h"
#include "sim/sampling.h"

namespace kitchen::real {
namespace {

// One stream per purpose, so that another rate doesn't re-roll the lengths.
constexpr uint64_t kArrivalStream = 101;
constexpr uint64_t kPromptStream = 102;
constexpr uint64_t kOutputStream = 103;
constexpr uint64_t kSampleStream = 104;

constexpr sim::TimePs kThinkMax = kThinkSecondsMax * sim::kPsPerSecond;

// A NaN is in no range.
bool within(double value, double first, double last) { return value >= first && value <= last; }

std::string arrivals_problem(const Arrivals& arrivals) {
  if (arrivals.kind == Arrivals::Kind::closed) {
    if (arrivals.clients < 1 || arrivals.clients > kClientsMax) {
      return "clients is " + std::to_string(arrivals.clients) + "; it must be from 1 to " +
             std::to_string(kClientsMax);
    }
    const bool thinks = arrivals.think_ps >= 0 && arrivals.think_ps <= kThinkMax;
    return thinks ? "" : "the think time must be from 0 s to one day";
  }
  if (!within(arrivals.per_second, kRateMin, kRateMax)) {
    return "the rate is " + number_text(arrivals.per_second) +
           " requests per second; it must be from 0.000001 to 1000000";
  }
  const bool bursts = within(arrivals.burstiness, kBurstinessMin, kBurstinessMax);
  if (arrivals.kind == Arrivals::Kind::gamma && !bursts) {
    return "burstiness is " + number_text(arrivals.burstiness) +
           "; it must be from 0.05 to 100 (1 is Poisson)";
  }
  return "";
}

std::string lengths_problem(const Lengths& lengths, const std::string& what) {
  if (lengths.kind == Lengths::Kind::fixed) {
    if (lengths.tokens >= 1 && lengths.tokens <= sim::kTokensMax) return "";
    return what + " tokens are " + std::to_string(lengths.tokens) + "; they must be from 1 to " +
           std::to_string(sim::kTokensMax);
  }
  const bool allowed =
      within(lengths.log_mean, 0, kLogMeanMax) && within(lengths.log_sigma, 0, kLogSigmaMax);
  return allowed ? "" : what + " tokens need a log mean from 0 to 20 and a log sigma from 0 to 5";
}

}  // namespace

std::string synthetic_problem(const Synthetic& synthetic) {
  if (synthetic.requests < 1 || synthetic.requests > kRequestsMax) {
    return "requests is " + std::to_string(synthetic.requests) + "; it must be from 1 to " +
           std::to_string(kRequestsMax);
  }
  const std::string arrivals = arrivals_problem(synthetic.arrivals);
  if (!arrivals.empty() || !synthetic.drawn_from.empty()) return arrivals;
  const std::string prompt = lengths_problem(synthetic.prompt, "prompt");
  return prompt.empty() ? lengths_problem(synthetic.output, "output") : prompt;
}

SyntheticSource::SyntheticSource(Synthetic synthetic)
    : synthetic_(std::move(synthetic)),
      arrivals_(synthetic_.seed, kArrivalStream),
      prompts_(synthetic_.seed, kPromptStream),
      outputs_(synthetic_.seed, kOutputStream) {
  KITCHEN_CHECK(synthetic_problem(synthetic_).empty());
}

double SyntheticSource::draw_gap_s() {
  const Arrivals& arrivals = synthetic_.arrivals;
  if (arrivals.kind == Arrivals::Kind::poisson) {
    return draw_exponential(arrivals_) / arrivals.per_second;
  }
  const double shape = 1 / (arrivals.burstiness * arrivals.burstiness);
  return draw_gamma(arrivals_, shape) / shape / arrivals.per_second;
}

int64_t SyntheticSource::draw_length(const Lengths& lengths, sim::Prng& prng) const {
  if (lengths.kind == Lengths::Kind::fixed) return lengths.tokens;
  const double log = lengths.log_mean + lengths.log_sigma * draw_normal(prng);
  const double tokens = 0.5 + exponential(std::clamp(log, 0.0, kLogMeanMax));
  return std::clamp<int64_t>(static_cast<int64_t>(tokens), 1, sim::kTokensMax);
}

void SyntheticSource::draw_lengths(Request& request) {
  const auto& pairs = synthetic_.drawn_from;
  if (!pairs.empty()) {
    const int64_t place = sim::draw_uniform(prompts_, 0, std::ssize(pairs) - 1);
    std::tie(request.prompt_tokens, request.output_tokens) = pairs[static_cast<uint64_t>(place)];
    return;
  }
  request.prompt_tokens = draw_length(synthetic_.prompt, prompts_);
  request.output_tokens = draw_length(synthetic_.output, outputs_);
}

bool SyntheticSource::next(Request& request) {
  if (made_ == synthetic_.requests) return false;
  request.prefix_blocks.clear();
  request.arrival_ps = now_ps_;
  draw_lengths(request);
  ++made_;
  if (synthetic_.arrivals.kind == Arrivals::Kind::closed) return true;
  const double gap_ps = draw_gap_s() * static_cast<double>(sim::kPsPerSecond);
  const sim::TimePs left_ps = kSyntheticEndPs - now_ps_;
  now_ps_ += gap_ps < static_cast<double>(left_ps) ? static_cast<sim::TimePs>(gap_ps) : left_ps;
  return true;
}

std::vector<std::pair<int64_t, int64_t>> sample_lengths(RequestSource& source, int64_t pairs_max,
                                                        uint64_t seed) {
  sim::Prng prng(seed, kSampleStream);
  std::vector<std::pair<int64_t, int64_t>> pairs;
  Request request;
  for (int64_t seen = 0; source.next(request); ++seen) {
    const std::pair pair(request.prompt_tokens, request.output_tokens);
    if (seen < pairs_max) {
      pairs.push_back(pair);
      continue;
    }
    const int64_t place = sim::draw_uniform(prng, 0, seen);
    if (place < pairs_max) pairs[static_cast<uint64_t>(place)] = pair;
  }
  return pairs;
}

}  // namespace kitchen::real

#include "real/scenario_traffic.h"

#include <array>
#include <string_view>

#include "real/number_text.h"
#include "real/text.h"
#include "real/time_units.h"
#include "sim/serving.h"

namespace kitchen::real {
namespace {

constexpr int64_t kSyntheticRequests = 1000;
// More pairs than this say nothing new about how lengths are spread.
constexpr int64_t kLengthPairsMax = 100'000;

constexpr std::array<std::string_view, 12> kSyntheticOnly = {
    "arrivals",      "rate_per_s",      "burstiness",       "clients",
    "think_s",       "prompt_tokens",   "prompt_log_mean",  "prompt_log_sigma",
    "output_tokens", "output_log_mean", "output_log_sigma", "lengths_from"};
constexpr std::array<std::string_view, 3> kTraceOnly = {"from_s", "until_s", "spread_arrivals_s"};
constexpr std::array<std::string_view, 3> kFileOnly = {"format", "benchmark", "strict"};

constexpr char kLateSynthetic[] = "requests, or a higher rate_per_s";

[[noreturn]] void fail_late_traffic(const Place& place, const std::string& remedy) {
  throw InputError(place, "a request comes in more than 53 days after the first; use " + remedy);
}

bool is_given(const Scenario& scenario, std::string_view key) {
  return setting_text(scenario, key) != setting_text(Scenario(), key);
}

[[noreturn]] void fail_together(std::string_view key, const std::string& why) {
  throw InputError(std::string(key) + " " + why);
}

template <typename Keys>
void refuse(const Scenario& scenario, const Keys& keys, const std::string& why) {
  for (const std::string_view key : keys) {
    if (is_given(scenario, key)) fail_together(key, why);
  }
}

/// An optional setting that has a meaning under one kind of arrivals only.
void check_arrivals(const Scenario& scenario) {
  const Arrivals::Kind kind = scenario.arrivals.value_or(Arrivals::Kind::poisson);
  const bool closed = kind == Arrivals::Kind::closed;
  if (closed) {
    refuse(scenario, std::array<std::string_view, 3>{"rate_per_s", "burstiness", "rate_scale"},
           "has no meaning with arrivals = closed: there clients set the pace");
    if (!scenario.clients) throw InputError("arrivals = closed needs clients");
    return;
  }
  refuse(scenario, std::array<std::string_view, 2>{"clients", "think_s"},
         "goes with arrivals = closed");
  if (kind == Arrivals::Kind::poisson && scenario.burstiness) {
    fail_together("burstiness", "goes with arrivals = gamma");
  }
  if (!scenario.rate_per_s) {
    throw InputError(
        "the run has no traffic: give a trace, or rate_per_s, or arrivals = closed "
        "with clients");
  }
}

Lengths lengths_of(const std::string& what, std::optional<int64_t> tokens,
                   std::optional<double> log_mean, std::optional<double> log_sigma) {
  if (tokens && (log_mean || log_sigma)) {
    throw InputError(what + "_tokens and " + what + "_log_mean are two ways to say one thing");
  }
  if (tokens) return {Lengths::Kind::fixed, *tokens, 0, 0};
  if (!log_mean || !log_sigma) {
    throw InputError("synthetic traffic needs " + what + "_tokens, or " + what + "_log_mean and " +
                     what + "_log_sigma, or lengths_from");
  }
  return {Lengths::Kind::lognormal, 1, *log_mean, *log_sigma};
}

TraceOptions trace_options(const Scenario& scenario) {
  TraceOptions options;
  options.format = scenario.format;
  options.strict = scenario.strict;
  options.benchmark = scenario.benchmark.value_or(0);
  options.spread_ps = ps_of_seconds(scenario.spread_arrivals_s.value_or(0));
  options.spread_seed = static_cast<uint64_t>(scenario.seed);
  return options;
}

std::vector<std::pair<int64_t, int64_t>> drawn_lengths(const Scenario& scenario) {
  refuse(scenario,
         std::array<std::string_view, 6>{"prompt_tokens", "prompt_log_mean", "prompt_log_sigma",
                                         "output_tokens", "output_log_mean", "output_log_sigma"},
         "has no meaning beside lengths_from");
  TraceOptions options = trace_options(scenario);
  options.lengths_only = true;
  Trace trace(scenario.lengths_from, options);
  return sample_lengths(trace, kLengthPairsMax, static_cast<uint64_t>(scenario.seed));
}

Synthetic synthetic_of(const Scenario& scenario) {
  refuse(scenario, kTraceOnly, "goes with a trace");
  check_arrivals(scenario);
  Synthetic synthetic;
  synthetic.arrivals.kind = scenario.arrivals.value_or(Arrivals::Kind::poisson);
  synthetic.arrivals.per_second = scenario.rate_per_s.value_or(1);
  synthetic.arrivals.burstiness = scenario.burstiness.value_or(1);
  synthetic.arrivals.clients = scenario.clients.value_or(1);
  synthetic.arrivals.think_ps = think_ps_of(scenario);
  synthetic.requests = scenario.requests.value_or(kSyntheticRequests);
  synthetic.seed = static_cast<uint64_t>(scenario.seed);
  if (!scenario.lengths_from.empty()) {
    synthetic.drawn_from = drawn_lengths(scenario);
  } else {
    refuse(scenario, kFileOnly, "goes with a trace or lengths_from");
    synthetic.prompt = lengths_of("prompt", scenario.prompt_tokens, scenario.prompt_log_mean,
                                  scenario.prompt_log_sigma);
    synthetic.output = lengths_of("output", scenario.output_tokens, scenario.output_log_mean,
                                  scenario.output_log_sigma);
  }
  const std::string problem = synthetic_problem(synthetic);
  if (!problem.empty()) throw InputError(problem);
  return synthetic;
}

/// Refuses the requests of a source that has run out of time, before they are scaled.
class EndingSource : public RequestSource {
 public:
  explicit EndingSource(RequestSource& source) : source_(source) {}

  bool next(Request& request) override {
    if (!source_.next(request)) return false;
    if (request.arrival_ps >= kSyntheticEndPs) fail_late_traffic({}, kLateSynthetic);
    return true;
  }

 private:
  RequestSource& source_;
};

std::string synthetic_title(const Scenario& scenario) {
  if (clients_of(scenario) > 0) {
    return "closed loop, " + std::to_string(clients_of(scenario)) + " clients";
  }
  const bool bursts = scenario.arrivals == Arrivals::Kind::gamma;
  const double rate = scenario.rate_per_s.value_or(0) * scenario.rate_scale;
  return (bursts ? "gamma, " : "poisson, ") + number_text(rate) + " requests/s" +
         (bursts ? ", burstiness " + number_text(scenario.burstiness.value_or(1)) : "");
}

}  // namespace

int64_t clients_of(const Scenario& scenario) {
  const bool closed = scenario.trace.empty() && scenario.arrivals == Arrivals::Kind::closed;
  return closed ? scenario.clients.value_or(0) : 0;
}

sim::TimePs think_ps_of(const Scenario& scenario) {
  return ps_of_seconds(scenario.think_s.value_or(0));
}

Traffic::Traffic(const Scenario& scenario) : left_(scenario.requests.value_or(kRequestsMax)) {
  RequestSource* source = nullptr;
  if (scenario.trace.empty()) {
    made_ = std::make_unique<SyntheticSource>(synthetic_of(scenario));
    sliced_ = std::make_unique<EndingSource>(*made_);
    source = sliced_.get();
    title_ = synthetic_title(scenario);
  } else {
    refuse(scenario, kSyntheticOnly, "is of synthetic traffic; a trace has its own");
    if (scenario.until_s && scenario.from_s >= *scenario.until_s) {
      throw InputError("from_s must be before until_s");
    }
    trace_ = std::make_unique<Trace>(scenario.trace, trace_options(scenario));
    trace_name_ = shown(scenario.trace);
    title_ = trace_name_ + " (" + std::string(format_name(trace_->format())) + ")";
    if (scenario.spread_arrivals_s) {
      title_ += ", arrivals spread over " + number_text(*scenario.spread_arrivals_s) + " s";
    }
    const sim::TimePs from_ps = ps_of_seconds(scenario.from_s);
    const auto until_ps = scenario.until_s ? ps_of_seconds(*scenario.until_s) : sim::kNever;
    sliced_ = std::make_unique<SlicedSource>(*trace_, from_ps, until_ps);
    source = sliced_.get();
  }
  scaled_ = std::make_unique<ScaledSource>(*source, scenario.rate_scale);
}

bool Traffic::next(Request& request) {
  if (left_ == 0) return false;
  if (!scaled_->next(request)) {
    if (!begun_) {
      throw InputError("no request of " + trace_name_ + " comes in between from_s and until_s");
    }
    return false;
  }
  begun_ = true;
  if (request.arrival_ps > sim::kServingTimeMaxPs) fail_late();
  --left_;
  if (kept_ != nullptr) kept_->push_back(request);
  return true;
}

void Traffic::fail_late() const {
  fail_late_traffic(place(), trace_ == nullptr ? kLateSynthetic : "until_s, or rate_scale");
}

std::vector<std::string> Traffic::warnings() const {
  std::vector<std::string> warnings;
  if (trace_ == nullptr) return warnings;
  for (const std::string& warning : trace_->warnings()) {
    warnings.push_back(trace_name_ + ": " + warning);
  }
  return warnings;
}

std::string Traffic::title() const { return title_; }

Place Traffic::place() const { return trace_ == nullptr ? Place{} : trace_->place(); }

}  // namespace kitchen::real

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "real/run.h"
#include "real/validation.h"  // expected_error()

// A run in figures, for people, programs and tables: docs/real/run.md says what each is.
namespace kitchen::real {

/// A figure by its name, with the unit last. Names and their order stay what they are: they are the
/// columns of CSV and the keys of JSON. One that can't be told (a percentile of nothing, a cost
/// without a price) has no value.
struct RunFigure {
  std::string name;
  std::variant<std::monostate, bool, int64_t, double, std::string> value;
  int32_t decimals = 0;  ///< of a double, in text
};

/// "" where there is no value; never in exponents.
std::string figure_text(const RunFigure& figure);

/// The same as a number (true is 1); nullopt where it is none.
std::optional<double> figure_number(const RunFigure& figure);

struct ReportedPercentile {
  std::string_view name;
  MilliPercent part;
};
inline constexpr std::array<ReportedPercentile, 4> kReportedPercentiles = {
    {{"p50", 50'000}, {"p90", 90'000}, {"p95", 95'000}, {"p99", 99'000}}};

/// Every figure of a run.
std::vector<RunFigure> report_figures(const RunSetup& setup, const RunOutcome& outcome);

/// One of the targets and how it went.
struct TargetResult {
  std::string_view name;  ///< "TTFT"
  sim::TimePs limit_ps = 0;
  sim::TimePs judged_ps = 0;  ///< kNever where too many requests didn't finish, or not the run
  bool has_samples = true;    ///< whether any request has such a time; without one it isn't met
  bool met() const { return judged_ps <= limit_ps; }
};

/// Those that were given.
std::vector<TargetResult> target_results(const RunOutcome& outcome);

/// Whether requests came in faster than they were served: on average more waited in the last
/// quarter of the arrivals' time than half again as many as in the second, and more than were in
/// the batches. Never so of closed-loop clients, which wait for each other.
bool is_saturated(const RunSetup& setup, const RunOutcome& outcome);

/// The same as a sentence that is to be read before any figure; "" where it isn't so.
std::string saturation_text(const RunSetup& setup, const RunOutcome& outcome);

/// Which requests the times are of, where not all finished; "" where all did.
std::string times_note(const RunOutcome& outcome);

/// What a reader should know before trusting the figures, the gravest first: saturation, requests
/// refused or cut off, a run that was stopped. One sentence each, without its full stop.
std::vector<std::string> report_warnings(const RunSetup& setup, const RunOutcome& outcome);

}  // namespace kitchen::real

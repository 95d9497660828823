#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "real/arrival_clock.h"
#include "real/input_error.h"
#include "real/requests.h"

namespace kitchen::real {

/// docs/real/traces.md describes each.
enum class TraceFormat : int32_t { azure, mooncake, burstgpt, plain, vllm, guidellm };

/// "azure", "mooncake", "burstgpt", "plain", "vllm", "guidellm"
std::string_view format_name(TraceFormat format);
std::vector<std::string> format_names();
std::optional<TraceFormat> find_format(std::string_view name);

struct TraceOptions {
  /// nullopt: told from how the file begins.
  std::optional<TraceFormat> format;
  /// Refuse what is otherwise only warned of: timestamps that go back, a last line without an end.
  bool strict = false;
  /// Which benchmark of a result's file, from 1; 0: the only one. Other formats have none.
  int64_t benchmark = 0;
  /// Requests that share an instant are spread over so long after it, or until the next instant
  /// where that is sooner; 0: they stay. See ArrivalSpread.
  sim::TimePs spread_ps = 0;
  uint64_t spread_seed = 1;
  /// Only lengths are asked for, so a result that doesn't say when its requests came in will do.
  bool lengths_only = false;
};

inline constexpr double kSpreadSecondsMin = 0.001;
inline constexpr double kSpreadSecondsMax = 3600;

/// How many requests at one instant are spread at most: they are held.
inline constexpr int64_t kSpreadTogetherMax = 1'000'000;

/// How far a row of a CSV or JSONL trace may stand from where it belongs in time.
inline constexpr int64_t kSortedRowsMax = 65'536;

/// Requests of a trace file, earliest first, counted from the first timestamp. CSV and JSONL are
/// read row by row and at most kSortedRowsMax rows are held; of the benchmarks' result files the
/// lengths and times of all requests are held, 32 bytes each, and no text.
class Trace : public RequestSource {
 public:
  /// Throws InputError, as next() does: file, line, column, what was found and what was expected.
  Trace(const std::string& path, const TraceOptions& options);
  ~Trace() override;

  bool next(Request& request) override;

  TraceFormat format() const;
  /// Where the request given last stands, for messages.
  const Place& place() const;
  /// Of the rows given so far, before they are spread.
  ClockSummary clock() const;
  /// What a user should know about the rows read so far: sorted ones, failed ones left out, a clock
  /// that is too coarse.
  std::vector<std::string> warnings() const;

 private:
  class Reader;
  std::unique_ptr<Reader> reader_;
};

}  // namespace kitchen::real

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "real/input_file.h"
#include "real/lines.h"
#include "real/moment.h"
#include "real/trace.h"

namespace kitchen::real {

/// A row of a trace as it stands there, not yet in order.
struct TraceRow {
  Moment arrival;
  Request request;   ///< its arrival is not set
  int64_t line = 0;  ///< 0 where the file has no rows in lines
};

/// One format's rows.
class TraceRows {
 public:
  virtual ~TraceRows() = default;

  /// False at the end. Throws InputError.
  virtual bool next(TraceRow& row) = 0;

  /// Requests of the benchmark that failed, which are left out.
  int64_t failed() const { return failed_; }

  /// Further things that a user should know.
  virtual std::vector<std::string> notes() const { return {}; }

  /// The line of a row, the last one, of which nobody can say whether it is whole: the file stops
  /// there without a line end, and the number that stands last may have had more digits. 0: none.
  int64_t open_line() const { return open_line_; }

 protected:
  int64_t failed_ = 0;
  int64_t open_line_ = 0;
};

/// Rows of lines; the file and the lines outlive the reader.
std::unique_ptr<TraceRows> csv_rows(LineReader& lines, TraceFormat format);
std::unique_ptr<TraceRows> mooncake_rows(LineReader& lines);

/// Requests of a benchmark's result, all read at once and in order of arrival. `begun` is what has
/// already been read of the file.
std::unique_ptr<TraceRows> result_rows(InputFile& file, std::string begun,
                                       const TraceOptions& options, TraceFormat format);

/// The CSV format that a header belongs to. Throws InputError where it is none, naming the nearest
/// format and what it lacks.
TraceFormat format_of_header(const std::string& line, const Place& place);

/// Throws InputError unless `count` is 1…1,000,000. `what` names the column.
void check_tokens(int64_t count, std::string_view what, const Place& place);

/// Throws InputError where there are more prefix blocks than the prompt is long.
void check_prefix_blocks(const Request& request, std::string_view what, const Place& place);
[[noreturn]] void fail_tokens(std::string_view found, std::string_view what, const Place& place);

}  // namespace kitchen::real

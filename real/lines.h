#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "real/input_error.h"
#include "real/input_file.h"

namespace kitchen::real {

/// A file line by line. Line ends may be LF or CRLF; a byte order mark at the beginning is skipped.
class LineReader {
 public:
  explicit LineReader(InputFile& file) : file_(file) {}

  /// The next line without its end, valid until the next call; false at the end of the file. Throws
  /// InputError at a line longer than 16 MB.
  bool next(std::string_view& line);

  /// A look at what comes first, before any line is taken: at most `bytes_max`.
  std::string_view peek(int64_t bytes_max);

  /// What has been read of the file and not been taken; the lines are over.
  std::string take_buffered();

  int64_t line() const { return line_; }  ///< number of the line taken last, from 1
  /// Whether the line taken last had no end: the file stops there.
  bool ends_file() const { return ends_file_; }
  Place place(int64_t column) const { return {file_.name(), line_, column}; }

 private:
  bool fill();

  InputFile& file_;
  std::string buffer_;
  uint64_t start_ = 0;  // of what is not taken yet
  int64_t line_ = 0;
  bool file_done_ = false;
  bool ends_file_ = false;
  bool begun_ = false;
};

struct CsvField {
  std::string text;    ///< without quotes and the space around
  int64_t column = 0;  ///< where it begins in the line, from 1
};

/// The fields of a line, by RFC 4180: a field in quotes may hold commas and doubled quotes. `place`
/// says which line it is. `fields` is filled anew; its memory is used again. Throws InputError
/// where a quote isn't closed on its line.
void split_csv(std::string_view line, const Place& place, std::vector<CsvField>& fields);

}  // namespace kitchen::real

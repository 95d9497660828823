#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "real/input_file.h"
#include "real/lines.h"

namespace kitchen::real {

/// A CSV table of measurements: columns by name, row after row.
class Measurements {
 public:
  /// Throws InputError: no such file, an empty one.
  explicit Measurements(const std::string& path);

  /// The next row; false at the end. Throws InputError with its place where it has more or fewer
  /// fields than the header.
  bool next();

  /// Of the row. Throw InputError: no such column; not a number (a whole one) above 0.
  const std::string& text(std::string_view column) const;
  /// `fallback` where there is no such column.
  std::string text_or(std::string_view column, std::string_view fallback) const;
  double number(std::string_view column) const;
  int64_t whole(std::string_view column) const;
  int64_t whole_or_zero(std::string_view column) const;  ///< 0 as well

  [[noreturn]] void fail(std::string_view column, const std::string& expected) const;

 private:
  const CsvField* find(std::string_view column) const;
  const CsvField& field(std::string_view column) const;

  InputFile file_;
  LineReader lines_;
  std::vector<CsvField> header_;
  std::vector<CsvField> fields_;
};

}  // namespace kitchen::real

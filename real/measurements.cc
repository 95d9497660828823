#include "real/measurements.h"

#include <charconv>
#include <limits>
#include <optional>

#include "real/input_error.h"
#include "real/text.h"

namespace kitchen::real {
namespace {

/// nullopt where the text is anything else.
template <typename Number>
std::optional<Number> above_zero(const std::string& text) {
  Number value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const bool is_in_range = value > 0 && value <= std::numeric_limits<Number>::max();
  if (error != std::errc() || stop != end || !is_in_range) return std::nullopt;
  return value;
}

}  // namespace

Measurements::Measurements(const std::string& path) : file_(path), lines_(file_) {
  std::string_view line;
  if (!lines_.next(line)) throw InputError(Place{path, 1, 1}, "the file is empty");
  split_csv(line, lines_.place(1), header_);
}

bool Measurements::next() {
  std::string_view line;
  if (!lines_.next(line)) return false;
  split_csv(line, lines_.place(1), fields_);
  if (fields_.size() == header_.size()) return true;
  throw InputError(lines_.place(1), std::to_string(fields_.size()) + " fields, expected " +
                                        std::to_string(header_.size()) + " as in the header");
}

const std::string& Measurements::text(std::string_view column) const { return field(column).text; }

std::string Measurements::text_or(std::string_view column, std::string_view fallback) const {
  const CsvField* found = find(column);
  return found == nullptr ? std::string(fallback) : found->text;
}

double Measurements::number(std::string_view column) const {
  const auto value = above_zero<double>(field(column).text);
  if (!value) fail(column, "a number above 0");
  return *value;
}

int64_t Measurements::whole(std::string_view column) const {
  const auto value = above_zero<int64_t>(field(column).text);
  if (!value) fail(column, "a whole number above 0");
  return *value;
}

int64_t Measurements::whole_or_zero(std::string_view column) const {
  return field(column).text == "0" ? 0 : whole(column);
}

void Measurements::fail(std::string_view column, const std::string& expected) const {
  const CsvField& found = field(column);
  throw InputError(lines_.place(found.column),
                   std::string(column) + " is " + shown(found.text) + "; expected " + expected);
}

const CsvField* Measurements::find(std::string_view column) const {
  for (uint64_t place = 0; place < header_.size(); ++place) {
    if (header_[place].text == column) return &fields_[place];
  }
  return nullptr;
}

const CsvField& Measurements::field(std::string_view column) const {
  const CsvField* found = find(column);
  if (found == nullptr) {
    throw InputError({file_.name(), 1, 1}, "there is no column " + std::string(column));
  }
  return *found;
}

}  // namespace kitchen::real

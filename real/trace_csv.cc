#include <algorithm>
#include <array>
#include <cctype>

#include "real/text.h"
#include "real/trace_rows.h"
#include "sim/kitchen.h"
#include "sim/rounding.h"

namespace kitchen::real {
namespace {

/// The columns of a CSV format; others may stand beside them.
struct Columns {
  TraceFormat format;
  std::string_view arrival;
  std::string_view prompt;
  std::string_view output;
  bool is_timestamp;  // a date and a time of day instead of seconds
  bool failed_have_no_output;
};

constexpr std::array<Columns, 3> kColumns = {{
    {TraceFormat::azure, "TIMESTAMP", "ContextTokens", "GeneratedTokens", true, false},
    // BurstGPT keeps failed requests, with 0 response tokens.
    {TraceFormat::burstgpt, "Timestamp", "Request tokens", "Response tokens", false, true},
    {TraceFormat::plain, "arrival_s", "prompt_tokens", "output_tokens", false, false},
}};

constexpr int64_t kColumnsMax = 1000;

/// Ids of the prompt's prefix blocks with spaces between; a plain trace may have them.
constexpr std::string_view kPrefixColumn = "prefix_blocks";

bool same_name(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t") == std::string_view::npos;
}

int64_t find_column(const std::vector<CsvField>& header, std::string_view name) {
  const auto found = std::ranges::find_if(
      header, [&](const CsvField& field) { return same_name(field.text, name); });
  return found == header.end() ? -1 : found - header.begin();
}

std::vector<std::string> missing_columns(const std::vector<CsvField>& header,
                                         const Columns& columns) {
  std::vector<std::string> missing;
  for (const std::string_view name : {columns.arrival, columns.prompt, columns.output}) {
    if (find_column(header, name) < 0) missing.emplace_back(name);
  }
  return missing;
}

std::string format_lines() {
  std::vector<std::string> lines;
  for (const Columns& columns : kColumns) {
    lines.push_back(std::string(columns.arrival) + "," + std::string(columns.prompt) + "," +
                    std::string(columns.output) + " (" + std::string(format_name(columns.format)) +
                    ")");
  }
  return join(lines, " or ");
}

const Columns& columns_of(TraceFormat format) {
  return *std::ranges::find_if(kColumns, [&](const Columns& row) { return row.format == format; });
}

class CsvRows : public TraceRows {
 public:
  CsvRows(LineReader& lines, TraceFormat format) : lines_(lines), columns_(columns_of(format)) {
    std::string_view line;
    while (lines_.next(line) && is_blank(line)) {
    }
    std::vector<CsvField> header;
    split_csv(line, lines_.place(1), header);
    const std::vector<std::string> missing = missing_columns(header, columns_);
    if (!missing.empty()) {
      throw InputError(lines_.place(1),
                       "a trace in the format " + std::string(format_name(format)) +
                           " needs the column " + join(missing) + "; found " + shown(line));
    }
    place_ = lines_.place(1);
    width_ = std::ssize(header);
    arrival_ = find_column(header, columns_.arrival);
    prompt_ = find_column(header, columns_.prompt);
    output_ = find_column(header, columns_.output);
    if (format == TraceFormat::plain) prefix_ = find_column(header, kPrefixColumn);
    ends_in_number_ = std::max({arrival_, prompt_, output_, prefix_}) == width_ - 1;
  }

  bool next(TraceRow& row) override {
    std::string_view line;
    while (lines_.next(line)) {
      if (is_blank(line)) continue;
      if (read(line, row)) return true;
    }
    return false;
  }

 private:
  bool read(std::string_view line, TraceRow& row) {
    place_.line = lines_.line();
    split_csv(line, place_, fields_);
    if (std::ssize(fields_) != width_) fail_width(fields_);
    if (lines_.ends_file() && ends_in_number_ && !line.ends_with('"')) open_line_ = place_.line;
    row.line = lines_.line();
    row.arrival = arrival(fields_[static_cast<uint64_t>(arrival_)]);
    const CsvField& output = fields_[static_cast<uint64_t>(output_)];
    if (columns_.failed_have_no_output && output.text == "0") {
      ++failed_;
      return false;
    }
    row.request.prompt_tokens = tokens(fields_[static_cast<uint64_t>(prompt_)], columns_.prompt);
    row.request.output_tokens = tokens(output, columns_.output);
    row.request.prefix_blocks.clear();
    if (prefix_ >= 0) read_prefix(fields_[static_cast<uint64_t>(prefix_)], row.request);
    return true;
  }

  [[noreturn]] void fail_width(const std::vector<CsvField>& fields) const {
    const std::string found = std::to_string(fields.size()) + " fields";
    const std::string expected = "expected " + std::to_string(width_) + " as in the header";
    if (lines_.ends_file() && std::ssize(fields) < width_) {
      throw InputError(lines_.place(1),
                       "the file ends in the middle of this line: " + found + ", " + expected);
    }
    const int64_t column = fields.back().column;
    throw InputError(lines_.place(column), found + ", " + expected);
  }

  Moment arrival(const CsvField& field) const {
    const auto moment =
        columns_.is_timestamp ? read_timestamp(field.text) : read_seconds(field.text);
    if (!moment) {
      throw InputError(
          lines_.place(field.column),
          std::string(columns_.arrival) + " is " + shown(field.text) +
              (columns_.is_timestamp ? "; expected a time such as 2023-11-16 18:15:46.6805900"
                                     : "; expected seconds, 0 or more, such as 12.5"));
    }
    return *moment;
  }

  int64_t tokens(const CsvField& field, std::string_view name) const {
    int64_t count = 0;
    if (read_integer(field.text, count) && count >= 1 && count <= sim::kTokensMax) return count;
    fail_tokens(field.text, name, lines_.place(field.column));
  }

  void read_prefix(const CsvField& field, Request& request) const {
    std::string_view rest = field.text;
    while (!rest.empty()) {
      const std::string_view word = rest.substr(0, rest.find(' '));
      int64_t id = 0;
      if (!read_integer(word, id) || id < 0) {
        throw InputError(lines_.place(field.column),
                         std::string(kPrefixColumn) + " has " + shown(word) +
                             "; expected whole numbers, 0 or more, with a space between");
      }
      request.prefix_blocks.push_back(id);
      rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    }
    check_prefix_blocks(request, kPrefixColumn, lines_.place(field.column));
  }

  LineReader& lines_;
  const Columns& columns_;
  Place place_;                   // of the line under way
  std::vector<CsvField> fields_;  // its fields
  int64_t width_ = 0;
  int64_t arrival_ = 0;
  int64_t prompt_ = 0;
  int64_t output_ = 0;
  int64_t prefix_ = -1;  // -1: there is none
  bool ends_in_number_ = false;
};

}  // namespace

void fail_tokens(std::string_view found, std::string_view what, const Place& place) {
  throw InputError(place, std::string(what) + " is " + shown(found) +
                              "; expected a whole number from 1 to " +
                              std::to_string(sim::kTokensMax));
}

void check_tokens(int64_t count, std::string_view what, const Place& place) {
  if (count < 1 || count > sim::kTokensMax) fail_tokens(std::to_string(count), what, place);
}

void check_prefix_blocks(const Request& request, std::string_view what, const Place& place) {
  const int64_t count = std::ssize(request.prefix_blocks);
  const int64_t most = sim::div_ceil(request.prompt_tokens, kPrefixBlockTokens);
  if (count <= most) return;
  throw InputError(place, std::to_string(count) + " " + std::string(what) + " for a prompt of " +
                              std::to_string(request.prompt_tokens) + " tokens; blocks of " +
                              std::to_string(kPrefixBlockTokens) + " tokens make at most " +
                              std::to_string(most));
}

TraceFormat format_of_header(const std::string& line, const Place& place) {
  std::vector<CsvField> header;
  split_csv(line, place, header);
  if (std::ssize(header) > kColumnsMax) throw InputError(place, "a line of over 1000 fields");
  const Columns* nearest_format = nullptr;
  uint64_t least_missing = 3;
  for (const Columns& columns : kColumns) {
    const uint64_t missing = missing_columns(header, columns).size();
    if (missing == 0) return columns.format;
    if (missing < least_missing) {
      least_missing = missing;
      nearest_format = &columns;
    }
  }
  if (nearest_format == nullptr) {
    throw InputError(place,
                     "expected a header " + format_lines() + ", or JSON; found " + shown(line));
  }
  throw InputError(place,
                   "a trace in the format " + std::string(format_name(nearest_format->format)) +
                       " needs the column " + join(missing_columns(header, *nearest_format)) +
                       "; found " + shown(line));
}

std::unique_ptr<TraceRows> csv_rows(LineReader& lines, TraceFormat format) {
  return std::make_unique<CsvRows>(lines, format);
}

}  // namespace kitchen::real

#include "cli/text.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

namespace kitchen::cli {
namespace {

uint64_t width_of(std::string_view text) {
  // Characters, not bytes: UTF-8's continuation bytes take no room.
  return static_cast<uint64_t>(
      std::ranges::count_if(text, [](char c) { return (c & '\xc0') != '\x80'; }));
}

}  // namespace

std::string_view trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const uint64_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) + 1 - first);
}

std::string decimal_milli(int64_t value) {
  const char* sign = value < 0 ? "-" : "";
  const int64_t magnitude = std::abs(value);
  std::string text = fmt::format("{}{}.{:03}", sign, magnitude / 1000, magnitude % 1000);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string Style::wrap(const char* code, std::string_view text) const {
  return colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

std::vector<std::string> Table::titles() const {
  std::vector<std::string> titles;
  for (const Column& column : columns_) titles.push_back(column.title);
  return titles;
}

std::string Table::render_row(const std::vector<std::string>& cells) const {
  std::string line;
  for (uint64_t c = 0; c < columns_.size(); ++c) {
    uint64_t width = width_of(columns_[c].title);
    for (const auto& row : rows_) width = std::max(width, width_of(row[c]));
    const std::string padding(width - width_of(cells[c]), ' ');
    if (c > 0) line += "  ";
    line += columns_[c].align == Align::left ? cells[c] + padding : padding + cells[c];
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace kitchen::cli

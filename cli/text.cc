#include "cli/text.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iterator>

namespace kitchen::cli {
namespace {

constexpr uint64_t kShownMax = 60;

/// Letters to insert, delete, replace or swap with a neighbour to make one word of the other.
int32_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<int32_t>> cost(a.size() + 1, std::vector<int32_t>(b.size() + 1));
  for (uint64_t i = 0; i <= a.size(); ++i) cost[i][0] = static_cast<int32_t>(i);
  for (uint64_t j = 0; j <= b.size(); ++j) cost[0][j] = static_cast<int32_t>(j);
  for (uint64_t i = 1; i <= a.size(); ++i) {
    for (uint64_t j = 1; j <= b.size(); ++j) {
      const int32_t replaced = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

uint64_t width_of(std::string_view text) {
  // Characters, not bytes: UTF-8's continuation bytes take no room.
  return static_cast<uint64_t>(
      std::ranges::count_if(text, [](char c) { return (c & '\xc0') != '\x80'; }));
}

}  // namespace

std::string shown(std::string_view text) {
  std::string line(text.substr(0, kShownMax));
  if (text.size() > kShownMax) line += "...";
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == '\x7f') c = '?';
  }
  const bool one_word = !line.empty() && line.find(' ') == std::string::npos;
  return one_word ? line : "'" + line + "'";
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const uint64_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) + 1 - first);
}

std::string join(const std::vector<std::string>& texts, std::string_view separator) {
  std::string joined;
  for (const std::string& text : texts) {
    if (!joined.empty()) joined += separator;
    joined += text;
  }
  return joined;
}

std::string nearest(std::string_view mistyped, const std::vector<std::string>& candidates) {
  const std::string* best = nullptr;
  int32_t best_distance = 0;
  for (const std::string& candidate : candidates) {
    const bool begun = mistyped.size() >= 2 && candidate.starts_with(mistyped);
    const int32_t distance = begun ? 1 : edit_distance(mistyped.substr(0, kShownMax), candidate);
    if (best == nullptr || distance < best_distance) {
      best = &candidate;
      best_distance = distance;
    }
  }
  const int32_t tolerance = mistyped.size() < 4 ? 1 : 2;
  return best != nullptr && best_distance <= tolerance ? *best : "";
}

std::string did_you_mean(std::string_view mistyped, const std::vector<std::string>& candidates) {
  const std::string meant = nearest(mistyped, candidates);
  return meant.empty() ? "" : fmt::format("; did you mean {}?", meant);
}

bool read_integer(std::string_view text, int64_t& value) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end;
}

std::string decimal_milli(int64_t value) {
  const char* sign = value < 0 ? "-" : "";
  const int64_t magnitude = std::abs(value);
  std::string text = fmt::format("{}{}.{:03}", sign, magnitude / 1000, magnitude % 1000);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
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

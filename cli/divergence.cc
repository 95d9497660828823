#include "cli/divergence.h"

#include <fmt/core.h>

#include <algorithm>

namespace kitchen::cli {
namespace {

constexpr char kMissing[] = "-";

std::string value_of(const LogLine& line, std::string_view key) {
  const auto found = std::ranges::find(line, key, &LogLine::value_type::first);
  return found == line.end() ? kMissing : found->second;
}

/// The keys of both lines, in order of first appearance.
std::vector<std::string> keys_of(const LogLine& a, const LogLine& b) {
  std::vector<std::string> keys;
  for (const LogLine* line : {&a, &b}) {
    for (const auto& [key, value] : *line) {
      if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
    }
  }
  return keys;
}

std::string at_time(const LogLine& line) { return fmt::format("{} ms", value_of(line, "time_ms")); }

/// A table of three states: the last agreeing one (none before the first line) and the two next.
std::string states_table(const LogLine& last, const NamedLog& a, const LogLine& line_a,
                         const NamedLog& b, const LogLine& line_b, const Style& style) {
  using Align = Table::Align;
  // Events can be long and would stretch the columns.
  constexpr std::string_view kEvents = "events";
  Table table({{"", Align::left},
               {"field", Align::left},
               {"last agreeing", Align::left},
               {a.name, Align::left},
               {b.name, Align::left}});
  std::vector<bool> differs;
  for (const std::string& key : keys_of(line_a, line_b)) {
    if (key == kEvents) continue;
    differs.push_back(value_of(line_a, key) != value_of(line_b, key));
    table.add_row({differs.back() ? "*" : "", key, value_of(last, key), value_of(line_a, key),
                   value_of(line_b, key)});
  }
  std::string text = table.render(style, [&](uint64_t row, const std::string& line) {
    return differs[row] ? style.bad(line) : line;
  });
  text += style.bold("events") + "\n";
  text += fmt::format("  last agreeing: {}\n", value_of(last, kEvents));
  text += fmt::format("  {}: {}\n", a.name, value_of(line_a, kEvents));
  text += fmt::format("  {}: {}\n", b.name, value_of(line_b, kEvents));
  return text;
}

std::string header_difference(const NamedLog& a, const NamedLog& b) {
  std::string text = "The logs are of different runs:";
  for (const std::string& key : keys_of(a.lines[0], b.lines[0])) {
    const std::string value_a = value_of(a.lines[0], key);
    const std::string value_b = value_of(b.lines[0], key);
    if (value_a == value_b) continue;
    text += fmt::format(" {} is {} in {} and {} in {}.", key, value_a, a.name, value_b, b.name);
  }
  return text + "\n";
}

std::string ended_early(const NamedLog& shorter, const NamedLog& longer) {
  const LogLine& next = longer.lines[shorter.lines.size()];
  return fmt::format("The logs agree on all {} lines of {}; {} goes on at {}: {}\n",
                     shorter.lines.size(), shorter.name, longer.name, at_time(next),
                     value_of(next, "events"));
}

}  // namespace

Divergence explain_divergence(const NamedLog& a, const NamedLog& b, const Style& style) {
  const uint64_t common = std::min(a.lines.size(), b.lines.size());
  uint64_t first = 0;
  while (first < common && a.lines[first] == b.lines[first]) ++first;
  if (first == a.lines.size() && first == b.lines.size()) {
    return {true, fmt::format("The logs are the same: {} lines, up to {}.\n", first,
                              at_time(a.lines.back()))};
  }
  if (first == 0) return {false, header_difference(a, b)};
  if (first == a.lines.size()) return {false, ended_early(a, b)};
  if (first == b.lines.size()) return {false, ended_early(b, a)};

  // Line 1 is the header, which is no state.
  const LogLine last = first > 1 ? a.lines[first - 1] : LogLine{};
  const std::string until = first > 1 ? fmt::format("up to {}", at_time(last)) : "on no state";
  return {false, fmt::format("The logs agree {} and differ on line {}.\n\n", until, first + 1) +
                     states_table(last, a, a.lines[first], b, b.lines[first], style)};
}

}  // namespace kitchen::cli

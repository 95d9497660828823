#include "real/text.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace kitchen::real {
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
  return meant.empty() ? "" : "; did you mean " + meant + "?";
}

bool read_integer(std::string_view text, int64_t& value) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end;
}

}  // namespace kitchen::real

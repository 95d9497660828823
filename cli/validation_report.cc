#include "cli/validation_report.h"

#include <fmt/core.h>

#include <algorithm>

#include "cli/json_output.h"

namespace kitchen::cli {
namespace {

std::string percent(double share) { return fmt::format("{:.1f}", 100 * share); }
std::string signed_percent(double share) { return fmt::format("{:+.1f}", 100 * share); }

}  // namespace

std::string validation_text(const std::vector<real::ValidationRow>& rows, const Style& style) {
  Table table({{"error, %", Table::Align::left},
               {"of", Table::Align::left},
               {"rows"},
               {"median"},
               {"p95"},
               {"worst"},
               {"bias"},
               {"left out"}});
  std::vector<std::string> rules;
  for (const real::ValidationRow& row : rows) {
    table.add_row({row.table, row.rows_of, fmt::format("{}", row.rows), percent(row.median),
                   percent(row.p95), signed_percent(row.worst), signed_percent(row.bias),
                   fmt::format("{}", row.excluded)});
    const std::string rule = fmt::format("{}: left out are {}", row.table, row.rule);
    if (!row.rule.empty() && std::ranges::find(rules, rule) == rules.end()) rules.push_back(rule);
  }
  std::string text = table.render(style);
  for (const std::string& rule : rules) text += "\n" + rule;
  return rules.empty() ? text : text + "\n";
}

std::string validation_json(const std::vector<real::ValidationRow>& rows) {
  Json json = new_output();
  json["rows"] = Json::array();
  for (const real::ValidationRow& row : rows) {
    json["rows"].push_back({{"table", row.table},
                            {"rows_of", row.rows_of},
                            {"rows", row.rows},
                            {"median", rounded(row.median, 6)},
                            {"p95", rounded(row.p95, 6)},
                            {"worst", rounded(row.worst, 6)},
                            {"bias", rounded(row.bias, 6)},
                            {"excluded", row.excluded},
                            {"rule", row.rule}});
  }
  return to_text(json);
}

}  // namespace kitchen::cli

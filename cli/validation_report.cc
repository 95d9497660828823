#include "cli/validation_report.h"

#include <fmt/core.h>

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
               {"bias"},
               {"left out"},
               {"worst"},
               {"which is", Table::Align::left}});
  std::vector<std::string> rules;
  for (const real::ValidationRow& row : rows) {
    table.add_row({row.table, row.is_fitted ? row.rows_of + " *" : row.rows_of,
                   fmt::format("{}", row.rows), percent(row.median), percent(row.p95),
                   signed_percent(row.bias), fmt::format("{}", row.excluded_rows()),
                   signed_percent(row.worst), row.worst_of});
    for (const real::ExcludedRows& excluded : row.excluded) {
      rules.push_back(fmt::format("{}, {}: {} left out: {}", row.table, row.rows_of, excluded.rows,
                                  excluded.rule));
    }
  }
  std::string text = table.render(style);
  text += "\n* the preset was fitted on these rows; of the others nothing went into a preset\n";
  for (const std::string& rule : rules) text += "\n" + rule;
  return rules.empty() ? text : text + "\n";
}

std::string validation_json(const std::vector<real::ValidationRow>& rows) {
  Json json = new_output();
  json["rows"] = Json::array();
  for (const real::ValidationRow& row : rows) {
    Json excluded = Json::array();
    for (const real::ExcludedRows& rows_out : row.excluded) {
      excluded.push_back({{"rule", rows_out.rule}, {"rows", rows_out.rows}});
    }
    json["rows"].push_back({{"table", row.table},
                            {"rows_of", row.rows_of},
                            {"fitted", row.is_fitted},
                            {"rows", row.rows},
                            {"median", rounded(row.median, 6)},
                            {"p95", rounded(row.p95, 6)},
                            {"worst", rounded(row.worst, 6)},
                            {"worst_of", row.worst_of},
                            {"bias", rounded(row.bias, 6)},
                            {"excluded", std::move(excluded)}});
  }
  return to_text(json);
}

}  // namespace kitchen::cli

#include "cli/validation_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "cli/json_output.h"

namespace kitchen::cli {
namespace {

std::string percent(double share) { return fmt::format("{:.1f}", 100 * share); }
std::string signed_percent(double share) { return fmt::format("{:+.1f}", 100 * share); }

/// Each rule once for each table, with the rows that it leaves out.
std::vector<std::string> rule_texts(const std::vector<real::ValidationRow>& rows) {
  std::vector<std::pair<std::string, std::string>> rules;  // and the counts
  for (const real::ValidationRow& row : rows) {
    for (const real::ExcludedRows& excluded : row.excluded) {
      const std::string rule = fmt::format("{}: {}", row.table, excluded.rule);
      const std::string count = fmt::format("{} of {}", excluded.rows, row.rows_of);
      const auto known =
          std::ranges::find(rules, rule, &std::pair<std::string, std::string>::first);
      if (known == rules.end()) {
        rules.emplace_back(rule, count);
      } else {
        known->second += ", " + count;
      }
    }
  }
  std::vector<std::string> texts;
  for (const auto& [rule, counts] : rules) texts.push_back(fmt::format("{} ({})", rule, counts));
  return texts;
}

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
  for (const real::ValidationRow& row : rows) {
    const auto error = [&](const std::string& text) { return row.rows > 0 ? text : "-"; };
    table.add_row({row.table, row.is_fitted ? row.rows_of + " *" : row.rows_of,
                   fmt::format("{}", row.rows), error(percent(row.median)), error(percent(row.p95)),
                   error(signed_percent(row.bias)), fmt::format("{}", row.excluded_rows()),
                   error(signed_percent(row.worst)), row.worst_of});
  }
  std::string text = table.render(style);
  text += "\n* a preset was fitted on these very rows; of clients, on their TPOT\n";
  const std::vector<std::string> rules = rule_texts(rows);
  if (!rules.empty()) text += "\nLeft out are:\n";
  for (const std::string& rule : rules) text += rule + "\n";
  return text;
}

std::string validation_json(const std::vector<real::ValidationRow>& rows) {
  Json json = new_output();
  json["rows"] = Json::array();
  for (const real::ValidationRow& row : rows) {
    Json excluded = Json::array();
    for (const real::ExcludedRows& rows_out : row.excluded) {
      excluded.push_back({{"rule", rows_out.rule}, {"rows", rows_out.rows}});
    }
    const auto error = [&](double value) {
      return row.rows > 0 ? Json(rounded(value, 6)) : Json();
    };
    json["rows"].push_back({{"table", row.table},
                            {"rows_of", row.rows_of},
                            {"fitted", row.is_fitted},
                            {"rows", row.rows},
                            {"median", error(row.median)},
                            {"p95", error(row.p95)},
                            {"worst", error(row.worst)},
                            {"worst_of", row.worst_of},
                            {"bias", error(row.bias)},
                            {"excluded", std::move(excluded)}});
  }
  return to_text(json);
}

}  // namespace kitchen::cli

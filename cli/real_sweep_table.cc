#include "cli/real_sweep_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "cli/json_output.h"

namespace kitchen::cli {
namespace {

/// The figures of the table; CSV and JSON have all.
constexpr std::array<const char*, 10> kTableFigures = {
    "ttft_ms_p50",   "ttft_ms_p95", "tpot_ms_p95", "e2e_ms_p95", "output_tokens_per_s",
    "goodput_per_s", "targets_met", "saturated",   "gpus",       "cost_per_million_output_tokens"};

const real::Figure* find_figure(const real::SweepRecord& record, const std::string& name) {
  const auto& figures = record.outcome.figures;
  const auto found = std::ranges::find(figures, name, &real::Figure::name);
  return found == figures.end() ? nullptr : &*found;
}

std::string cell(const real::SweepRecord& record, const std::string& name) {
  const real::Figure* figure = find_figure(record, name);
  return figure == nullptr ? "" : real::figure_value_text(*figure);
}

/// For people: no more digits than can be taken in.
std::string short_cell(const real::SweepRecord& record, const std::string& name) {
  const real::Figure* figure = find_figure(record, name);
  const auto* number = figure == nullptr ? nullptr : std::get_if<double>(&figure->value);
  if (number != nullptr) return fmt::format("{:.{}f}", *number, *number < 10 ? 3 : 1);
  const std::string text = cell(record, name);
  return text.empty() ? "-" : text;
}

bool any_has(const std::vector<real::SweepRecord>& records, const std::string& name) {
  return std::ranges::any_of(
      records, [&](const real::SweepRecord& record) { return !cell(record, name).empty(); });
}

/// Names of all figures, in their order; of a refused point there are none.
std::vector<std::string> figure_names(const std::vector<real::SweepRecord>& records) {
  std::vector<std::string> names;
  for (const real::SweepRecord& record : records) {
    if (record.outcome.figures.empty()) continue;
    for (const real::Figure& figure : record.outcome.figures) names.push_back(figure.name);
    return names;
  }
  return names;
}

Json figure_value_json(const real::Figure& figure) {
  if (const auto* flag = std::get_if<bool>(&figure.value)) return *flag;
  if (const auto* whole = std::get_if<int64_t>(&figure.value)) return *whole;
  if (const auto* number = std::get_if<double>(&figure.value)) return *number;
  if (const auto* text = std::get_if<std::string>(&figure.value)) return *text;
  return nullptr;
}

}  // namespace

std::string sweep_results_text(const std::vector<real::SweepRecord>& records, const Style& style) {
  if (records.empty()) return "no point is done\n";
  std::vector<Table::Column> columns = {{"point"}};
  for (const auto& [key, value] : records.front().settings) columns.push_back({key});
  std::vector<std::string> names;
  for (const char* name : kTableFigures) {
    if (any_has(records, name)) names.emplace_back(name);
  }
  for (const std::string& name : names) columns.push_back({name});
  const bool any_refused = std::ranges::any_of(
      records, [](const real::SweepRecord& record) { return !record.outcome.refused.empty(); });
  if (any_refused) columns.push_back({"refused", Table::Align::left});
  Table table(columns);
  for (const real::SweepRecord& record : records) {
    std::vector<std::string> row = {fmt::format("{}", record.point)};
    for (const auto& [key, value] : record.settings) row.push_back(value);
    for (const std::string& name : names) row.push_back(short_cell(record, name));
    if (any_refused) row.push_back(record.outcome.refused);
    table.add_row(std::move(row));
  }
  return table.render(style, [&](uint64_t row, const std::string& text) {
    if (!records[row].outcome.refused.empty()) return style.dim(text);
    return cell(records[row], "targets_met") == "true" ? style.good(text) : text;
  });
}

std::string sweep_results_csv(const std::vector<real::SweepRecord>& records) {
  if (records.empty()) return "";
  const std::vector<std::string> names = figure_names(records);
  std::string csv = "point";
  for (const auto& [key, value] : records.front().settings) csv += "," + key;
  csv += ",refused";
  for (const std::string& name : names) csv += "," + name;
  csv += "\n";
  for (const real::SweepRecord& record : records) {
    csv += fmt::format("{}", record.point);
    for (const auto& [key, value] : record.settings) csv += "," + csv_field(value);
    csv += "," + csv_field(record.outcome.refused);
    for (const std::string& name : names) csv += "," + csv_field(cell(record, name));
    csv += "\n";
  }
  return csv;
}

std::string sweep_results_json(const std::vector<real::SweepRecord>& records) {
  Json json = new_output();
  json["sweep"] = records.empty() ? Json() : Json(records.front().grid);
  json["points"] = Json::array();
  for (const real::SweepRecord& record : records) {
    Json row = {{"point", record.point}, {"key", record.key}};
    row["settings"] = Json::object();
    for (const auto& [key, value] : record.settings) row["settings"][key] = value;
    if (!record.outcome.refused.empty()) {
      row["refused"] = record.outcome.refused;
    } else {
      row["figures"] = Json::object();
      for (const real::Figure& figure : record.outcome.figures) {
        row["figures"][figure.name] = figure_value_json(figure);
      }
    }
    json["points"].push_back(std::move(row));
  }
  return to_text(json);
}

}  // namespace kitchen::cli

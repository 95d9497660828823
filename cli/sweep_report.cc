#include "cli/sweep_report.h"

#include <fmt/core.h>

#include "cli/json_output.h"
#include "cli/levers.h"
#include "cli/shift_names.h"
#include "game/daily.h"

namespace kitchen::cli {
namespace {

using game::Lever;
using game::Outcome;

constexpr char kCsvHeader[] =
    "shift,slots,batching,kv_cache,weight_bits,orders,served,served_share,passed,stars,wait_p95_s,"
    "preemptions\n";

double served_share(const Outcome& outcome) {
  return outcome.orders == 0 ? 0 : static_cast<double>(outcome.served) / outcome.orders;
}

std::string value_text(const Outcome& outcome, Lever lever) {
  return lever_value_text(lever, game::lever_value(outcome.settings, lever));
}

/// "batching=static kv-cache=on: ": the levers shown but the slots, "" where there is no other.
std::string combination_of(const SweepReport& report, const Outcome& outcome) {
  std::string text;
  for (const Lever lever : report.levers) {
    if (lever == Lever::slots) continue;
    if (!text.empty()) text += ' ';
    text += fmt::format("{}={}", lever_name(lever), value_text(outcome, lever));
  }
  return text.empty() ? "" : text + ": ";
}

/// Outcomes of one combination, slots counting up, as the slots that pass: "24-34", "6-8, 10".
std::string passing_slots(const std::vector<const Outcome*>& outcomes) {
  std::string text;
  for (uint64_t i = 0; i < outcomes.size(); ++i) {
    if (!outcomes[i]->passed) continue;
    const int32_t first = outcomes[i]->settings.slots;
    while (i + 1 < outcomes.size() && outcomes[i + 1]->passed) ++i;
    const int32_t last = outcomes[i]->settings.slots;
    if (!text.empty()) text += ", ";
    text += first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
  }
  return text.empty() ? "none" : text;
}

std::string passing_text(const SweepReport& report) {
  std::string text = "Slots that pass\n";
  std::vector<const Outcome*> group;
  for (uint64_t i = 0; i < report.outcomes.size(); ++i) {
    group.push_back(&report.outcomes[i]);
    const std::string combination = combination_of(report, *group.back());
    const bool last = i + 1 == report.outcomes.size() ||
                      combination_of(report, report.outcomes[i + 1]) != combination;
    if (!last) continue;
    text += fmt::format("  {}{}\n", combination, passing_slots(group));
    group.clear();
  }
  return text;
}

std::string outcomes_table(const SweepReport& report, const Style& style) {
  using Align = Table::Align;
  Table table({{"slots"},
               {"batching", Align::left},
               {"kv_cache", Align::left},
               {"weight_bits"},
               {"orders"},
               {"served"},
               {"share"},
               {"passed"},
               {"stars"},
               {"wait_p95_s"},
               {"preemptions"}});
  for (const Outcome& outcome : report.outcomes) {
    table.add_row({value_text(outcome, Lever::slots), value_text(outcome, Lever::batching),
                   value_text(outcome, Lever::kv_cache), value_text(outcome, Lever::weight_bits),
                   fmt::format("{}", outcome.orders), fmt::format("{}", outcome.served),
                   fmt::format("{:.1f} %", 100 * served_share(outcome)),
                   outcome.passed ? "yes" : "no", fmt::format("{}", outcome.stars),
                   fmt::format("{:.3f}", outcome.wait_p95_ms / 1000.0),
                   fmt::format("{}", outcome.preemptions)});
  }
  return table.render(style, [&](uint64_t row, const std::string& text) {
    return report.outcomes[row].passed ? style.good(text) : text;
  });
}

}  // namespace

SweepReport make_sweep_report(const game::Shift& shift) {
  return {shift.key, shift_title(shift), shift.levers, game::sweep(shift)};
}

std::string sweep_text(const std::vector<SweepReport>& reports, const Style& style) {
  std::string text;
  for (const SweepReport& report : reports) {
    if (!text.empty()) text += '\n';
    text += style.bold(fmt::format("Shift {}, {}", report.shift_key, report.shift_title));
    text += fmt::format(": {} fixed settings\n", report.outcomes.size());
    text += outcomes_table(report, style);
    text += passing_text(report);
  }
  return text;
}

std::string sweep_csv(const std::vector<SweepReport>& reports) {
  std::string csv = kCsvHeader;
  for (const SweepReport& report : reports) {
    for (const Outcome& outcome : report.outcomes) {
      csv +=
          fmt::format("{},{},{},{},{},{},{},{:.4f},{},{},{:.3f},{}\n", report.shift_key,
                      outcome.settings.slots, value_text(outcome, Lever::batching),
                      value_text(outcome, Lever::kv_cache), value_text(outcome, Lever::weight_bits),
                      outcome.orders, outcome.served, served_share(outcome), outcome.passed,
                      outcome.stars, outcome.wait_p95_ms / 1000.0, outcome.preemptions);
    }
  }
  return csv;
}

std::string sweep_json(const std::vector<SweepReport>& reports) {
  Json json = new_output();
  json["outcomes"] = Json::array();
  for (const SweepReport& report : reports) {
    for (const Outcome& outcome : report.outcomes) {
      Json row = {{"shift", report.shift_key}};
      for (const Lever lever : kLevers) {
        row[lever_key(lever)] = lever_value_json(lever, game::lever_value(outcome.settings, lever));
      }
      row["orders"] = outcome.orders;
      row["served"] = outcome.served;
      row["served_share"] = rounded(served_share(outcome), 4);
      row["passed"] = outcome.passed;
      row["stars"] = outcome.stars;
      row["wait_p95_s"] = outcome.wait_p95_ms / 1000.0;
      row["preemptions"] = outcome.preemptions;
      json["outcomes"].push_back(row);
    }
  }
  return to_text(json);
}

std::string shift_list_text(const Style& style) {
  using Align = Table::Align;
  Table table({{"shift"}, {"name", Align::left}, {"orders"}, {"levers", Align::left}});
  for (const game::Shift& shift : game::shifts()) {
    table.add_row(
        {shift.key, shift_title(shift), fmt::format("{}", orders_of(shift)), levers_of(shift)});
  }
  return table.render(style) +
         fmt::format(
             "\nAlso: daily, today's shift in UTC; d{} to d{}, any day's; and free kitchens, such "
             "as fs42z.\n",
             game::kDailyFirst, game::kDailyLast);
}

std::string shift_list_json() {
  Json json = new_output();
  json["shifts"] = Json::array();
  for (const game::Shift& shift : game::shifts()) {
    Json row = {{"shift", shift.key},
                {"name", shift_title(shift)},
                {"orders", orders_of(shift)},
                {"levers", Json::array()}};
    for (const Lever lever : shift.levers) row["levers"].push_back(lever_key(lever));
    json["shifts"].push_back(row);
  }
  return to_text(json);
}

}  // namespace kitchen::cli

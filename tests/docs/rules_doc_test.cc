// Numbers that docs/rules.md states are those of the code.
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "game/shift.h"

namespace kitchen::game {
namespace {

std::string rules_text() {
  std::ifstream file(KITCHEN_RULES_DOC);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// 1300 thousandths as "1.3", 4000 as "4".
std::string thousandths(int64_t value) {
  std::ostringstream text;
  text << value / 1000;
  if (value % 1000 == 0) return text.str();
  std::string digits = std::to_string(1000 + value % 1000).substr(1);
  while (digits.back() == '0') digits.pop_back();
  return text.str() + "." + digits;
}

std::string range(int32_t first, int32_t last) {
  return std::to_string(first) + " to " + std::to_string(last);
}

std::string arrivals(const Shift& shift) {
  std::string text;
  for (const Stream& stream : shift.crowd.streams) {
    if (!text.empty()) text += ", ";
    text += thousandths(stream.orders_per_1000_s) + " a second until " +
            thousandths(stream.until_ms) + " s";
  }
  return text;
}

std::string groups(const Shift& shift) {
  std::string text;
  for (const Group& group : shift.crowd.groups) {
    if (!text.empty()) text += ", ";
    text += std::to_string(group.orders) + " within " + thousandths(group.window_ms) + " s from " +
            thousandths(group.at_ms) + " s";
  }
  return text.empty() ? "none" : text;
}

std::string sizes(const Shift& shift, int32_t OrderKind::* first, int32_t OrderKind::* last) {
  std::set<std::string> seen;
  std::string text;
  for (const OrderKind& kind : shift.crowd.kinds) {
    const std::string tokens = range(kind.*first, kind.*last);
    if (!seen.insert(tokens).second) continue;
    const bool share = kind.share_percent < 100;
    if (!text.empty()) text += ", ";
    text += tokens + (share ? " (" + std::to_string(kind.share_percent) + " %)" : "");
  }
  return seen.size() == 1 ? *seen.begin() : text;
}

std::string settings_text(const Shift& shift, const sim::Settings& settings) {
  std::string text = std::to_string(settings.slots) + (settings.slots == 1 ? " slot" : " slots");
  if (shows(shift, Lever::batching)) {
    text += settings.batching == sim::Batching::continuous ? ", continuous" : ", static";
  }
  if (shows(shift, Lever::kv_cache)) text += settings.kv_cache ? ", KV cache" : ", no KV cache";
  if (shows(shift, Lever::weight_bits))
    text += ", " + std::to_string(settings.weight_bits) + " bits";
  return text;
}

std::string row(const std::string& name, const std::function<std::string(const Shift&)>& cell) {
  std::string text = "| " + name + " |";
  for (const Shift& shift : shifts()) text += " " + cell(shift) + " |";
  return text + "\n";
}

std::string shift_table() {
  return row("orders", [](const Shift& s) { return std::to_string(s.orders->requests.size()); }) +
         row("arrivals", arrivals) + row("groups", groups) +
         row("prompt tokens",
             [](const Shift& s) {
               return sizes(s, &OrderKind::prompt_tokens_min, &OrderKind::prompt_tokens_max);
             }) +
         row("output tokens",
             [](const Shift& s) {
               return sizes(s, &OrderKind::output_tokens_min, &OrderKind::output_tokens_max);
             }) +
         row("patience",
             [](const Shift& s) {
               return thousandths(s.crowd.patience_base_ms) + " s + " +
                      std::to_string(s.crowd.patience_per_token_ms) + " ms a token";
             }) +
         row("starts with", [](const Shift& s) { return settings_text(s, s.defaults); }) +
         row("a solution", [](const Shift& s) { return settings_text(s, s.reference); }) +
         row("par time", [](const Shift& s) { return thousandths(s.par_wait_ms) + " s"; }) +
         row("par slots", [](const Shift& s) { return std::to_string(s.par_slots); });
}

TEST(RulesDoc, ShiftTableIsThatOfTheCode) {
  EXPECT_NE(rules_text().find(shift_table()), std::string::npos)
      << "docs/rules.md should hold these rows:\n"
      << shift_table();
}

TEST(RulesDoc, CostsAreThoseOfTheCode) {
  const std::string text = rules_text();
  const sim::Costs costs = kitchen_costs(kRoomyKvBytes);
  const auto states = [&](const std::string& row) {
    EXPECT_NE(text.find("| " + row + " |"), std::string::npos) << row;
  };
  states("read all weights | " + thousandths(costs.weights_read_ps / sim::kPsPerUs) + " ms");
  states("per request | " + thousandths(costs.per_request_ps / sim::kPsPerUs) + " ms");
  states("per token | " + std::to_string(costs.per_token_ps / sim::kPsPerUs) + " µs");
  states("per entry | " + std::to_string(costs.per_context_ps / sim::kPsPerUs) + " µs");
  states("GPU memory | " + thousandths(costs.memory_bytes / 1'000'000) + " GB");
  states("weights | " + thousandths(costs.weights_bytes / 1'000'000) + " GB");
  const std::string roomy = thousandths(kRoomyKvBytes / 1'000);
  const std::string tight = thousandths(find_shift(3)->costs.kv_bytes_per_token / 1'000);
  states("KV cache per token | " + roomy + " MB in shifts 1 and 2, " + tight + " MB in shift 3");
  for (int32_t number : {1, 2}) {
    EXPECT_EQ(find_shift(number)->costs.kv_bytes_per_token, kRoomyKvBytes);
  }
}

TEST(RulesDoc, ExamplesAreThoseOfTheCode) {
  const std::string text = rules_text();
  const auto step_us = [](int64_t requests) {
    const sim::StepLoad load = sim::steady_load(requests, 1, true);
    return sim::step_parts(kitchen_costs(kRoomyKvBytes), 16, load).total_ps() / sim::kPsPerUs;
  };
  EXPECT_NE(text.find("= " + thousandths(step_us(1)) + " ms a token"), std::string::npos);
  EXPECT_NE(text.find(std::to_string(1'000'000 / step_us(1)) + " tokens a second"),
            std::string::npos);
  EXPECT_NE(text.find("Eight at once take\n" + thousandths(step_us(8)) + " ms a step, " +
                      thousandths(step_us(8) / 8) + " ms a token"),
            std::string::npos);
  EXPECT_NE(text.find("Each lasts " + thousandths(kShiftMs) + " s and is passed with " +
                      std::to_string(kPassPercent) + " %"),
            std::string::npos);
  EXPECT_NE(text.find("a second where " + std::to_string(kParPercent) + " %"), std::string::npos);
}

}  // namespace
}  // namespace kitchen::game

#include "cli/real_plan_report.h"

#include <fmt/core.h>

#include <algorithm>

#include "cli/json_output.h"
#include "real/number_text.h"
#include "real/time_units.h"
#include "real/vllm_command.h"

namespace kitchen::cli {
namespace {

std::string plan_ms_text(sim::TimePs ps) {
  return ps == sim::kNever ? "never" : fmt::format("{:.1f}", real::ms_of(ps));
}

std::string percentile_name(const real::Plan& plan) {
  const auto milli = static_cast<double>(plan.targets.percentile);
  return "p" + real::number_text(milli / static_cast<double>(real::kMilliPerPercent));
}

std::string cost_text(const real::Plan& plan, const real::Candidate& candidate) {
  const std::string gpus = fmt::format("{} GPU{}", candidate.gpus, candidate.gpus == 1 ? "" : "s");
  return plan.priced ? fmt::format("{:.2f} per hour ({})", candidate.cost_per_hour, gpus) : gpus;
}

/// "gpu=h100 tp=2 ...": the settings that vary.
std::string values_text(const real::Plan& plan, const real::Candidate& candidate) {
  std::string text;
  for (uint64_t i = 0; i < plan.axes.size(); ++i) {
    if (!text.empty()) text += ' ';
    text += plan.axes[i].key + "=" + candidate.values[i];
  }
  return text;
}

std::vector<real::TargetMargin> margins_of(const real::Plan& plan,
                                           const real::Candidate& candidate) {
  return real::margins(plan.targets, candidate.trials);
}

/// "TTFT 612.3 of 500.0 ms, ...": those missed, or all.
std::string margins_text(const std::vector<real::TargetMargin>& margins, bool missed_only) {
  std::string text;
  for (const real::TargetMargin& margin : margins) {
    if (missed_only && margin.used_share() <= 1) continue;
    if (!text.empty()) text += ", ";
    text += fmt::format("{} {} of {} ms", real::target_name(margin.kind),
                        plan_ms_text(margin.worst_ps), plan_ms_text(margin.target_ps));
  }
  return text;
}

/// What a million output tokens cost, of the first run; nullopt without a price.
std::optional<double> million_cost(const real::Plan& plan, const real::Candidate& candidate) {
  if (!plan.priced || candidate.trials.empty()) return std::nullopt;
  const real::TrialFigures& trial = candidate.trials.front();
  if (trial.output_tokens == 0) return std::nullopt;
  const double hours = real::hours_of(trial.duration_ps);
  return candidate.cost_per_hour * hours * 1e6 / static_cast<double>(trial.output_tokens);
}

int64_t count_of(const real::Plan& plan, real::Fate fate) {
  const auto found = plan.counts.find(fate);
  return found == plan.counts.end() ? 0 : found->second;
}

std::string counts_text(const real::Plan& plan) {
  return fmt::format(
      "{} candidates: {} meet the targets, {} miss one, {} can't be deployed, {} are beyond the "
      "floor of the law, {} cost more than what was found\n",
      plan.candidates.size(), count_of(plan, real::Fate::met), count_of(plan, real::Fate::missed),
      count_of(plan, real::Fate::impossible), count_of(plan, real::Fate::beyond_floor),
      count_of(plan, real::Fate::not_needed));
}

/// Reasons why candidates were left out, each once, with how many.
std::vector<std::pair<std::string, int64_t>> reasons(const real::Plan& plan) {
  std::vector<std::pair<std::string, int64_t>> all;
  for (const real::Candidate& candidate : plan.candidates) {
    if (candidate.why.empty()) continue;
    const auto known =
        std::ranges::find(all, candidate.why, &std::pair<std::string, int64_t>::first);
    if (known == all.end()) {
      all.emplace_back(candidate.why, 1);
    } else {
      ++known->second;
    }
  }
  return all;
}

std::string margins_table(const real::Plan& plan, const std::vector<real::TargetMargin>& margins,
                          const Style& style) {
  std::vector<Table::Column> columns = {
      {"target", Table::Align::left}, {"at most, ms"}, {"computed, ms"}, {"used, %"}};
  const bool several = plan.seeds > 1;
  if (several) columns.push_back({"mean of seeds, ms"});
  Table table(columns);
  for (const real::TargetMargin& margin : margins) {
    const bool came = margin.worst_ps != sim::kNever;
    std::vector<std::string> row = {
        fmt::format("{} {}", real::target_name(margin.kind), percentile_name(plan)),
        plan_ms_text(margin.target_ps), plan_ms_text(margin.worst_ps),
        came ? fmt::format("{:.0f}", 100 * margin.used_share()) : "-"};
    if (several && came) {
      row.push_back(fmt::format("{:.1f} +- {:.1f}", margin.ms.mean, margin.ms.half_width));
    } else if (several) {
      row.emplace_back("-");
    }
    table.add_row(std::move(row));
  }
  return table.render(style);
}

std::string curve_table(const real::Plan& plan, const Style& style) {
  std::vector<Table::Column> columns = {{"load"}, {"served/s"}, {"busy, %"}};
  for (const real::TargetMargin& margin : plan.curve.front().margins) {
    columns.push_back(
        {fmt::format("{} {}, ms", real::target_name(margin.kind), percentile_name(plan))});
  }
  columns.push_back({"targets", Table::Align::left});
  Table table(columns);
  for (const real::LoadPoint& point : plan.curve) {
    std::vector<std::string> row = {fmt::format("x{:.1f}", point.scale),
                                    fmt::format("{:.2f}", point.requests_per_s),
                                    fmt::format("{:.0f}", 100 * point.busy_share)};
    for (const real::TargetMargin& margin : point.margins)
      row.push_back(plan_ms_text(margin.worst_ps));
    row.emplace_back(point.met ? "met" : "missed");
    table.add_row(std::move(row));
  }
  return table.render(style, [&](uint64_t row, const std::string& text) {
    return plan.curve[row].met ? style.good(text) : text;
  });
}

real::VllmCommand command_of(const real::Plan& plan, const real::Candidate& candidate,
                             const real::Hardware& hardware) {
  return real::vllm_command(real::set_up(candidate.scenario, hardware), plan.longest_tokens);
}

std::string flags_text(const real::Plan& plan, const real::Candidate& winner,
                       const real::Hardware& hardware) {
  const real::VllmCommand command = command_of(plan, winner, hardware);
  if (command.flags.empty()) {
    return fmt::format("engine options: none are known for {}\n", winner.scenario.engine);
  }
  std::string text = "vllm serve MODEL";
  for (const std::string& flag : command.flags) text += " \\\n    " + flag;
  text += "\n";
  const int64_t replicas = winner.scenario.replicas;
  if (replicas > 1) {
    text += fmt::format("{} of these, behind a router: {}\n", replicas,
                        real::setting_text(winner.scenario, "router"));
  }
  for (const std::string& note : command.notes) text += "note: " + note + "\n";
  return text;
}

/// Where the winner doesn't hold with its expected error: what does.
std::string safe_text(const real::Plan& plan) {
  if (!plan.error_share || plan.holds_with_error) return "";
  std::string text = "it does not hold with its expected error (below); ";
  if (!plan.safe_winner) return text + "none of the candidates does\n";
  const real::Candidate& safe = plan.candidates[*plan.safe_winner];
  return text + fmt::format("this does: {}, {}\n", values_text(plan, safe), cost_text(plan, safe));
}

std::string ttft_error_text(const real::Plan& plan) {
  if (plan.targets.ttft_ps_max == sim::kNever) return "";
  if (!plan.ttft_error_share) return ", TTFT as well, though none was compared";
  if (plan.ttft_error_share == plan.error_share) return "";
  return fmt::format(", TTFT up to {:.0f} %", 100 * *plan.ttft_error_share);
}

std::string error_text(const real::Plan& plan) {
  if (!plan.error_share) {
    return "expected error: nothing near this deployment was measured, so how far to trust the "
           "plan isn't known; --error SHARE tries one\n";
  }
  return fmt::format("expected error: times up to {:.0f} % longer{} ({}); the plan {}\n",
                     100 * *plan.error_share, ttft_error_text(plan),
                     plan.error_of.empty() ? "as given" : plan.error_of,
                     plan.holds_with_error ? "holds then, too" : "does not hold then");
}

std::string runner_up_text(const real::Plan& plan, const real::Candidate& winner) {
  std::string text;
  if (plan.runner_up) {
    const real::Candidate& other = plan.candidates[*plan.runner_up];
    const double more = other.cost_per_hour / winner.cost_per_hour - 1;
    const std::string against = more > 0 ? fmt::format("costs {:.0f} % more", 100 * more)
                                         : std::string("costs the same and has no more left");
    text +=
        fmt::format("runner-up: {}, {}\n  {}: {}\n", values_text(plan, other),
                    cost_text(plan, other), against, margins_text(margins_of(plan, other), false));
  } else if (plan.candidates.size() == 1) {
    text += "runner-up: none; there was one candidate\n";
  } else {
    text += "runner-up: none of the other candidates meets the targets\n";
  }
  if (plan.cheaper) {
    const real::Candidate& cheaper = plan.candidates[*plan.cheaper];
    text += fmt::format("cheaper, but misses: {}, {}\n  {}\n", values_text(plan, cheaper),
                        cost_text(plan, cheaper), margins_text(margins_of(plan, cheaper), true));
  }
  return text;
}

std::string price_text(const real::Plan& plan, const real::GpuPrices& prices,
                       const real::Candidate& winner) {
  if (!plan.priced) {
    return fmt::format("no price for {} is known, so the fewest GPUs are the cheapest\n",
                       winner.scenario.gpu);
  }
  const real::GpuPrice& price = prices.at(winner.scenario.gpu);
  return fmt::format("price of {}: {:.2f} per hour ({})\n", winner.scenario.gpu, price.per_hour,
                     price.source);
}

std::string winner_text(const real::Plan& plan, const real::Candidate& winner,
                        const real::GpuPrices& prices, const real::Hardware& hardware,
                        const Style& style) {
  std::string text = style.bold(style.good("plan: " + values_text(plan, winner))) + "\n";
  text += "cost: " + cost_text(plan, winner);
  if (const auto cost = million_cost(plan, winner)) {
    text += fmt::format(", {:.3f} per million output tokens of this traffic", *cost);
  }
  text += "\n" + safe_text(plan) + price_text(plan, prices, winner) + "\n";
  text += margins_table(plan, margins_of(plan, winner), style);
  text += fmt::format("binding: {}, {:.0f} % used; {}\n\n", real::target_name(plan.binding.kind),
                      100 * plan.binding.used_share(), plan.bottleneck);
  text += flags_text(plan, winner, hardware) + "\n" + runner_up_text(plan, winner) + "\n";
  text += curve_table(plan, style);
  text += plan.knee ? fmt::format("knee: latency begins to rise steeply at {:.1f} times the load\n",
                                  *plan.knee)
                    : "knee: none up to twice the load\n";
  text += fmt::format("the targets are met up to {:.1f} times the load{}\n", plan.load_max,
                      plan.load_max >= plan.curve.back().scale ? " or more" : "");
  return text + error_text(plan);
}

std::string no_plan_text(const real::Plan& plan, const Style& style) {
  std::string text = style.bold(style.bad("no candidate meets the targets")) + "\n";
  if (plan.closest) {
    const real::Candidate& closest = plan.candidates[*plan.closest];
    text += fmt::format("the best there is: {}, {}\n", values_text(plan, closest),
                        cost_text(plan, closest));
    text += margins_table(plan, margins_of(plan, closest), style);
  }
  int64_t listed = 0;
  constexpr int64_t kListedMax = 5;
  for (const auto& [why, count] : reasons(plan)) {
    if (++listed > kListedMax) break;
    text += fmt::format("{} candidate{}: {}\n", count, count == 1 ? "" : "s", why);
  }
  return text + "More GPUs may do it: --vary replicas=..., or --vary tp=...\n";
}

Json margins_json(const std::vector<real::TargetMargin>& margins) {
  Json list = Json::array();
  for (const real::TargetMargin& margin : margins) {
    const bool known = margin.worst_ps != sim::kNever;
    const auto ms = [](sim::TimePs ps) { return Json(rounded(real::ms_of(ps), 3)); };
    list.push_back({{"target", real::target_name(margin.kind)},
                    {"ms_max", ms(margin.target_ps)},
                    {"ms_worst", known ? ms(margin.worst_ps) : Json()},
                    {"ms_mean", known ? Json(rounded(margin.ms.mean, 3)) : Json()},
                    {"ms_half_width_95", known ? Json(rounded(margin.ms.half_width, 3)) : Json()},
                    {"met", margin.used_share() <= 1}});
  }
  return list;
}

Json candidate_json(const real::Plan& plan, std::optional<uint64_t> place) {
  if (!place) return nullptr;
  const real::Candidate& candidate = plan.candidates[*place];
  Json json = {{"settings", Json::object()}, {"gpus", candidate.gpus}};
  for (uint64_t i = 0; i < plan.axes.size(); ++i) {
    json["settings"][plan.axes[i].key] = candidate.values[i];
  }
  json["cost_per_hour"] = plan.priced ? Json(rounded(candidate.cost_per_hour, 4)) : Json();
  const auto cost = million_cost(plan, candidate);
  json["cost_per_million_output_tokens"] = cost ? Json(rounded(*cost, 6)) : Json();
  json["targets"] = margins_json(margins_of(plan, candidate));
  return json;
}

Json curve_json(const real::Plan& plan) {
  Json list = Json::array();
  for (const real::LoadPoint& point : plan.curve) {
    list.push_back({{"load", point.scale},
                    {"requests_per_s", rounded(point.requests_per_s, 6)},
                    {"busy_share", rounded(point.busy_share, 6)},
                    {"met", point.met},
                    {"targets", margins_json(point.margins)}});
  }
  return list;
}

}  // namespace

std::string plan_text(const real::Plan& plan, const real::GpuPrices& prices,
                      const real::Hardware& hardware, const Style& style) {
  const std::string text =
      plan.winner ? winner_text(plan, plan.candidates[*plan.winner], prices, hardware, style)
                  : no_plan_text(plan, style);
  return text + counts_text(plan);
}

std::string plan_json(const real::Plan& plan, const real::GpuPrices& prices,
                      const real::Hardware& hardware) {
  Json json = new_output();
  json["requests"] = plan.requests;
  json["seeds"] = plan.seeds;
  json["percentile"] =
      static_cast<double>(plan.targets.percentile) / static_cast<double>(real::kMilliPerPercent);
  json["winner"] = candidate_json(plan, plan.winner);
  json["runner_up"] = candidate_json(plan, plan.runner_up);
  json["cheaper_but_misses"] = candidate_json(plan, plan.cheaper);
  json["closest"] = candidate_json(plan, plan.closest);
  if (plan.winner) {
    const real::Candidate& winner = plan.candidates[*plan.winner];
    json["price_source"] = plan.priced ? Json(prices.at(winner.scenario.gpu).source) : Json();
    json["binding"] = real::target_name(plan.binding.kind);
    json["bottleneck"] = plan.bottleneck;
    const real::VllmCommand command = command_of(plan, winner, hardware);
    json["vllm_flags"] = command.flags;
    json["vllm_notes"] = command.notes;
    json["curve"] = curve_json(plan);
    json["knee"] = plan.knee ? Json(*plan.knee) : Json();
    json["load_max"] = plan.load_max;
    json["error_share"] = plan.error_share ? Json(rounded(*plan.error_share, 6)) : Json();
    json["ttft_error_share"] =
        plan.ttft_error_share ? Json(rounded(*plan.ttft_error_share, 6)) : Json();
    json["error_of"] = plan.error_of;
    json["holds_with_error"] = plan.error_share ? Json(plan.holds_with_error) : Json();
    json["safe"] = candidate_json(plan, plan.safe_winner);
  }
  json["candidates"] = {{"all", std::ssize(plan.candidates)},
                        {"met", count_of(plan, real::Fate::met)},
                        {"missed", count_of(plan, real::Fate::missed)},
                        {"impossible", count_of(plan, real::Fate::impossible)},
                        {"beyond_floor", count_of(plan, real::Fate::beyond_floor)},
                        {"not_needed", count_of(plan, real::Fate::not_needed)}};
  json["left_out"] = Json::array();
  for (const auto& [why, count] : reasons(plan)) {
    json["left_out"].push_back({{"why", why}, {"candidates", count}});
  }
  return to_text(json);
}

}  // namespace kitchen::cli

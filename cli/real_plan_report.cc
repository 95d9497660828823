#include "cli/real_plan_report.h"

#include <fmt/core.h>

#include <algorithm>

#include "cli/json_output.h"
#include "real/number_text.h"
#include "real/plan_floor.h"
#include "real/plan_memory.h"
#include "real/time_units.h"
#include "real/vllm_command.h"

namespace kitchen::cli {
namespace {

std::string plan_ms_text(sim::TimePs ps) {
  return ps == sim::kNever ? "never" : fmt::format("{:.1f}", real::ms_of(ps));
}

/// What was computed, with as many digits as it takes to tell it from the target that it misses.
std::string worst_text(const real::TargetMargin& margin) {
  if (margin.worst_ps == sim::kNever) return "never";
  const double worst_ms = real::ms_of(margin.worst_ps);
  const double target_ms = real::ms_of(margin.target_ps);
  for (int decimals = 1; decimals < 9; ++decimals) {
    std::string text = fmt::format("{:.{}f}", worst_ms, decimals);
    const bool is_hidden =
        margin.used_share() > 1 && text == fmt::format("{:.{}f}", target_ms, decimals);
    if (!is_hidden) return text;
  }
  return fmt::format("{:.9f}", worst_ms);
}

std::string percentile_name(const real::Plan& plan) {
  const auto milli = static_cast<double>(plan.targets.percentile);
  return "p" + real::number_text(milli / static_cast<double>(real::kMilliPerPercent));
}

std::string cost_text(const real::Plan& plan, const real::Candidate& candidate) {
  const std::string gpus = fmt::format("{} GPU{}", candidate.gpus, candidate.gpus == 1 ? "" : "s");
  return plan.priced ? fmt::format("{:.2f} per hour ({})", candidate.cost_per_hour, gpus) : gpus;
}

/// "gpu=h100 tp=2 ...": the settings that vary; one replica needs no router.
std::string values_text(const real::Plan& plan, const real::Candidate& candidate) {
  std::string text;
  for (uint64_t i = 0; i < plan.axes.size(); ++i) {
    if (plan.axes[i].key == "router" && candidate.scenario.replicas == 1) continue;
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
    text += fmt::format("{} {} of {} ms", real::target_name(margin.kind), worst_text(margin),
                        plan_ms_text(margin.target_ps));
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

std::string counts_text(const real::Plan& plan) {
  return fmt::format(
      "{} candidates: {} meet the targets, {} miss one, {} can't be deployed, {} are too "
      "slow even for one request alone, {} cost more than what was found\n",
      plan.candidates.size(), plan.count_of(real::Fate::met), plan.count_of(real::Fate::missed),
      plan.count_of(real::Fate::impossible), plan.count_of(real::Fate::beyond_floor),
      plan.count_of(real::Fate::not_needed));
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
        plan_ms_text(margin.target_ps), worst_text(margin),
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

/// "met", or "missed: TTFT, TPOT".
std::string met_text(const real::LoadPoint& point) {
  if (point.met) return "met";
  std::string text;
  for (const real::TargetMargin& margin : point.margins) {
    if (margin.used_share() <= 1) continue;
    text += (text.empty() ? "missed: " : ", ") + std::string(real::target_name(margin.kind));
  }
  return text.empty() ? "missed" : text;
}

std::string curve_table(const real::Plan& plan, const Style& style) {
  std::vector<Table::Column> columns = {{"load"}, {"served/s"}, {"in a step"}};
  for (const real::TargetMargin& margin : plan.curve.front().margins) {
    columns.push_back(
        {fmt::format("{} {}, ms", real::target_name(margin.kind), percentile_name(plan))});
  }
  columns.push_back({"targets", Table::Align::left});
  Table table(columns);
  for (const real::LoadPoint& point : plan.curve) {
    std::vector<std::string> row = {fmt::format("x{:.1f}", point.scale),
                                    fmt::format("{:.2f}", point.requests_per_s),
                                    fmt::format("{}", point.step_requests)};
    for (const real::TargetMargin& margin : point.margins) row.push_back(worst_text(margin));
    row.push_back(met_text(point));
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

/// How much of its KV cache the engine may lack.
std::string cache_text(const real::RunSetup& setup) {
  const int64_t fewer = real::blocks_fewer(setup);
  const double share = static_cast<double>(fewer) / static_cast<double>(setup.capacity.blocks);
  constexpr double kWorthSaying = 0.005;
  if (share < kWorthSaying) return "";
  return fmt::format(
      "note: vLLM profiles what else it needs as it starts, with --max-num-seqs and\n"
      "  --max-num-batched-tokens; its KV cache may have {:.1f} % fewer than the {} tokens "
      "computed.\n"
      "  Start it once and give the count from its log as --kv-blocks\n",
      100 * share, setup.capacity.tokens());
}

std::string flags_text(const real::Plan& plan, const real::Candidate& winner,
                       const real::Hardware& hardware) {
  const real::RunSetup setup = real::set_up(winner.scenario, hardware);
  const real::VllmCommand command = real::vllm_command(setup, plan.longest_tokens);
  if (command.flags.empty()) {
    return fmt::format("engine options: none are known for {}\n", winner.scenario.engine);
  }
  std::string text = "vllm serve MODEL";
  for (const std::string& flag : command.flags) text += " \\\n    " + flag;
  text += "\n";
  const int64_t replicas = winner.scenario.replicas;
  if (replicas > 1) {
    text += fmt::format("{} of these, behind a router of your own (vLLM has none), {}: {}\n",
                        replicas, real::setting_text(winner.scenario, "router"),
                        real::router_advice(winner.scenario.router));
  }
  for (const std::string& note : command.notes) text += "note: " + note + "\n";
  return text + cache_text(setup);
}

std::string ttft_error_text(const real::Plan& plan, const real::PlanError& error) {
  if (plan.targets.ttft_ps_max == sim::kNever) return "";
  if (!error.ttft_share) return ", TTFT as well, though none was compared";
  if (*error.ttft_share == error.share) return "";
  return fmt::format(", TTFT up to {:.0f} %", 100 * *error.ttft_share);
}

/// "a KV cache up to 3.1 % smaller"
std::string smaller_cache_text(double share) {
  // Rounded up, since none is no share of it.
  const double tenths = 1000 * share + 0.999;
  const auto whole = static_cast<int64_t>(tenths);
  return fmt::format("a KV cache up to {}.{} % smaller", whole / 10, whole % 10);
}

/// "times up to 14 % longer, TTFT up to 42 % (...)": the error that is expected.
std::string longer_text(const real::Plan& plan, const real::PlanError& error) {
  std::string text =
      fmt::format("times up to {:.0f} % longer{}\n  ({}", 100 * error.share,
                  ttft_error_text(plan, error), error.of.empty() ? "as given" : error.of);
  if (!error.borrowed_from.empty()) {
    text += fmt::format(";\n  nothing was measured on its own GPU: that is {}'s error",
                        error.borrowed_from);
  }
  text += ")";
  if (error.cache_share > 0) text += "\n  and " + smaller_cache_text(error.cache_share);
  return text;
}

/// What the winner was tried with: "its error and a KV cache up to 3.1 % smaller".
std::string tried_with_text(const real::Plan& plan) {
  if (!plan.error) return smaller_cache_text(plan.cache_share);
  const std::string error = "its expected error";
  return plan.cache_share > 0 ? error + " and " + smaller_cache_text(plan.cache_share) : error;
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

/// "gpu=... , 2.10 per hour (1 GPU), 24 % more": an alternative to a candidate.
std::string against_text(const real::Plan& plan, uint64_t place, const real::Candidate& other) {
  const real::Candidate& candidate = plan.candidates[place];
  const double more = candidate.cost_per_hour / other.cost_per_hour - 1;
  return fmt::format("{}, {}, {}", values_text(plan, candidate), cost_text(plan, candidate),
                     more > 0 ? fmt::format("{:.0f} % more", 100 * more) : "the same cost");
}

/// What quantised weights ask of the user, and what the plan without them is.
std::string weights_text(const real::Plan& plan, const real::Candidate& candidate,
                         const std::optional<uint64_t>& unquantised) {
  std::string text =
      "the weights are quantised, which can change the model's answers: check them with your own "
      "evaluation before you deploy\n";
  if (unquantised) {
    return text + "  the cheapest with weights as they are: " +
           against_text(plan, *unquantised, candidate) + "\n";
  }
  return text + "  no candidate with weights as they are will do; --weights says which are tried\n";
}

/// A candidate with all that is needed to start it.
std::string candidate_text(const real::Plan& plan, const real::Candidate& candidate,
                           const real::GpuPrices& prices, const real::Hardware& hardware,
                           const Style& style) {
  std::string text = "cost: " + cost_text(plan, candidate);
  if (const auto cost = million_cost(plan, candidate)) {
    text += fmt::format(", {:.3f} per million output tokens of this traffic", *cost);
  }
  text += "\n" + price_text(plan, prices, candidate) + "\n";
  text += margins_table(plan, margins_of(plan, candidate), style);
  if (plan.targets.ttft_ps_max != sim::kNever && !candidate.trials.empty()) {
    const double waiting = 100 * candidate.trials.front().queue_share;
    text += fmt::format("of the mean TTFT {:.0f} % is waiting, {:.0f} % computing\n", waiting,
                        100 - waiting);
  }
  return text + "\n" + flags_text(plan, candidate, hardware);
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

/// The plan on computed times, where it isn't the one to deploy.
std::string on_computed_text(const real::Plan& plan, const real::Candidate& winner,
                             const real::GpuPrices& prices, const real::Hardware& hardware,
                             const Style& style) {
  std::string text = style.bold("cheapest on computed times: " + values_text(plan, winner)) + "\n";
  text += "it has no room for " + tried_with_text(plan) +
          ": don't deploy it before you have measured it\n";
  text += candidate_text(plan, winner, prices, hardware, style);
  if (plan.is_quantised) text += weights_text(plan, winner, plan.unquantised);
  return text + "\n";
}

constexpr char kNothingMeasured[] =
    "nothing near this deployment was measured, so how far to trust it isn't known; "
    "--error SHARE tries an error, calibrate and a load test tell yours\n";

/// The headline where no candidate holds.
std::string no_safe_text(const real::Plan& plan, const real::Candidate& winner,
                         const Style& style) {
  const char* what = plan.error ? "no candidate holds with its expected error"
                                : "no candidate holds with the KV cache that vLLM may have";
  const std::string with =
      plan.error ? longer_text(plan, *plan.error) : smaller_cache_text(plan.cache_share);
  const char* help = plan.replicas_may_help
                         ? "more replicas may, with --vary replicas=..."
                         : "no number of replicas does: with that, a request alone takes too long";
  return style.bold("cheapest on computed times: " + values_text(plan, winner)) + "\n" +
         style.bad(what) + ": " + with + "; " + help + "\n" + (plan.error ? "" : kNothingMeasured);
}

/// The headline: what to deploy, and how far to trust it.
std::string headline_text(const real::Plan& plan, const real::Candidate& winner,
                          const Style& style) {
  if (!plan.safe()) return no_safe_text(plan, winner, style);
  const bool is_both = plan.safe() == plan.winner;
  const char* what = "cheapest on computed times";
  if (plan.error) {
    what = "deploy";
  } else if (!is_both) {
    what = "cheapest on computed times with the KV cache that vLLM may have";
  }
  const real::Candidate& shown = plan.candidates[plan.described()];
  std::string text = style.bold(style.good(what + (": " + values_text(plan, shown)))) + "\n";
  if (plan.error) {
    text += "the cheapest that holds with its expected error: " +
            longer_text(plan, plan.deploy_error.value_or(*plan.error)) + "\n";
  } else {
    text += kNothingMeasured;
  }
  if (!is_both) {
    return text + "cheapest on computed times, but it doesn't hold with " + tried_with_text(plan) +
           " (below):\n  " + values_text(plan, winner) + ", " + cost_text(plan, winner) + "\n";
  }
  return plan.error ? text + "it is the cheapest on computed times as well\n" : text;
}

std::string choices_text(const real::Plan& plan, const real::Candidate& winner,
                         const real::Candidate& shown) {
  std::string text;
  const bool is_winner = plan.winner == plan.described();
  const bool is_safe = plan.safe().has_value();
  if (is_safe ? plan.safe_is_quantised : plan.is_quantised) {
    text += weights_text(plan, shown, is_safe ? plan.safe_unquantised : plan.unquantised);
  }
  if (!plan.asked_round_robin) return text;
  text +=
      is_winner ? "with a round-robin router: " : "on computed times with a round-robin router: ";
  return text +
         (plan.round_robin ? against_text(plan, *plan.round_robin, winner)
                           : std::string("no candidate meets the targets")) +
         "\n";
}

std::string winner_text(const real::Plan& plan, const real::Candidate& winner,
                        const real::GpuPrices& prices, const real::Hardware& hardware,
                        const Style& style) {
  const real::Candidate& shown = plan.candidates[plan.described()];
  std::string text = headline_text(plan, winner, style);
  text += candidate_text(plan, shown, prices, hardware, style) + "\n";
  text += fmt::format("binding: {}, {:.0f} % used; {}\n", real::target_name(plan.binding.kind),
                      100 * plan.binding.used_share(), plan.bottleneck);
  text += choices_text(plan, winner, shown) + "\n";
  if (plan.winner != plan.described()) {
    text += on_computed_text(plan, winner, prices, hardware, style);
  }
  text += runner_up_text(plan, winner) + "\n";
  text += "load of " + values_text(plan, shown) + ", computed\n" + curve_table(plan, style);
  text += plan.knee ? fmt::format("knee: latency begins to rise steeply at {:.1f} times the load\n",
                                  *plan.knee)
                    : "knee: none up to twice the load\n";
  return text + fmt::format("the targets are met up to {:.1f} times the load{}\n", plan.load_max,
                            plan.load_max >= plan.curve.back().scale ? " or more" : "");
}

/// Each target beside the least that there could be.
std::string floors_text(const real::Plan& plan) {
  if (plan.floors.empty()) return "";
  const auto on = [&](uint64_t place) {
    const real::Scenario& scenario = plan.candidates[place].scenario;
    const std::string weights = real::setting_text(scenario, "weights");
    return fmt::format("{} x {}{}", scenario.tensor_parallel, scenario.gpu,
                       weights.empty() ? "" : " with " + weights + " weights");
  };
  std::string text = "the least there can be of each target, one request alone on an idle GPU:\n";
  for (const real::TargetFloor& floor : plan.floors) {
    text += fmt::format("  {} {}: floor {}, {} on {}, {}\n", real::target_name(floor.kind),
                        percentile_name(plan), real::short_ms_text(floor.floor_s), floor.of,
                        on(floor.floor_of), floor.bound);
    text += fmt::format("    by the engine's costs {}, on {}; the target is {}\n",
                        real::short_ms_text(floor.alone_s), on(floor.alone_of),
                        real::short_ms_text(real::seconds_of(floor.target_ps)));
  }
  return text;
}

std::string fits_text(const std::vector<real::SmallestFit>& fits, const char* of) {
  if (fits.empty()) return fmt::format("of {} none holds the model and the longest prompt\n", of);
  std::string text = fmt::format("of {} the smallest that would fit:\n", of);
  for (const real::SmallestFit& fit : fits) {
    text += fmt::format(
        "  {} x {} with {} weights, room for {} tokens: --gpu {} --tp {} --weights {}\n",
        fit.tensor_parallel, fit.gpu, real::type_name(fit.weights), fit.kv_tokens, fit.gpu,
        fit.tensor_parallel, real::type_name(fit.weights));
  }
  return text;
}

std::string reasons_text(const real::Plan& plan) {
  std::vector<std::pair<std::string, int64_t>> all = reasons(plan);
  // What was fast enough to be deployed but for its targets is nearer to what was asked.
  std::ranges::stable_partition(all, [](const auto& reason) {
    return reason.first.find("out of reach") != std::string::npos;
  });
  constexpr uint64_t kListedMax = 12;
  std::string text;
  for (uint64_t i = 0; i < all.size() && i < kListedMax; ++i) {
    const auto& [why, count] = all[i];
    text += fmt::format("{} candidate{}: {}\n", count, count == 1 ? "" : "s", why);
  }
  if (all.size() > kListedMax) {
    text += fmt::format("and {} more reasons; --json lists all\n", all.size() - kListedMax);
  }
  return text;
}

/// What would help, as far as it is known.
std::string help_text(const real::Plan& plan) {
  const bool nothing_fits = plan.count_of(real::Fate::impossible) == std::ssize(plan.candidates);
  if (nothing_fits) {
    return fits_text(plan.fits_of_asked, "the GPUs asked for") +
           fits_text(plan.fits_of_all, "all GPUs that are known");
  }
  if (plan.replicas_may_help) {
    return "a request alone would be fast enough, so more replicas may do it: --vary "
           "replicas=...\n";
  }
  return "no number of replicas can do it: a request alone takes longer already. What can: a\n"
         "smaller model or smaller weights, a GPU with more bandwidth or operations, a higher tp,\n"
         "looser targets\n";
}

std::string no_plan_text(const real::Plan& plan, const Style& style) {
  std::string text = style.bold(style.bad("no candidate meets the targets")) + "\n";
  if (plan.closest) {
    const real::Candidate& closest = plan.candidates[*plan.closest];
    text += fmt::format("the best there is: {}, {}\n", values_text(plan, closest),
                        cost_text(plan, closest));
    text += margins_table(plan, margins_of(plan, closest), style);
  }
  return text + floors_text(plan) + help_text(plan) + reasons_text(plan);
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
  if (!candidate.trials.empty()) {
    json["ttft_waiting_share"] = rounded(candidate.trials.front().queue_share, 6);
  }
  const auto cost = million_cost(plan, candidate);
  json["cost_per_million_output_tokens"] = cost ? Json(rounded(*cost, 6)) : Json();
  json["targets"] = margins_json(margins_of(plan, candidate));
  return json;
}

const char* fate_name(real::Fate fate) {
  switch (fate) {
    case real::Fate::met:
      return "met";
    case real::Fate::missed:
      return "missed";
    case real::Fate::impossible:
      return "impossible";
    case real::Fate::beyond_floor:
      return "beyond_floor";
    case real::Fate::not_needed:
      break;
  }
  return "not_needed";
}

/// What a candidate is in the report; "" for most.
const char* role_name(const real::Plan& plan, uint64_t place) {
  if (plan.recommended() == place) return "deploy";
  if (plan.winner == place) return "cheapest";  // on computed times
  if (plan.safe_winner == place) return "holds_with_smaller_kv_cache";
  if (plan.runner_up == place) return "runner_up";
  if (plan.cheaper == place) return "cheaper_but_misses";
  return plan.closest == place ? "closest" : "";
}

std::string candidate_row(const real::Plan& plan, uint64_t place, uint64_t targets) {
  const real::Candidate& candidate = plan.candidates[place];
  std::vector<std::string> row = {fmt::format("{}", place + 1)};
  for (const std::string& value : candidate.values) row.push_back(csv_field(value));
  row.push_back(fmt::format("{}", candidate.gpus));
  row.push_back(plan.priced ? fmt::format("{:.4f}", candidate.cost_per_hour) : "");
  row.emplace_back(fate_name(candidate.fate));
  row.emplace_back(role_name(plan, place));
  if (candidate.trials.empty()) {
    // Not run, or not to its end: there is nothing to tell.
    constexpr uint64_t kFiguresOfTrial = 6;
    row.insert(row.end(), targets + kFiguresOfTrial, "");
  } else {
    for (const real::TargetMargin& margin : margins_of(plan, candidate)) {
      const bool came = margin.worst_ps != sim::kNever;
      row.push_back(came ? fmt::format("{:.3f}", real::ms_of(margin.worst_ps)) : "");
    }
    const real::TrialFigures& trial = candidate.trials.front();
    row.push_back(fmt::format("{:.6f}", trial.requests_per_s));
    row.push_back(fmt::format("{:.3f}", trial.output_tokens_per_s));
    row.push_back(fmt::format("{:.4f}", trial.busy_share));
    row.push_back(fmt::format("{:.4f}", trial.kv_peak_share));
    row.push_back(fmt::format("{}", trial.preemptions));
    const auto cost = million_cost(plan, candidate);
    row.push_back(cost ? fmt::format("{:.6f}", *cost) : "");
  }
  row.push_back(csv_field(candidate.why));
  return join(row, ",");
}

Json floors_json(const real::Plan& plan) {
  Json list = Json::array();
  for (const real::TargetFloor& floor : plan.floors) {
    const auto settings = [&](uint64_t place) { return candidate_json(plan, place)["settings"]; };
    list.push_back({{"target", real::target_name(floor.kind)},
                    {"ms_max", real::ms_of(floor.target_ps)},
                    {"floor_ms", rounded(1e3 * floor.floor_s, 6)},
                    {"floor_settings", settings(floor.floor_of)},
                    {"of", floor.of},
                    {"bound", floor.bound},
                    {"alone_ms", rounded(1e3 * floor.alone_s, 6)},
                    {"alone_settings", settings(floor.alone_of)}});
  }
  return list;
}

Json fits_json(const std::vector<real::SmallestFit>& fits) {
  Json list = Json::array();
  for (const real::SmallestFit& fit : fits) {
    list.push_back({{"gpu", fit.gpu},
                    {"tp", fit.tensor_parallel},
                    {"weights", real::type_name(fit.weights)},
                    {"kv_tokens", fit.kv_tokens}});
  }
  return list;
}

/// A plan's command line, as far as it is known.
void add_command(Json& json, const real::Plan& plan, const real::Hardware& hardware) {
  const auto add = [&](const char* key, std::optional<uint64_t> place) {
    if (!place) return;
    const real::Candidate& candidate = plan.candidates[*place];
    const real::VllmCommand command = command_of(plan, candidate, hardware);
    json[key]["vllm_flags"] = command.flags;
    json[key]["vllm_notes"] = command.notes;
    json[key]["router_advice"] = candidate.scenario.replicas > 1
                                     ? Json(real::router_advice(candidate.scenario.router))
                                     : Json();
  };
  add("winner", plan.winner);
  add("deploy", plan.recommended());
  if (plan.recommended() && plan.deploy_error) {
    const real::PlanError& error = *plan.deploy_error;
    Json& deploy = json["deploy"];
    deploy["error_share"] = rounded(error.share, 6);
    deploy["ttft_error_share"] = error.ttft_share ? Json(rounded(*error.ttft_share, 6)) : Json();
    deploy["error_of"] = error.of;
    deploy["error_borrowed_from"] = error.borrowed_from;
    deploy["kv_cache_smaller_share"] = rounded(error.cache_share, 6);
  }
}

/// What is known of the winner's error, and whether the plan holds with it.
void add_error(Json& json, const real::Plan& plan) {
  const real::PlanError error = plan.error.value_or(real::PlanError());
  json["error_share"] = plan.error ? Json(rounded(error.share, 6)) : Json();
  json["ttft_error_share"] = error.ttft_share ? Json(rounded(*error.ttft_share, 6)) : Json();
  json["error_of"] = error.of;
  json["kv_cache_smaller_share"] = rounded(plan.cache_share, 6);
  json["holds_with_error"] = plan.error ? Json(plan.holds_with_error) : Json();
  json["holds_with_smaller_kv_cache"] = plan.error ? Json() : Json(plan.holds_with_error);
  json["safe"] = candidate_json(plan, plan.safe_winner);
}

Json curve_json(const real::Plan& plan) {
  Json list = Json::array();
  for (const real::LoadPoint& point : plan.curve) {
    list.push_back({{"load", point.scale},
                    {"requests_per_s", rounded(point.requests_per_s, 6)},
                    {"busy_share", rounded(point.busy_share, 6)},
                    {"step_requests", point.step_requests},
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
  json["deploy"] = candidate_json(plan, plan.recommended());
  json["round_robin"] = candidate_json(plan, plan.round_robin);
  json["unquantised"] = candidate_json(plan, plan.unquantised);
  json["deploy_unquantised"] = candidate_json(plan, plan.safe_unquantised);
  json["floors"] = floors_json(plan);
  json["replicas_may_help"] = plan.safe() ? Json() : Json(plan.replicas_may_help);
  json["would_fit"] = {{"of_asked", fits_json(plan.fits_of_asked)},
                       {"of_all", fits_json(plan.fits_of_all)}};
  if (plan.winner) {
    const real::Candidate& winner = plan.candidates[*plan.winner];
    json["price_source"] = plan.priced ? Json(prices.at(winner.scenario.gpu).source) : Json();
    json["binding"] = real::target_name(plan.binding.kind);
    json["bottleneck"] = plan.bottleneck;
    const real::VllmCommand command = command_of(plan, winner, hardware);
    json["vllm_flags"] = command.flags;
    json["vllm_notes"] = command.notes;
    add_command(json, plan, hardware);
    json["weights_quantised"] = plan.is_quantised;
    json["curve_of"] = candidate_json(plan, plan.described())["settings"];
    json["curve"] = curve_json(plan);
    json["knee"] = plan.knee ? Json(*plan.knee) : Json();
    json["load_max"] = plan.load_max;
    add_error(json, plan);
  }
  json["candidates"] = {{"all", std::ssize(plan.candidates)},
                        {"met", plan.count_of(real::Fate::met)},
                        {"missed", plan.count_of(real::Fate::missed)},
                        {"impossible", plan.count_of(real::Fate::impossible)},
                        {"beyond_floor", plan.count_of(real::Fate::beyond_floor)},
                        {"not_needed", plan.count_of(real::Fate::not_needed)}};
  json["left_out"] = Json::array();
  for (const auto& [why, count] : reasons(plan)) {
    json["left_out"].push_back({{"why", why}, {"candidates", count}});
  }
  return to_text(json);
}

std::string plan_csv(const real::Plan& plan) {
  std::vector<std::string> header = {"candidate"};
  for (const real::ScenarioAxis& axis : plan.axes) header.push_back(axis.key);
  for (const char* name : {"gpus", "cost_per_hour", "fate", "role"}) header.emplace_back(name);
  std::vector<real::TargetKind> kinds;
  for (const real::TargetKind kind : real::kTargetKinds) {
    if (real::target_of(plan.targets, kind) == sim::kNever) continue;
    kinds.push_back(kind);
    std::string name(real::target_name(kind));
    std::ranges::transform(name, name.begin(), [](char c) { return static_cast<char>(c + 32); });
    header.push_back(fmt::format("{}_ms_{}", name, percentile_name(plan)));
  }
  for (const char* name : {"requests_per_s", "output_tokens_per_s", "busy_share", "kv_share_peak",
                           "preemptions", "cost_per_million_output_tokens", "why"}) {
    header.emplace_back(name);
  }
  std::string csv = join(header, ",") + "\n";
  for (uint64_t place = 0; place < plan.candidates.size(); ++place) {
    csv += candidate_row(plan, place, kinds.size()) + "\n";
  }
  return csv;
}

}  // namespace kitchen::cli

#include "cli/traffic_report.h"

#include <fmt/core.h>

#include "cli/json_output.h"

namespace kitchen::cli {
namespace {

double seconds(sim::TimePs ps) { return static_cast<double>(ps) / 1e12; }

/// Of a thing that is spread over the span of a trace; nothing where that is no span at all.
double per_second(int64_t count, const real::TrafficSummary& summary) {
  return summary.span_ps == 0 ? 0 : static_cast<double>(count) / seconds(summary.span_ps);
}

double mean(int64_t sum, int64_t count) {
  return static_cast<double>(sum) / static_cast<double>(count);
}

double hit_share(const real::TrafficSummary& summary) {
  return mean(summary.prefix_blocks_hit, summary.prefix_blocks);
}

Json lengths_json(const real::LengthSummary& lengths, int64_t requests) {
  return {{"sum", lengths.sum},   {"mean", rounded(mean(lengths.sum, requests), 1)},
          {"min", lengths.least}, {"p50", lengths.p50},
          {"p90", lengths.p90},   {"p95", lengths.p95},
          {"p99", lengths.p99},   {"max", lengths.most}};
}

std::vector<std::string> lengths_row(const char* name, const real::LengthSummary& lengths,
                                     int64_t requests) {
  std::vector<std::string> row = {name, fmt::format("{}", lengths.sum),
                                  fmt::format("{:.1f}", mean(lengths.sum, requests))};
  for (const int64_t value :
       {lengths.least, lengths.p50, lengths.p90, lengths.p95, lengths.p99, lengths.most}) {
    row.push_back(fmt::format("{}", value));
  }
  return row;
}

std::string clock_text(const TrafficReport& report) {
  const real::ClockSummary& clock = report.clock;
  std::string text;
  // A few that come in together are nothing to tell.
  if (clock.requests > 0 && 10 * clock.sharing >= clock.requests) {
    text += fmt::format("timestamps: {} of {} requests share theirs, up to {} at once",
                        clock.sharing, clock.requests, clock.together);
    if (clock.step_ps > 0) text += fmt::format("; steps of {:g} s", seconds(clock.step_ps));
    text += "\n";
  }
  if (report.spread_ps > 0) {
    text += fmt::format("arrivals: spread at random over {:g} s\n", seconds(report.spread_ps));
  }
  return text;
}

Json clock_json(const TrafficReport& report) {
  const real::ClockSummary& clock = report.clock;
  Json json;
  json["step_s"] = clock.step_ps > 0 ? Json(seconds(clock.step_ps)) : Json();
  json["instants"] = clock.instants;
  json["requests_sharing_an_instant"] = clock.sharing;
  json["requests_at_one_instant_max"] = clock.together;
  json["is_coarse"] = clock.is_coarse();
  json["spread_arrivals_s"] = report.spread_ps > 0 ? Json(seconds(report.spread_ps)) : Json();
  return json;
}

}  // namespace

std::string traffic_text(const TrafficReport& report, const Style& style) {
  const real::TrafficSummary& summary = report.summary;
  std::string text = style.bold(
      fmt::format("{} requests in {:.1f} s", summary.requests, seconds(summary.span_ps)));
  text += fmt::format(" ({}, format {})\n", shown(report.file), report.format);
  if (summary.span_ps > 0) {
    text += fmt::format("requests/s: mean {:.3f}, busiest minute {:.3f}, busiest second {}\n",
                        per_second(summary.requests, summary),
                        static_cast<double>(summary.minute_peak) / 60, summary.second_peak);
    text += fmt::format("tokens/s: prompt {:.0f}, output {:.0f}\n",
                        per_second(summary.prompt.sum, summary),
                        per_second(summary.output.sum, summary));
  }
  text += clock_text(report);
  Table table({{"tokens", Table::Align::left},
               {"sum"},
               {"mean"},
               {"min"},
               {"p50"},
               {"p90"},
               {"p95"},
               {"p99"},
               {"max"}});
  table.add_row(lengths_row("prompt", summary.prompt, summary.requests));
  table.add_row(lengths_row("output", summary.output, summary.requests));
  text += "\n" + table.render(style);
  if (summary.prefix_blocks > 0) {
    text += fmt::format(
        "\n{} prefix blocks of {} tokens; {:.1f} % were there before, for an unlimited cache\n",
        summary.prefix_blocks, real::kPrefixBlockTokens, 100 * hit_share(summary));
  }
  return text;
}

std::string traffic_json(const TrafficReport& report) {
  const real::TrafficSummary& summary = report.summary;
  Json json = new_output();
  json["file"] = report.file;
  json["format"] = report.format;
  json["requests"] = summary.requests;
  json["span_s"] = rounded(seconds(summary.span_ps), 6);
  json["requests_per_s"] = rounded(per_second(summary.requests, summary), 6);
  json["requests_busiest_minute"] = summary.minute_peak;
  json["requests_busiest_second"] = summary.second_peak;
  json["prompt_tokens"] = lengths_json(summary.prompt, summary.requests);
  json["output_tokens"] = lengths_json(summary.output, summary.requests);
  if (summary.prefix_blocks > 0) {
    json["prefix_blocks"] = summary.prefix_blocks;
    json["prefix_blocks_hit_share"] = rounded(hit_share(summary), 6);
  }
  json["clock"] = clock_json(report);
  json["warnings"] = report.warnings;
  return to_text(json);
}

}  // namespace kitchen::cli

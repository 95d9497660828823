#include "real/report_perfetto.h"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

namespace kitchen::real {
namespace {

using Json = nlohmann::json;

sim::StepRun decodes(int32_t replica, sim::TimePs start_ps, int64_t steps) {
  sim::StepRun run;
  run.replica = replica;
  run.start_ps = start_ps;
  run.first_ps = 10 * sim::kPsPerMs + 7;
  run.growth_ps = 5;
  run.steps = steps;
  run.decode = {.requests = 4, .context = 100};
  run.waiting = 2;
  run.kv_blocks_first = 8;
  run.kv_blocks_last = 12;
  return run;
}

Json events_of(const PerfettoTrace& trace, const char* phase) {
  Json found = Json::array();
  const Json json = Json::parse(trace.json());
  for (const Json& event : json["traceEvents"]) {
    if (event["ph"] == phase) found.push_back(event);
  }
  return found;
}

TEST(Perfetto, HasASliceForEachStepOneAfterTheOther) {
  PerfettoTrace trace;
  trace.on_steps(decodes(1, 0, 3));
  const Json slices = events_of(trace, "X");
  ASSERT_EQ(slices.size(), 3U);
  double end_us = 0;
  for (const Json& slice : slices) {
    EXPECT_DOUBLE_EQ(slice["ts"], end_us);
    end_us = slice["ts"].get<double>() + slice["dur"].get<double>();
    EXPECT_EQ(slice["pid"], 1);
    EXPECT_EQ(slice["name"], "decode 4");
  }
  EXPECT_EQ(slices[1]["dur"], 10000.000012) << "to the picosecond";
  EXPECT_EQ(slices[2]["args"]["decode_context"], 108);
  EXPECT_EQ(events_of(trace, "M").size(), 2U) << "replicas 0 and 1 have names";
}

TEST(Perfetto, CountsRequestsAndBlocks) {
  PerfettoTrace trace;
  trace.on_steps(decodes(0, 0, 3));
  std::vector<int64_t> used;
  for (const Json& counter : events_of(trace, "C")) {
    if (counter["name"] == "KV cache blocks") used.push_back(counter["args"]["used"]);
    if (counter["name"] != "requests") continue;
    EXPECT_EQ(counter["args"]["waiting"], 2);
  }
  EXPECT_EQ(used, (std::vector<int64_t>{8, 10, 12}));
}

TEST(Perfetto, PromptsAndPreemptionsAreNamed) {
  PerfettoTrace trace;
  sim::StepRun run = decodes(0, 0, 1);
  run.prefill = {.requests = 1, .tokens = 512};
  trace.on_steps(run);
  run.decode.requests = 0;
  trace.on_steps(run);
  trace.on_preemption({.id = 17, .replica = 0, .at_ps = 3});
  EXPECT_EQ(events_of(trace, "X")[0]["name"], "prefill 512 + decode 4");
  EXPECT_EQ(events_of(trace, "X")[1]["name"], "prefill 512");
  EXPECT_EQ(events_of(trace, "i")[0]["name"], "preempted: request 17");
}

TEST(Perfetto, IsBoundedAndSaysWhereItIsCut) {
  PerfettoTrace trace(10);
  trace.on_steps(decodes(0, 0, 2));
  EXPECT_FALSE(trace.cut());
  trace.on_steps(decodes(0, sim::kPsPerSecond, 1'000'000'000));
  trace.on_preemption({.id = 1});
  EXPECT_TRUE(trace.cut());
  const Json json = Json::parse(trace.json());
  EXPECT_EQ(json["traceEvents"].size(), 10U);
  EXPECT_EQ(json["otherData"]["cut"], true);
}

TEST(Perfetto, OfNothingIsStillJson) {
  EXPECT_TRUE(Json::parse(PerfettoTrace().json())["traceEvents"].empty());
}

}  // namespace
}  // namespace kitchen::real

#include "cli/divergence.h"

#include <gtest/gtest.h>

namespace kitchen::cli {
namespace {

constexpr char kHeader[] = "llm-kitchen-run-log=1 rules_version=1 shift=2 orders=3\n";
constexpr char kOpen[] = "time_ms=0.000000000 running=0 hash=aa events=open\n";
constexpr char kArrive[] =
    "time_ms=100.000000000 running=1 hash=bb events=arrive:0,start:0:slot0\n";
constexpr char kServe[] = "time_ms=250.000000000 running=0 hash=cc events=serve:0\n";
constexpr char kLeave[] = "time_ms=251.000000000 running=0 hash=dd events=leave:0:memory_full\n";

NamedLog log(const char* name, const std::string& text) { return {name, read_run_log(text, name)}; }

Divergence compare(const std::string& a, const std::string& b) {
  return explain_divergence(log("a.log", a), log("b.log", b), Style{});
}

const std::string kStart = std::string(kHeader) + kOpen + kArrive;

TEST(ExplainDivergence, SameLogs) {
  const Divergence divergence = compare(kStart, kStart);
  EXPECT_TRUE(divergence.same);
  EXPECT_EQ(divergence.text, "The logs are the same: 3 lines, up to 100.000000000 ms.\n");
}

TEST(ExplainDivergence, ShowsTheLastAgreeingAndBothNextStates) {
  const Divergence divergence = compare(kStart + kServe + kLeave, kStart + kLeave);
  EXPECT_FALSE(divergence.same);
  EXPECT_EQ(divergence.text,
            R"(The logs agree up to 100.000000000 ms and differ on line 4.

   field    last agreeing  a.log          b.log
*  time_ms  100.000000000  250.000000000  251.000000000
   running  1              0              0
*  hash     bb             cc             dd
events
  last agreeing: arrive:0,start:0:slot0
  a.log: serve:0
  b.log: leave:0:memory_full
)");
}

TEST(ExplainDivergence, AFieldThatOneLacksIsADifference) {
  const Divergence divergence = compare(std::string(kHeader) + "time_ms=0 waiting=1 events=open\n",
                                        std::string(kHeader) + "time_ms=0 events=open\n");
  EXPECT_EQ(divergence.text,
            R"(The logs agree on no state and differ on line 2.

   field    last agreeing  a.log  b.log
   time_ms  -              0      0
*  waiting  -              1      -
events
  last agreeing: -
  a.log: open
  b.log: open
)");
}

TEST(ExplainDivergence, OneEndsEarly) {
  const std::string text =
      "The logs agree on all 3 lines of a.log; b.log goes on at 250.000000000 ms: serve:0\n";
  EXPECT_EQ(compare(kStart, kStart + kServe).text, text);
  EXPECT_FALSE(compare(kStart, kStart + kServe).same);
  EXPECT_EQ(compare(kStart + kServe, kStart).text,
            "The logs agree on all 3 lines of b.log; a.log goes on at 250.000000000 ms: serve:0\n");
}

TEST(ExplainDivergence, DifferentRuns) {
  const std::string other = "llm-kitchen-run-log=1 rules_version=1 shift=3 orders=9\n";
  EXPECT_EQ(compare(kStart, other + kOpen).text,
            "The logs are of different runs: shift is 2 in a.log and 3 in b.log. orders is 3 in "
            "a.log and 9 in b.log.\n");
}

}  // namespace
}  // namespace kitchen::cli

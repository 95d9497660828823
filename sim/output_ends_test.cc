#include "sim/output_ends.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "sim/prng.h"
#include "sim/sampling.h"

namespace kitchen::sim {
namespace {

using ::testing::ElementsAre;

std::vector<int32_t> done_now(OutputEnds& ends) {
  std::vector<int32_t> done;
  for (int32_t job = ends.take_done(); job >= 0; job = ends.take_done()) done.push_back(job);
  return done;
}

TEST(OutputEnds, SaysWhichTokenIsTheLast) {
  OutputEnds ends;
  ends.expect(0, 3, 100);
  ends.expect(1, 50, 7);
  EXPECT_FALSE(ends.is_last(0, 2));
  EXPECT_TRUE(ends.is_last(0, 3));
  EXPECT_FALSE(ends.is_cut(0));
  EXPECT_TRUE(ends.is_last(1, 7));
  EXPECT_TRUE(ends.is_cut(1));
}

TEST(OutputEnds, JobsOfOneStepComeByAdmission) {
  OutputEnds ends;
  EXPECT_EQ(ends.next_step(), INT64_MAX);
  for (int32_t job = 0; job < 4; ++job) ends.expect(job, 5, 100);
  ends.start(2, 0, 1);
  ends.start(0, 1, 1);
  ends.start(3, 2, 2);
  EXPECT_EQ(ends.next_step(), 3);
  ends.set_now(3);
  EXPECT_THAT(done_now(ends), ElementsAre(3));
  ends.start(1, 3, 4);
  EXPECT_EQ(ends.next_step(), 4);
  ends.set_now(4);
  EXPECT_THAT(done_now(ends), ElementsAre(2, 0, 1));
}

TEST(OutputEnds, AJobThatStoppedComesUpOnlyWhereItStartedAnew) {
  OutputEnds ends;
  ends.expect(0, 5'000, 10'000);
  ends.start(0, 0, 0);
  ends.stop(0);
  EXPECT_EQ(ends.next_step(), INT64_MAX);
  ends.start(0, 1, 4'990);
  EXPECT_EQ(ends.next_step(), 10);
}

// Against a sorted map: near and far ends, starts and stops at random.
TEST(OutputEnds, EqualsASortedMap) {
  Prng prng(1, 1);
  OutputEnds ends;
  std::map<std::pair<int64_t, int64_t>, int32_t> expected;
  int64_t now = 0;
  int64_t admission = 0;
  int32_t job = 0;
  for (int32_t round = 0; round < 3'000; ++round) {
    const int64_t tokens = draw_uniform(prng, 1, round % 2 == 0 ? 50 : 3'000);
    ends.expect(job, tokens, 10'000);
    ends.start(job, admission, 0);
    expected[{now + tokens, admission}] = job;
    ++admission;
    ++job;
    if (round % 3 == 0) {
      const auto latest = std::prev(expected.end());
      ends.stop(latest->second);
      expected.erase(latest);
    }
    ASSERT_EQ(ends.next_step(), expected.empty() ? INT64_MAX : expected.begin()->first.first);
    if (expected.empty() || round % 2 == 0) continue;
    now = std::min(expected.begin()->first.first, now + draw_uniform(prng, 0, 40));
    ends.set_now(now);
    for (const int32_t done : done_now(ends)) {
      ASSERT_EQ(expected.begin()->first.first, now);
      ASSERT_EQ(expected.begin()->second, done);
      expected.erase(expected.begin());
    }
  }
}

}  // namespace
}  // namespace kitchen::sim

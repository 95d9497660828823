#include "cli/verdict_text.h"

#include <gtest/gtest.h>

#include <set>

namespace kitchen::cli {
namespace {

using game::Verdict;
using game::VerdictKind;

Verdict invented_verdict(VerdictKind kind) {
  Verdict verdict;
  verdict.kind = kind;
  verdict.lost = 80;
  verdict.lost_to_this = 64;
  verdict.slots_busy_milli = 7'612;
  verdict.slots_cold_milli = 2'240;
  verdict.step_mean_us = 31'000;
  verdict.lost_us_per_token = 51'260;
  verdict.pace_allowed_us = 44'000;
  verdict.hold_ms = 42'430;
  verdict.preemptions = 17;
  verdict.prefill_permille = 734;
  verdict.alone_us_per_token = 21'200;
  verdict.run_us_per_token = 4'460;
  return verdict;
}

TEST(VerdictSentence, NamesTheCauseWithItsNumbers) {
  const auto sentence = [](VerdictKind kind) { return verdict_sentence(invented_verdict(kind)); };
  EXPECT_EQ(sentence(VerdictKind::nothing_lost),
            "Nothing was lost: 7.6 orders shared a step on average, so a token took 4.5 ms of GPU "
            "time instead of 21.2 ms alone.");
  EXPECT_EQ(sentence(VerdictKind::no_free_slot),
            "64 of the 80 lost orders were held up by a lack of free slots: for 42.4 s orders "
            "waited because all were taken.");
  EXPECT_EQ(sentence(VerdictKind::static_batch),
            "64 of the 80 lost orders were held up by a static batch: for 42.4 s orders waited "
            "beside 2.2 free slots on average.");
  EXPECT_EQ(sentence(VerdictKind::memory_full),
            "64 of the 80 lost orders were held up by full memory: for 42.4 s a slot was free but "
            "another KV cache had no room, and orders were preempted 17 times.");
  EXPECT_EQ(sentence(VerdictKind::step_too_slow),
            "64 of the 80 lost orders were on the GPU when patience ran out: a token took them "
            "51.3 ms, and patience allows 44.0 ms for each.");
  EXPECT_EQ(sentence(VerdictKind::recompute),
            "64 of the 80 lost orders were waiting for a slot or on the GPU when patience ran out: "
            "73 % of the GPU's time went into computing context that was not cached.");
  EXPECT_EQ(sentence(VerdictKind::too_late),
            "64 of the 80 lost orders were still waiting or running when the shift ended.");
}

TEST(VerdictSentence, CountsOneAndAllInWords) {
  Verdict verdict = invented_verdict(VerdictKind::too_late);
  verdict.lost = 64;
  EXPECT_EQ(verdict_sentence(verdict),
            "All 64 lost orders were still waiting or running when the shift ended.");
  verdict.lost_to_this = 1;
  EXPECT_EQ(verdict_sentence(verdict),
            "1 of the 64 lost orders was still waiting or running when the shift ended.");
  verdict.lost = 1;
  EXPECT_EQ(verdict_sentence(verdict),
            "The one lost order was still waiting or running when the shift ended.");
}

TEST(VerdictKindName, IsAnotherForEachKind) {
  std::set<std::string_view> names;
  for (int32_t kind = 0; kind <= static_cast<int32_t>(VerdictKind::too_late); ++kind) {
    names.insert(verdict_kind_name(static_cast<VerdictKind>(kind)));
  }
  EXPECT_EQ(names.size(), static_cast<uint64_t>(VerdictKind::too_late) + 1);
  EXPECT_EQ(names.count(""), 0U);
}

}  // namespace
}  // namespace kitchen::cli

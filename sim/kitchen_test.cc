#include "sim/kitchen.h"

#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kitchen::sim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A step takes 100 + 10 per request + 2 per token computed + 1 per entry read.
Costs costs_with_room_for(int64_t tokens) {
  Costs costs;
  costs.weights_read_ps = 100;
  costs.per_request_ps = 10;
  costs.per_token_ps = 2;
  costs.per_context_ps = 1;
  costs.weights_bytes = 50;
  costs.memory_bytes = 50 + tokens;
  costs.kv_bytes_per_token = 1;
  return costs;
}

constexpr TimePs kPatient = 1'000'000;

RequestSpec order(TimePs arrival_ps, int32_t prompt_tokens, int32_t output_tokens,
                  TimePs deadline_ps = kPatient, TimePs patience_base_ps = 0) {
  RequestSpec spec;
  spec.arrival_ps = arrival_ps;
  spec.deadline_ps = deadline_ps;
  spec.patience_base_ps = patience_base_ps;
  spec.prompt_tokens = prompt_tokens;
  spec.output_tokens = output_tokens;
  return spec;
}

constexpr int64_t kRoomy = 1'000'000;

Kitchen kitchen(const std::vector<RequestSpec>& orders, const Settings& settings,
                int64_t room = kRoomy) {
  return Kitchen(costs_with_room_for(room), orders, settings);
}

/// Runs until nothing is left to happen.
void finish(Kitchen& kitchen) { kitchen.advance_to(10 * kPatient); }

// --- What a step costs ---

TEST(StepRule, FirstStepComputesThePromptAndLaterStepsOneToken) {
  Kitchen k = kitchen({order(0, 5, 3)}, {.slots = 1});
  k.advance_to(0);
  EXPECT_EQ(k.step().total_ps(), 100 + 10 + 2 * 5);
  EXPECT_EQ(k.step().prefill_ps, 2 * 4);
  k.advance_to(120);
  EXPECT_EQ(k.step().total_ps(), 100 + 10 + 2 * 1 + 1 * 5);
  k.advance_to(120 + 117);
  EXPECT_EQ(k.step().total_ps(), 100 + 10 + 2 * 1 + 1 * 6);
  finish(k);
  EXPECT_EQ(k.state().requests[0].first_token_ps, 120);
  EXPECT_EQ(k.state().requests[0].ended_ps, 120 + 117 + 118);
  EXPECT_EQ(k.state().tokens_computed, 5 + 1 + 1);
}

TEST(StepRule, WithoutTheKvCacheEveryStepComputesTheWholeContext) {
  Kitchen k = kitchen({order(0, 5, 3)}, {.slots = 1, .kv_cache = false});
  finish(k);
  EXPECT_EQ(k.state().requests[0].ended_ps, (110 + 2 * 5) + (110 + 2 * 6) + (110 + 2 * 7));
  EXPECT_EQ(k.state().requests[0].first_token_ps, 110 + 2 * 5);
  EXPECT_EQ(k.state().tokens_computed, 5 + 6 + 7);
  EXPECT_EQ(k.state().spent.kv_read_ps, 0);
}

TEST(StepRule, StepsGrowWithEveryRequestOfTheBatch) {
  Kitchen k = kitchen({order(0, 1, 4), order(0, 1, 4)}, {.slots = 2});
  finish(k);
  EXPECT_EQ(k.state().requests[0].ended_ps, 124 + 126 + 128 + 130);
  EXPECT_EQ(k.state().spent.kv_read_ps, 2 + 4 + 6);
}

TEST(StepRule, TheBatchSharesTheWeights) {
  Kitchen k = kitchen({order(0, 1, 2), order(0, 1, 2), order(0, 1, 2)}, {.slots = 3});
  finish(k);
  EXPECT_EQ(k.state().steps, 2);
  EXPECT_EQ(k.state().spent.weights_ps, 2 * 100);
  EXPECT_EQ(k.state().tokens_made, 6);
  EXPECT_EQ(k.state().running_peak, 3);
}

TEST(StepRule, EightBitWeightsAreReadInHalfTheTime) {
  Kitchen k = kitchen({order(0, 1, 1)}, {.slots = 1, .weight_bits = 8});
  finish(k);
  EXPECT_EQ(k.state().requests[0].ended_ps, 50 + 10 + 2);
}

// --- 1. Finished requests are served ---

TEST(Rule1Served, FinishingExactlyOnTheDeadlineIsInTime) {
  Kitchen k = kitchen({order(0, 1, 2, 112 + 113)}, {.slots = 1});
  finish(k);
  EXPECT_EQ(k.state().requests[0].status, RequestStatus::served);
  EXPECT_EQ(k.state().requests[0].ended_ps, 225);
}

TEST(Rule1Served, ServingComesBeforeAnybodyLeaves) {
  // The deadline passes within the last step; patience is looked at when that has ended.
  Kitchen k = kitchen({order(0, 1, 2, 112 + 1)}, {.slots = 1});
  finish(k);
  EXPECT_EQ(k.state().served, 1);
  EXPECT_EQ(k.state().requests[0].ended_ps, 225);
}

TEST(Rule1Served, OneTokenShortOnTheDeadlineLeaves) {
  Kitchen k = kitchen({order(0, 1, 2, 112)}, {.slots = 1});
  finish(k);
  EXPECT_EQ(k.state().requests[0].status, RequestStatus::left);
  EXPECT_EQ(k.state().requests[0].generated_tokens, 1);
  EXPECT_EQ(k.state().requests[0].ended_ps, 112);
}

// --- 2. Changes apply ---

TEST(Rule2Changes, TakeEffectAtTheFirstBoundaryAtOrAfterTheirTime) {
  for (const auto& [at_ps, admitted_ps] :
       std::vector<std::pair<TimePs, TimePs>>{{0, 0}, {1, 112}, {112, 112}, {113, 225}}) {
    Kitchen k = kitchen({order(0, 1, 9), order(0, 1, 9)}, {.slots = 1});
    ASSERT_EQ(k.change({at_ps, Setting::slots, 2}), InputError::ok);
    finish(k);
    EXPECT_EQ(k.state().requests[1].admitted_ps, admitted_ps) << at_ps;
  }
}

TEST(Rule2Changes, OfOneTimeApplyInTheirOrder) {
  Kitchen k = kitchen({order(0, 1, 9)}, {.slots = 1});
  ASSERT_EQ(k.change({5, Setting::slots, 7}), InputError::ok);
  ASSERT_EQ(k.change({5, Setting::slots, 3}), InputError::ok);
  k.advance_to(112);
  EXPECT_EQ(k.state().settings.slots, 3);
}

TEST(Rule2Changes, FallDueWhileTheKitchenIsEmpty) {
  Kitchen k = kitchen({order(1'000, 1, 1)}, {.slots = 1});
  ASSERT_EQ(k.change({40, Setting::weight_bits, 8}), InputError::ok);
  k.advance_to(39);
  EXPECT_EQ(k.next_boundary_ps(), 40);
  k.advance_to(40);
  EXPECT_EQ(k.state().settings.weight_bits, 8);
  EXPECT_EQ(k.next_boundary_ps(), 1'000);
}

TEST(Rule2Changes, LoweringTheSlotsEvictsNobody) {
  Kitchen k =
      kitchen({order(0, 1, 2), order(0, 1, 3), order(0, 1, 4), order(0, 1, 1)}, {.slots = 3});
  ASSERT_EQ(k.change({1, Setting::slots, 1}), InputError::ok);
  k.advance_to(100 + 30 + 6);
  EXPECT_THAT(k.state().running, ElementsAre(0, 1, 2));
  finish(k);
  // The fourth comes when the batch is below the new limit: after the third has ended.
  EXPECT_EQ(k.state().requests[3].admitted_ps, k.state().requests[2].ended_ps);
}

TEST(Rule2Changes, StaticToContinuousOpensTheEmptySlotsAtOnce) {
  Kitchen k = kitchen({order(0, 1, 1), order(0, 1, 9), order(0, 1, 1)},
                      {.slots = 2, .batching = Batching::static_batch});
  ASSERT_EQ(k.change({130, Setting::batching, 1}), InputError::ok);
  k.advance_to(124);  // 100 + 2 * 10 + 2 * 2: the first is done, its slot cold
  EXPECT_EQ(k.state().hold, Hold::static_batch);
  finish(k);
  EXPECT_EQ(k.state().requests[2].admitted_ps, 124 + 113);
}

TEST(Rule2Changes, ContinuousToStaticDrainsFirst) {
  Kitchen k = kitchen({order(0, 1, 1), order(0, 1, 3), order(0, 1, 1)}, {.slots = 2});
  ASSERT_EQ(k.change({1, Setting::batching, 0}), InputError::ok);
  finish(k);
  EXPECT_EQ(k.state().requests[2].admitted_ps, k.state().requests[1].ended_ps);
}

TEST(Rule2Changes, KvCacheOffDropsTheCaches) {
  Kitchen k = kitchen({order(0, 5, 4)}, {.slots = 1});
  ASSERT_EQ(k.change({1, Setting::kv_cache, 0}), InputError::ok);
  k.advance_to(120);
  EXPECT_FALSE(k.state().requests[0].kv_cached);
  EXPECT_EQ(k.step().total_ps(), 110 + 2 * 6);
  EXPECT_EQ(k.kv_used_tokens(), 0);
}

TEST(Rule2Changes, KvCacheOnRebuildsItInOneStep) {
  Kitchen k = kitchen({order(0, 5, 4)}, {.slots = 1, .kv_cache = false});
  ASSERT_EQ(k.change({1, Setting::kv_cache, 1}), InputError::ok);
  k.advance_to(120);
  EXPECT_EQ(k.step().total_ps(), 110 + 2 * 6);
  k.advance_to(120 + 122);
  EXPECT_TRUE(k.state().requests[0].kv_cached);
  EXPECT_EQ(k.step().total_ps(), 110 + 2 * 1 + 6);
}

TEST(Rule2Changes, KvCacheOnAfterManyStepsWithoutIsRebuiltToo) {
  Kitchen k = kitchen({order(0, 5, 9)}, {.slots = 1, .kv_cache = false});
  ASSERT_EQ(k.change({370, Setting::kv_cache, 1}), InputError::ok);
  k.advance_to(120 + 122 + 124 + 126);
  EXPECT_EQ(k.state().requests[0].generated_tokens, 4);
  EXPECT_FALSE(k.state().requests[0].kv_cached);
  EXPECT_EQ(k.step().total_ps(), 110 + 2 * 9);
}

TEST(Rule2Changes, KvCacheOffAndOnInOneBoundaryLosesIt) {
  Kitchen k = kitchen({order(0, 5, 4)}, {.slots = 1});
  ASSERT_EQ(k.change({1, Setting::kv_cache, 0}), InputError::ok);
  ASSERT_EQ(k.change({2, Setting::kv_cache, 1}), InputError::ok);
  k.advance_to(120);
  EXPECT_EQ(k.step().total_ps(), 110 + 2 * 6);
}

TEST(Rule2Changes, WeightsThatLeaveLessRoomPreemptTheLatest) {
  // 16-bit weights leave 10 tokens, 8-bit weights 35.
  Kitchen k =
      kitchen({order(0, 5, 9), order(0, 5, 9), order(0, 5, 9)}, {.slots = 3, .weight_bits = 8}, 10);
  ASSERT_EQ(k.change({1, Setting::weight_bits, 16}), InputError::ok);
  k.advance_to(0);
  EXPECT_EQ(k.kv_capacity(), 35);
  EXPECT_THAT(k.state().running, ElementsAre(0, 1, 2));
  k.advance_to(k.next_boundary_ps());
  EXPECT_EQ(k.kv_capacity(), 10);
  EXPECT_THAT(k.state().running, ElementsAre(0));
  EXPECT_THAT(k.state().waiting, ElementsAre(1, 2));
  EXPECT_EQ(k.state().preemptions, 2);
}

// --- 3. Requests past their deadline leave ---

TEST(Rule3Deadlines, TheOverdueLeaveFromQueueAndGpuAlike) {
  Kitchen k = kitchen({order(0, 1, 9, 200), order(0, 1, 9, 200), order(0, 1, 9)}, {.slots = 1});
  k.advance_to(112);
  EXPECT_EQ(k.state().arrived, 3);
  k.advance_to(112 + 113);
  EXPECT_EQ(k.state().requests[0].status, RequestStatus::left);
  EXPECT_EQ(k.state().requests[1].status, RequestStatus::left);
  EXPECT_THAT(k.state().running, ElementsAre(2));
  EXPECT_THAT(k.state().waiting, IsEmpty());
}

TEST(Rule3Deadlines, OneThatPassesInTheStepOfItsArrivalIsSeenABoundaryLater) {
  Kitchen k = kitchen({order(0, 1, 2), order(10, 1, 5, 20)}, {.slots = 1});
  k.advance_to(112);
  EXPECT_THAT(k.state().waiting, ElementsAre(1));
  k.advance_to(225);
  EXPECT_EQ(k.state().requests[1].status, RequestStatus::left);
  EXPECT_EQ(k.state().requests[1].ended_ps, 225);
}

TEST(Rule3Deadlines, TheSlotOfOneWhoLeavesIsRefilledAtOnce) {
  Kitchen k = kitchen({order(0, 1, 9, 100), order(0, 1, 1)}, {.slots = 1});
  finish(k);
  EXPECT_EQ(k.state().requests[1].admitted_ps, 112);
}

// --- 4. Arrivals join the tail ---

TEST(Rule4Arrivals, JoinTheTailAtTheNextBoundaryInOrder) {
  Kitchen k =
      kitchen({order(0, 1, 5), order(3, 1, 5), order(3, 1, 5), order(112, 1, 5), order(113, 1, 5)},
              {.slots = 1});
  k.advance_to(111);
  EXPECT_EQ(k.state().arrived, 1);
  k.advance_to(112);
  EXPECT_EQ(k.state().arrived, 4);
  EXPECT_THAT(k.state().waiting, ElementsAre(1, 2, 3));
}

// --- 5. Admission ---

TEST(Rule5Admission, ContinuousRefillsASlotAtTheBoundaryAtWhichItGotFree) {
  Kitchen k = kitchen({order(0, 1, 1), order(0, 1, 9), order(0, 1, 1)}, {.slots = 2});
  finish(k);
  EXPECT_EQ(k.state().requests[0].ended_ps, 124);
  EXPECT_EQ(k.state().requests[2].admitted_ps, 124);
}

TEST(Rule5Admission, StaticWaitsForTheLastOfItsBatch) {
  Kitchen k = kitchen({order(0, 1, 1), order(0, 1, 3), order(0, 1, 1), order(0, 1, 1)},
                      {.slots = 2, .batching = Batching::static_batch});
  finish(k);
  const TimePs drained_ps = k.state().requests[1].ended_ps;
  EXPECT_EQ(drained_ps, 124 + 113 + 114);
  EXPECT_EQ(k.state().requests[2].admitted_ps, drained_ps);
  EXPECT_EQ(k.state().requests[3].admitted_ps, drained_ps);
}

TEST(Rule5Admission, AStaticBatchIsWhoeverWaits) {
  Kitchen k =
      kitchen({order(0, 1, 1), order(5, 1, 1)}, {.slots = 8, .batching = Batching::static_batch});
  finish(k);
  EXPECT_EQ(k.state().requests[0].admitted_ps, 0);
  EXPECT_EQ(k.state().requests[1].admitted_ps, 112);
}

TEST(Rule5Admission, AHeadThatDoesNotFitHoldsBackThoseBehind) {
  Kitchen k = kitchen({order(0, 6, 2), order(0, 5, 1), order(0, 1, 1)}, {.slots = 3}, 10);
  k.advance_to(0);
  EXPECT_THAT(k.state().running, ElementsAre(0));
  EXPECT_THAT(k.state().waiting, ElementsAre(1, 2));
  EXPECT_EQ(k.state().hold, Hold::memory_full);
  finish(k);
  EXPECT_EQ(k.state().requests[1].admitted_ps, k.state().requests[0].ended_ps);
  EXPECT_EQ(k.state().requests[2].admitted_ps, k.state().requests[0].ended_ps);
}

TEST(Rule5Admission, TakesTheLowestFreeSlot) {
  Kitchen k =
      kitchen({order(0, 1, 1), order(0, 1, 9), order(0, 1, 1), order(0, 1, 9)}, {.slots = 3});
  k.advance_to(0);
  EXPECT_EQ(k.state().requests[0].slot, 0);
  EXPECT_EQ(k.state().requests[1].slot, 1);
  EXPECT_EQ(k.state().requests[2].slot, 2);
  k.advance_to(k.next_boundary_ps());
  EXPECT_EQ(k.state().requests[0].slot, -1);
  EXPECT_EQ(k.state().requests[1].slot, 1);
  EXPECT_EQ(k.state().requests[3].slot, 0);
}

TEST(Rule5Admission, TakesTheLowestFreeSlotAmongHundreds) {
  std::vector<RequestSpec> orders;
  for (int32_t i = 0; i < 200; ++i) orders.push_back(order(0, 1, i == 70 || i == 130 ? 1 : 9));
  orders.push_back(order(0, 1, 9));
  orders.push_back(order(0, 1, 9));
  Kitchen k = kitchen(orders, {.slots = 200});
  k.advance_to(0);
  for (size_t i = 0; i < 200; ++i) EXPECT_EQ(k.state().requests[i].slot, static_cast<int32_t>(i));
  k.advance_to(k.next_boundary_ps());
  EXPECT_EQ(k.state().requests[200].slot, 70);
  EXPECT_EQ(k.state().requests[201].slot, 130);
}

TEST(Rule5Admission, ARequestLargerThanTheMemoryNeverStarts) {
  Kitchen k = kitchen({order(0, 11, 1, 500)}, {.slots = 1}, 10);
  k.advance_to(0);
  EXPECT_EQ(k.next_boundary_ps(), 500);
  finish(k);
  EXPECT_EQ(k.state().requests[0].admitted_ps, -1);
  EXPECT_EQ(k.state().requests[0].cause, LossCause::memory_full);
  EXPECT_EQ(k.state().steps, 0);
}

// --- 6. Memory ---

TEST(Rule6Memory, TheLatestAdmittedGoesBackToTheHeadAndKeepsItsTokens) {
  Kitchen k = kitchen({order(0, 4, 4), order(0, 4, 4), order(0, 4, 1)}, {.slots = 2}, 10);
  k.advance_to(136);  // 100 + 2 * 10 + 2 * 8; 5 + 5 tokens just fit
  EXPECT_EQ(k.kv_used_tokens(), 10);
  EXPECT_EQ(k.state().preemptions, 0);
  k.advance_to(136 + 132);  // 100 + 2 * 10 + 2 * 2 + 8; 6 + 6 do not
  EXPECT_THAT(k.state().running, ElementsAre(0));
  EXPECT_THAT(k.state().waiting, ElementsAre(1, 2));
  EXPECT_EQ(k.state().requests[1].status, RequestStatus::waiting);
  EXPECT_EQ(k.state().requests[1].generated_tokens, 2);
  EXPECT_EQ(k.state().requests[1].preemptions, 1);
  EXPECT_EQ(k.state().requests[1].slot, -1);
  EXPECT_FALSE(k.state().requests[1].kv_cached);
}

TEST(Rule6Memory, ThePreemptedPaysItsContextOnceMore) {
  Kitchen k = kitchen({order(0, 4, 4), order(0, 4, 4)}, {.slots = 2}, 10);
  const TimePs back_ps = 268 + 117 + 118;  // after two steps of the first alone
  k.advance_to(back_ps);
  EXPECT_EQ(k.state().requests[0].ended_ps, back_ps);
  EXPECT_THAT(k.state().running, ElementsAre(1));
  EXPECT_EQ(k.step().total_ps(), 110 + 2 * 6);
  EXPECT_EQ(k.state().requests[1].admitted_ps, 0);  // the first time
  finish(k);
  EXPECT_EQ(k.state().requests[1].ended_ps, back_ps + 122 + (110 + 2 + 6));
}

TEST(Rule6Memory, OneThatOutgrowsTheMemoryAloneIsLostToIt) {
  Kitchen k = kitchen({order(0, 8, 9, 2'000)}, {.slots = 1}, 10);
  finish(k);
  EXPECT_EQ(k.state().requests[0].generated_tokens, 3);
  EXPECT_EQ(k.state().requests[0].preemptions, 1);
  EXPECT_EQ(k.state().requests[0].cause, LossCause::memory_full);
}

TEST(Rule6Memory, WithoutTheKvCacheNothingRunsOut) {
  Kitchen k = kitchen({order(0, 50, 3), order(0, 50, 3)}, {.slots = 2, .kv_cache = false}, 10);
  EXPECT_EQ(k.kv_capacity(), INT64_MAX);
  finish(k);
  EXPECT_EQ(k.state().served, 2);
  EXPECT_EQ(k.state().preemptions, 0);
}

// --- 7. With nothing running, time jumps to the next event ---

TEST(Rule7Idle, TimeJumpsToTheNextArrival) {
  Kitchen k = kitchen({order(777, 1, 1)}, {.slots = 1});
  EXPECT_EQ(k.next_boundary_ps(), 0);
  k.advance_to(700);
  EXPECT_EQ(k.state().boundary_ps, 0);
  EXPECT_EQ(k.next_boundary_ps(), 777);
  k.advance_to(777);
  EXPECT_EQ(k.state().boundary_ps, 777);
  EXPECT_EQ(k.state().requests[0].admitted_ps, 777);
  finish(k);
  EXPECT_EQ(k.state().boundary_ps, 777 + 112);
  EXPECT_EQ(k.next_boundary_ps(), kNever);
}

// One whose deadline passed in the step of its arrival, and that does not fit, is the event; the
// boundary is now, not in the past.
TEST(Rule7Idle, AnEventInThePastHappensNow) {
  Kitchen k = kitchen({order(0, 1, 1), order(10, 99, 1, 20)}, {.slots = 1}, 10);
  k.advance_to(112);
  EXPECT_EQ(k.state().boundary_ps, 112);
  EXPECT_EQ(k.state().requests[1].status, RequestStatus::left);
  EXPECT_EQ(k.state().requests[1].ended_ps, 112);
}

TEST(Rule7Idle, BeforeTheFirstCallNothingHasHappened) {
  Kitchen k = kitchen({order(0, 1, 1)}, {.slots = 1});
  EXPECT_EQ(k.state().boundary_ps, -1);
  EXPECT_EQ(k.state().arrived, 0);
  k.advance_to(-1);
  EXPECT_EQ(k.state().boundary_ps, -1);
  k.advance_to(0);
  EXPECT_EQ(k.state().boundary_ps, 0);
  EXPECT_EQ(k.state().arrived, 1);
}

TEST(Rule7Idle, GoingBackDoesNothing) {
  Kitchen k = kitchen({order(0, 1, 9)}, {.slots = 1});
  k.advance_to(300);
  const uint64_t hash = k.hash();
  k.advance_to(100);
  EXPECT_EQ(k.hash(), hash);
}

TEST(Rule7Idle, AKitchenWithoutOrdersHasNothingToDo) {
  Kitchen k = kitchen({}, {.slots = 1});
  finish(k);
  EXPECT_EQ(k.next_boundary_ps(), kNever);
  EXPECT_EQ(k.state().boundary_ps, 0);
}

// --- Why the queue waits, and why a request is lost (docs/loss-causes.md) ---

TEST(LossCause, NoFreeSlot) {
  Kitchen k = kitchen({order(0, 1, 9), order(0, 1, 9, 500, 100)}, {.slots = 1});
  k.advance_to(0);
  EXPECT_EQ(k.state().hold, Hold::no_free_slot);
  finish(k);
  EXPECT_EQ(k.state().requests[1].cause, LossCause::no_free_slot);
}

TEST(LossCause, StaticBatch) {
  Kitchen k = kitchen({order(0, 1, 1), order(0, 1, 9), order(1, 1, 9, 600, 100)},
                      {.slots = 2, .batching = Batching::static_batch});
  k.advance_to(124);
  EXPECT_EQ(k.state().hold, Hold::static_batch);
  finish(k);
  EXPECT_EQ(k.state().requests[2].cause, LossCause::static_batch);
}

TEST(LossCause, MemoryFull) {
  Kitchen k = kitchen({order(0, 6, 4), order(0, 5, 9, 300, 100)}, {.slots = 2}, 10);
  k.advance_to(0);
  EXPECT_EQ(k.state().hold, Hold::memory_full);
  finish(k);
  EXPECT_EQ(k.state().requests[1].cause, LossCause::memory_full);
}

TEST(LossCause, StepTooSlow) {
  Kitchen k = kitchen({order(0, 1, 9, 300, 0)}, {.slots = 1});
  finish(k);
  EXPECT_EQ(k.state().requests[0].cause, LossCause::step_too_slow);
}

// The second waits 112 and is then on the GPU when its deadline comes: its base decides.
TEST(LossCause, OnTheGpuTheBaseOfThePatienceDecides) {
  for (const auto& [base_ps, cause] : std::vector<std::pair<TimePs, LossCause>>{
           {111, LossCause::no_free_slot}, {112, LossCause::step_too_slow}}) {
    Kitchen k = kitchen({order(0, 1, 1), order(0, 1, 9, 400, base_ps)}, {.slots = 1});
    finish(k);
    EXPECT_EQ(k.state().requests[1].held_ps[0], 112);
    EXPECT_EQ(k.state().requests[1].cause, cause) << base_ps;
  }
}

TEST(LossCause, TheLongestHoldIsNamed) {
  // Held 124 by full slots and 113 + 114 by the static batch, until 351.
  Kitchen k = kitchen({order(0, 1, 1), order(0, 1, 9), order(0, 1, 1, 351)},
                      {.slots = 2, .batching = Batching::static_batch});
  finish(k);
  EXPECT_THAT(k.state().requests[2].held_ps, ElementsAre(124, 227, 0));
  EXPECT_EQ(k.state().requests[2].cause, LossCause::static_batch);
}

TEST(LossCause, TimeInTheQueueAddsUpOverPreemptions) {
  Kitchen k = kitchen({order(0, 4, 1), order(0, 4, 4), order(0, 4, 4)}, {.slots = 2}, 10);
  finish(k);
  // For a slot until the first is served at 136; for memory from 270, when it is preempted, to 505.
  EXPECT_EQ(k.state().requests[2].preemptions, 1);
  EXPECT_THAT(k.state().requests[2].held_ps, ElementsAre(136, 0, 235));
}

TEST(LossCause, ArrivalsBetweenBoundariesAreHeldFromTheBoundary) {
  Kitchen k = kitchen({order(0, 1, 2), order(50, 1, 1)}, {.slots = 1});
  finish(k);
  EXPECT_THAT(k.state().requests[1].held_ps, ElementsAre(113, 0, 0));
  EXPECT_THAT(k.state().held_ps, ElementsAre(113, 0, 0));
}

TEST(ColdSlots, AreTheFreeOnesWhileAStaticBatchKeepsTheQueueWaiting) {
  Kitchen k = kitchen({order(0, 1, 1), order(0, 1, 2), order(0, 1, 3), order(0, 1, 1)},
                      {.slots = 3, .batching = Batching::static_batch});
  finish(k);
  // 1 cold slot in the second step, 2 in the third.
  const TimePs second_ps = 100 + 20 + 4 + 2;
  const TimePs third_ps = 100 + 10 + 2 + 2;
  EXPECT_EQ(k.state().cold_slot_ps, second_ps + 2 * third_ps);
}

TEST(ColdSlots, AreNoneWhileNobodyWaits) {
  Kitchen k =
      kitchen({order(0, 1, 1), order(0, 1, 3)}, {.slots = 2, .batching = Batching::static_batch});
  finish(k);
  EXPECT_EQ(k.state().cold_slot_ps, 0);
}

// --- Notes of changes ---

TEST(Change, IsRefusedWhenTooEarly) {
  Kitchen k = kitchen({order(0, 1, 9)}, {.slots = 1});
  EXPECT_EQ(k.change({-1, Setting::slots, 2}), InputError::change_too_early);
  EXPECT_EQ(k.change({0, Setting::slots, 2}), InputError::ok);
  k.advance_to(112);
  EXPECT_EQ(k.change({112, Setting::slots, 3}), InputError::change_too_early);
  EXPECT_EQ(k.change({113, Setting::slots, 3}), InputError::ok);
  EXPECT_EQ(k.change({200, Setting::slots, 4}), InputError::ok);
  EXPECT_EQ(k.change({199, Setting::slots, 5}), InputError::change_too_early);
  EXPECT_EQ(k.change({200, Setting::slots, 6}), InputError::ok);
}

TEST(Change, IsRefusedOutOfRange) {
  Kitchen k = kitchen({}, {.slots = 1});
  EXPECT_EQ(k.change({0, Setting::slots, 0}), InputError::setting_out_of_range);
  EXPECT_EQ(k.change({0, Setting::slots, kSlotsMax + 1}), InputError::setting_out_of_range);
  EXPECT_EQ(k.change({0, Setting::batching, 2}), InputError::setting_out_of_range);
  EXPECT_EQ(k.change({0, Setting::batching, -1}), InputError::setting_out_of_range);
  EXPECT_EQ(k.change({0, Setting::kv_cache, 2}), InputError::setting_out_of_range);
  EXPECT_EQ(k.change({0, Setting::weight_bits, 4}), InputError::setting_out_of_range);
  EXPECT_EQ(k.change({0, Setting{4}, 1}), InputError::setting_out_of_range);
  EXPECT_EQ(k.change({0, Setting::slots, kSlotsMax}), InputError::ok);
}

// --- Validation ---

TEST(Validate, CostsEachHaveARange) {
  const Costs good = costs_with_room_for(10);
  EXPECT_EQ(validate(good), InputError::ok);
  const auto with = [&](auto member, int64_t value) {
    Costs costs = good;
    costs.*member = value;
    return validate(costs);
  };
  for (auto member : {&Costs::weights_read_ps, &Costs::per_request_ps, &Costs::per_token_ps,
                      &Costs::per_context_ps}) {
    EXPECT_EQ(with(member, -1), InputError::costs_out_of_range);
    EXPECT_EQ(with(member, kCostMax), InputError::ok);
    EXPECT_EQ(with(member, kCostMax + 1), InputError::costs_out_of_range);
  }
  EXPECT_EQ(with(&Costs::weights_read_ps, 2), InputError::ok);
  EXPECT_EQ(with(&Costs::weights_read_ps, 1), InputError::costs_out_of_range);
  EXPECT_EQ(with(&Costs::weights_bytes, -1), InputError::costs_out_of_range);
  EXPECT_EQ(with(&Costs::weights_bytes, good.memory_bytes), InputError::ok);
  EXPECT_EQ(with(&Costs::weights_bytes, good.memory_bytes + 1), InputError::costs_out_of_range);
  EXPECT_EQ(with(&Costs::memory_bytes, kCostMax + 1), InputError::costs_out_of_range);
  EXPECT_EQ(with(&Costs::kv_bytes_per_token, 0), InputError::costs_out_of_range);
}

TEST(Validate, CostsAndRequestsTogetherBoundTheLongestStep) {
  Costs costs = costs_with_room_for(10);
  const RequestList one({order(0, 1'000, 1'000)});
  EXPECT_EQ(validate(costs, one), InputError::ok);
  costs.weights_read_ps = kCostMax;
  costs.per_context_ps = (kStepMaxPs - kCostMax) / 2'000 - 1;
  EXPECT_EQ(validate(costs, one), InputError::ok);
  costs.per_context_ps += 1;
  EXPECT_EQ(validate(costs, one), InputError::step_out_of_range);
  costs.per_context_ps = 0;
  costs.per_token_ps = kCostMax;
  EXPECT_EQ(validate(costs, one), InputError::step_out_of_range);
  costs.per_token_ps = 0;
  costs.per_request_ps = kCostMax;
  EXPECT_EQ(validate(costs, one), InputError::ok);
  EXPECT_EQ(validate(costs, RequestList(std::vector<RequestSpec>(1'000, order(0, 1, 1)))),
            InputError::step_out_of_range);
  costs.weights_read_ps = 1;
  EXPECT_EQ(validate(costs, one), InputError::costs_out_of_range);
}

// The state's sums must hold whatever validates; slot times end at the largest number.
TEST(Validate, WhatIsAcceptedRunsToItsEnd) {
  Costs costs = costs_with_room_for(10);
  costs.weights_read_ps = kCostMax;
  costs.per_request_ps = kCostMax / 2;
  costs.per_token_ps = 1'000'000'000;
  costs.memory_bytes = kCostMax;
  const std::vector<RequestSpec> orders(400, order(0, 1'000, 1'000'000, kTimeMaxPs));
  for (const bool kv_cache : {true, false}) {
    for (const Batching batching : {Batching::static_batch, Batching::continuous}) {
      for (const int32_t slots : {1, 300, kSlotsMax}) {
        const Settings settings = {.slots = slots, .batching = batching, .kv_cache = kv_cache};
        Kitchen k(costs, orders, settings);
        k.advance_to(INT64_MAX);
        EXPECT_EQ(k.next_boundary_ps(), kNever);
        EXPECT_EQ(k.state().left[0] + k.state().left[1] + k.state().left[2] + k.state().left[3],
                  400);
        EXPECT_GE(k.state().spent.total_ps(), 0);
        EXPECT_GE(k.state().cold_slot_ps, 0);
        if (slots >= 300) {
          EXPECT_EQ(k.state().busy_slot_ps, INT64_MAX);
        }
      }
    }
  }
}

TEST(Validate, ArrivalsComeInOrderWithinTheTimeThereIs) {
  EXPECT_EQ(validate(std::vector<RequestSpec>{}), InputError::ok);
  EXPECT_EQ(validate({order(5, 1, 1), order(5, 1, 1)}), InputError::ok);
  EXPECT_EQ(validate({order(5, 1, 1), order(4, 1, 1)}), InputError::arrivals_out_of_order);
  EXPECT_EQ(validate({order(-1, 1, 1)}), InputError::arrivals_out_of_order);
  EXPECT_EQ(validate({order(kTimeMaxPs + 1, 1, 1, kTimeMaxPs + 2)}),
            InputError::arrivals_out_of_order);
}

TEST(Validate, DeadlinesComeAfterArrivals) {
  EXPECT_EQ(validate({order(5, 1, 1, 6)}), InputError::ok);
  EXPECT_EQ(validate({order(5, 1, 1, 5)}), InputError::deadline_out_of_range);
  EXPECT_EQ(validate({order(5, 1, 1, kTimeMaxPs)}), InputError::ok);
  EXPECT_EQ(validate({order(5, 1, 1, kTimeMaxPs + 1)}), InputError::deadline_out_of_range);
  EXPECT_EQ(validate({order(5, 1, 1, 6, -1)}), InputError::deadline_out_of_range);
}

TEST(Validate, TokensHaveARange) {
  EXPECT_EQ(validate({order(0, 0, 1)}), InputError::tokens_out_of_range);
  EXPECT_EQ(validate({order(0, 1, 0)}), InputError::tokens_out_of_range);
  EXPECT_EQ(validate({order(0, kTokensMax, kTokensMax)}), InputError::ok);
  EXPECT_EQ(validate({order(0, kTokensMax + 1, 1)}), InputError::tokens_out_of_range);
  EXPECT_EQ(validate({order(0, 1, kTokensMax + 1)}), InputError::tokens_out_of_range);
}

TEST(Validate, TokensOfAllRequestsHaveARange) {
  std::vector<RequestSpec> orders(500, order(0, kTokensMax, kTokensMax));
  EXPECT_EQ(validate(orders), InputError::ok);
  orders.push_back(order(0, 1, 1));
  EXPECT_EQ(validate(orders), InputError::tokens_out_of_range);
}

TEST(Validate, SettingsHaveRanges) {
  EXPECT_EQ(validate(Settings{}), InputError::ok);
  EXPECT_EQ(validate(Settings{.slots = 0}), InputError::setting_out_of_range);
  EXPECT_EQ(validate(Settings{.slots = kSlotsMax + 1}), InputError::setting_out_of_range);
  EXPECT_EQ(validate(Settings{.weight_bits = 7}), InputError::setting_out_of_range);
}

TEST(KitchenDeathTest, RefusesInputThatDoesNotValidate) {
  EXPECT_DEATH(kitchen({order(5, 1, 1, 5)}, {.slots = 1}), "");
  EXPECT_DEATH(kitchen({}, {.slots = 0}), "");
}

}  // namespace
}  // namespace kitchen::sim

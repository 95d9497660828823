#include "real/metrics.h"

#include <gtest/gtest.h>

namespace kitchen::real {
namespace {

constexpr sim::TimePs kMs = sim::kPsPerMs;

/// A request that comes in at `arrival_ms` and whose times after that are given.
sim::RequestRecord record_of(int64_t arrival_ms, int64_t queue_ms, int64_t ttft_ms, int64_t e2e_ms,
                             int64_t output_tokens) {
  sim::RequestRecord record;
  record.arrival_ps = arrival_ms * kMs;
  record.admitted_ps = (arrival_ms + queue_ms) * kMs;
  record.first_token_ps = (arrival_ms + ttft_ms) * kMs;
  record.ended_ps = (arrival_ms + e2e_ms) * kMs;
  record.prompt_tokens = 100;
  record.output_tokens = output_tokens;
  return record;
}

sim::RequestRecord refused_at(int64_t arrival_ms) {
  sim::RequestRecord record;
  record.outcome = sim::Outcome::refused_kv;
  record.arrival_ps = arrival_ms * kMs;
  record.ended_ps = arrival_ms * kMs;
  record.prompt_tokens = 1'000'000;
  return record;
}

TEST(Metrics, TimesOfARequest) {
  Metrics metrics{Targets{}};
  metrics.on_request(record_of(1000, 10, 30, 130, 11));
  EXPECT_EQ(metrics.queue().max(), 10 * kMs);
  EXPECT_EQ(metrics.ttft().max(), 30 * kMs);
  EXPECT_EQ(metrics.e2e().max(), 130 * kMs);
  EXPECT_EQ(metrics.tpot().max(), 10 * kMs) << "ten tokens after the first in 100 ms";
  EXPECT_EQ(metrics.first_arrival_ps(), 1000 * kMs);
  EXPECT_EQ(metrics.ended_ps(), 1130 * kMs);
}

TEST(Metrics, GoodputNeedsAllTargetsOfARequest) {
  const Targets targets{.ttft_ps_max = 30 * kMs, .tpot_ps_max = 10 * kMs, .e2e_ps_max = 130 * kMs};
  Metrics metrics(targets);
  metrics.on_request(record_of(0, 0, 30, 130, 11));   // on the spot in all three
  metrics.on_request(record_of(0, 0, 31, 130, 11));   // first token
  metrics.on_request(record_of(0, 0, 20, 131, 100));  // the end
  metrics.on_request(record_of(0, 0, 20, 130, 11));   // 11 ms a token
  EXPECT_EQ(metrics.finished(), 4);
  EXPECT_EQ(metrics.met(), 1);
}

TEST(Metrics, WithoutATargetNothingIsGoodput) {
  Metrics none{Targets{}};
  none.on_request(record_of(0, 0, 1, 2, 3));
  EXPECT_EQ(none.met(), 0);
  EXPECT_FALSE(none.targets().any());
  // No single request has a percentile of all tokens.
  Metrics itl{Targets{.itl_ps_max = 5 * kMs}};
  itl.on_request(record_of(0, 0, 1, 2, 3));
  EXPECT_EQ(itl.met(), 0);
  EXPECT_TRUE(itl.targets().any());
}

TEST(Metrics, WhatWasRefusedOrCutOffIsLaterThanAll) {
  Metrics metrics{Targets{.ttft_ps_max = 30 * kMs}};
  for (int64_t i = 0; i < 95; ++i) metrics.on_request(record_of(i, 0, 20, 50, 4));
  for (int64_t i = 0; i < 4; ++i) metrics.on_request(refused_at(95 + i));
  sim::RequestRecord cut = record_of(99, 0, 20, 50, 4);
  cut.outcome = sim::Outcome::kv_full;
  metrics.on_request(cut);
  EXPECT_EQ(metrics.finished(), 95);
  EXPECT_EQ(metrics.not_finished(), 5);
  EXPECT_EQ(metrics.met(), 95);
  EXPECT_EQ(metrics.ttft().count(), 95) << "those times are of requests that finished";
  EXPECT_EQ(metrics.output_tokens(), 95 * 4);
  EXPECT_TRUE(metrics.all_met()) << "95 of 100 are within";
  metrics.on_request(refused_at(100));
  EXPECT_FALSE(metrics.all_met());
  EXPECT_EQ(metrics.judged(metrics.ttft()), sim::kNever);
}

TEST(Metrics, AnItlTargetIsMissedWhereTooFewFinish) {
  Metrics none{Targets{.itl_ps_max = 5 * kMs}};
  none.on_request(refused_at(0));
  EXPECT_FALSE(none.all_met()) << "no token came late, but none came";
  EXPECT_EQ(none.judged(none.itl()), sim::kNever);

  Metrics metrics{Targets{.itl_ps_max = 5 * kMs}};
  sim::StepRun run;
  run.first_ps = 3 * kMs;
  run.steps = 2;
  run.decode.requests = 95;
  metrics.on_steps(run);
  for (int64_t i = 0; i < 95; ++i) metrics.on_request(record_of(i, 0, 20, 26, 3));
  for (int64_t i = 0; i < 5; ++i) metrics.on_request(refused_at(95 + i));
  EXPECT_TRUE(metrics.all_met()) << "95 of 100 finished";
  EXPECT_EQ(metrics.judged(metrics.itl()), 3 * kMs);
  metrics.on_request(refused_at(100));
  EXPECT_FALSE(metrics.all_met());
}

TEST(Metrics, ATargetOfWhatNoRequestHasIsMissed) {
  Metrics metrics{Targets{.tpot_ps_max = 30 * kMs}};
  metrics.on_request(record_of(0, 0, 20, 20, 1));
  EXPECT_EQ(metrics.tpot().count(), 0);
  EXPECT_EQ(metrics.met(), 1) << "a request of one token misses no target of what it hasn't";
  EXPECT_EQ(metrics.judged(metrics.tpot()), sim::kNever);
  EXPECT_FALSE(metrics.all_met());
  metrics.on_request(record_of(1, 0, 20, 40, 3));
  EXPECT_TRUE(metrics.all_met());
}

TEST(Metrics, KnowsHowManyWaitedOverTime) {
  Metrics metrics{Targets{}};
  sim::StepRun run;
  run.first_ps = sim::TimePs{1} << 40;
  run.waiting = 6;
  metrics.on_steps(run);
  run.start_ps = run.first_ps;
  run.waiting = 0;
  metrics.on_steps(run);
  EXPECT_EQ(metrics.waiting().mean(0, run.first_ps), 6);
  EXPECT_EQ(metrics.waiting().mean(0, 2 * run.first_ps), 3);
}

TEST(Metrics, WhatIsLeftOverIsLaterThanAll) {
  Metrics metrics{Targets{.ttft_ps_max = 30 * kMs}};
  for (int64_t i = 0; i < 95; ++i) metrics.on_request(record_of(i, 0, 20, 50, 4));
  metrics.add_left_over(5);
  EXPECT_EQ(metrics.requests(), 100);
  EXPECT_TRUE(metrics.all_met());
  metrics.add_left_over(1);
  EXPECT_FALSE(metrics.all_met());
}

TEST(Metrics, StepsGiveTheTimesBetweenTokensAndTheWork) {
  Metrics metrics(Targets{}, {0, 100, 200, 300, 400, 500, 600, 700, 800});
  sim::StepRun run;
  run.first_ps = 10 * kMs;
  run.growth_ps = kMs;
  run.steps = 3;
  run.decode = {.requests = 4, .context = 1000, .window_context = 40, .growing = 1};
  run.waiting = 7;
  run.kv_blocks_first = 10;
  run.kv_blocks_last = 14;
  metrics.on_steps(run);
  EXPECT_EQ(metrics.itl().count(), 12);
  EXPECT_EQ(metrics.itl().min(), 10 * kMs);
  EXPECT_EQ(metrics.itl().max(), 12 * kMs);
  EXPECT_EQ(metrics.itl().sum(), 4 * 33 * kMs);

  sim::StepRun prompt;
  prompt.first_ps = 20 * kMs;
  prompt.decode = {.requests = 2, .context = 50};
  prompt.prefill = {.requests = 1, .tokens = 6, .context = 5, .pairs = 51, .window_pairs = 9};
  metrics.on_steps(prompt);
  metrics.on_gap({.from_ps = 5 * kMs, .to_ps = 95 * kMs});
  EXPECT_EQ(metrics.itl().count(), 15);
  EXPECT_EQ(metrics.itl().max(), 90 * kMs);

  const WorkDone& work = metrics.work();
  EXPECT_EQ(work.steps, 4);
  EXPECT_TRUE(work.busy_ps == sim::Int128{53} * kMs);
  EXPECT_EQ(work.tokens, 3 * 4 + 8);
  EXPECT_EQ(work.requests, 3 * 4 + 3);
  EXPECT_TRUE(work.context == 1000 + 1004 + 1008 + 55);
  EXPECT_TRUE(work.window_context == 40 + 41 + 42);
  EXPECT_TRUE(work.pairs == 1004 + 1008 + 1012 + 51 + 52) << "a decode sees itself, too";
  EXPECT_TRUE(work.window_pairs == 41 + 42 + 43 + 9);
  EXPECT_TRUE(work.weights_bytes == 3 * 400 + 800);
  EXPECT_TRUE(work.kv_block_ps == sim::Int128{12} * 33 * kMs);
  EXPECT_TRUE(work.request_ps == sim::Int128{4} * 33 * kMs + 3 * 20 * kMs);
  EXPECT_TRUE(work.waiting_ps == sim::Int128{7} * 33 * kMs);
}

TEST(Metrics, OfNothingNothingIsSaid) {
  const Metrics metrics{Targets{}};
  EXPECT_EQ(metrics.requests(), 0);
  EXPECT_EQ(metrics.first_arrival_ps(), 0);
  EXPECT_EQ(metrics.ended_ps(), 0);
}

}  // namespace
}  // namespace kitchen::real

#include "game/crowd.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "game/shift.h"
#include "sim/kitchen.h"

namespace kitchen::game {
namespace {

using sim::kPsPerMs;
using sim::RequestSpec;

CrowdRecipe one_kind() {
  CrowdRecipe recipe;
  recipe.seed = 5;
  recipe.kinds = {{.share_percent = 100,
                   .prompt_tokens_min = 3,
                   .prompt_tokens_max = 9,
                   .output_tokens_min = 20,
                   .output_tokens_max = 40}};
  recipe.patience_base_ms = 1'500;
  recipe.patience_per_token_ms = 44;
  return recipe;
}

std::vector<sim::TimePs> arrivals(const std::vector<RequestSpec>& crowd) {
  std::vector<sim::TimePs> times;
  for (const RequestSpec& order : crowd) times.push_back(order.arrival_ps);
  return times;
}

TEST(Crowd, OfEveryShiftIsValidAndEndsWithinTheShift) {
  for (const Shift& shift : shifts()) {
    const std::vector<RequestSpec> crowd = make_crowd(shift.crowd);
    EXPECT_EQ(sim::validate(crowd), sim::InputError::ok) << shift.lesson;
    EXPECT_LT(crowd.back().arrival_ps, kShiftMs * kPsPerMs) << shift.lesson;
    EXPECT_EQ(arrivals(crowd), arrivals(shift.orders->requests)) << shift.lesson;
  }
}

TEST(Crowd, TheSameSeedGivesTheSameCrowd) {
  CrowdRecipe recipe = one_kind();
  recipe.streams = {{0, 60'000, 2'000}};
  const std::vector<RequestSpec> crowd = make_crowd(recipe);
  const std::vector<RequestSpec> again = make_crowd(recipe);
  ASSERT_EQ(crowd.size(), again.size());
  for (size_t i = 0; i < crowd.size(); ++i) {
    EXPECT_EQ(crowd[i].arrival_ps, again[i].arrival_ps);
    EXPECT_EQ(crowd[i].deadline_ps, again[i].deadline_ps);
    EXPECT_EQ(crowd[i].prompt_tokens, again[i].prompt_tokens);
    EXPECT_EQ(crowd[i].output_tokens, again[i].output_tokens);
  }
  recipe.seed += 1;
  EXPECT_NE(arrivals(make_crowd(recipe)), arrivals(crowd));
}

TEST(Crowd, StreamsHaveTheirRateWithinTheirTime) {
  CrowdRecipe recipe = one_kind();
  // 2.5 a second over 20,000 s: 50,000 expected, and 4 standard deviations of a Poisson count.
  recipe.streams = {{1'000'000, 21'000'000, 2'500}};
  const std::vector<RequestSpec> crowd = make_crowd(recipe);
  EXPECT_NEAR(static_cast<double>(crowd.size()), 50'000, 4 * 224);
  EXPECT_GE(crowd.front().arrival_ps, 1'000'000 * kPsPerMs);
  EXPECT_LT(crowd.back().arrival_ps, 21'000'000 * kPsPerMs);
  const auto in_first_half = std::count_if(
      crowd.begin(), crowd.end(),
      [](const RequestSpec& order) { return order.arrival_ps < 11'000'000 * kPsPerMs; });
  EXPECT_NEAR(static_cast<double>(in_first_half), 25'000, 4 * 158);
}

TEST(Crowd, GroupsWalkInWithinTheirWindow) {
  CrowdRecipe recipe = one_kind();
  recipe.groups = {{.at_ms = 10'000, .window_ms = 2'000, .orders = 500},
                   {.at_ms = 30'000, .window_ms = 0, .orders = 7}};
  const std::vector<RequestSpec> crowd = make_crowd(recipe);
  ASSERT_EQ(crowd.size(), 507U);
  for (size_t i = 0; i < 500; ++i) {
    EXPECT_GE(crowd[i].arrival_ps, 10'000 * kPsPerMs);
    EXPECT_LE(crowd[i].arrival_ps, 12'000 * kPsPerMs);
  }
  // Spread over the window, not only near its ends.
  EXPECT_LT(crowd[0].arrival_ps, 10'100 * kPsPerMs);
  const sim::TimePs middle_ms = crowd[250].arrival_ps / kPsPerMs;
  EXPECT_NEAR(static_cast<double>(middle_ms), 11'000, 150);
  EXPECT_GT(crowd[499].arrival_ps, 11'900 * kPsPerMs);
  for (size_t i = 500; i < 507; ++i) EXPECT_EQ(crowd[i].arrival_ps, 30'000 * kPsPerMs);
}

TEST(Crowd, KindsHaveTheirShareAndLengths) {
  CrowdRecipe recipe = one_kind();
  recipe.streams = {{0, 10'000'000, 4'000}};
  recipe.kinds = {{75, 3, 9, 20, 70}, {25, 10, 12, 220, 350}};
  const std::vector<RequestSpec> crowd = make_crowd(recipe);
  int32_t longs = 0;
  int32_t shortest = INT32_MAX;
  int32_t longest = 0;
  for (const RequestSpec& order : crowd) {
    const bool is_long = order.output_tokens >= 220;
    longs += is_long ? 1 : 0;
    EXPECT_GE(order.prompt_tokens, is_long ? 10 : 3);
    EXPECT_LE(order.prompt_tokens, is_long ? 12 : 9);
    EXPECT_TRUE(is_long || order.output_tokens <= 70) << order.output_tokens;
    shortest = std::min(shortest, order.output_tokens);
    longest = std::max(longest, order.output_tokens);
  }
  EXPECT_EQ(shortest, 20);
  EXPECT_EQ(longest, 350);
  EXPECT_NEAR(static_cast<double>(longs) / static_cast<double>(crowd.size()), 0.25, 0.01);
}

TEST(Crowd, PatienceIsABaseAndAPacePerToken) {
  CrowdRecipe recipe = one_kind();
  recipe.streams = {{0, 60'000, 2'000}};
  for (const RequestSpec& order : make_crowd(recipe)) {
    EXPECT_EQ(order.patience_base_ps, 1'500 * kPsPerMs);
    EXPECT_EQ(order.deadline_ps - order.arrival_ps, (1'500 + 44 * order.output_tokens) * kPsPerMs);
  }
}

// Streams draw from a stream of random numbers of their own.
TEST(Crowd, AGroupDoesNotMoveTheArrivalsOfAStream) {
  CrowdRecipe recipe = one_kind();
  recipe.streams = {{0, 60'000, 2'000}};
  const std::vector<sim::TimePs> before = arrivals(make_crowd(recipe));
  recipe.groups = {{.at_ms = 10'000, .window_ms = 2'000, .orders = 28}};
  const std::vector<sim::TimePs> after = arrivals(make_crowd(recipe));
  EXPECT_EQ(after.size(), before.size() + 28);
  EXPECT_TRUE(std::includes(after.begin(), after.end(), before.begin(), before.end()));
}

}  // namespace
}  // namespace kitchen::game

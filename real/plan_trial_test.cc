#include "real/plan_trial.h"

#include <gtest/gtest.h>

#include <utility>

namespace kitchen::real {
namespace {

TEST(PlanTrial, ADeploymentThatRefusesEverythingMeetsNoTarget) {
  for (const char* target : {"ttft_ms_max", "tpot_ms_max", "itl_ms_max", "e2e_ms_max"}) {
    Scenario scenario;
    for (const auto& [key, value] : {std::pair("model", "llama-3.1-8b"),
                                     {"gpu", "l4"},
                                     {"kv_blocks", "100"},
                                     {"oversized", "refuse"},
                                     {"rate_per_s", "1"},
                                     {"prompt_tokens", "3000"},
                                     {"output_tokens", "10"},
                                     {"requests", "100"},
                                     {target, "100"}}) {
      ASSERT_EQ(set_setting(scenario, key, value), "");
    }
    const RunSetup setup = set_up(scenario, Hardware());
    Traffic traffic(scenario);
    const TrafficSample sample = sample_traffic(traffic, 0);
    const std::atomic<bool> stop = false;
    EXPECT_FALSE(run_trial(setup, sample, 1, true, stop).has_value()) << target;
    const auto figures = run_trial(setup, sample, 1, false, stop);
    ASSERT_TRUE(figures.has_value());
    EXPECT_EQ(figures->unfinished, 100);
    EXPECT_FALSE(figures->met) << target;
  }
}

}  // namespace
}  // namespace kitchen::real

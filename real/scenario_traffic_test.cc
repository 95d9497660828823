#include "real/scenario_traffic.h"
#include "tests/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <utility>

namespace kitchen::real {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Keys = std::initializer_list<std::pair<const char*, const char*>>;

Scenario scenario_with(const Keys& keys) {
  Scenario scenario;
  for (const auto& [key, value] : keys) EXPECT_EQ(set_setting(scenario, key, value), "") << key;
  return scenario;
}

std::string traffic_error(const Keys& keys) {
  try {
    Traffic traffic(scenario_with(keys));
    Request request;
    while (traffic.next(request)) {
    }
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::vector<sim::TimePs> arrivals_of(const Scenario& scenario) {
  Traffic traffic(scenario);
  std::vector<sim::TimePs> arrivals;
  Request request;
  while (traffic.next(request)) arrivals.push_back(request.arrival_ps);
  return arrivals;
}

const std::string kPlain = std::string(KITCHEN_TESTDATA) + "/plain.csv";

TEST(Traffic, SaysWhatIsMissing) {
  EXPECT_EQ(traffic_error({}),
            "the run has no traffic: give a trace, or rate_per_s, or arrivals = closed with "
            "clients");
  EXPECT_EQ(traffic_error({{"arrivals", "closed"}}), "arrivals = closed needs clients");
  EXPECT_EQ(traffic_error({{"rate_per_s", "2"}}),
            "synthetic traffic needs prompt_tokens, or prompt_log_mean and prompt_log_sigma, or "
            "lengths_from");
  EXPECT_EQ(traffic_error({{"rate_per_s", "2"}, {"prompt_tokens", "9"}, {"output_log_mean", "2"}}),
            "synthetic traffic needs output_tokens, or output_log_mean and output_log_sigma, or "
            "lengths_from");
}

TEST(Traffic, RefusesWhatDoesNotGoTogether) {
  EXPECT_EQ(traffic_error({{"trace", kPlain.c_str()}, {"rate_per_s", "2"}}),
            "rate_per_s is of synthetic traffic; a trace has its own");
  EXPECT_EQ(traffic_error({{"rate_per_s", "2"}, {"clients", "2"}}),
            "clients goes with arrivals = closed");
  EXPECT_EQ(traffic_error({{"rate_per_s", "2"}, {"burstiness", "2"}}),
            "burstiness goes with arrivals = gamma");
  EXPECT_THAT(traffic_error({{"arrivals", "closed"}, {"clients", "2"}, {"rate_scale", "2"}}),
              HasSubstr("rate_scale has no meaning with arrivals = closed"));
  EXPECT_EQ(traffic_error({{"rate_per_s", "2"}, {"from_s", "2"}}), "from_s goes with a trace");
  EXPECT_EQ(
      traffic_error(
          {{"rate_per_s", "2"}, {"prompt_tokens", "9"}, {"output_tokens", "9"}, {"strict", "on"}}),
      "strict goes with a trace or lengths_from");
  EXPECT_EQ(traffic_error({{"rate_per_s", "2"},
                           {"prompt_tokens", "9"},
                           {"prompt_log_mean", "2"},
                           {"output_tokens", "9"}}),
            "prompt_tokens and prompt_log_mean are two ways to say one thing");
  EXPECT_EQ(traffic_error({{"trace", kPlain.c_str()}, {"from_s", "5"}, {"until_s", "5"}}),
            "from_s must be before until_s");
  EXPECT_EQ(traffic_error({{"trace", kPlain.c_str()}, {"from_s", "8000000"}}),
            "no request of " + kPlain + " comes in between from_s and until_s");
}

TEST(Traffic, OfATraceIsItsRequestsAsAskedFor) {
  const Scenario whole = scenario_with({{"trace", kPlain.c_str()}});
  const std::vector<sim::TimePs> arrivals = arrivals_of(whole);
  ASSERT_GE(arrivals.size(), 3U);
  Scenario less = whole;
  less.requests = 2;
  EXPECT_THAT(arrivals_of(less), ElementsAre(arrivals[0], arrivals[1]));
  Scenario faster = whole;
  faster.rate_scale = 4;
  EXPECT_EQ(arrivals_of(faster).back(), arrivals.back() / 4);
  EXPECT_THAT(Traffic(whole).title(), HasSubstr("plain.csv (plain)"));
}

TEST(Traffic, SaysThatArrivalsOfATraceAreSpread) {
  const TemporaryFile file("t.csv", "arrival_s,prompt_tokens,output_tokens\n0,1,1\n0,2,1\n4,3,1\n");
  const Scenario scenario =
      scenario_with({{"trace", file.path().c_str()}, {"spread_arrivals_s", "2"}, {"seed", "5"}});
  EXPECT_THAT(Traffic(scenario).title(), HasSubstr("t.csv (plain), arrivals spread over 2 s"));
  const std::vector<sim::TimePs> arrivals = arrivals_of(scenario);
  ASSERT_EQ(arrivals.size(), 3);
  EXPECT_EQ(arrivals[0], 0) << "the first one begins";
  EXPECT_GT(arrivals[1], 0);
  EXPECT_LT(arrivals[1], 2 * sim::kPsPerSecond);
  EXPECT_EQ(arrivals_of(scenario), arrivals);
  Scenario other = scenario;
  other.seed = 6;
  EXPECT_NE(arrivals_of(other), arrivals);
  EXPECT_EQ(traffic_error({{"rate_per_s", "2"}, {"spread_arrivals_s", "2"}}),
            "spread_arrivals_s goes with a trace");
}

TEST(Traffic, ATimeOfATraceKeepsItsLastDigit) {
  // Doubles have no room for a picosecond there.
  class Late : public RequestSource {
    bool next(Request& request) override {
      request.arrival_ps = (int64_t{1} << 60) + 1;
      return true;
    }
  } late;
  ScaledSource scaled(late, 1);
  Request request;
  static_cast<RequestSource&>(scaled).next(request);
  EXPECT_EQ(request.arrival_ps, (int64_t{1} << 60) + 1);
}

TEST(Traffic, EndsWithTheTimeThatCanBeSimulated) {
  const TemporaryFile file("two_months.csv",
                           "arrival_s,prompt_tokens,output_tokens\n"
                           "5,10,10\n4000000,10,10\n5000000,10,10\n5200000,10,10\n");
  const char* trace = file.path().c_str();
  EXPECT_EQ(traffic_error({{"trace", trace}}),
            file.path() +
                ":4:1: a request comes in more than 53 days after the first; use until_s, or "
                "rate_scale");
  EXPECT_EQ(traffic_error({{"trace", trace}, {"rate_scale", "2"}}), "");
  EXPECT_EQ(traffic_error({{"trace", trace}, {"until_s", "4500000"}}), "");
  EXPECT_EQ(traffic_error({{"trace", trace}, {"requests", "2"}}), "");
  for (const char* scale : {"1", "1000"}) {
    EXPECT_EQ(traffic_error({{"rate_per_s", "1e-6"},
                             {"rate_scale", scale},
                             {"prompt_tokens", "1"},
                             {"output_tokens", "1"}}),
              "a request comes in more than 53 days after the first; use requests, or a higher "
              "rate_per_s")
        << "times " << scale;
  }
}

TEST(Traffic, SaysWhereARequestStands) {
  Traffic traffic(scenario_with({{"trace", kPlain.c_str()}}));
  Request request;
  ASSERT_TRUE(traffic.next(request));
  EXPECT_EQ(place_text(traffic.place()), kPlain + ":2:1: ");
}

TEST(Traffic, SyntheticIsThatOfItsSettings) {
  const Scenario scenario = scenario_with({{"rate_per_s", "100"},
                                           {"prompt_log_mean", "5"},
                                           {"prompt_log_sigma", "0.5"},
                                           {"output_tokens", "7"},
                                           {"requests", "50"},
                                           {"seed", "3"}});
  Traffic traffic(scenario);
  EXPECT_EQ(traffic.title(), "poisson, 100 requests/s");
  Request request;
  int64_t count = 0;
  for (; traffic.next(request); ++count) EXPECT_EQ(request.output_tokens, 7);
  EXPECT_EQ(count, 50);
  Scenario other = scenario;
  other.seed = 4;
  EXPECT_NE(arrivals_of(scenario), arrivals_of(other));
  other.seed = 3;
  EXPECT_EQ(arrivals_of(scenario), arrivals_of(other));
}

TEST(Traffic, LengthsMayBeDrawnFromATrace) {
  Traffic traffic(scenario_with({{"arrivals", "closed"},
                                 {"clients", "3"},
                                 {"think_s", "0.5"},
                                 {"lengths_from", kPlain.c_str()}}));
  EXPECT_EQ(traffic.title(), "closed loop, 3 clients");
  Request request;
  int64_t count = 0;
  while (traffic.next(request)) ++count;
  EXPECT_EQ(count, 1000);
}

}  // namespace
}  // namespace kitchen::real

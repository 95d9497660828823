#include "real/scenario.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace kitchen::real {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

std::string scenario_error(const std::string& toml) {
  try {
    read_scenario_text(toml, "my.toml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// A value that the setting takes and that isn't its fallback.
std::string other_value(const Setting& setting) {
  switch (setting.kind) {
    case Setting::Kind::text:
    case Setting::Kind::path:
      return "some/thing";
    case Setting::Kind::whole:
      return "7";
    case Setting::Kind::number:
      return setting.key == "memory_share" ? "0.25" : "3.5";
    case Setting::Kind::flag:
      return setting_text(Scenario(), setting.key) == "on" ? "off" : "on";
    case Setting::Kind::choice: {
      const std::string first = setting.values.substr(0, setting.values.find('|'));
      const bool is_other = setting_text(Scenario(), setting.key) != first;
      return is_other ? first : setting.values.substr(setting.values.rfind('|') + 1);
    }
  }
  return "";
}

TEST(Scenario, EachSettingIsSetAndReadBackAndIsOneOfItsOwn) {
  std::set<std::string_view> keys;
  for (const Setting& setting : settings()) {
    EXPECT_TRUE(keys.insert(setting.key).second) << setting.key;
    Scenario scenario;
    const std::string value = other_value(setting);
    EXPECT_EQ(set_setting(scenario, setting.key, value), "") << setting.key;
    EXPECT_EQ(setting_text(scenario, setting.key), value);
    EXPECT_THAT(settings_given(scenario), ElementsAre(Pair(std::string(setting.key), value)));
    EXPECT_NE(scenario, Scenario());
  }
}

TEST(Scenario, EachWordOfAChoiceIsReadBack) {
  for (const Setting& setting : settings()) {
    if (setting.kind != Setting::Kind::choice) continue;
    uint64_t start = 0;
    for (uint64_t end = 0; end != std::string::npos; start = end + 1) {
      end = setting.values.find('|', start);
      const std::string word = setting.values.substr(start, end - start);
      Scenario scenario;
      EXPECT_EQ(set_setting(scenario, setting.key, word), "");
      EXPECT_EQ(setting_text(scenario, setting.key), word);
    }
  }
}

TEST(Scenario, WordsOfTypesAreThoseTypes) {
  Scenario scenario;
  EXPECT_EQ(set_setting(scenario, "weights", "int4"), "");
  EXPECT_EQ(set_setting(scenario, "activations", "fp8"), "");
  EXPECT_EQ(set_setting(scenario, "kv", "int8"), "");
  EXPECT_EQ(set_setting(scenario, "format", "guidellm"), "");
  EXPECT_EQ(set_setting(scenario, "arrivals", "closed"), "");
  EXPECT_EQ(set_setting(scenario, "router", "prefix_aware"), "");
  EXPECT_EQ(set_setting(scenario, "batching", "static"), "");
  EXPECT_EQ(scenario.weights, NumberType::int4);
  EXPECT_EQ(scenario.activations, NumberType::fp8);
  EXPECT_EQ(scenario.kv, NumberType::int8);
  EXPECT_EQ(scenario.format, TraceFormat::guidellm);
  EXPECT_EQ(scenario.arrivals, Arrivals::Kind::closed);
  EXPECT_EQ(scenario.router, sim::Router::prefix_aware);
  EXPECT_EQ(scenario.batching, sim::Batching::static_batch);
}

TEST(Scenario, WhatIsWrongIsSaidAndChangesNothing) {
  const auto problem = [](const char* key, const char* value) {
    Scenario scenario;
    const std::string text = set_setting(scenario, key, value);
    EXPECT_EQ(scenario, Scenario()) << key;
    return text;
  };
  EXPECT_EQ(problem("tp", "0"), "it must be a whole number from 1 to 1024");
  EXPECT_EQ(problem("tp", "two"), "it must be a whole number from 1 to 1024");
  EXPECT_EQ(problem("replicas", "0"), "it must be a whole number from 1 to 4096");
  EXPECT_EQ(problem("rate_per_s", "0"), "it must be a number from 1e-06 to 1000000");
  EXPECT_EQ(problem("rate_per_s", "-1"), "it must be a number from 1e-06 to 1000000");
  EXPECT_EQ(problem("rate_per_s", "nan"), "it must be a number from 1e-06 to 1000000");
  EXPECT_EQ(problem("rate_per_s", "1x"), "it must be a number from 1e-06 to 1000000");
  EXPECT_EQ(problem("percentile", "101"), "it must be a number from 1 to 100");
  EXPECT_EQ(problem("strict", "1"), "it must be on or off");
  EXPECT_EQ(problem("weights", "fp16"),
            "it must be bf16 or fp8 or int8 or int4; did you mean bf16?");
  EXPECT_EQ(problem("kv", "int4"), "it must be bf16 or fp8 or int8; did you mean int8?");
  EXPECT_EQ(problem("model", ""), "it must be a text");
  EXPECT_EQ(problem("token-buget", "1"),
            "there is no setting token-buget; did you mean token_budget?");
}

TEST(Scenario, OptionsAreTheKeysWithDashes) {
  EXPECT_EQ(option_name("token_budget"), "--token-budget");
  Scenario scenario;
  EXPECT_EQ(set_setting(scenario, "token-budget", "512"), "");
  EXPECT_EQ(scenario.token_budget, 512);
}

TEST(Scenario, AFileSetsWhatItNames) {
  const ScenarioFile file = read_scenario_text(
      "model = \"llama-3.1-8b\"\n"
      "gpu = \"h100\"\n"
      "replicas = 2\n"
      "tp = 1\n"
      "rate_per_s = 20\n"
      "prompt_log_mean = 6.9\n"
      "chunked_prefill = false\n"
      "kv = \"fp8\"\n"
      "[sweep]\n"
      "token_budget = [2048, 8192]\n"
      "gpu = [\"h100\", \"h200\"]\n",
      "my.toml");
  EXPECT_THAT(settings_given(file.scenario),
              ElementsAre(Pair("model", "llama-3.1-8b"), Pair("gpu", "h100"), Pair("replicas", "2"),
                          Pair("kv", "fp8"), Pair("chunked_prefill", "off"),
                          Pair("rate_per_s", "20"), Pair("prompt_log_mean", "6.9")));
  EXPECT_THAT(file.given,
              ::testing::UnorderedElementsAre("model", "gpu", "replicas", "tp", "rate_per_s",
                                              "prompt_log_mean", "chunked_prefill", "kv"))
      << "tp, too, though it is the default";
  ASSERT_EQ(file.sweep.size(), 2U);
  EXPECT_EQ(file.sweep[0].key, "token_budget") << "in the order of the file, not of the alphabet";
  EXPECT_THAT(file.sweep[0].values, ElementsAre("2048", "8192"));
  EXPECT_EQ(file.sweep[1].place.line, 11);
}

TEST(Scenario, PathsInAFileAreRelativeToIt) {
  const auto file = [](const std::string& line) {
    return read_scenario_text(line, "some/where/my.toml").scenario;
  };
  EXPECT_EQ(file("trace = \"a.csv\"").trace, "some/where/a.csv");
  EXPECT_EQ(file("trace = \"/a.csv\"").trace, "/a.csv");
  EXPECT_EQ(file("trace = \"-\"").trace, "-");
  EXPECT_EQ(file("hardware = \"../h.toml\"").hardware, "some/where/../h.toml");
  EXPECT_EQ(file("model = \"./config.json\"").model, "some/where/./config.json");
  EXPECT_EQ(file("model = \"llama-3.1-8b\"").model, "llama-3.1-8b");
}

TEST(Scenario, AFileWithSomethingWrongSaysWhere) {
  EXPECT_EQ(scenario_error("model = \"x\"\ngup = \"h100\"\n"),
            "my.toml:2:1: there is no setting gup; did you mean gpu?");
  EXPECT_EQ(scenario_error("token-budget = 1\n"),
            "my.toml:1:1: there is no setting token-budget; did you mean token_budget?");
  EXPECT_EQ(scenario_error("model = 8\n"), "my.toml:1:9: model must be a text in quotes");
  EXPECT_EQ(scenario_error("tp = 2.0\n"), "my.toml:1:6: tp must be a whole number from 1 to 1024");
  EXPECT_EQ(scenario_error("tp = \"2\"\n"),
            "my.toml:1:6: tp must be a whole number from 1 to 1024");
  EXPECT_EQ(scenario_error("\n tp = 0\n"),
            "my.toml:2:7: tp = 0: it must be a whole number from 1 to 1024");
  EXPECT_EQ(scenario_error("rate_per_s = nan\n"),
            "my.toml:1:14: rate_per_s = nan: it must be a number from 1e-06 to 1000000");
  EXPECT_EQ(scenario_error("strict = \"on\"\n"), "my.toml:1:10: strict must be true or false");
  EXPECT_EQ(scenario_error("batching = true\n"),
            "my.toml:1:12: batching must be a text in quotes: static or continuous");
  EXPECT_EQ(scenario_error("batching = \"contiuous\"\n"),
            "my.toml:1:12: batching = contiuous: it must be static or continuous; did you mean "
            "continuous?");
  EXPECT_EQ(scenario_error("[traffic]\nrate = 1\n"), "my.toml:1:2: there is no setting traffic");
  EXPECT_THAT(scenario_error("tp = \n"), HasSubstr("my.toml:1:6: "));
  EXPECT_EQ(scenario_error("sweep = 1\n"), "my.toml:1:9: sweep must be a table: [sweep]");
  EXPECT_EQ(scenario_error("[sweep]\ntp = 1\n"),
            "my.toml:2:6: sweep.tp must be a list of values, such as [1, 2, 4]");
  EXPECT_EQ(scenario_error("[sweep]\ntp = [1, 0]\n"),
            "my.toml:2:10: tp = 0: it must be a whole number from 1 to 1024");
  EXPECT_THAT(scenario_error("[sweep]\ntps = [1]\n"),
              HasSubstr("my.toml:2:1: there is no setting"));
}

}  // namespace
}  // namespace kitchen::real

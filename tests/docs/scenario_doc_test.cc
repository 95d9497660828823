// docs/real/scenario.md lists the settings of real/scenario.cc.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "real/scenario.h"

namespace kitchen::real {
namespace {

constexpr char kBegin[] = "<!-- settings: written by docs_test with KITCHEN_UPDATE_DOCS=1 -->\n";
constexpr char kEnd[] = "<!-- end of settings -->\n";

std::string scenario_document() {
  std::ifstream file(KITCHEN_SCENARIO_DOC);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string settings_table() {
  std::string text;
  std::string_view group;
  for (const Setting& setting : settings()) {
    if (setting.group != group) {
      group = setting.group;
      text += "\n### " + std::string(group) +
              "\n\n| key | is | must be | where not given |\n|---|---|---|---|\n";
    }
    const std::string fallback(setting.fallback.empty() ? "–" : setting.fallback);
    text += "| `" + std::string(setting.key) + "` | " + std::string(setting.help) + " | " +
            setting.allowed + " | " + fallback + " |\n";
  }
  return text + "\n";
}

TEST(ScenarioDoc, ListsEachSettingAsTheProgramHasIt) {
  const std::string text = scenario_document();
  const uint64_t begin = text.find(kBegin);
  const uint64_t end = text.find(kEnd);
  ASSERT_NE(begin, std::string::npos);
  ASSERT_NE(end, std::string::npos);
  const std::string listed = text.substr(begin, end - begin);
  const std::string real = kBegin + settings_table();
  if (std::getenv("KITCHEN_UPDATE_DOCS") != nullptr) {
    std::ofstream(KITCHEN_SCENARIO_DOC) << text.substr(0, begin) + real + text.substr(end);
  }
  EXPECT_EQ(listed, real) << "KITCHEN_UPDATE_DOCS=1 writes the list anew";
}

/// Scenario's members are set to these before any key is read; the table says so in words.
TEST(ScenarioDoc, FallbacksThatAreValuesAreThoseOfTheCode) {
  for (const Setting& setting : settings()) {
    const std::string value = setting_text(Scenario(), setting.key);
    if (value.empty()) continue;
    EXPECT_EQ(setting.fallback, value) << setting.key;
  }
}

}  // namespace
}  // namespace kitchen::real

#include "cli/validation_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace kitchen::cli {
namespace {

using ::testing::HasSubstr;

std::vector<real::ValidationRow> two_rows() {
  real::ValidationRow one;
  one.table = "TPOT";
  one.rows_of = "engine A";
  one.excluded = {{"saturated", 4}, {"corrupt", 1}};
  real::ValidationRow other = one;
  other.rows_of = "engine B";
  other.is_fitted = true;
  other.excluded = {{"saturated", 2}};
  real::fill_errors(one, {{"row 1", 0.01}, {"row 2", -0.13}});
  real::fill_errors(other, {{"row 3", 0.02}});
  return {one, other};
}

TEST(ValidationText, NamesTheWorstRowAndEachRuleOnce) {
  const std::string text = validation_text(two_rows(), Style{});
  EXPECT_THAT(
      text, HasSubstr("TPOT      engine A       2     1.0  13.0  -6.0         5  -13.0  row 2\n"));
  EXPECT_THAT(text, HasSubstr("engine B *     1"));
  EXPECT_THAT(text, HasSubstr("\nLeft out are:\n"
                              "TPOT: saturated (4 of engine A, 2 of engine B)\n"
                              "TPOT: corrupt (1 of engine A)\n"));
}

TEST(ValidationJson, HasWhatTheTableHas) {
  const auto json = nlohmann::json::parse(validation_json(two_rows()));
  ASSERT_EQ(json["rows"].size(), 2U);
  EXPECT_EQ(json["rows"][0]["worst"], -0.13);
  EXPECT_EQ(json["rows"][0]["worst_of"], "row 2");
  EXPECT_EQ(json["rows"][0]["excluded"][0]["rule"], "saturated");
  EXPECT_EQ(json["rows"][0]["excluded"][1]["rows"], 1);
  EXPECT_EQ(json["rows"][1]["fitted"], true);
}

}  // namespace
}  // namespace kitchen::cli

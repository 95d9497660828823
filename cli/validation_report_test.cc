#include "cli/validation_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace kitchen::cli {
namespace {

using ::testing::HasSubstr;

std::vector<real::ValidationRow> three_rows() {
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
  real::ValidationRow none;
  none.table = "TPOT";
  none.rows_of = "engine C";
  none.excluded = {{"odd", 3}};
  return {one, other, none};
}

TEST(ValidationText, NamesTheWorstRowAndEachRuleOnce) {
  const std::string text = validation_text(three_rows(), Style{});
  EXPECT_THAT(
      text, HasSubstr("TPOT      engine A       2     1.0  13.0  -6.0         5  -13.0  row 2\n"));
  EXPECT_THAT(text, HasSubstr("engine B *     1"));
  EXPECT_THAT(text, HasSubstr("engine C       0       -     -     -         3      -\n"));
  EXPECT_THAT(text, HasSubstr("\nLeft out are:\n"
                              "TPOT: saturated (4 of engine A, 2 of engine B)\n"
                              "TPOT: corrupt (1 of engine A)\n"
                              "TPOT: odd (3 of engine C)\n"));
}

TEST(ValidationJson, HasWhatTheTableHas) {
  const auto json = nlohmann::json::parse(validation_json(three_rows()));
  ASSERT_EQ(json["rows"].size(), 3U);
  EXPECT_EQ(json["rows"][0]["worst"], -0.13);
  EXPECT_EQ(json["rows"][0]["worst_of"], "row 2");
  EXPECT_EQ(json["rows"][0]["excluded"][0]["rule"], "saturated");
  EXPECT_EQ(json["rows"][0]["excluded"][1]["rows"], 1);
  EXPECT_EQ(json["rows"][1]["fitted"], true);
  EXPECT_TRUE(json["rows"][2]["median"].is_null()) << "nothing was compared";
}

}  // namespace
}  // namespace kitchen::cli

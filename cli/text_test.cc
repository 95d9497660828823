#include "cli/text.h"

#include <gtest/gtest.h>

namespace kitchen::cli {
namespace {

TEST(Shown, StaysOneLine) {
  EXPECT_EQ(shown("abc"), "abc");
  EXPECT_EQ(shown(""), "''");
  EXPECT_EQ(shown("a b"), "'a b'");
  EXPECT_EQ(shown("a\nb\x1b[31m"), "a?b?[31m");
  EXPECT_EQ(shown(std::string(1'000, 'x')), std::string(60, 'x') + "...");
}

TEST(Nearest, FindsTyposAndBeginnings) {
  const std::vector<std::string> names = {"shift", "verify", "explain-divergence", "serve"};
  EXPECT_EQ(nearest("shfit", names), "shift");
  EXPECT_EQ(nearest("verfy", names), "verify");
  EXPECT_EQ(nearest("explain", names), "explain-divergence");
  EXPECT_EQ(nearest("server", names), "serve");
  EXPECT_EQ(nearest("kitchen", names), "");
  EXPECT_EQ(nearest("", names), "");
  EXPECT_EQ(nearest("xyz", {"slots"}), "");
  EXPECT_EQ(nearest("x", {}), "");
}

TEST(ReadInteger, TakesDigitsAndNothingElse) {
  int64_t value = 0;
  EXPECT_TRUE(read_integer("64", value));
  EXPECT_EQ(value, 64);
  EXPECT_TRUE(read_integer("-1", value));
  EXPECT_EQ(value, -1);
  for (const char* text : {"", " 1", "1 ", "+1", "1e9", "0x10", "1.0", "abc", "--1",
                           "99999999999999999999", "\xd9\xa3"}) {
    EXPECT_FALSE(read_integer(text, value)) << text;
  }
}

TEST(DecimalMilli, LeavesOutWhatIsNought) {
  EXPECT_EQ(decimal_milli(0), "0");
  EXPECT_EQ(decimal_milli(12'500), "12.5");
  EXPECT_EQ(decimal_milli(59'999), "59.999");
  EXPECT_EQ(decimal_milli(60'000), "60");
  EXPECT_EQ(decimal_milli(-50), "-0.05");
}

TEST(Table, PadsByCharactersAndEndsLinesWithoutSpaces) {
  Table table({{"n"}, {"name", Table::Align::left}, {"end", Table::Align::left}});
  table.add_row({"1", "é", ""});
  table.add_row({"100", "longer", "x"});
  EXPECT_EQ(table.render(Style{}),
            "  n  name    end\n"
            "  1  é\n"
            "100  longer  x\n");
}

TEST(Style, IsPlainWhereThereIsNoColour) {
  EXPECT_EQ(Style{}.good("x"), "x");
  EXPECT_EQ(Style{true}.good("x"), "\x1b[32mx\x1b[0m");
}

TEST(Text, FieldsOfCsvAreQuotedWhereTheyNeedIt) {
  EXPECT_EQ(csv_field("plain text"), "plain text");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("3\" of\nit"), "\"3\"\" of\nit\"");
  EXPECT_EQ(csv_field(""), "");
}

}  // namespace
}  // namespace kitchen::cli

#include "real/lines.h"
#include "tests/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace kitchen::real {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class LinesTest : public ::testing::Test {
 protected:
  std::vector<std::string> lines_of(const std::string& text) const {
    std::ofstream(folder_ + "/file") << text;
    InputFile file(folder_ + "/file");
    LineReader reader(file);
    std::vector<std::string> lines;
    std::string_view line;
    while (reader.next(line)) lines.emplace_back(line);
    return lines;
  }

  TemporaryFolder temporary_;
  std::string folder_ = temporary_.path();
};

TEST_F(LinesTest, EndInLfOrCrlfOrNotAtAll) {
  EXPECT_THAT(lines_of("a\nb\n"), ElementsAre("a", "b"));
  EXPECT_THAT(lines_of("a\r\n\r\nb"), ElementsAre("a", "", "b"));
  EXPECT_THAT(lines_of("\xef\xbb\xbf"
                       "a\n"),
              ElementsAre("a"));
  EXPECT_THAT(lines_of(""), ElementsAre());
  EXPECT_THAT(lines_of("\n"), ElementsAre(""));
}

TEST_F(LinesTest, AreWholeAcrossThePiecesThatAreRead) {
  std::string text;
  std::vector<std::string> expected;
  for (int length = 0; length < 700; ++length) {
    expected.emplace_back(static_cast<uint64_t>(length * 3), static_cast<char>('a' + length % 26));
    text += expected.back() + "\n";
  }
  EXPECT_EQ(lines_of(text), expected);
}

TEST_F(LinesTest, ALineWithoutEndIsRefusedBeforeTheMemoryIsFull) {
  EXPECT_THROW(lines_of(std::string(17 << 20, 'x')), InputError);
}

std::vector<std::string> texts(const std::string& line) {
  std::vector<CsvField> fields(1, {"left from another line", 9});
  split_csv(line, {"f", 1, 1}, fields);
  std::vector<std::string> result;
  for (const CsvField& field : fields) result.push_back(field.text);
  return result;
}

TEST(SplitCsv, FieldsMayStandInQuotes) {
  EXPECT_THAT(texts("a,b,,c"), ElementsAre("a", "b", "", "c"));
  EXPECT_THAT(texts("\"a,b\",\"say \"\"hi\"\"\", c "), ElementsAre("a,b", "say \"hi\"", "c"));
  EXPECT_THAT(texts(""), ElementsAre(""));
  EXPECT_THAT(texts("\"\","), ElementsAre("", ""));
}

TEST(SplitCsv, KnowsTheColumnOfEachField) {
  std::vector<CsvField> fields;
  split_csv("ab, \"c\",d", {"f", 1, 1}, fields);
  EXPECT_EQ(fields[0].column, 1);
  EXPECT_EQ(fields[1].column, 5);
  EXPECT_EQ(fields[2].column, 9);
}

TEST(SplitCsv, ABrokenQuoteIsAnErrorWithItsPlace) {
  for (const char* line : {"a,\"b", "a,\"b\"c"}) {
    try {
      std::vector<CsvField> fields;
      split_csv(line, {"f", 7, 1}, fields);
      ADD_FAILURE() << line;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), ::testing::StartsWith("f:7:3: ")) << line;
    }
  }
}

}  // namespace
}  // namespace kitchen::real

#include "cli/progress_bar.h"

#include <gtest/gtest.h>

namespace kitchen::cli {
namespace {

TEST(ProgressText, SaysHowFarItIsAndHowLongItWillTake) {
  const std::string empty(30, '.');
  EXPECT_EQ(progress_text("points", 0, 12, 3), "[" + empty + "] 0 of 12 points");
  EXPECT_EQ(progress_text("points", 6, 12, 3),
            "[" + std::string(15, '#') + std::string(15, '.') + "] 6 of 12 points, 3 s left");
  EXPECT_EQ(progress_text("points", 12, 12, 3), "[" + std::string(30, '#') + "] 12 of 12 points");
  EXPECT_EQ(progress_text("points", 0, 0, 0), "[" + std::string(30, '#') + "] 0 of 0 points");
  EXPECT_EQ(progress_text("points", 1, 1001, 0.6).substr(33), "1 of 1001 points, 10 min left");
  EXPECT_EQ(progress_text("points", 1, 1001, 36).substr(33), "1 of 1001 points, 10.0 h left");
}

}  // namespace
}  // namespace kitchen::cli

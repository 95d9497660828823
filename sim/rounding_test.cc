#include "sim/rounding.h"

#include <cstdint>

#include <gtest/gtest.h>

namespace kitchen::sim {
namespace {

TEST(Rounding, DivFloorRoundsDownOnBothSidesOfZero) {
  EXPECT_EQ(div_floor(7, 2), 3);
  EXPECT_EQ(div_floor(6, 2), 3);
  EXPECT_EQ(div_floor(0, 2), 0);
  EXPECT_EQ(div_floor(-1, 2), -1);
  EXPECT_EQ(div_floor(-6, 2), -3);
  EXPECT_EQ(div_floor(-7, 2), -4);
  EXPECT_EQ(div_floor(INT64_MAX, INT64_MAX), 1);
  EXPECT_EQ(div_floor(INT64_MIN, INT64_MAX), -2);
}

TEST(Rounding, DivCeilRoundsUpOnBothSidesOfZero) {
  EXPECT_EQ(div_ceil(7, 2), 4);
  EXPECT_EQ(div_ceil(6, 2), 3);
  EXPECT_EQ(div_ceil(1, 1000), 1);
  EXPECT_EQ(div_ceil(0, 2), 0);
  EXPECT_EQ(div_ceil(-1, 2), 0);
  EXPECT_EQ(div_ceil(-7, 2), -3);
  EXPECT_EQ(div_ceil(INT64_MAX, 2), INT64_MAX / 2 + 1);
}

TEST(Rounding, MulDivFloorKeepsAProductBeyond64Bits) {
  EXPECT_EQ(mul_div_floor(7, 3, 2), 10);
  EXPECT_EQ(mul_div_floor(INT64_MAX, INT64_MAX, INT64_MAX), INT64_MAX);
  EXPECT_EQ(mul_div_floor(INT64_MAX, 1000, 1001), 9214157878975800006);
}

TEST(Rounding, MulCheckedGivesProductsThatFit) {
  EXPECT_EQ(mul_checked(0, INT64_MAX / 2), 0);
  EXPECT_EQ(mul_checked(3, 5), 15);
  EXPECT_EQ(mul_checked((int64_t{1} << 31) - 1, (int64_t{1} << 31) - 1),
            ((int64_t{1} << 31) - 1) * ((int64_t{1} << 31) - 1));
}

TEST(Rounding, AddProductCappedEndsAtTheLargestNumber) {
  EXPECT_EQ(add_product_capped(7, 3, 5), 22);
  EXPECT_EQ(add_product_capped(0, INT64_MAX, 1), INT64_MAX);
  EXPECT_EQ(add_product_capped(1, INT64_MAX, 1), INT64_MAX);
  EXPECT_EQ(add_product_capped(INT64_MAX - 15, 3, 5), INT64_MAX);
  EXPECT_EQ(add_product_capped(INT64_MAX - 16, 3, 5), INT64_MAX - 1);
  EXPECT_EQ(add_product_capped(0, INT64_MAX, INT64_MAX), INT64_MAX);
  // In parts as at once, on both sides of the end.
  const int64_t large = int64_t{1} << 40;
  for (const int64_t factor : {int64_t{1} << 22, int64_t{1} << 23, int64_t{1} << 24}) {
    const int64_t half = add_product_capped(0, large, factor / 2);
    EXPECT_EQ(add_product_capped(half, large, factor / 2), add_product_capped(0, large, factor));
  }
}

TEST(RoundingDeathTest, MulCheckedStopsAtAProductThatDoesNotFit) {
  volatile int64_t large = int64_t{1} << 40;
  EXPECT_DEATH(static_cast<void>(mul_checked(large, large)), "");
}

}  // namespace
}  // namespace kitchen::sim

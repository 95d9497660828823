#include "real/least_squares.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace kitchen::real {
namespace {

using ::testing::DoubleNear;

TEST(LeastSquares, FindsALine) {
  // y = 3 + 2 x, and one measurement that is wrong.
  const auto residuals = [](std::span<const double> at) {
    std::vector<double> errors;
    for (int x = 0; x < 20; ++x) errors.push_back(at[0] + at[1] * x - (3 + 2 * x));
    errors.push_back(at[0] - 100);
    return errors;
  };
  const std::vector<FitParameter> parameters = {{0, -10, 10}, {0, -10, 10}};
  const Fit fit = least_squares(parameters, 0.1, residuals);
  EXPECT_THAT(fit.values[0].value, DoubleNear(3, 0.1));
  EXPECT_THAT(fit.values[1].value, DoubleNear(2, 0.01));
  EXPECT_TRUE(fit.values[0].is_identified);
  EXPECT_TRUE(fit.values[1].is_identified);
}

TEST(LeastSquares, FindsTheBottomOfACurvedValley) {
  // Rosenbrock's.
  const auto residuals = [](std::span<const double> at) {
    return std::vector<double>{10 * (at[1] - at[0] * at[0]), 1 - at[0]};
  };
  const std::vector<FitParameter> parameters = {{-1.2, -3, 3}, {1, -3, 3}};
  const Fit fit = least_squares(parameters, 1e6, residuals);
  EXPECT_THAT(fit.values[0].value, DoubleNear(1, 1e-3));
  EXPECT_THAT(fit.values[1].value, DoubleNear(1, 1e-3));
}

TEST(LeastSquares, StaysWithinTheBounds) {
  const auto residuals = [](std::span<const double> at) {
    return std::vector<double>{at[0] - 5, at[0] + at[1] - 6};
  };
  const std::vector<FitParameter> parameters = {{0, 0, 2}, {0, -10, 10}};
  const Fit fit = least_squares(parameters, 10, residuals);
  EXPECT_THAT(fit.values[0].value, DoubleNear(2, 1e-9));
  EXPECT_FALSE(fit.values[0].is_identified);
  EXPECT_THAT(fit.values[1].value, DoubleNear(4, 1e-6));
}

TEST(LeastSquares, SaysWhatCannotBeToldApart) {
  // Only the sum of the first two is measured, and the fourth not at all.
  const auto residuals = [](std::span<const double> at) {
    std::vector<double> errors;
    for (int x = 0; x < 10; ++x) {
      const double noise = x % 2 == 0 ? 0.001 : -0.001;
      errors.push_back(at[0] + at[1] + at[2] * x - 4 - x + noise);
    }
    return errors;
  };
  const std::vector<FitParameter> parameters = {{1, 0, 10}, {1, 0, 10}, {0, 0, 10}, {3, 0, 10}};
  const Fit fit = least_squares(parameters, 1, residuals);
  EXPECT_THAT(fit.values[0].value + fit.values[1].value, DoubleNear(4, 0.01));
  EXPECT_FALSE(fit.values[0].is_identified && fit.values[1].is_identified);
  EXPECT_TRUE(fit.values[2].is_identified);
  EXPECT_THAT(fit.values[2].spread, DoubleNear(1e-4, 1e-4));
  EXPECT_FALSE(fit.values[3].is_identified);
  EXPECT_THAT(fit.values[3].value, DoubleNear(3, 1e-9));
}

}  // namespace
}  // namespace kitchen::real

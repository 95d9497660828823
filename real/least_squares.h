#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace kitchen::real {

inline constexpr int64_t kFitRoundsMax = 300;

/// A number to be found between two others.
struct FitParameter {
  double start = 0;
  double first = 0;
  double last = 0;
};

struct FitValue {
  double value = 0;
  /// Standard error as the residuals give it; 0 where it can't be told.
  double spread = 0;
  /// False where the residuals hardly depend on it, or it ended at the first or the last value.
  bool is_identified = false;
};

struct Fit {
  std::vector<FitValue> values;
  double loss = 0;  ///< Huber's, summed
  int64_t rounds = 0;
};

/// Residuals for values of the parameters, always as many.
using Residuals = std::function<std::vector<double>(std::span<const double>)>;

/// Levenberg and Marquardt's least squares with Huber's loss: a residual counts as its square up to
/// `outlier` and linearly beyond, so that a few wrong measurements don't decide. Only + - * / and
/// square roots. Each start must be within its bounds, first < last, outlier > 0.
Fit least_squares(std::span<const FitParameter> parameters, double outlier,
                  const Residuals& residuals, int64_t rounds_max = kFitRoundsMax);

}  // namespace kitchen::real

#include "real/least_squares.h"

#include <algorithm>
#include <cmath>

#include "sim/check.h"

namespace kitchen::real {
namespace {

// Of the derivative, as a share of the bounds' distance: wide enough for residuals that are
// rounded.
constexpr double kStep = 1e-3;
constexpr double kDampingFirst = 1e-3;
constexpr double kDampingMax = 1e6;
constexpr double kGainMin = 1e-9;   // of the loss
constexpr double kPivotMin = 1e-9;  // of the matrix scaled to ones on its diagonal
constexpr double kAtBound = 1e-9;

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

/// Everything in shares of the distance between the bounds: 0…1.
class LeastSquares {
 public:
  LeastSquares(std::span<const FitParameter> parameters, double outlier, const Residuals& residuals)
      : parameters_(parameters.begin(), parameters.end()),
        outlier_(outlier),
        residuals_(residuals) {
    for (const FitParameter& parameter : parameters_) {
      KITCHEN_CHECK(parameter.first < parameter.last);
      KITCHEN_CHECK(parameter.start >= parameter.first && parameter.start <= parameter.last);
      at_.push_back((parameter.start - parameter.first) / (parameter.last - parameter.first));
    }
    now_ = residuals_(values(at_));
    loss_ = loss(now_);
  }

  Fit run(int64_t rounds_max) {
    double damping = kDampingFirst;
    Fit fit;
    linearise();
    while (fit.rounds < rounds_max && damping < kDampingMax) {
      ++fit.rounds;
      const Vector next = step(damping);
      const Vector there = residuals_(values(next));
      const double loss_there = loss(there);
      if (loss_there >= loss_) {
        damping *= 4;
        continue;
      }
      const bool is_done = loss_ - loss_there <= kGainMin * loss_;
      at_ = next;
      now_ = there;
      loss_ = loss_there;
      if (is_done) break;
      damping = std::max(damping / 3, 1e-12);
      linearise();
    }
    linearise();
    fit.loss = loss_;
    fit.values = result();
    return fit;
  }

 private:
  uint64_t count() const { return parameters_.size(); }

  Vector values(const Vector& at) const {
    Vector result;
    for (uint64_t i = 0; i < at.size(); ++i) {
      const FitParameter& parameter = parameters_[i];
      result.push_back(parameter.first + at[i] * (parameter.last - parameter.first));
    }
    return result;
  }

  double weight(double residual) const {
    const double size = std::abs(residual);
    return size <= outlier_ ? 1 : outlier_ / size;
  }

  double loss(const Vector& residuals) const {
    double sum = 0;
    for (const double residual : residuals) {
      const double size = std::abs(residual);
      sum += size <= outlier_ ? size * size / 2 : outlier_ * (size - outlier_ / 2);
    }
    return sum;
  }

  // The normal equations at this place.
  void linearise() {
    Matrix slopes;
    for (uint64_t i = 0; i < count(); ++i) {
      Vector moved = at_;
      const double by = at_[i] + kStep <= 1 ? kStep : -kStep;
      moved[i] += by;
      Vector slope = residuals_(values(moved));
      for (uint64_t row = 0; row < slope.size(); ++row) slope[row] = (slope[row] - now_[row]) / by;
      slopes.push_back(std::move(slope));
    }
    normal_.assign(count(), Vector(count(), 0));
    gradient_.assign(count(), 0);
    for (uint64_t row = 0; row < now_.size(); ++row) {
      const double share = weight(now_[row]);
      for (uint64_t i = 0; i < count(); ++i) {
        gradient_[i] += share * slopes[i][row] * now_[row];
        for (uint64_t j = 0; j < count(); ++j) {
          normal_[i][j] += share * slopes[i][row] * slopes[j][row];
        }
      }
    }
  }

  // Whether it may move: not where it stands at a bound and would go on beyond.
  bool is_free(uint64_t i) const {
    const bool is_below = at_[i] <= kAtBound && gradient_[i] > 0;
    const bool is_above = at_[i] >= 1 - kAtBound && gradient_[i] < 0;
    return normal_[i][i] > 0 && !is_below && !is_above;
  }

  std::vector<uint64_t> free_places() const {
    std::vector<uint64_t> places;
    for (uint64_t i = 0; i < count(); ++i) {
      if (is_free(i)) places.push_back(i);
    }
    return places;
  }

  // The part of the normal equations that may move, with ones on its diagonal.
  Matrix scaled(const std::vector<uint64_t>& places) const {
    Matrix matrix;
    for (const uint64_t i : places) {
      Vector row;
      for (const uint64_t j : places) {
        row.push_back(normal_[i][j] / std::sqrt(normal_[i][i] * normal_[j][j]));
      }
      matrix.push_back(std::move(row));
    }
    return matrix;
  }

  Vector step(double damping) const {
    const std::vector<uint64_t> places = free_places();
    Matrix matrix = scaled(places);
    Vector right;
    for (uint64_t i = 0; i < places.size(); ++i) {
      matrix[i][i] += damping;
      right.push_back(-gradient_[places[i]] / std::sqrt(normal_[places[i]][places[i]]));
    }
    solve(matrix, right);
    Vector next = at_;
    for (uint64_t i = 0; i < places.size(); ++i) {
      const uint64_t place = places[i];
      const double by = right[i] / std::sqrt(normal_[place][place]);
      next[place] = std::clamp(at_[place] + by, 0.0, 1.0);
    }
    return next;
  }

  // Gauss's elimination without pivoting: the matrix is symmetric and positive. Where a pivot is
  // next to nothing, that unknown becomes 0.
  static void solve(Matrix matrix, Vector& right) {
    const uint64_t size = right.size();
    for (uint64_t i = 0; i < size; ++i) {
      if (matrix[i][i] < kPivotMin) {
        matrix[i].assign(size, 0);
        matrix[i][i] = 1;
        right[i] = 0;
      }
      for (uint64_t below = i + 1; below < size; ++below) {
        const double share = matrix[below][i] / matrix[i][i];
        for (uint64_t j = i; j < size; ++j) matrix[below][j] -= share * matrix[i][j];
        right[below] -= share * right[i];
      }
    }
    for (uint64_t i = size; i-- > 0;) {
      for (uint64_t j = i + 1; j < size; ++j) right[i] -= matrix[i][j] * right[j];
      right[i] /= matrix[i][i];
    }
  }

  // How much of a parameter's effect the others can't make up for, 0…1: what is left of its ones on
  // the diagonal once all others are eliminated.
  static double own_share(const Matrix& matrix, uint64_t place) {
    Vector unit(matrix.size(), 0);
    unit[place] = 1;
    solve(matrix, unit);
    return unit[place] > 0 ? 1 / unit[place] : 0;
  }

  std::vector<FitValue> result() const {
    const Vector found = values(at_);
    const std::vector<uint64_t> places = free_places();
    const Matrix matrix = scaled(places);
    const double freedom =
        std::max(1.0, static_cast<double>(now_.size()) - static_cast<double>(places.size()));
    const double variance = 2 * loss_ / freedom;
    std::vector<FitValue> result;
    for (const double value : found) result.push_back({value, 0, false});
    for (uint64_t i = 0; i < places.size(); ++i) {
      const uint64_t place = places[i];
      const double own = own_share(matrix, i);
      if (own < kPivotMin) continue;
      const double width = parameters_[place].last - parameters_[place].first;
      FitValue& value = result[place];
      value.spread = width * std::sqrt(variance / (own * normal_[place][place]));
      value.is_identified = value.spread < width / 2;
    }
    return result;
  }

  std::vector<FitParameter> parameters_;
  double outlier_;
  const Residuals& residuals_;
  Vector at_;
  Vector now_;
  double loss_ = 0;
  Matrix normal_;
  Vector gradient_;
};

}  // namespace

Fit least_squares(std::span<const FitParameter> parameters, double outlier,
                  const Residuals& residuals, int64_t rounds_max) {
  KITCHEN_CHECK(outlier > 0);
  return LeastSquares(parameters, outlier, residuals).run(rounds_max);
}

}  // namespace kitchen::real

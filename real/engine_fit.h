#pragma once

#include <span>
#include <string>
#include <vector>

#include "real/least_squares.h"
#include "real/measured_rows.h"

namespace kitchen::real {

/// A number of an engine that is to be found, by its key in a hardware file, between two values in
/// the file's unit.
struct FitKey {
  std::string key;
  double first = 0;
  double last = 0;
};

/// The engine with these values, in the order of the keys and in a hardware file's units. Each key
/// must be one of engine_fields().
Engine with_values(Engine engine, std::span<const FitKey> keys, std::span<const double> values);

struct EngineFit {
  Engine engine;  ///< the start with what was found
  Fit fit;        ///< values as in a hardware file, in the order of the keys
};

/// The numbers with which the law comes closest to measurements: the least sum of squared relative
/// errors, by which those above 5 % count less. Each key must be one of engine_fields().
EngineFit fit_engine(const Engine& start, std::span<const FitKey> keys,
                     const std::vector<MeasuredRow>& rows, const Computed& computed,
                     int64_t rounds_max = kFitRoundsMax);

}  // namespace kitchen::real

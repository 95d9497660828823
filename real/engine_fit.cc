#include "real/engine_fit.h"

#include <algorithm>

namespace kitchen::real {
namespace {

constexpr double kOutlier = 0.05;

}  // namespace

Engine with_values(Engine engine, std::span<const FitKey> keys, std::span<const double> values) {
  for (uint64_t i = 0; i < keys.size(); ++i) {
    const EngineField& field = find_engine_field(keys[i].key);
    (engine.*field.field).value = values[i] * field.unit;
  }
  return engine;
}

EngineFit fit_engine(const Engine& start, std::span<const FitKey> keys,
                     const std::vector<MeasuredRow>& rows, const Computed& computed,
                     int64_t rounds_max) {
  std::vector<FitParameter> parameters;
  for (const FitKey& key : keys) {
    const double value = value_in_file(start, find_engine_field(key.key));
    parameters.push_back({std::clamp(value, key.first, key.last), key.first, key.last});
  }
  std::vector<MeasuredRow> now = rows;
  const auto residuals = [&](std::span<const double> values) {
    const Engine engine = with_values(start, keys, values);
    std::vector<double> errors;
    for (MeasuredRow& row : now) {
      row.deployment.engine = engine;
      errors.push_back(computed(row) / row.measured_s - 1);
    }
    return errors;
  };
  EngineFit result;
  result.fit = least_squares(parameters, kOutlier, residuals, rounds_max);
  std::vector<double> values;
  for (const FitValue& value : result.fit.values) values.push_back(value.value);
  result.engine = with_values(start, keys, values);
  return result;
}

}  // namespace kitchen::real

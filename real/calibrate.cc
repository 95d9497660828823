#include "real/calibrate.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "real/cost.h"
#include "real/engine_fit.h"
#include "real/hardware_file.h"
#include "real/number_text.h"
#include "real/text.h"
#include "real/time_units.h"
#include "sim/check.h"

namespace kitchen::real {
namespace {

constexpr double kBenchNoise = 0.02;  // of a mean that is measured again
constexpr double kOutlierShare = 0.1;
/// How strongly a number is held to the preset's where the results say nothing: a thousandth of
/// what one mean says.
constexpr double kPull = 1e-3;
constexpr double kDifference = 0.01;  // of a range, for slopes
/// Of its range taken as equally likely before (that has a variance of 1/12), how much of the
/// standard deviation may be left in what is called identified.
constexpr double kLeftMost = 0.5;
constexpr double kRangeVariance = 1.0 / 12;
constexpr double kStandardErrors95 = 1.96;  // of a normal distribution, either way

/// What is fitted of a deployment: the numbers that its types and GPUs use. A step's overhead isn't
/// among them: with one model it can't be told from the layers'.
std::vector<FitKey> keys_of(const Deployment& deployment) {
  const Precision& precision = deployment.precision;
  std::string weights = "weight_efficiency";
  if (precision.weights != NumberType::bf16)
    weights += "_" + std::string(type_name(precision.weights));
  const bool fp8 = precision.activations == NumberType::fp8;
  return {{"layer_overhead_us", 0, 200},
          {"per_request_us", 0, 200},
          {weights, 0.3, 1},
          {precision.kv == NumberType::bf16 ? "kv_efficiency" : "kv_efficiency_fp8", 0.3, 1},
          {fp8 ? "compute_efficiency_fp8" : "compute_efficiency", 0.2, 1}};
}

class Calibrator {
 public:
  Calibrator(const RunSetup& setup, std::span<const BenchResult> results)
      : setup_(setup), results_(results), keys_(keys_of(setup.deployment)) {
    tokens_max_ = sim::step_tokens_max(setup.cluster.replica);
    for (FitKey& key : keys_) {
      const double given = value_in_file(setup.deployment.engine, find_engine_field(key.key));
      start_.push_back(given);
      // A preset may say more than the usual range. What isn't identified stays as it says.
      key.first = std::min(key.first, given);
      key.last = std::max(key.last, given);
    }
  }

  Calibration run() {
    std::vector<uint64_t> all;
    for (uint64_t i = 0; i < keys_.size(); ++i) all.push_back(i);
    const std::vector<double> rough = fit(all);
    const std::vector<uint64_t> told = identified(rough, all);
    const std::vector<double> found = told.size() == all.size() ? rough : fit(told);
    return result(found, told);
  }

 private:
  /// TTFT and TPOT of each result, in seconds.
  std::vector<double> computed(const std::vector<double>& values) const {
    RunSetup setup = setup_;
    setup.deployment.engine = with_values(setup_.deployment.engine, keys_, values);
    setup.cost = std::make_shared<const sim::ServingCost>(
        CostLaw(setup.deployment).coefficients(tokens_max_));
    std::vector<double> means;
    for (const BenchResult& result : results_) {
      setup.cluster.clients = result.clients;
      ListedSource source(result.requests);
      const RunOutcome outcome = real::run(setup, source);
      check_served(result, outcome);
      means.push_back(seconds_of(outcome.metrics.ttft().mean()));
      means.push_back(seconds_of(outcome.metrics.tpot().mean()));
    }
    return means;
  }

  /// The means measured are of all requests, so all must be served: throws InputError.
  void check_served(const BenchResult& result, const RunOutcome& outcome) const {
    const Place place{result.file, 0, 0};
    if (outcome.stopped != sim::StopReason::none) {
      throw InputError(place, "served by this engine it would take longer than a run may");
    }
    if (outcome.metrics.not_finished() > 0) {
      int64_t longest = 0;
      for (const Request& request : result.requests) {
        longest = std::max(longest, request.prompt_tokens + request.output_tokens);
      }
      throw InputError(place, std::to_string(outcome.metrics.not_finished()) + " of " +
                                  std::to_string(result.requests.size()) +
                                  " requests can't be served to their end: the longest has " +
                                  std::to_string(longest) +
                                  " tokens with its output; the context holds " +
                                  std::to_string(setup_.cluster.replica.context_tokens_max) +
                                  ", the KV cache " + std::to_string(setup_.capacity.tokens()) +
                                  ". Model, GPUs and limits must be those of the benchmark");
    }
    if (outcome.metrics.tpot().count() == 0) {
      throw InputError(place, "no request has an output of two tokens, so there is no TPOT");
    }
  }

  std::vector<double> errors(const std::vector<double>& values) const {
    std::vector<double> errors = computed(values);
    for (uint64_t i = 0; i < errors.size(); ++i) errors[i] = errors[i] / measured(i) - 1;
    return errors;
  }

  double measured(uint64_t place) const {
    const BenchResult& result = results_[place / 2];
    return place % 2 == 0 ? result.ttft_s : result.tpot_s;
  }

  double width(uint64_t key) const { return keys_[key].last - keys_[key].first; }

  /// The best values of some keys; the others stay.
  std::vector<double> fit(const std::vector<uint64_t>& free) const {
    if (free.empty()) return start_;
    std::vector<FitParameter> parameters;
    for (const uint64_t key : free) {
      parameters.push_back({start_[key], keys_[key].first, keys_[key].last});
    }
    const auto values_of = [&](std::span<const double> found) {
      std::vector<double> values = start_;
      for (uint64_t i = 0; i < free.size(); ++i) values[free[i]] = found[i];
      return values;
    };
    const Fit fit = least_squares(parameters, kOutlierShare, [&](std::span<const double> found) {
      std::vector<double> residuals = errors(values_of(found));
      for (uint64_t i = 0; i < free.size(); ++i) {
        residuals.push_back(kPull * (found[i] - start_[free[i]]) / width(free[i]));
      }
      return residuals;
    });
    std::vector<double> found;
    for (const FitValue& value : fit.values) found.push_back(value.value);
    return values_of(found);
  }

  /// How each mean's error changes with each key over its range, at these values.
  std::vector<std::vector<double>> slopes(const std::vector<double>& values) const {
    std::vector<std::vector<double>> all;
    for (uint64_t key = 0; key < keys_.size(); ++key) {
      std::vector<double> below = values;
      std::vector<double> above = values;
      below[key] = std::max(keys_[key].first, values[key] - kDifference * width(key));
      above[key] = std::min(keys_[key].last, values[key] + kDifference * width(key));
      const double by = (above[key] - below[key]) / width(key);
      const std::vector<double> low = errors(below);
      std::vector<double> slope = errors(above);
      for (uint64_t i = 0; i < slope.size(); ++i) slope[i] = (slope[i] - low[i]) / by;
      all.push_back(std::move(slope));
    }
    return all;
  }

  /// The keys that the results tell from each other. The one of which most is left open is given
  /// up, one at a time, because without it the others may be told.
  std::vector<uint64_t> identified(const std::vector<double>& values, std::vector<uint64_t> keys) {
    const std::vector<std::vector<double>> slope = slopes(values);
    double squares = 0;
    for (const double error : errors(values)) squares += error * error;
    const auto count = static_cast<double>(2 * results_.size());
    const double noise = std::max(kBenchNoise, std::sqrt(squares / count));
    spread_.assign(keys_.size(), 0);
    while (!keys.empty()) {
      uint64_t worst = 0;
      double most = 0;
      for (uint64_t i = 0; i < keys.size(); ++i) {
        const double left = std::sqrt(variance_left(slope, keys, i, noise));
        spread_[keys[i]] = left * width(keys[i]);
        if (left <= most) continue;
        most = left;
        worst = i;
      }
      if (most <= kLeftMost * std::sqrt(kRangeVariance)) break;
      keys.erase(keys.begin() + static_cast<std::ptrdiff_t>(worst));
    }
    return keys;
  }

  /// The variance of one key, in shares of its range, that the results leave: of the inverse of
  /// slopes' products over the noise and the range's own precision. By elimination: what remains on
  /// its diagonal when the others are gone is its precision.
  static double variance_left(const std::vector<std::vector<double>>& slope,
                              const std::vector<uint64_t>& keys, uint64_t place, double noise) {
    std::vector<uint64_t> order = keys;
    std::swap(order[place], order.back());
    const uint64_t size = order.size();
    std::vector<std::vector<double>> matrix(size, std::vector<double>(size, 0));
    for (uint64_t i = 0; i < size; ++i) {
      for (uint64_t j = 0; j < size; ++j) {
        for (uint64_t row = 0; row < slope[order[i]].size(); ++row) {
          matrix[i][j] += slope[order[i]][row] * slope[order[j]][row] / (noise * noise);
        }
      }
      matrix[i][i] += 1 / kRangeVariance;
    }
    for (uint64_t i = 0; i + 1 < size; ++i) {
      for (uint64_t below = i + 1; below < size; ++below) {
        const double share = matrix[below][i] / matrix[i][i];
        for (uint64_t j = i; j < size; ++j) matrix[below][j] -= share * matrix[i][j];
      }
    }
    return 1 / matrix[size - 1][size - 1];
  }

  Calibration result(const std::vector<double>& found, const std::vector<uint64_t>& told) const {
    Calibration calibration;
    calibration.engine = with_values(setup_.deployment.engine, keys_, found);
    for (uint64_t key = 0; key < keys_.size(); ++key) {
      CalibratedField field;
      field.key = keys_[key].key;
      field.preset = start_[key];
      field.value = found[key];
      field.is_identified = std::ranges::find(told, key) != told.end();
      if (field.is_identified) {
        const double either_way = kStandardErrors95 * spread_[key];
        field.low = std::max(keys_[key].first, field.value - either_way);
        field.high = std::min(keys_[key].last, field.value + either_way);
      }
      calibration.fields.push_back(std::move(field));
    }
    const std::vector<double> before = computed(start_);
    const std::vector<double> after = computed(found);
    for (uint64_t i = 0; i < before.size(); ++i) {
      calibration.means.push_back(
          {results_[i / 2].file, i % 2 == 0 ? "TTFT" : "TPOT", measured(i), before[i], after[i]});
    }
    return calibration;
  }

  const RunSetup& setup_;
  std::span<const BenchResult> results_;
  std::vector<FitKey> keys_;
  int64_t tokens_max_ = 0;
  std::vector<double> start_;
  std::vector<double> spread_;  // standard errors
};

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return result + "\"";
}

}  // namespace

int64_t Calibration::identified() const {
  return std::ranges::count_if(fields, &CalibratedField::is_identified);
}

Calibration calibrate(const RunSetup& setup, std::span<const BenchResult> results) {
  KITCHEN_CHECK(!results.empty());
  return Calibrator(setup, results).run();
}

std::string engine_file(const Calibration& calibration, const std::string& name,
                        const std::string& source) {
  const Engine& engine = calibration.engine;
  std::string text = "[engine." + quoted(name) + "]\n";
  text += "title = " + quoted(engine.title + ", calibrated") + "\n";
  const std::string preset(preset_name(engine));
  const Hardware bundled;
  if (std::ranges::find(bundled.bundled_engines(), preset) != bundled.bundled_engines().end()) {
    text += "based_on = " + quoted(preset) + "\n";
  }
  for (const EngineField& field : engine_fields()) {
    const auto fitted = std::ranges::find(calibration.fields, field.key, &CalibratedField::key);
    const bool is_fitted = fitted != calibration.fields.end() && fitted->is_identified;
    const std::string from = is_fitted ? source : engine.name + ": " + (engine.*field.field).source;
    text += std::string(field.key) + " = { value = " + number_text(value_in_file(engine, field)) +
            ", source = " + quoted(from) + " }\n";
  }
  const auto add_share = [&](const char* key, const Quantity& share) {
    text += std::string(key) + " = { value = " + number_text(share.value) +
            ", source = " + quoted(engine.name + ": " + share.source) + " }\n";
  };
  add_share("expert_efficiency", engine.expert_efficiency);
  add_share("expert_efficiency_fp8", engine.expert_efficiency_fp8);
  text += std::string("lm_head_sharded = ") + (engine.lm_head_sharded ? "true" : "false") + "\n";
  text += "block_tokens = " + std::to_string(engine.block_tokens) + "\n";
  text += "requests_max = " + std::to_string(engine.requests_max) + "\n";
  return text + "token_budget = " + std::to_string(engine.token_budget) + "\n";
}

}  // namespace kitchen::real

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "real/hardware_file.h"
#include "real/scenario.h"

// Many runs that differ in some settings: docs/real/sweep.md.
namespace kitchen::real {

/// Bumped whenever the same scenario gives other figures on purpose, so that old results aren't
/// taken for new ones. Presets and models needn't bump it: they count themselves.
inline constexpr int64_t kRunRulesVersion = 2;

inline constexpr int64_t kSweepPointsMax = 100'000;

/// Reads "tp=1,2,4" or, of numbers, "requests_max=32:256:32" (first:last:step, the last only where
/// it is met). Throws InputError: no such setting (with the nearest), a value it can't have, one
/// that stands there twice.
ScenarioAxis read_axis(std::string_view text);

/// Every combination of the axes' values. Points count from 0; the last axis turns fastest.
class SweepGrid {
 public:
  /// Throws InputError: no axis, two of the same setting, a value that stands there twice, more
  /// points than kSweepPointsMax, a file that is standard input (it can be read only once).
  SweepGrid(Scenario base, std::vector<ScenarioAxis> axes);

  const Scenario& base() const { return base_; }
  const std::vector<ScenarioAxis>& axes() const { return axes_; }
  int64_t points() const { return points_; }
  std::vector<std::string> values(int64_t point) const;  ///< one of each axis
  Scenario scenario(int64_t point) const;

 private:
  Scenario base_;
  std::vector<ScenarioAxis> axes_;
  int64_t points_ = 1;
};

/// Throws InputError, once and at the beginning, where a model, GPU or engine of the grid isn't
/// known or a hardware file varies. Whether they go together is each point's own question.
void check_names(const SweepGrid& grid, const Hardware& hardware);

/// Hashes of scenarios: the same settings, the same contents of the files that they name (not the
/// same paths), the same presets and models of the program, the same rules.
class Fingerprints {
 public:
  Fingerprints();

  /// 16 hexadecimal digits. Reads each file once. Throws InputError where one can't be read.
  std::string of(const Scenario& scenario);

  /// What of() is made of but for the settings that vary: key and value of each, of a file
  /// "contents HASH", and "program" with the hash of what it brings itself.
  std::vector<std::pair<std::string, std::string>> common(const Scenario& base,
                                                          const std::vector<ScenarioAxis>& axes);

 private:
  uint64_t of_file(const std::string& path);

  uint64_t program_ = 0;  // of what the program itself brings
  std::map<std::string, uint64_t> files_;
};

/// A figure of a run by its name, rounded as in its report, so that a results file gives the same
/// table as the run itself. One that can't be told (a percentile of nothing) has no value.
struct Figure {
  std::string name;
  std::variant<std::monostate, bool, int64_t, double, std::string> value;
  bool operator==(const Figure&) const = default;
};

/// "" where there is no value.
std::string figure_value_text(const Figure& figure);

/// What came of a point.
struct PointOutcome {
  std::vector<Figure> figures;
  std::string refused;                     ///< why it can't be run; then there are no figures
  std::vector<std::string> warnings = {};  ///< of its trace; results files don't keep them
  bool operator==(const PointOutcome&) const = default;
};

/// A finished point as a line of a results file: it says itself what it belongs to.
struct SweepRecord {
  std::string grid;                                           ///< hash of all points' keys
  int64_t points = 0;                                         ///< of the whole grid
  int64_t point = 0;                                          ///< from 0
  std::string key;                                            ///< Fingerprints::of() its scenario
  std::vector<std::pair<std::string, std::string>> settings;  ///< that vary
  PointOutcome outcome;
  /// Fingerprints::common(), so that a file can tell what its sweep was of.
  std::vector<std::pair<std::string, std::string>> common = {};
  bool operator==(const SweepRecord&) const = default;
};

/// The hash of a grid whose points have these keys.
std::string grid_fingerprint(const std::vector<std::string>& keys);

/// What sets the sweep of a point apart from that of another, in words: "seed is 1 there and 2
/// here", "trace has other contents"; "" where the points don't tell.
std::string sweep_difference(const SweepRecord& there, const SweepRecord& here);

/// One line of JSON with its end.
std::string record_line(const SweepRecord& record);

struct SweepResults {
  std::vector<SweepRecord> records;  ///< each point once, rising
  std::vector<std::string> warnings;
};

/// Reads a results file. A last line without its end was being written when the program was killed:
/// it is left out, with a warning. Throws InputError with its place where another line is no result
/// of a sweep, is of another sweep than the first, or says of a point otherwise than one before.
SweepResults read_sweep_results(const std::string& path);

/// Puts the results of several files together. Throws InputError where they are of different
/// sweeps, or differ in a point.
SweepResults merge_sweep_results(const std::vector<std::string>& paths);

/// Points of the sweep that aren't among the results, as text: "3, 7-9"; "" where all are.
std::string missing_points(const SweepResults& results);

/// A part of a sweep: points number, number + count, ...; counted from 0.
struct Shard {
  int64_t number = 0;
  int64_t count = 1;
};

/// Reads "2/8", the second of eight. Throws InputError.
Shard read_shard(std::string_view text);

}  // namespace kitchen::real

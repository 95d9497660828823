#include "real/sweep.h"

#include <algorithm>
#include <set>

#include "real/data.h"
#include "real/input_file.h"
#include "real/model_config.h"
#include "real/number_text.h"
#include "real/text.h"
#include "sim/hash.h"

namespace kitchen::real {
namespace {

constexpr int64_t kDigitsMax = 9;  // after the point of a range's numbers
constexpr int64_t kRangeMax = INT64_C(1'000'000'000'000'000);
constexpr int64_t kShardsMax = 1'000'000;
constexpr uint64_t kFilePart = 1 << 16;

[[noreturn]] void fail_axis(std::string_view text, const std::string& why) {
  throw InputError("--vary " + shown(text) + ": " + why);
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  uint64_t start = 0;
  while (true) {
    const uint64_t end = text.find(separator, start);
    parts.emplace_back(text.substr(start, end - start));
    if (end == std::string_view::npos) return parts;
    start = end + 1;
  }
}

/// Digits after the point; -1 where the text is no plain decimal number.
int64_t decimals_of(std::string_view text) {
  const uint64_t point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  int64_t ignored = 0;
  if (!read_integer(whole, ignored)) return -1;
  if (point == std::string_view::npos) return 0;
  const std::string_view rest = text.substr(point + 1);
  const bool digits = std::ranges::all_of(rest, [](char c) { return c >= '0' && c <= '9'; });
  return digits && !rest.empty() ? std::ssize(rest) : -1;
}

/// The number in units of its last place: "0.25" with three decimals is 250. False where it is too
/// large.
bool read_scaled(std::string text, int64_t decimals, int64_t& value) {
  int64_t digits = decimals_of(text);
  std::erase(text, '.');
  for (; digits < decimals; ++digits) text += '0';
  return read_integer(text, value) && value >= -kRangeMax && value <= kRangeMax;
}

std::string scaled_text(int64_t value, int64_t decimals) {
  std::string digits = std::to_string(value < 0 ? -value : value);
  const auto places = static_cast<uint64_t>(decimals);
  if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
  if (decimals > 0) digits.insert(digits.size() - places, ".");
  return (value < 0 ? "-" : "") + digits;
}

/// The values of "first:last:step". In whole numbers of the last decimal, so that 0.1 + 0.2 is 0.3.
std::vector<std::string> range_values(std::string_view axis, std::string_view text) {
  const std::vector<std::string> parts = split(text, ':');
  if (parts.size() != 3) {
    fail_axis(axis, shown(text) + " is no range; a range is FIRST:LAST:STEP, such as 32:256:32");
  }
  int64_t decimals = 0;
  for (const std::string& part : parts) {
    const int64_t digits = decimals_of(part);
    if (digits < 0 || digits > kDigitsMax)
      fail_axis(axis, shown(part) + " is no number of a range");
    decimals = std::max(decimals, digits);
  }
  int64_t numbers[3] = {0, 0, 0};
  for (uint64_t i = 0; i < 3; ++i) {
    if (!read_scaled(parts[i], decimals, numbers[i]))
      fail_axis(axis, shown(parts[i]) + " is too large");
  }
  const auto [first, last, step] = numbers;
  if (step <= 0 || last < first) {
    fail_axis(axis,
              shown(text) + ": the step must be above 0 and the last value not below the first");
  }
  if ((last - first) / step >= kSweepPointsMax) {
    fail_axis(axis, shown(text) + " has more than " + std::to_string(kSweepPointsMax) + " values");
  }
  std::vector<std::string> values;
  for (int64_t value = first; value <= last; value += step) {
    values.push_back(scaled_text(value, decimals));
  }
  return values;
}

bool is_numeric(const Setting& setting) {
  return setting.kind == Setting::Kind::whole || setting.kind == Setting::Kind::number;
}

/// The value as setting_text() has it, so that 0.50 and 0.5 are the same.
std::string canonical(const std::string& key, const std::string& value) {
  Scenario scenario;
  set_setting(scenario, key, value);
  return setting_text(scenario, key);
}

/// Eight bytes at a time; the length first, so that no two lists of texts look alike.
void add_text(sim::Fnv1a64& hash, std::string_view text) {
  hash.add(std::ssize(text));
  for (uint64_t start = 0; start < text.size(); start += 8) {
    uint64_t word = 0;
    const std::string_view part = text.substr(start, 8);
    for (uint64_t i = 0; i < part.size(); ++i) {
      word |= static_cast<uint64_t>(static_cast<unsigned char>(part[i])) << (8 * i);
    }
    hash.add(static_cast<int64_t>(word));
  }
}

/// Whether a setting's value names a file.
bool is_file(const Setting& setting, const std::string& value) {
  if (setting.key == "model") return is_model_file(value);
  return setting.kind == Setting::Kind::path;
}

const Setting& setting_of(std::string_view key) {
  return *std::ranges::find(settings(), key, &Setting::key);
}

void check_axis(const ScenarioAxis& axis) {
  std::set<std::string> seen;
  for (const std::string& value : axis.values) {
    if (!seen.insert(value).second) {
      throw InputError(axis.place, axis.key + ": " + shown(value) + " stands there twice");
    }
    if (value == "-" && is_file(setting_of(axis.key), value)) {
      throw InputError(axis.place, axis.key + ": standard input can be read only once");
    }
  }
}

}  // namespace

ScenarioAxis read_axis(std::string_view text) {
  const uint64_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == text.size()) {
    fail_axis(text, "it must be KEY=VALUE,VALUE,... or KEY=FIRST:LAST:STEP");
  }
  std::string key(text.substr(0, equals));
  std::ranges::replace(key, '-', '_');
  const auto setting = std::ranges::find(settings(), key, &Setting::key);
  if (setting == settings().end()) fail_axis(text, unknown_setting(key));
  ScenarioAxis axis{key, {}, {}};
  for (const std::string& part : split(text.substr(equals + 1), ',')) {
    const bool is_range = is_numeric(*setting) && part.find(':') != std::string::npos;
    const auto values = is_range ? range_values(text, part) : std::vector<std::string>{part};
    for (const std::string& value : values) {
      Scenario tried;
      const std::string problem = set_setting(tried, key, value);
      if (!problem.empty()) fail_axis(text, key + " = " + shown(value) + ": " + problem);
      axis.values.push_back(setting_text(tried, key));
    }
  }
  check_axis(axis);
  return axis;
}

SweepGrid::SweepGrid(Scenario base, std::vector<ScenarioAxis> axes)
    : base_(std::move(base)), axes_(std::move(axes)) {
  if (axes_.empty()) {
    throw InputError("nothing varies; give --vary KEY=VALUES or a [sweep] table in the scenario");
  }
  std::set<std::string> keys;
  for (ScenarioAxis& axis : axes_) {
    if (!keys.insert(axis.key).second) {
      throw InputError(axis.place, axis.key + " varies twice; give its values in one list");
    }
    for (std::string& value : axis.values) value = canonical(axis.key, value);
    check_axis(axis);
    points_ *= std::ssize(axis.values);
    if (points_ > kSweepPointsMax) {
      throw InputError("the grid has more than " + std::to_string(kSweepPointsMax) + " points");
    }
  }
  for (const auto& [key, value] : settings_given(base_)) {
    if (value == "-" && is_file(setting_of(key), value)) {
      throw InputError(option_name(key) + " -: standard input can be read only once; give a file");
    }
  }
}

std::vector<std::string> SweepGrid::values(int64_t point) const {
  std::vector<std::string> values(axes_.size());
  for (uint64_t i = axes_.size(); i-- > 0;) {
    const int64_t count = std::ssize(axes_[i].values);
    values[i] = axes_[i].values[static_cast<uint64_t>(point % count)];
    point /= count;
  }
  return values;
}

Scenario SweepGrid::scenario(int64_t point) const {
  Scenario scenario = base_;
  const std::vector<std::string> chosen = values(point);
  for (uint64_t i = 0; i < axes_.size(); ++i) set_setting(scenario, axes_[i].key, chosen[i]);
  return scenario;
}

Fingerprints::Fingerprints() {
  sim::Fnv1a64 hash;
  hash.add(kRunRulesVersion);
  for (const std::string_view data : {kGpusToml, kEnginesToml, kModelsJson}) add_text(hash, data);
  program_ = hash.value();
}

std::string Fingerprints::of(const Scenario& scenario) {
  sim::Fnv1a64 hash;
  hash.add(static_cast<int64_t>(program_));
  for (const auto& [key, value] : settings_given(scenario)) {
    add_text(hash, key);
    if (is_file(setting_of(key), value)) {
      hash.add(static_cast<int64_t>(of_file(value)));
    } else {
      add_text(hash, value);
    }
  }
  return hash_text(hash.value());
}

std::vector<std::pair<std::string, std::string>> Fingerprints::common(
    const Scenario& base, const std::vector<ScenarioAxis>& axes) {
  std::vector<std::pair<std::string, std::string>> settings;
  for (const auto& [key, value] : settings_given(base)) {
    if (std::ranges::find(axes, key, &ScenarioAxis::key) != axes.end()) continue;
    const bool names_file = is_file(setting_of(key), value);
    settings.emplace_back(key, names_file ? "contents " + hash_text(of_file(value)) : value);
  }
  settings.emplace_back("program", hash_text(program_));
  return settings;
}

uint64_t Fingerprints::of_file(const std::string& path) {
  const auto known = files_.find(path);
  if (known != files_.end()) return known->second;
  InputFile file(path);
  std::vector<char> part(kFilePart);
  sim::Fnv1a64 hash;
  int64_t length = 0;
  while ((length = file.read(part)) > 0) {
    add_text(hash, {part.data(), static_cast<uint64_t>(length)});
  }
  files_.emplace(path, hash.value());
  return hash.value();
}

void check_names(const SweepGrid& grid, const Hardware& hardware) {
  const auto values = [&](const char* key) {
    const auto axis = std::ranges::find(grid.axes(), key, &ScenarioAxis::key);
    if (axis != grid.axes().end()) return axis->values;
    const std::string value = setting_text(grid.base(), key);
    if (value.empty())
      throw InputError(std::string("no ") + key + " is given; give " + option_name(key));
    return std::vector{value};
  };
  const auto files = std::ranges::find(grid.axes(), "hardware", &ScenarioAxis::key);
  if (files != grid.axes().end()) {
    throw InputError(files->place, "hardware can't vary; put all GPUs and engines into one file");
  }
  for (const std::string& model : values("model")) find_model(model);
  for (const std::string& gpu : values("gpu")) {
    hardware.gpu(gpu);
    for (const std::string& engine : values("engine")) hardware.engine(engine, gpu);
  }
}

std::string figure_value_text(const Figure& figure) {
  if (const auto* flag = std::get_if<bool>(&figure.value)) return *flag ? "true" : "false";
  if (const auto* whole = std::get_if<int64_t>(&figure.value)) return std::to_string(*whole);
  if (const auto* number = std::get_if<double>(&figure.value)) return number_text(*number);
  const auto* text = std::get_if<std::string>(&figure.value);
  return text == nullptr ? "" : *text;
}

std::string grid_fingerprint(const std::vector<std::string>& keys) {
  sim::Fnv1a64 hash;
  for (const std::string& key : keys) add_text(hash, key);
  return hash_text(hash.value());
}

Shard read_shard(std::string_view text) {
  const uint64_t slash = text.find('/');
  int64_t number = 0;
  int64_t count = 0;
  const bool is_shard = slash != std::string_view::npos &&
                        read_integer(text.substr(0, slash), number) &&
                        read_integer(text.substr(slash + 1), count);
  if (!is_shard || count < 1 || count > kShardsMax || number < 1 || number > count) {
    throw InputError("--shard " + shown(text) +
                     ": it must be NUMBER/COUNT, the number from 1 to the count, such as 2/8");
  }
  return {number - 1, count};
}

}  // namespace kitchen::real

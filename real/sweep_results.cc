#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "real/input_file.h"
#include "real/json_text.h"
#include "real/lines.h"
#include "real/sweep.h"
#include "real/text.h"

namespace kitchen::real {
namespace {

using RecordJson = nlohmann::ordered_json;

RecordJson figure_json(const Figure& figure) {
  if (const auto* flag = std::get_if<bool>(&figure.value)) return *flag;
  if (const auto* whole = std::get_if<int64_t>(&figure.value)) return *whole;
  if (const auto* number = std::get_if<double>(&figure.value)) return *number;
  if (const auto* text = std::get_if<std::string>(&figure.value)) return *text;
  return nullptr;
}

/// Reads one line; what is wrong is thrown with the line's place.
class RecordReader {
 public:
  RecordReader(std::string_view line, const Place& place) : place_(place) {
    json_ = RecordJson::parse(line, nullptr, false);
    if (!json_.is_object()) fail("this is no result of a sweep");
  }

  SweepRecord read() const {
    SweepRecord record;
    record.grid = text(json_, "sweep");
    record.points = whole("points", 1, kSweepPointsMax);
    record.point = whole("point", 0, record.points - 1);
    record.key = text(json_, "key");
    record.settings = texts("settings");
    if (json_.contains("common")) record.common = texts("common");
    if (json_.contains("refused")) {
      record.outcome.refused = text(json_, "refused");
      return record;
    }
    for (const auto& [name, value] : object("figures").items()) {
      Figure figure{name, {}};
      if (value.is_boolean()) {
        figure.value = value.get<bool>();
      } else if (value.is_number_integer()) {
        figure.value = value.get<int64_t>();
      } else if (value.is_number()) {
        figure.value = value.get<double>();
      } else if (value.is_string()) {
        figure.value = value.get<std::string>();
      } else if (!value.is_null()) {
        fail("the figure " + shown(name) + " must be a number, a text, true, false or null");
      }
      record.outcome.figures.push_back(std::move(figure));
    }
    return record;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const { throw InputError(place_, why); }

  std::string text(const RecordJson& json, const char* key) const {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_string()) {
      fail(std::string("this is no result of a sweep: \"") + key + "\" must be a text");
    }
    return found->get<std::string>();
  }

  int64_t whole(const char* key, int64_t first, int64_t last) const {
    const auto found = json_.find(key);
    const bool is_whole = found != json_.end() && found->is_number_integer();
    const int64_t value = is_whole ? found->get<int64_t>() : first - 1;
    if (value < first || value > last) {
      fail(std::string("\"") + key + "\" must be a whole number from " + std::to_string(first) +
           " to " + std::to_string(last));
    }
    return value;
  }

  const RecordJson& object(const char* key) const {
    const auto found = json_.find(key);
    if (found == json_.end() || !found->is_object()) {
      fail(std::string("this is no result of a sweep: \"") + key + "\" must be an object");
    }
    return *found;
  }

  std::vector<std::pair<std::string, std::string>> texts(const char* key) const {
    std::vector<std::pair<std::string, std::string>> all;
    for (const auto& [name, value] : object(key).items()) {
      if (!value.is_string()) fail("the setting " + shown(name) + " must be a text");
      all.emplace_back(name, value.get<std::string>());
    }
    return all;
  }

  Place place_;
  RecordJson json_;
};

using KeysAndValues = std::vector<std::pair<std::string, std::string>>;

const std::string* value_of(const KeysAndValues& all, const std::string& key) {
  const auto found = std::ranges::find(all, key, &KeysAndValues::value_type::first);
  return found == all.end() ? nullptr : &found->second;
}

/// "tp=1 requests_max=4"
std::string settings_line(const KeysAndValues& settings) {
  std::string text;
  for (const auto& [key, value] : settings) text += (text.empty() ? "" : " ") + key + "=" + value;
  return text;
}

std::vector<std::string> keys_in(const KeysAndValues& all) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : all) keys.push_back(key);
  return keys;
}

/// How one of the settings that don't vary differs.
std::string common_difference(const std::string& key, const std::string* there,
                              const std::string* here) {
  if (key == "program") return "it was made by another version of the program or its presets";
  const auto is_file = [](const std::string* value) {
    return value != nullptr && value->starts_with("contents ");
  };
  if (is_file(there) && is_file(here)) return key + " has other contents";
  const auto text = [&](const std::string* value) {
    if (value == nullptr) return std::string("not given");
    return is_file(value) ? std::string("a file") : *value;
  };
  return key + " is " + text(there) + " there and " + text(here) + " here";
}

/// Records of one sweep, each point once.
class RecordSet {
 public:
  void add(SweepRecord record, const Place& place) {
    if (!points_.empty()) {
      const SweepRecord& first = points_.begin()->second;
      // A page's axes are those of the first, so all must have the same.
      if (record.grid != first.grid || record.points != first.points ||
          keys_in(record.settings) != keys_in(first.settings)) {
        const std::string difference = sweep_difference(first, record);
        throw InputError(
            place, "this result is of another sweep than those before: " +
                       (difference.empty()
                            ? "other settings, files, presets or another version of the program"
                            : difference));
      }
    }
    const auto [known, is_new] = points_.try_emplace(record.point, record);
    if (!is_new && known->second != record) {
      throw InputError(
          place, "point " + std::to_string(record.point) + " has another result here than before");
    }
  }

  /// Reads a file's records; a warning where its last line was cut off.
  std::string add_file(const std::string& path) {
    InputFile file(path);
    LineReader lines(file);
    std::string_view line;
    while (lines.next(line)) {
      if (lines.ends_file()) {
        return path + ":" + std::to_string(lines.line()) +
               ": this last line was cut off as it was written; its point counts as not done";
      }
      add(RecordReader(line, lines.place(1)).read(), lines.place(1));
    }
    return "";
  }

  std::vector<SweepRecord> take() {
    std::vector<SweepRecord> records;
    for (auto& [point, record] : points_) records.push_back(std::move(record));
    return records;
  }

 private:
  std::map<int64_t, SweepRecord> points_;
};

}  // namespace

std::string sweep_difference(const SweepRecord& there, const SweepRecord& here) {
  std::vector<std::string> parts;
  const std::vector<std::string> keys_there = keys_in(there.settings);
  const std::vector<std::string> keys_here = keys_in(here.settings);
  if (keys_there != keys_here) {
    const auto varied = [](const std::vector<std::string>& keys) {
      return keys.empty() ? std::string("nothing") : join(keys);
    };
    parts.push_back("it varies " + varied(keys_there) + ", this one " + varied(keys_here));
  } else if (there.points != here.points) {
    parts.push_back("it has " + std::to_string(there.points) + " points, this one " +
                    std::to_string(here.points));
  } else if (there.point == here.point && there.settings != here.settings) {
    parts.push_back("its point " + std::to_string(there.point) + " is " +
                    settings_line(there.settings) + ", here " + settings_line(here.settings));
  }
  if (!there.common.empty()) {
    std::vector<std::string> keys = keys_in(there.common);
    for (const std::string& key : keys_in(here.common)) {
      if (value_of(there.common, key) == nullptr) keys.push_back(key);
    }
    for (const std::string& key : keys) {
      // What varies in one of the two has been told.
      if (value_of(there.settings, key) != nullptr || value_of(here.settings, key) != nullptr) {
        continue;
      }
      const std::string* value = value_of(there.common, key);
      const std::string* other = value_of(here.common, key);
      const bool is_same = value != nullptr && other != nullptr && *value == *other;
      if (!is_same) parts.push_back(common_difference(key, value, other));
    }
  }
  return join(parts, "; ");
}

std::string record_line(const SweepRecord& record) {
  RecordJson json;
  json["sweep"] = record.grid;
  json["points"] = record.points;
  json["point"] = record.point;
  json["key"] = record.key;
  json["settings"] = RecordJson::object();
  for (const auto& [key, value] : record.settings) json["settings"][key] = value;
  json["common"] = RecordJson::object();
  for (const auto& [key, value] : record.common) json["common"][key] = value;
  if (!record.outcome.refused.empty()) {
    json["refused"] = record.outcome.refused;
  } else {
    json["figures"] = RecordJson::object();
    for (const Figure& figure : record.outcome.figures) {
      json["figures"][figure.name] = figure_json(figure);
    }
  }
  return json.dump(-1, ' ', false, RecordJson::error_handler_t::replace) + "\n";
}

SweepResults read_sweep_results(const std::string& path) { return merge_sweep_results({path}); }

SweepResults merge_sweep_results(const std::vector<std::string>& paths) {
  RecordSet records;
  SweepResults results;
  for (const std::string& path : paths) {
    const std::string warning = records.add_file(path);
    if (!warning.empty()) results.warnings.push_back(warning);
  }
  results.records = records.take();
  return results;
}

std::string missing_points(const SweepResults& results) {
  if (results.records.empty()) return "";
  std::string text;
  int64_t next = 0;
  const auto add_gap = [&](int64_t end) {
    if (next >= end) return;
    if (!text.empty()) text += ", ";
    text += std::to_string(next);
    if (next + 1 < end) text += "-" + std::to_string(end - 1);
  };
  for (const SweepRecord& record : results.records) {
    add_gap(record.point);
    next = record.point + 1;
  }
  add_gap(results.records.front().points);
  return text;
}

}  // namespace kitchen::real

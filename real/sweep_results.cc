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
    for (const auto& [name, value] : object("settings").items()) {
      if (!value.is_string()) fail("the setting " + shown(name) + " must be a text");
      record.settings.emplace_back(name, value.get<std::string>());
    }
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

  Place place_;
  RecordJson json_;
};

/// Records of one sweep, each point once.
class RecordSet {
 public:
  void add(SweepRecord record, const Place& place) {
    if (!points_.empty()) {
      const SweepRecord& first = points_.begin()->second;
      if (record.grid != first.grid || record.points != first.points) {
        throw InputError(
            place, "this result is of another sweep (" + record.grid + ") than those before (" +
                       first.grid +
                       "): other settings, files, presets or another version of the program");
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

std::string record_line(const SweepRecord& record) {
  RecordJson json;
  json["sweep"] = record.grid;
  json["points"] = record.points;
  json["point"] = record.point;
  json["key"] = record.key;
  json["settings"] = RecordJson::object();
  for (const auto& [key, value] : record.settings) json["settings"][key] = value;
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

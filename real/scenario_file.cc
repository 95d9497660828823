#include <algorithm>
#include <filesystem>

#include "real/input_file.h"
#include "real/model_config.h"
#include "real/number_text.h"
#include "real/scenario.h"
#include "real/text.h"
#include "real/toml_text.h"

namespace kitchen::real {
namespace {

constexpr int64_t kScenarioBytesMax = 1 << 20;
constexpr std::string_view kSweepTable = "sweep";

class ScenarioReader {
 public:
  explicit ScenarioReader(const std::string& file) : file_(file) {}

  ScenarioFile read(std::string_view text) {
    const toml::table root = parse_toml(text, file_);
    for (const auto& [key, node] : root) {
      if (key.str() == kSweepTable) {
        read_sweep(node);
      } else {
        set(result_.scenario, key, node);
        result_.given.emplace_back(key.str());
      }
    }
    // toml++ goes by name; the order of the file decides which axis turns fastest.
    std::ranges::stable_sort(result_.sweep, {}, [](const ScenarioAxis& axis) {
      return std::pair(axis.place.line, axis.place.column);
    });
    return std::move(result_);
  }

 private:
  void read_sweep(const toml::node& node) {
    const toml::table* table = node.as_table();
    if (table == nullptr) fail(node, "sweep must be a table: [sweep]");
    for (const auto& [key, values] : *table) {
      ScenarioAxis axis{std::string(key.str()), {}, place_of(key.source(), file_)};
      const toml::array* list = values.as_array();
      if (list == nullptr || list->empty()) {
        fail(values, "sweep." + axis.key + " must be a list of values, such as [1, 2, 4]");
      }
      for (const toml::node& value : *list) {
        Scenario tried;
        axis.values.push_back(set(tried, key, value));
      }
      result_.sweep.push_back(std::move(axis));
    }
  }

  /// The value as a text.
  std::string set(Scenario& scenario, const toml::key& key, const toml::node& node) {
    const std::string name(key.str());
    const auto setting = std::ranges::find(settings(), name, &Setting::key);
    if (setting == settings().end()) {
      // The same words as for an option; set_setting() would take '-' for '_'.
      throw InputError(place_of(key.source(), file_), unknown_setting(name));
    }
    std::string value = text_of(*setting, node);
    if (is_path(*setting, value)) value = beside_file(value);
    const std::string problem = set_setting(scenario, name, value);
    if (!problem.empty()) fail(node, name + " = " + shown(value) + ": " + problem);
    return value;
  }

  std::string text_of(const Setting& setting, const toml::node& node) const {
    switch (setting.kind) {
      case Setting::Kind::text:
      case Setting::Kind::path:
      case Setting::Kind::choice:
        if (const auto text = node.value_exact<std::string>()) return *text;
        break;
      case Setting::Kind::whole:
        if (const auto whole = node.value_exact<int64_t>()) return std::to_string(*whole);
        break;
      case Setting::Kind::number:
        if (node.is_number()) return number_text(node.value_or(0.0));
        break;
      case Setting::Kind::flag:
        if (const auto flag = node.value_exact<bool>()) return *flag ? "on" : "off";
        break;
    }
    fail(node, std::string(setting.key) + " must be " + toml_words(setting));
  }

  static std::string toml_words(const Setting& setting) {
    if (setting.kind == Setting::Kind::flag) return "true or false";
    if (setting.kind == Setting::Kind::choice) return "a text in quotes: " + setting.allowed;
    const bool is_text = setting.kind == Setting::Kind::text || setting.kind == Setting::Kind::path;
    return is_text ? "a text in quotes" : setting.allowed;
  }

  static bool is_path(const Setting& setting, const std::string& value) {
    if (setting.key == "model") return is_model_file(value);
    return setting.kind == Setting::Kind::path && value != "-" && !value.empty();
  }

  std::string beside_file(const std::string& path) const {
    return (std::filesystem::path(file_).parent_path() / path).string();
  }

  [[noreturn]] void fail(const toml::node& node, const std::string& message) const {
    throw InputError(place_of(node.source(), file_), message);
  }

  std::string file_;
  ScenarioFile result_;
};

}  // namespace

ScenarioFile read_scenario_text(std::string_view toml, const std::string& name) {
  return ScenarioReader(name).read(toml);
}

ScenarioFile read_scenario_file(const std::string& path) {
  return read_scenario_text(read_whole(path, kScenarioBytesMax), path);
}

}  // namespace kitchen::real

#include "cli/scenario_options.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "cli/options.h"
#include "cli/text.h"
#include "cli/user_error.h"
#include "real/number_text.h"

namespace kitchen::cli {
namespace {

using Given = std::pair<std::string, std::string>;

/// Settings whose values are, or may be, files that are read.
constexpr std::array<const char*, 4> kFileSettings = {"model", "hardware", "trace", "lengths_from"};

bool is_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

/// Where it isn't a part of a longer word.
void replace_words(std::string& text, const std::string& from, const std::string& to) {
  for (uint64_t at = 0; (at = text.find(from, at)) != std::string::npos;) {
    const uint64_t end = at + from.size();
    const bool begins = at == 0 || !is_of_word(text[at - 1]);
    const bool ends = end == text.size() || !is_of_word(from.back()) || !is_of_word(text[end]);
    if (begins && ends) text.replace(at, from.size(), to);
    at += begins && ends ? to.size() : 1;
  }
}

/// Whether it begins with "FILE:LINE:COLUMN: ". A trace's columns may be called as settings are.
bool has_place(const std::string& message) {
  const std::string_view place = std::string_view(message).substr(0, message.find(": "));
  const uint64_t column = place.rfind(':');
  if (column == std::string_view::npos || column == 0) return false;
  const uint64_t line = place.rfind(':', column - 1);
  int64_t number = 0;
  return line != std::string_view::npos && read_integer(place.substr(column + 1), number) &&
         read_integer(place.substr(line + 1, column - line - 1), number);
}

/// For whoever took a share for per cent, or the other way round.
std::string percent_hint(std::string_view key, const std::string& text) {
  double value = 0;
  if (!real::read_number(text, value)) return "";
  if (key == "memory_share" && value > 1 && value <= 100) {
    return fmt::format("; {} % is {}", text, real::number_text(value / 100));
  }
  if (key == "percentile" && value > 0 && value < 1) {
    return fmt::format("; the share {} is percentile {}", text, real::number_text(100 * value));
  }
  return "";
}

}  // namespace

void set_by_option(real::Scenario& scenario, std::string_view key, const std::string& value) {
  const std::string problem = real::set_setting(scenario, key, value);
  if (!problem.empty()) {
    throw UserError(fmt::format("{} {}: {}{}", real::option_name(key), shown(value), problem,
                                percent_hint(key, value)));
  }
}

void ScenarioOptions::add_to(CLI::App* command) {
  add_text(command, "--scenario", file_, "FILE",
           "A file with any of the settings below; options replace what it says");
  for (const real::Setting& setting : real::settings()) {
    std::string help(setting.help);
    if (!setting.fallback.empty()) help += fmt::format(" [{}]", setting.fallback);
    const bool is_flag = setting.kind == real::Setting::Kind::flag;
    CLI::Option* option = command->add_option_function<std::string>(
        real::option_name(setting.key),
        [this, key = std::string(setting.key), is_flag](const std::string& value) {
          // Alone it means on.
          given_.emplace_back(key, is_flag && value.empty() ? "on" : value);
        },
        help);
    option->type_name(setting.values)->group(std::string(setting.group));
    if (is_flag) option->expected(0, 1);
  }
}

real::ScenarioFile ScenarioOptions::read() const {
  real::ScenarioFile file;
  try {
    if (file_) file = real::read_scenario_file(*file_);
  } catch (const real::InputError& error) {
    // About the file, in whose words settings stay.
    throw UserError(error.what());
  }
  for (const auto& [key, value] : given_) set_by_option(file.scenario, key, value);
  return file;
}

std::vector<std::string> ScenarioOptions::given_keys() const {
  std::vector<std::string> keys;
  for (const auto& [key, value] : given_) keys.push_back(key);
  return keys;
}

std::vector<NamedFile> ScenarioOptions::input_files(
    const real::Scenario& scenario, const std::vector<real::ScenarioAxis>& axes) const {
  std::vector<NamedFile> files;
  if (file_) files.push_back({"--scenario", *file_});
  const auto add = [&](std::string_view key, const std::string& path, bool varies) {
    if (path.empty()) return;
    const bool is_typed = std::ranges::find(given_, key, &Given::first) != given_.end();
    files.push_back({is_typed || varies || !file_ ? real::option_name(key)
                                                  : fmt::format("{} in {}", key, shown(*file_)),
                     path});
  };
  for (const char* key : kFileSettings) {
    add(key, real::setting_text(scenario, key), false);
    for (const real::ScenarioAxis& axis : axes) {
      if (axis.key != key) continue;
      for (const std::string& path : axis.values) add(key, path, true);
    }
  }
  return files;
}

std::string ScenarioOptions::in_options_words(const std::string& message) const {
  std::string text = message;
  for (const real::Setting& setting : real::settings()) {
    const bool is_typed = std::ranges::find(given_, setting.key, &Given::first) != given_.end();
    if (file_ && !is_typed) continue;
    const std::string option = real::option_name(setting.key);
    replace_words(text, fmt::format("{} = ", setting.key), option + " ");
    // Without an underscore it is a word of the language as well.
    if (!has_place(message) && setting.key.find('_') != std::string_view::npos) {
      replace_words(text, std::string(setting.key), option);
    }
  }
  return text;
}

}  // namespace kitchen::cli

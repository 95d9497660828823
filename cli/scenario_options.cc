#include "cli/scenario_options.h"

#include <fmt/core.h>

#include "cli/options.h"
#include "cli/text.h"
#include "cli/user_error.h"

namespace kitchen::cli {

void set_by_option(real::Scenario& scenario, std::string_view key, const std::string& value) {
  const std::string problem = real::set_setting(scenario, key, value);
  if (!problem.empty()) {
    throw UserError(fmt::format("{} {}: {}", real::option_name(key), shown(value), problem));
  }
}

void ScenarioOptions::add_to(CLI::App* command) {
  add_text(command, "--scenario", file_, "FILE",
           "A file with any of the settings below; options replace what it says");
  for (const real::Setting& setting : real::settings()) {
    std::string help(setting.help);
    if (!setting.fallback.empty()) help += fmt::format(" [{}]", setting.fallback);
    CLI::Option* option = command->add_option_function<std::string>(
        real::option_name(setting.key),
        [this, key = std::string(setting.key)](const std::string& value) {
          given_.emplace_back(key, value);
        },
        help);
    option->type_name(setting.values)->group(std::string(setting.group));
    // Alone it means on.
    if (setting.kind == real::Setting::Kind::flag) option->expected(0, 1);
  }
}

real::ScenarioFile ScenarioOptions::read() const {
  real::ScenarioFile file;
  if (file_) file = real::read_scenario_file(*file_);
  for (const auto& [key, value] : given_) set_by_option(file.scenario, key, value);
  return file;
}

std::vector<std::string> ScenarioOptions::given_keys() const {
  std::vector<std::string> keys;
  for (const auto& [key, value] : given_) keys.push_back(key);
  return keys;
}

}  // namespace kitchen::cli

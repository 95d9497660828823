#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/io.h"
#include "real/scenario.h"

namespace CLI {
class App;
}

namespace kitchen::cli {

/// Sets one setting by what was typed for its option. Throws UserError that names option and value.
void set_by_option(real::Scenario& scenario, std::string_view key, const std::string& value);

/// `--scenario FILE` and an option for every setting of a scenario.
class ScenarioOptions {
 public:
  /// Must live as long as the command is parsed.
  void add_to(CLI::App* command);

  /// The file's scenario with the options over it, and the file's [sweep] table. Throws UserError;
  /// real::InputError where the file is wrong.
  real::ScenarioFile read() const;

  /// Keys of the options that were typed.
  std::vector<std::string> given_keys() const;

  /// The scenario's file and those that it names, also by values that vary.
  std::vector<NamedFile> input_files(const real::Scenario& scenario,
                                     const std::vector<real::ScenarioAxis>& axes = {}) const;

  /// A message about a scenario in the words of whoever typed it: settings are named as options
  /// where they were typed, or could have been because there is no file.
  std::string in_options_words(const std::string& message) const;

 private:
  std::optional<std::string> file_;
  std::vector<std::pair<std::string, std::string>> given_;  // key and value, as typed
};

}  // namespace kitchen::cli

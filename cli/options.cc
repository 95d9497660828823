#include "cli/options.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace kitchen::cli {

CLI::App* add_command(CLI::App& app, const char* name, const char* help, const char* footer) {
  CLI::App* command = app.add_subcommand(name, help);
  command->footer(footer);
  command->allow_extras();
  return command;
}

CLI::Option* add_text(CLI::App* command, const char* name, std::optional<std::string>& value,
                      const char* type_name, const char* help) {
  return command
      ->add_option_function<std::string>(
          name, [&value](const std::string& text) { value = text; }, help)
      ->type_name(type_name);
}

}  // namespace kitchen::cli

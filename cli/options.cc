#include "cli/options.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdint>
#include <sstream>

namespace kitchen::cli {
namespace {

constexpr uint64_t kHelpColumns = 80;
constexpr uint64_t kTextColumn = 30;  // where an option's help begins

/// A name and its help, which is broken into lines beside it.
std::string help_lines(const std::string& name, const std::string& help) {
  std::string text = "  " + name;
  uint64_t column = text.size();
  const auto break_line = [&] {
    text += "\n";
    column = 0;
  };
  const auto to_text_column = [&] {
    text += std::string(kTextColumn - column, ' ');
    column = kTextColumn;
  };
  if (column >= kTextColumn) break_line();
  to_text_column();
  std::istringstream words(help);
  for (std::string word; words >> word;) {
    if (column > kTextColumn && column + 1 + word.size() > kHelpColumns) {
      break_line();
      to_text_column();
    }
    if (column > kTextColumn) word.insert(0, " ");
    text += word;
    column += word.size();
  }
  return text + "\n";
}

/// CLI11 2.1 doesn't break lines.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    return help_lines(make_option_name(option, is_positional) + make_option_opts(option),
                      make_option_desc(option));
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return help_lines(command->get_display_name(true), command->get_description());
  }
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_formatter() { return std::make_shared<HelpFormatter>(); }

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

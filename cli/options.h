#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <optional>
#include <string>

namespace kitchen::cli {

/// Help for a terminal of 80 columns. An app must have it before its commands are added.
std::shared_ptr<CLI::FormatterBase> help_formatter();

/// A command whose leftovers are told in our own words, with the nearest name.
CLI::App* add_command(CLI::App& app, const char* name, const char* help, const char* footer);

/// Unlike CLI11's own std::optional, an empty text counts as given.
CLI::Option* add_text(CLI::App* command, const char* name, std::optional<std::string>& value,
                      const char* type_name, const char* help);

}  // namespace kitchen::cli

#pragma once

#include <toml++/toml.h>

#include <string>
#include <string_view>

#include "real/input_error.h"

namespace kitchen::real {

inline Place place_of(const toml::source_region& source, const std::string& file) {
  return {file, source.begin.line, source.begin.column};
}

/// Throws InputError where `text` is no TOML.
inline toml::table parse_toml(std::string_view text, const std::string& file) {
  try {
    return toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    throw InputError(place_of(error.source(), file), std::string(error.description()));
  }
}

}  // namespace kitchen::real

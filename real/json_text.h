#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "real/input_error.h"

namespace kitchen::real {

/// The place of a byte (counted from 1, as nlohmann-json does) in a text.
inline Place place_of_byte(std::string_view text, uint64_t byte, const std::string& file,
                           int64_t first_line = 1) {
  const uint64_t end = std::min<uint64_t>(byte == 0 ? 0 : byte - 1, text.size());
  const std::string_view before = text.substr(0, end);
  const uint64_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  return {file, first_line + std::ranges::count(before, '\n'),
          static_cast<int64_t>(end - line_start) + 1};
}

/// nlohmann-json's words, without the name and the position that it puts before them.
inline std::string json_error_text(const nlohmann::detail::exception& error) {
  std::string text = error.what();
  const uint64_t name_end = text.find("] ");
  if (name_end != std::string::npos) text.erase(0, name_end + 2);
  if (text.starts_with("parse error at ")) text.erase(0, text.find(": ") + 2);
  return text;
}

/// Throws InputError where `text` is no JSON.
template <typename Json>
Json parse_json(std::string_view text, const std::string& file) {
  try {
    return Json::parse(text);
  } catch (const nlohmann::detail::parse_error& error) {
    throw InputError(place_of_byte(text, error.byte, file), "no JSON: " + json_error_text(error));
  } catch (const nlohmann::detail::out_of_range& error) {
    throw InputError(Place{file}, "no JSON: " + json_error_text(error));  // 1e999
  }
}

}  // namespace kitchen::real

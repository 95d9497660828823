#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace kitchen::real {

/// Where in what a user gave something is wrong. Lines and columns count from 1; 0: not known.
struct Place {
  std::string file;  ///< as the user named it; "" for none
  int64_t line = 0;
  int64_t column = 0;  ///< in bytes
};

/// "FILE:LINE:COLUMN: ", as much of it as is known.
std::string place_text(const Place& place);

/// Something the user can mend. what() is one line: where, what was found, what was expected.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& message) : std::runtime_error(message) {}
  InputError(const Place& place, const std::string& message)
      : std::runtime_error(place_text(place) + message) {}
};

}  // namespace kitchen::real

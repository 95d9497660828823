#pragma once

#include <cstdint>
#include <stdexcept>

namespace kitchen::cli {

/// What the program ends with.
enum class ExitCode : int32_t {
  ok = 0,
  differs = 1,    ///< a replay is not verified, two logs differ
  no_plan = 1,    ///< no candidate meets the targets and holds with its expected error
  bad_input = 2,  ///< a bad argument or file, or something the system refuses
};

/// Something the user can mend. what() is one line that names the value at fault and what is
/// allowed instead; it is printed after the program's name.
class UserError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace kitchen::cli

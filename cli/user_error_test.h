#pragma once

#include <string>

#include "cli/user_error.h"

namespace kitchen::cli {

/// The message of the UserError that `action` throws.
template <typename Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace kitchen::cli

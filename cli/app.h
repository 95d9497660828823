#pragma once

#include "server/asset.h"

namespace kitchen::cli {

/// The llm-kitchen command: reads the arguments, does what they ask and returns the exit code.
/// Errors go to standard error as one line each.
int run_app(int argc, const char* const* argv, server::Page page);

}  // namespace kitchen::cli

#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "cli/user_error.h"

namespace CLI {
class App;
}

namespace kitchen::cli {

/// The commands of real deployments: run, sweep, merge, plan, calibrate, explain, trace, validate.
class RealCommands {
 public:
  RealCommands();
  ~RealCommands();

  void add_to(CLI::App& app);

  /// Runs the command of that name and prints its result; nullopt where it is none of these. Throws
  /// UserError.
  std::optional<ExitCode> run(std::string_view name) const;

 private:
  struct Arguments;
  std::unique_ptr<Arguments> arguments_;
};

}  // namespace kitchen::cli

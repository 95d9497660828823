#pragma once

#include <memory>
#include <string_view>

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

  /// Runs the command of that name and prints its result; false where it is none of these. Throws
  /// UserError.
  bool run(std::string_view name) const;

 private:
  struct Arguments;
  std::unique_ptr<Arguments> arguments_;
};

}  // namespace kitchen::cli

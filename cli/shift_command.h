#pragma once

#include <optional>
#include <string>
#include <vector>

namespace kitchen::cli {

/// What was typed after `shift`; an option not given is nullopt.
struct ShiftArguments {
  std::optional<std::string> key;
  std::optional<std::string> slots;
  std::optional<std::string> batching;
  std::optional<std::string> kv_cache;
  std::optional<std::string> weight_bits;
  std::vector<std::string> at;
  std::optional<std::string> log;
  bool all = false;
  bool json = false;
  bool csv = false;
};

/// Plays, lists or sweeps, and prints the result. Throws UserError.
void run_shift_command(const ShiftArguments& arguments);

}  // namespace kitchen::cli

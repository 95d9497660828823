#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "game/run.h"

namespace kitchen::golden {

/// A golden run: what was done, and everything that came of it. README.md describes the format.
struct GoldenFile {
  std::string title;
  std::string shift_key;
  std::vector<game::Command> commands;
  std::string replay;  ///< the replay text, which ends in the state hash
  std::map<std::string, int64_t> figures;
};

/// Throws std::runtime_error that names the line.
GoldenFile read_golden(const std::filesystem::path& path);
void write_golden(const std::filesystem::path& path, const GoldenFile& golden);

/// All files of a folder, by name.
std::vector<std::filesystem::path> golden_paths(const std::filesystem::path& folder);

/// The figures of a run that has ended.
std::map<std::string, int64_t> figures_of(const game::Run& run);

}  // namespace kitchen::golden

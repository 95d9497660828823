// write_golden <folder>: plays the commands of every golden run in it and writes anew what comes of
// them. For a change on purpose; see README.md.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include "game/replay.h"
#include "game/shift_key.h"
#include "tests/golden/golden_file.h"

namespace kitchen::golden {
namespace {

void write_anew(const std::filesystem::path& path) {
  GoldenFile golden = read_golden(path);
  std::shared_ptr<const game::Shift> shift;
  if (game::find_shift(golden.shift_key, shift).error != game::ShiftError::ok) {
    throw std::runtime_error(path.string() + ": no such shift");
  }
  game::RunError error = game::RunError::ok;
  const game::Run run = game::play(*shift, golden.commands, error);
  if (error != game::RunError::ok) {
    throw std::runtime_error(path.string() + ": a command is refused");
  }
  golden.replay = game::write_replay(game::make_replay(run));
  golden.figures = figures_of(run);
  write_golden(path, golden);
  std::printf("%s\n", path.filename().c_str());
}

}  // namespace
}  // namespace kitchen::golden

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: write_golden <folder>\n");
    return 2;
  }
  try {
    for (const auto& path : kitchen::golden::golden_paths(argv[1])) {
      kitchen::golden::write_anew(path);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}

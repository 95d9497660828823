#include "tests/golden/golden_file.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace kitchen::golden {
namespace {

const std::vector<std::string> kLeverNames = {"slots", "batching", "kv_cache", "weight_bits"};

game::Lever lever_of(const std::string& name) {
  const auto found = std::find(kLeverNames.begin(), kLeverNames.end(), name);
  if (found == kLeverNames.end()) throw std::runtime_error("no lever is called " + name);
  return static_cast<game::Lever>(found - kLeverNames.begin());
}

void read_line(const std::string& line, GoldenFile& golden) {
  std::istringstream words(line);
  std::string key;
  words >> key;
  if (key == "#") {
    golden.title = line.substr(2);
  } else if (key == "shift") {
    words >> golden.shift_key;
  } else if (key == "at") {
    game::Command command;
    std::string lever;
    words >> command.at_ms >> lever >> command.value;
    command.lever = lever_of(lever);
    golden.commands.push_back(command);
  } else if (key == "replay") {
    words >> golden.replay;
  } else {
    words >> golden.figures[key];
  }
  std::string rest;
  if (words.fail() || (key != "#" && words >> rest)) throw std::runtime_error("cannot be read");
}

}  // namespace

GoldenFile read_golden(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path.filename().string() + ": cannot be opened");
  GoldenFile golden;
  int32_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    try {
      read_line(line, golden);
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(path.filename().string() + ":" + std::to_string(number) + ": " +
                               error.what());
    }
  }
  return golden;
}

void write_golden(const std::filesystem::path& path, const GoldenFile& golden) {
  std::ofstream file(path, std::ios::trunc);
  file << "# " << golden.title << "\nshift " << golden.shift_key << "\n";
  for (const game::Command& command : golden.commands) {
    file << "at " << command.at_ms << " " << kLeverNames[static_cast<size_t>(command.lever)] << " "
         << command.value << "\n";
  }
  file << "replay " << golden.replay << "\n";
  for (const auto& [name, figure] : golden.figures) file << name << " " << figure << "\n";
  if (!file.flush()) throw std::runtime_error(path.string() + ": cannot be written");
}

std::vector<std::filesystem::path> golden_paths(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".replay") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::map<std::string, int64_t> figures_of(const game::Run& run) {
  const game::Score score = run.score();
  const sim::KitchenState& state = run.kitchen().state();
  return {
      {"orders", score.orders},
      {"served", score.served},
      {"left_no_free_slot", score.left[0]},
      {"left_static_batch", score.left[1]},
      {"left_memory_full", score.left[2]},
      {"left_step_too_slow", score.left[3]},
      {"unfinished", score.unfinished},
      {"passed", score.passed ? 1 : 0},
      {"stars", score.stars},
      {"wait_p50_ms", score.wait_p50_ms},
      {"wait_p95_ms", score.wait_p95_ms},
      {"wait_max_ms", score.wait_max_ms},
      {"preemptions", state.preemptions},
      {"running_peak", state.running_peak},
      {"tokens_made", state.tokens_made},
      {"steps", state.steps},
      {"tokens_computed", state.tokens_computed},
  };
}

}  // namespace kitchen::golden

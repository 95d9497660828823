#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "real/hardware.h"

namespace kitchen::real {

/// The GPUs and engines that are known: those bundled, and what a user's file adds or replaces.
/// docs/real/hardware-file.md says what stands in such a file.
class Hardware {
 public:
  /// The bundled ones.
  Hardware();

  /// Throws InputError with file, line and column: a missing field, a key that isn't known (with
  /// the nearest that is), a number out of range.
  void add_file(const std::string& path);
  void add_text(std::string_view toml, const std::string& name);

  /// Throws InputError with the nearest name where there is none of that name.
  const Gpu& gpu(std::string_view name) const;
  Engine engine(std::string_view name, std::string_view gpu) const;

  const std::vector<Gpu>& gpus() const { return gpus_; }
  std::vector<std::string> gpu_names() const;
  std::vector<std::string> engine_names() const;
  /// Of those names the ones that `based_on` may give, whatever files were added.
  const std::vector<std::string>& bundled_engines() const { return bundled_engines_; }

 private:
  friend class HardwareReader;

  struct Preset {
    Engine engine;
    std::map<std::string, Engine, std::less<>> on_gpu;
  };

  void put(Gpu gpu);

  std::vector<Gpu> gpus_;
  std::vector<Preset> presets_;
  std::vector<std::string> bundled_engines_;
};

}  // namespace kitchen::real

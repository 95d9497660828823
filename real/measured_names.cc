#include "real/measured_names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>
#include <vector>

#include "real/hardware_file.h"
#include "real/model_config.h"

namespace kitchen::real {
namespace {

using NamePair = std::pair<std::string_view, std::string_view>;

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& letter : result) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    if (letter == '_' || letter == ' ') letter = '-';
  }
  return result;
}

bool is_one_of(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool drop_end(std::string_view& name, std::string_view end) {
  if (!name.ends_with(end)) return false;
  name.remove_suffix(end.size());
  return true;
}

bool drop_start(std::string_view& name, std::string_view start) {
  if (!name.starts_with(start)) return false;
  name.remove_prefix(start.size());
  return true;
}

/// 0.12.3rc1 is {0, 12}; nullopt where it doesn't begin so.
std::optional<std::pair<int32_t, int32_t>> version_of(std::string_view text) {
  std::pair<int32_t, int32_t> version;
  const char* end = text.data() + text.size();
  const auto major = std::from_chars(text.data(), end, version.first);
  if (major.ec != std::errc() || major.ptr == end || *major.ptr != '.') return std::nullopt;
  const auto minor = std::from_chars(major.ptr + 1, end, version.second);
  if (minor.ec != std::errc()) return std::nullopt;
  return version;
}

}  // namespace

std::string bundled_name(std::string_view name) {
  // Endings that change nothing of what a step costs.
  constexpr std::array<std::string_view, 12> kEnds = {
      "-instruct-2407", "-instruct", "-chat", "-it",      "-hf",   "-base",
      "-fp8-kv",        "-fp8",      "-awq",  "-dynamic", "-2507", "-v0.1"};
  constexpr std::array<NamePair, 1> kOthers = {{{"mistral-nemo", "mistral-nemo-12b"}}};
  static const std::vector<std::string> bundled = model_names();
  const std::string whole = lower(name.substr(name.rfind('/') + 1));
  std::string_view rest = whole;
  drop_start(rest, "meta-");
  for (bool changed = true; changed;) {
    if (is_one_of(bundled, rest)) return std::string(rest);
    for (const auto& [other, model] : kOthers) {
      if (rest == other) return std::string(model);
    }
    changed = std::ranges::any_of(kEnds, [&](std::string_view end) { return drop_end(rest, end); });
  }
  return "";
}

std::string bare_gpu_name(std::string_view name) {
  const std::string whole = lower(name);
  std::string_view rest = whole;
  for (const char* maker : {"nvidia-", "amd-", "instinct-", "geforce-"}) drop_start(rest, maker);
  for (const char* kind : {"-gpu", "-sxm"}) drop_end(rest, kind);
  return std::string(rest);
}

std::string bundled_gpu(std::string_view name) {
  constexpr std::array<NamePair, 6> kOthers = {{
      {"a100", "a100-80"},
      {"a100-sxm4-40gb", "a100-40"},
      {"a100-sxm4-80gb", "a100-80"},
      {"h100-80gb-hbm3", "h100"},
      {"gh200-480gb", "gh200"},
      {"rtx-pro-6000-blackwell-server-edition", "rtx-pro-6000"},
  }};
  static const std::vector<std::string> bundled = Hardware().gpu_names();
  const std::string rest = bare_gpu_name(name);
  if (is_one_of(bundled, rest)) return rest;
  const auto found = std::ranges::find(kOthers, rest, &NamePair::first);
  return found == kOthers.end() ? "" : std::string(found->second);
}

std::string preset_of(std::string_view engine, std::string_view version) {
  using Version = std::pair<int32_t, int32_t>;
  struct Preset {
    std::string_view engine;
    Version first;
    Version last;
    const char* name;
    bool is_inference_max;  // rows without a version are of these
  };
  constexpr std::array<Preset, 4> kPresets = {{
      {"vllm", {0, 10}, {0, 12}, "vllm-0.12", true},
      {"vllm", {0, 16}, {0, 19}, "vllm-0.19", false},
      {"trtllm", {1, 0}, {1, 2}, "trtllm-1.0", true},
      {"sglang", {0, 5}, {0, 5}, "sglang-0.5", true},
  }};
  const auto found = version_of(version);
  for (const Preset& preset : kPresets) {
    if (preset.engine != engine) continue;
    const bool is_of = found ? *found >= preset.first && *found <= preset.last
                             : version.empty() && preset.is_inference_max;
    if (is_of) return preset.name;
  }
  return "";
}

}  // namespace kitchen::real

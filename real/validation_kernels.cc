#include "real/validation_kernels.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "real/cost.h"
#include "real/kv_capacity.h"
#include "real/measurements.h"
#include "real/model_config.h"

namespace kitchen::real {
namespace {

constexpr double kSecondsPerUs = 1e-6;
constexpr char kCached[] =
    "weights below a quarter of the L2 cache, or read faster than the bandwidth: they come from "
    "the cache";
constexpr char kSmallCache[] =
    "KV caches below 256 MB, or read faster than the bandwidth: a layer's cache of a few requests "
    "doesn't fill the GPU";
constexpr char kOtherKernelEngine[] = "kernels of other engines than vLLM";
constexpr char kOtherKernels[] = "GPUs and types of which no kernel was fitted";
constexpr double kKernelSecondsPerMs = 1e-3;

/// A kernel's own constants, fitted on these tables; the law of a whole step has its own.
struct GemmKernel {
  std::string_view system;  // as the table names the GPU
  std::string_view dtype;
  const char* gpu;
  double element_bytes;
  double constant_s;
  double efficiency;
  double cache_bytes;  // L2, by the datasheet
};

constexpr std::array<GemmKernel, 9> kGemmKernels = {{
    {"a100_sxm", "bfloat16", "a100-80", 2, 5.0e-6, 0.73, 40e6},
    {"h100_sxm", "bfloat16", "h100", 2, 3.6e-6, 0.88, 50e6},
    {"h100_sxm", "fp8", "h100", 1, 5.9e-6, 0.81, 50e6},
    {"h200_sxm", "bfloat16", "h200", 2, 4.0e-6, 0.85, 50e6},
    {"h200_sxm", "fp8", "h200", 1, 6.3e-6, 0.76, 50e6},
    {"b200_sxm", "bfloat16", "b200", 2, 4.3e-6, 0.83, 126e6},
    {"b200_sxm", "fp8", "b200", 1, 6.0e-6, 0.67, 126e6},
    {"l40s", "bfloat16", "l40s", 2, 0, 0.77, 96e6},
    {"l40s", "fp8", "l40s", 1, 0, 0.66, 96e6},
}};
constexpr double kDecodeTokensMax = 64;

struct AttentionKernel {
  std::string_view system;
  const char* gpu;
  double efficiency;
};

constexpr std::array<AttentionKernel, 4> kAttentionKernels = {{
    {"a100_sxm", "a100-80", 0.75},
    {"h100_sxm", "h100", 0.85},
    {"h200_sxm", "h200", 0.83},
    {"b200_sxm", "b200", 0.88},
}};
constexpr double kAttentionBytesMin = 256e6;

bool is_vllm(const Measurements& table) { return table.text("engine").starts_with("vllm"); }

/// The bytes that a row's kernel reads, or nullopt where the row is of something else.
using BytesOf = std::function<std::optional<double>(const Measurements&)>;

struct KernelLaw {
  double bytes_per_s = 0;  ///< reached
  double peak_bytes_per_s = 0;
  double constant_s = 0;
  double bytes_min = 0;
  const char* rule = "";  // why rows are left out
};

std::string megabytes(double bytes) {
  return std::to_string(static_cast<int64_t>(bytes / 1e6)) + " MB";
}

void compare(ValidationRow& row, const std::string& path, const KernelLaw& law,
             const BytesOf& bytes_of) {
  ExcludedRows excluded{law.rule, 0};
  Measurements table(path);
  std::vector<NamedError> errors;
  while (table.next()) {
    const auto bytes = bytes_of(table);
    if (!bytes) continue;
    const double measured_s = table.number("latency_ms") * kKernelSecondsPerMs;
    if (*bytes < law.bytes_min || *bytes / law.peak_bytes_per_s > measured_s) {
      ++excluded.rows;
      continue;
    }
    errors.push_back(
        {megabytes(*bytes), (law.constant_s + *bytes / law.bytes_per_s) / measured_s - 1});
  }
  if (excluded.rows > 0) row.excluded.push_back(excluded);
  fill_errors(row, std::move(errors));
}

/// A row for those of a table that no kernel here is compared with; `rule_of` says why, or "".
void put_rest(std::vector<ValidationRow>& rows, const std::string& path,
              const std::function<std::string(const Measurements&)>& rule_of) {
  ValidationRow rest;
  rest.table = rows.front().table;
  rest.rows_of = "none of these";
  Measurements table(path);
  while (table.next()) {
    const std::string rule = rule_of(table);
    if (!rule.empty()) add_excluded(rest.excluded, {rule, 1});
  }
  if (!rest.excluded.empty()) rows.push_back(std::move(rest));
}

/// Seconds by a count, as measured; between two counts in a straight line.
class TimeTable {
 public:
  void add(int64_t count, double seconds) { seconds_[count] += seconds; }

  /// nullopt beyond what was measured.
  std::optional<double> at(int64_t count) const {
    const auto above = seconds_.lower_bound(count);
    if (above == seconds_.end()) return std::nullopt;
    if (above->first == count || above == seconds_.begin()) return above->second;
    const auto below = std::prev(above);
    const double width = static_cast<double>(above->first - below->first);
    const double share = static_cast<double>(count - below->first) / width;
    return below->second + share * (above->second - below->second);
  }

 private:
  std::map<int64_t, double> seconds_;
};

double time_s(const Measurements& table) { return table.number("time_us") * kSecondsPerUs; }

/// How often a part of dense.csv is in a model of so many layers; nullopt where it isn't known.
std::optional<double> times_in_model(std::string_view part, double layers) {
  constexpr std::array<std::pair<std::string_view, double>, 7> kPerLayer = {{{"act_fn", 1},
                                                                             {"down_proj", 1},
                                                                             {"gate_up_proj", 1},
                                                                             {"layernorm", 2},
                                                                             {"o_proj", 1},
                                                                             {"qkv_proj", 1},
                                                                             {"rotary_emb", 1}}};
  if (part == "embedding" || part == "final_layernorm") return 1;
  for (const auto& [name, times] : kPerLayer) {
    if (name == part) return times * layers;
  }
  return std::nullopt;
}

/// The steps of attention.csv, each the sum of its kernels, against the law without its overhead
/// per step, which no kernel has.
class KernelSteps {
 public:
  KernelSteps(const Hardware& hardware, const std::string& folder)
      : deployment_{find_model("llama-3.1-8b"),
                    hardware.gpu("rtx-4090"),
                    hardware.engine("vllm-0.19", "rtx-4090"),
                    1,
                    {}},
        law_(deployment_),
        path_(folder + "RTX4090_Llama-3.1-8B_tp1_") {
    Measurements dense(path_ + "dense.csv");
    while (dense.next()) {
      const auto times = times_in_model(dense.text("layer"), layers());
      if (!times) dense.fail("layer", "a layer of Llama-3.1-8B");
      by_tokens_.add(dense.whole("tokens"), *times * time_s(dense));
    }
    Measurements heads(path_ + "per_sequence.csv");
    while (heads.next()) by_requests_.add(heads.whole("sequences"), time_s(heads));
  }

  std::vector<ValidationRow> rows() const {
    std::array<std::vector<NamedError>, 3> errors;
    std::array<int64_t, 3> beyond = {0, 0, 0};
    const int64_t cache_tokens = kv_capacity(deployment_).tokens();
    Measurements table(path_ + "attention.csv");
    while (table.next()) {
      const Chunk prompt{1, table.whole_or_zero("kv_prefill"),
                         table.whole_or_zero("prefill_chunk")};
      const Chunk decodes{table.whole_or_zero("n_decode"), table.whole_or_zero("kv_decode"), 1};
      const uint64_t kind = prompt.new_tokens == 0 ? 0 : decodes.requests == 0 ? 1 : 2;
      std::vector<Chunk> step;
      if (decodes.requests > 0) step.push_back(decodes);
      if (prompt.new_tokens > 0) step.push_back(prompt);
      const StepLoad load = load_of(deployment_.model, step);
      const auto linear_s = by_tokens_.at(load.tokens);
      const auto heads_s = by_requests_.at(load.requests);
      const int64_t kept = load.context + load.tokens;
      if (kept > cache_tokens || !linear_s || !heads_s) {
        ++beyond[kind];
        continue;
      }
      const double measured_s = *linear_s + *heads_s + layers() * time_s(table);
      const double computed_s =
          law_.terms(load).total_s() - deployment_.engine.step_overhead_s.value;
      errors[kind].push_back({step_name(decodes, prompt), computed_s / measured_s - 1});
    }
    std::vector<ValidationRow> rows;
    constexpr std::array<const char*, 3> kKinds = {"decodes", "a prompt's chunk", "both"};
    for (uint64_t kind = 0; kind < kKinds.size(); ++kind) {
      ValidationRow row;
      row.table = "RTX 4090 kernels of a step";
      row.rows_of = kKinds[kind];
      row.is_fitted = true;
      if (beyond[kind] > 0) {
        row.excluded.push_back(
            {"steps that this GPU can't have: their tokens don't fit into its KV cache",
             beyond[kind]});
      }
      fill_errors(row, std::move(errors[kind]));
      rows.push_back(std::move(row));
    }
    return rows;
  }

 private:
  double layers() const { return static_cast<double>(deployment_.model.layers); }

  static std::string step_name(const Chunk& decodes, const Chunk& prompt) {
    return std::to_string(decodes.requests) + " decodes of " +
           std::to_string(decodes.cached_tokens) + ", " + std::to_string(prompt.new_tokens) +
           " prompt tokens after " + std::to_string(prompt.cached_tokens);
  }

  Deployment deployment_;
  CostLaw law_;
  std::string path_;
  TimeTable by_tokens_;
  TimeTable by_requests_;
};

}  // namespace

std::vector<ValidationRow> validate_gemm(const Hardware& hardware, const std::string& path) {
  const auto is_ours = [](const Measurements& table, const GemmKernel& kernel) {
    return table.text("system") == kernel.system && table.text("dtype") == kernel.dtype;
  };
  std::vector<ValidationRow> rows;
  for (const GemmKernel& kernel : kGemmKernels) {
    ValidationRow row;
    row.is_fitted = true;
    row.table = "decode GEMM";
    row.rows_of = std::string(kernel.gpu) + " " + std::string(kernel.dtype);
    const double peak = hardware.gpu(kernel.gpu).bandwidth_bytes_per_s.value;
    const KernelLaw law{kernel.efficiency * peak, peak, kernel.constant_s, kernel.cache_bytes / 4,
                        kCached};
    compare(row, path, law, [&](const Measurements& table) -> std::optional<double> {
      const bool is_wanted = is_ours(table, kernel) && is_vllm(table);
      if (!is_wanted || table.number("m") > kDecodeTokensMax) return std::nullopt;
      return table.number("n") * table.number("k") * kernel.element_bytes;
    });
    rows.push_back(std::move(row));
  }
  put_rest(rows, path, [&](const Measurements& table) -> std::string {
    if (!is_vllm(table)) return kOtherKernelEngine;
    const bool is_known = std::ranges::any_of(
        kGemmKernels, [&](const GemmKernel& kernel) { return is_ours(table, kernel); });
    if (!is_known) return kOtherKernels;
    return table.number("m") > kDecodeTokensMax ? "more than 64 tokens: no decode" : "";
  });
  return rows;
}

std::vector<ValidationRow> validate_attention(const Hardware& hardware, const std::string& path) {
  const auto is_ours = [](const Measurements& table, const AttentionKernel& kernel) {
    return table.text("system") == kernel.system && table.text("kv_dtype") == "bfloat16";
  };
  std::vector<ValidationRow> rows;
  for (const AttentionKernel& kernel : kAttentionKernels) {
    ValidationRow row;
    row.is_fitted = true;
    row.table = "decode attention";
    row.rows_of = std::string(kernel.gpu) + " bfloat16";
    const double peak = hardware.gpu(kernel.gpu).bandwidth_bytes_per_s.value;
    const KernelLaw law{kernel.efficiency * peak, peak, 0, kAttentionBytesMin, kSmallCache};
    compare(row, path, law, [&](const Measurements& table) -> std::optional<double> {
      if (!is_ours(table, kernel) || !is_vllm(table)) return std::nullopt;
      return 2 * 2 * table.number("batch") * table.number("context") * table.number("kv_heads") *
             table.number("head_dim");
    });
    rows.push_back(std::move(row));
  }
  put_rest(rows, path, [&](const Measurements& table) -> std::string {
    if (!is_vllm(table)) return kOtherKernelEngine;
    const bool is_known = std::ranges::any_of(
        kAttentionKernels, [&](const AttentionKernel& kernel) { return is_ours(table, kernel); });
    return is_known ? "" : kOtherKernels;
  });
  return rows;
}

std::vector<ValidationRow> validate_layers(const Hardware& hardware, const std::string& folder) {
  return KernelSteps(hardware, folder).rows();
}

}  // namespace kitchen::real

#include "real/validation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>

#include "real/kv_capacity.h"
#include "real/measurements.h"
#include "real/model_config.h"

namespace kitchen::real {
namespace {

constexpr double kSecondsPerMs = 1e-3;

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
};

void compare(ValidationRow& row, const std::string& path, const KernelLaw& law,
             const BytesOf& bytes_of) {
  Measurements table(path);
  std::vector<double> errors;
  while (table.next()) {
    const auto bytes = bytes_of(table);
    if (!bytes) continue;
    const double measured_s = table.number("latency_ms") * kSecondsPerMs;
    if (*bytes < law.bytes_min || *bytes / law.peak_bytes_per_s > measured_s) {
      ++row.excluded;
      continue;
    }
    errors.push_back((law.constant_s + *bytes / law.bytes_per_s) / measured_s - 1);
  }
  fill_errors(row, std::move(errors));
}

}  // namespace

void fill_errors(ValidationRow& row, std::vector<double> errors) {
  row.rows = std::ssize(errors);
  if (errors.empty()) return;
  double sum = 0;
  for (const double error : errors) sum += error;
  row.bias = sum / static_cast<double>(errors.size());
  std::ranges::sort(errors, [](double a, double b) { return std::abs(a) < std::abs(b); });
  const auto rank = [&](uint64_t percent) {
    return std::abs(errors[(errors.size() * percent + 99) / 100 - 1]);
  };
  row.median = rank(50);
  row.p95 = rank(95);
  row.worst = errors.back();
}

const std::vector<CountedBlocks>& counted_blocks() {
  static const std::vector<CountedBlocks> counted = {
      {"llama-2-7b", "h100", 1, 7463},        {"llama-3.1-70b", "h100", 4, 30251},
      {"mistral-nemo-12b", "h100", 1, 19251}, {"mistral-nemo-12b", "h100", 2, 48009},
      {"qwen2.5-7b", "h100", 1, 65352},       {"yi-34b", "h100", 2, 20793},
      {"llama-3.1-8b", "rtx-4090", 1, 2588},
  };
  return counted;
}

ValidationRow validate_blocks(const Hardware& hardware) {
  ValidationRow row;
  row.table = "KV cache blocks";
  row.rows_of = "vLLM's own counts";
  std::vector<double> errors;
  for (const CountedBlocks& counted : counted_blocks()) {
    const KvCapacity capacity = kv_capacity({find_model(counted.model),
                                             hardware.gpu(counted.gpu),
                                             hardware.engine("vllm-0.19", counted.gpu),
                                             counted.tensor_parallel,
                                             {}});
    errors.push_back(static_cast<double>(capacity.blocks) / static_cast<double>(counted.blocks) -
                     1);
  }
  fill_errors(row, std::move(errors));
  return row;
}

std::vector<ValidationRow> validate_gemm(const Hardware& hardware, const std::string& path) {
  std::vector<ValidationRow> rows;
  for (const GemmKernel& kernel : kGemmKernels) {
    ValidationRow row;
    row.table = "decode GEMM";
    row.rows_of = std::string(kernel.gpu) + " " + std::string(kernel.dtype);
    row.rule =
        "weights below a quarter of the L2 cache, or read faster than the bandwidth: they "
        "come from the cache";
    const double peak = hardware.gpu(kernel.gpu).bandwidth_bytes_per_s.value;
    const KernelLaw law{kernel.efficiency * peak, peak, kernel.constant_s, kernel.cache_bytes / 4};
    compare(row, path, law, [&](const Measurements& table) -> std::optional<double> {
      const bool is_ours = table.text("system") == kernel.system &&
                           table.text("dtype") == kernel.dtype && is_vllm(table);
      if (!is_ours || table.number("m") > kDecodeTokensMax) return std::nullopt;
      return table.number("n") * table.number("k") * kernel.element_bytes;
    });
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<ValidationRow> validate_attention(const Hardware& hardware, const std::string& path) {
  std::vector<ValidationRow> rows;
  for (const AttentionKernel& kernel : kAttentionKernels) {
    ValidationRow row;
    row.table = "decode attention";
    row.rows_of = std::string(kernel.gpu) + " bfloat16";
    row.rule =
        "KV caches below 256 MB, or read faster than the bandwidth: a layer's cache of a "
        "few requests doesn't fill the GPU";
    const double peak = hardware.gpu(kernel.gpu).bandwidth_bytes_per_s.value;
    const KernelLaw law{kernel.efficiency * peak, peak, 0, kAttentionBytesMin};
    compare(row, path, law, [&](const Measurements& table) -> std::optional<double> {
      const bool is_ours = table.text("system") == kernel.system &&
                           table.text("kv_dtype") == "bfloat16" && is_vllm(table);
      if (!is_ours) return std::nullopt;
      return 2 * 2 * table.number("batch") * table.number("context") * table.number("kv_heads") *
             table.number("head_dim");
    });
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace kitchen::real

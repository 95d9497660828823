#include "real/kv_capacity.h"

#include <algorithm>

#include "real/text.h"

namespace kitchen::real {
namespace {

bool fits(const Deployment& deployment) {
  return deployment_problem(deployment).empty() && kv_capacity(deployment).blocks > 0;
}

std::optional<std::string> more_gpus(Deployment deployment) {
  for (int64_t count = deployment.tensor_parallel * 2; count <= 16; count *= 2) {
    deployment.tensor_parallel = count;
    if (fits(deployment)) return "--tp " + std::to_string(count);
  }
  return std::nullopt;
}

std::optional<std::string> smaller_weights(Deployment deployment) {
  const double bytes = weight_bytes(deployment.precision.weights);
  for (const NumberType type : {NumberType::fp8, NumberType::int4}) {
    if (weight_bytes(type) >= bytes) continue;
    deployment.precision.weights = type;
    deployment.precision.activations = default_activations(type, deployment.gpu);
    if (fits(deployment)) return "--weights " + std::string(type_name(type));
  }
  return std::nullopt;
}

std::optional<std::string> larger_gpu(Deployment deployment, std::span<const Gpu> gpus) {
  const Gpu* least = nullptr;
  for (const Gpu& gpu : gpus) {
    deployment.gpu = gpu;
    const bool is_less = least == nullptr || gpu.memory_bytes.value < least->memory_bytes.value;
    if (is_less && fits(deployment)) least = &gpu;
  }
  if (least == nullptr) return std::nullopt;
  return "--gpu " + least->name;
}

}  // namespace

double KvCapacity::missing_bytes() const {
  const double block_bytes = bytes_per_token * static_cast<double>(block_tokens);
  return std::max(0.0, block_bytes - free_bytes);
}

KvCapacity kv_capacity(const Deployment& deployment, std::optional<int64_t> blocks_given) {
  const Engine& engine = deployment.engine;
  KvCapacity capacity;
  capacity.memory_bytes = deployment.gpu.memory_bytes.value;
  capacity.usable_bytes = capacity.memory_bytes * engine.memory_share.value;
  capacity.weights_bytes = weights_bytes_per_gpu(deployment);
  capacity.reserve_bytes = engine.reserve_bytes.value;
  capacity.free_bytes = capacity.usable_bytes - capacity.weights_bytes - capacity.reserve_bytes;
  capacity.bytes_per_token = kv_bytes_per_token(deployment);
  capacity.block_tokens = engine.block_tokens;
  if (blocks_given) {
    capacity.blocks = *blocks_given;
    capacity.given = true;
  } else if (capacity.missing_bytes() <= 0) {
    const double block_bytes =
        capacity.bytes_per_token * static_cast<double>(capacity.block_tokens);
    capacity.blocks = static_cast<int64_t>(capacity.free_bytes / block_bytes);
  }
  return capacity;
}

std::vector<std::string> what_would_fit(const Deployment& deployment, std::span<const Gpu> gpus) {
  std::vector<std::string> changes;
  for (const auto& change :
       {more_gpus(deployment), smaller_weights(deployment), larger_gpu(deployment, gpus)}) {
    if (change) changes.push_back(*change);
  }
  return changes;
}

std::string gb_text(double bytes) {
  constexpr double kBytesPerHundredth = 1e7;
  const double to_nearest = 0.5 + bytes / kBytesPerHundredth;
  const auto hundredths = static_cast<int64_t>(to_nearest);
  const std::string rest = std::to_string(hundredths % 100);
  return std::to_string(hundredths / 100) + (rest.size() < 2 ? ".0" : ".") + rest + " GB";
}

std::string fit_problem(const Deployment& deployment, std::span<const Gpu> gpus,
                        std::optional<int64_t> blocks_given) {
  const KvCapacity capacity = kv_capacity(deployment);
  const bool has_room =
      blocks_given ? capacity.weights_bytes < capacity.memory_bytes : capacity.blocks > 0;
  if (has_room) return "";
  const std::vector<std::string> changes = what_would_fit(deployment, gpus);
  return deployment.model.name + " doesn't fit on " + std::to_string(deployment.tensor_parallel) +
         " x " + deployment.gpu.name + ": " + gb_text(capacity.missing_bytes()) +
         " per GPU are missing (weights " + gb_text(capacity.weights_bytes) + " and reserve " +
         gb_text(capacity.reserve_bytes) + " against " + gb_text(capacity.usable_bytes) +
         " usable); " +
         (changes.empty() ? "no single change makes it fit"
                          : "it would fit with " + join(changes, " or "));
}

}  // namespace kitchen::real

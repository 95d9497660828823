#include "real/hardware.h"

#include <algorithm>
#include <iterator>

#include "sim/check.h"

namespace kitchen::real {
namespace {

constexpr double kEfficiencyMin = 0.01;
constexpr double kMicroseconds = 1e-6;
constexpr double kGigabytes = 1e9;

constexpr EngineField kEngineFields[] = {
    {"step_overhead_us", &Engine::step_overhead_s, 0, 1e6, kMicroseconds},
    {"layer_overhead_us", &Engine::layer_overhead_s, 0, 1e5, kMicroseconds},
    {"per_request_us", &Engine::per_request_s, 0, 1e5, kMicroseconds},
    {"weight_efficiency", &Engine::weight_efficiency, kEfficiencyMin, 1, 1},
    {"weight_efficiency_fp8", &Engine::weight_efficiency_fp8, kEfficiencyMin, 1, 1},
    {"weight_efficiency_int8", &Engine::weight_efficiency_int8, kEfficiencyMin, 1, 1},
    {"weight_efficiency_int4", &Engine::weight_efficiency_int4, kEfficiencyMin, 1, 1},
    {"kv_efficiency", &Engine::kv_efficiency, kEfficiencyMin, 1, 1},
    {"kv_efficiency_fp8", &Engine::kv_efficiency_fp8, kEfficiencyMin, 1, 1},
    {"kv_reread", &Engine::kv_reread, 0, 1, 1},
    {"compute_efficiency", &Engine::compute_efficiency, kEfficiencyMin, 1, 1},
    {"compute_efficiency_fp8", &Engine::compute_efficiency_fp8, kEfficiencyMin, 1, 1},
    {"all_reduce_us", &Engine::all_reduce_s, 0, 1e5, kMicroseconds},
    {"all_reduce_scale", &Engine::all_reduce_scale, 0.01, 100, 1},
    {"memory_share", &Engine::memory_share, 0.01, 1, 1},
    {"reserve_gb", &Engine::reserve_bytes, 0, 1e4, kGigabytes},
};

}  // namespace

std::span<const EngineField> engine_fields() { return kEngineFields; }

std::string_view preset_name(const Engine& engine) {
  return engine.based_on.empty() ? engine.name : engine.based_on;
}

const EngineField& find_engine_field(std::string_view key) {
  const auto* found = std::ranges::find_if(
      kEngineFields, [&](const EngineField& field) { return field.key == key; });
  KITCHEN_CHECK(found != std::end(kEngineFields));
  return *found;
}

double value_in_file(const Engine& engine, const EngineField& field) {
  return (engine.*field.field).value / field.unit;
}

const Quantity& weight_efficiency(const Engine& engine, NumberType weights) {
  switch (weights) {
    case NumberType::fp8:
      return engine.weight_efficiency_fp8;
    case NumberType::int8:
      return engine.weight_efficiency_int8;
    case NumberType::int4:
      return engine.weight_efficiency_int4;
    case NumberType::bf16:
      break;
  }
  return engine.weight_efficiency;
}

const Quantity& expert_efficiency(const Engine& engine, NumberType weights) {
  return weights == NumberType::fp8 ? engine.expert_efficiency_fp8 : engine.expert_efficiency;
}

double all_reduce_s(const AllReduce& table, double elements) {
  if (elements <= table.elements.front()) return table.seconds.front();
  uint64_t next = 1;
  while (next + 1 < table.elements.size() && table.elements[next] < elements) ++next;
  const double width = table.elements[next] - table.elements[next - 1];
  const double slope = (table.seconds[next] - table.seconds[next - 1]) / width;
  return table.seconds[next - 1] + slope * (elements - table.elements[next - 1]);
}

const AllReduce* find_all_reduce(const Gpu& gpu, int64_t gpus) {
  for (const AllReduce& table : gpu.all_reduce) {
    if (table.gpus == gpus) return &table;
  }
  return nullptr;
}

}  // namespace kitchen::real

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "real/number_type.h"

namespace kitchen::real {

/// A number and where it is from.
struct Quantity {
  double value = 0;
  std::string source;
};

/// Measured time of an all-reduce among so many GPUs. Between two sizes it is interpolated, beyond
/// the last one it goes on as between the last two, below the first it stays.
struct AllReduce {
  int64_t gpus = 0;
  std::vector<double> elements;  ///< message sizes in 16-bit elements, rising; two at least
  std::vector<double> seconds;
};

struct Gpu {
  std::string name;
  std::string title;
  Quantity memory_bytes;              ///< what the driver lets one process have
  Quantity bandwidth_bytes_per_s;     ///< datasheet
  Quantity bf16_flop_per_s;           ///< datasheet, dense
  Quantity fp8_flop_per_s;            ///< datasheet, dense; 0: the GPU has no fp8
  Quantity link_bytes_per_s;          ///< datasheet, to the other GPUs, both ways; 0: not given
  std::vector<AllReduce> all_reduce;  ///< one for each number of GPUs measured
  std::string all_reduce_source;
};

/// What an engine adds to the datasheet. One for each generation of an engine: across engines the
/// errors are 10 to 45 %, so presets are never shared.
struct Engine {
  std::string name;
  std::string title;
  /// The bundled preset that the numbers started from, "" where there is none: whose options,
  /// memory and rules are this engine's as well.
  std::string based_on;
  Quantity step_overhead_s;
  Quantity layer_overhead_s;
  Quantity per_request_s;
  Quantity weight_efficiency;  ///< share of the bandwidth that reading bf16 weights reaches, 0…1
  Quantity weight_efficiency_fp8;
  Quantity weight_efficiency_int8;  ///< the kernel makes bf16 of them
  Quantity weight_efficiency_int4;
  /// Share of what the kernels of dense layers reach that those of routed experts do, of bandwidth
  /// and of peak alike, above 0, at most 1. A hardware file may leave it out.
  Quantity expert_efficiency{1, "not given: as those of dense layers"};
  Quantity expert_efficiency_fp8{1, "not given: as those of dense layers"};
  Quantity kv_efficiency;      ///< the same of reading the KV cache
  Quantity kv_efficiency_fp8;  ///< the same of an 8-bit KV cache
  /// Share of the KV cache that is read again for each further query head of a KV head: 0 where
  /// grouped-query attention pays in full, 1 where it doesn't at all.
  Quantity kv_reread;
  Quantity compute_efficiency;  ///< share of the peak FLOP/s, bf16
  Quantity compute_efficiency_fp8;
  Quantity
      all_reduce_s;  ///< of the smallest message, as far as the layers' overhead doesn't hide it
  Quantity all_reduce_scale;    ///< of what larger messages take longer, as measured on the GPU
  bool lm_head_sharded = true;  ///< whether tensor parallelism divides lm_head, too
  Quantity memory_share;        ///< of the GPU's memory, for weights, activations and KV cache
  Quantity reserve_bytes;       ///< per GPU: activations, CUDA graphs, communication buffers
  int64_t block_tokens = 16;    ///< tokens of a KV cache block
  int64_t requests_max = 0;     ///< requests in one step at most
  int64_t token_budget = 0;     ///< tokens computed in one step at most
};

/// A number of an engine that presets for single GPUs may replace and that can be fitted.
struct EngineField {
  const char* key;  ///< in a hardware file
  Quantity Engine::* field;
  double first;  ///< of its range, in the unit of the file
  double last;
  double unit;  ///< one in the file, in the program's own unit
};

std::span<const EngineField> engine_fields();

/// The name to look up by what an engine is rather than what it is called: of the bundled preset
/// that it is based on, else its own.
std::string_view preset_name(const Engine& engine);

/// The field of a key, which must be one of engine_fields().
const EngineField& find_engine_field(std::string_view key);

/// The number as a hardware file has it.
double value_in_file(const Engine& engine, const EngineField& field);

/// The share of the bandwidth that reading weights of a type reaches.
const Quantity& weight_efficiency(const Engine& engine, NumberType weights);

/// The share of what dense layers reach that routed experts with weights of a type do.
const Quantity& expert_efficiency(const Engine& engine, NumberType weights);

/// Seconds of one all-reduce of so many 16-bit elements. `elements` >= 0.
double all_reduce_s(const AllReduce& table, double elements);

/// The table for so many GPUs; nullptr where none was measured.
const AllReduce* find_all_reduce(const Gpu& gpu, int64_t gpus);

}  // namespace kitchen::real

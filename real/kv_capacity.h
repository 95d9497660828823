#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "real/deployment.h"

namespace kitchen::real {

/// What one GPU's memory is spent on. Every GPU of a replica holds the same, so blocks and tokens
/// are those of the whole replica.
struct KvCapacity {
  double memory_bytes = 0;
  double usable_bytes = 0;  ///< the share that the engine takes
  double weights_bytes = 0;
  double reserve_bytes = 0;
  double free_bytes = 0;  ///< left for the KV cache; negative where nothing is
  double bytes_per_token = 0;
  int64_t block_tokens = 0;
  int64_t blocks = 0;  ///< 0 where not even one fits
  bool given = false;  ///< `blocks` is the engine's own figure instead of this computation's

  int64_t tokens() const { return blocks * block_tokens; }
  /// Bytes per GPU that are missing for the first block; 0 where it fits.
  double missing_bytes() const;
};

/// `blocks_given`: the figure from the engine's own log, used instead where there is one.
KvCapacity kv_capacity(const Deployment& deployment,
                       std::optional<int64_t> blocks_given = std::nullopt);

/// What would make a deployment fit that doesn't, changing one thing each: more GPUs, smaller
/// weights, the least other GPU. As command line options, such as "--tp 2"; none where nothing
/// does.
std::vector<std::string> what_would_fit(const Deployment& deployment, std::span<const Gpu> gpus);

/// Why a deployment doesn't fit into its memory: by how much, and what would fit; "" where it does.
/// With `blocks_given` the engine has had room for them, whatever is computed here; then only
/// weights larger than the whole memory don't fit.
std::string fit_problem(const Deployment& deployment, std::span<const Gpu> gpus,
                        std::optional<int64_t> blocks_given = std::nullopt);

/// "16.06 GB"
std::string gb_text(double bytes);

}  // namespace kitchen::real

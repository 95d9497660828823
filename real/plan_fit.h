#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "real/hardware_file.h"
#include "real/scenario.h"

namespace kitchen::real {

/// A replica that holds a model and a prompt.
struct SmallestFit {
  NumberType weights = NumberType::bf16;
  std::string gpu;
  int64_t tensor_parallel = 1;
  int64_t kv_tokens = 0;
};

/// For each of the weights asked for (where none is: the checkpoint's own, or where that isn't
/// quantised bf16, fp8 and int4) the replica with the least memory in all that holds the model and
/// a prompt of so many tokens; of the same memory the fewest GPUs. Among GPUs of these names, or of
/// all where none is given. Types of weights that nothing holds are left out. Throws InputError as
/// deployment_of() for a model or engine that isn't known.
std::vector<SmallestFit> smallest_fits(const Scenario& scenario, const Hardware& hardware,
                                       const std::vector<NumberType>& weights_asked,
                                       const std::vector<std::string>& gpus, int64_t prompt_tokens);

}  // namespace kitchen::real

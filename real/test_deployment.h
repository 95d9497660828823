#pragma once

#include <cstdint>

#include "real/deployment.h"
#include "real/hardware_file.h"
#include "real/model_config.h"

// For tests: what is bundled, put together.
namespace kitchen::real {

inline const Hardware& test_hardware() {
  static const Hardware instance;
  return instance;
}

inline Deployment test_deployment(const char* model, const char* gpu, int64_t tensor_parallel = 1,
                                  NumberType weights = NumberType::bf16,
                                  const char* engine = "vllm-0.19") {
  const Hardware& hardware = test_hardware();
  Deployment result{
      find_model(model), hardware.gpu(gpu), hardware.engine(engine, gpu), tensor_parallel, {}};
  result.precision.weights = weights;
  result.precision.activations = default_activations(weights, result.gpu);
  return result;
}

}  // namespace kitchen::real

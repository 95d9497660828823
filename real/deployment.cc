#include "real/deployment.h"

#include <algorithm>
#include <vector>

#include "real/text.h"

namespace kitchen::real {
namespace {

bool kv_heads_divide(const Model& model, int64_t tensor_parallel) {
  return model.kv_heads % tensor_parallel == 0 || tensor_parallel % model.kv_heads == 0;
}

std::vector<std::string> allowed_tensor_parallel(const Model& model) {
  std::vector<std::string> allowed;
  for (int64_t count = 1; count <= model.heads; ++count) {
    if (model.heads % count == 0 && kv_heads_divide(model, count)) {
      allowed.push_back(std::to_string(count));
    }
  }
  return allowed;
}

std::string tensor_parallel_problem(const Deployment& deployment) {
  const Model& model = deployment.model;
  const int64_t count = deployment.tensor_parallel;
  if (count < 1 || model.heads % count != 0 || !kv_heads_divide(model, count)) {
    return "tensor parallelism over " + std::to_string(count) + " GPUs doesn't divide the " +
           std::to_string(model.heads) + " heads and " + std::to_string(model.kv_heads) +
           " KV heads of " + model.name + "; allowed are " + join(allowed_tensor_parallel(model));
  }
  for (const int64_t width :
       {model.expert_layers < model.layers ? model.intermediate : 0, model.expert_intermediate}) {
    if (width % count != 0) {
      return "tensor parallelism over " + std::to_string(count) +
             " GPUs doesn't divide the MLP width " + std::to_string(width) + " of " + model.name;
    }
  }
  if (count == 1 || find_all_reduce(deployment.gpu, count) != nullptr) return "";
  std::vector<std::string> measured;
  for (const AllReduce& table : deployment.gpu.all_reduce) {
    measured.push_back(std::to_string(table.gpus));
  }
  return "the all-reduce of " + std::to_string(count) + " " + deployment.gpu.name +
         " is not known, and without it every estimate is 24 to 50 % too fast; " +
         (measured.empty() ? "none of this GPU was measured" : "known are 1, " + join(measured)) +
         ". Give its measured times in a hardware file";
}

}  // namespace

std::string deployment_problem(const Deployment& deployment) {
  const Precision& precision = deployment.precision;
  if (precision.activations == NumberType::fp8) {
    if (deployment.gpu.fp8_flop_per_s.value <= 0) {
      return deployment.gpu.name + " doesn't compute in fp8; activations must be bf16";
    }
    if (precision.weights != NumberType::fp8) {
      return "fp8 activations need fp8 weights; the weights are " +
             std::string(type_name(precision.weights));
    }
  }
  return tensor_parallel_problem(deployment);
}

NumberType default_activations(NumberType weights, const Gpu& gpu) {
  const bool computes_fp8 = weights == NumberType::fp8 && gpu.fp8_flop_per_s.value > 0;
  return computes_fp8 ? NumberType::fp8 : NumberType::bf16;
}

Precision default_precision(const Model& model, const Gpu& gpu) {
  Precision precision;
  precision.weights = model.checkpoint_weights.value_or(NumberType::bf16);
  precision.activations = default_activations(precision.weights, gpu);
  return precision;
}

double weights_bytes_per_gpu(const Deployment& deployment) {
  const Parameters count = parameters(deployment.model);
  const double gpus = static_cast<double>(deployment.tensor_parallel);
  const double quantised = static_cast<double>(count.attention + count.dense_mlp + count.experts);
  const double lm_head = static_cast<double>(count.lm_head) * kFullBytes;
  return quantised * weight_bytes(deployment.precision.weights) / gpus +
         static_cast<double>(count.small) * kFullBytes +
         static_cast<double>(count.embedding) * kFullBytes / gpus +
         (deployment.engine.lm_head_sharded ? lm_head / gpus : lm_head);
}

int64_t kv_heads_per_gpu(const Deployment& deployment) {
  return std::max<int64_t>(1, deployment.model.kv_heads / deployment.tensor_parallel);
}

double kv_bytes_per_token(const Deployment& deployment, int64_t layers) {
  const int64_t elements = 2 * layers * kv_heads_per_gpu(deployment) * deployment.model.head_dim;
  return static_cast<double>(elements) * kv_element_bytes(deployment.precision.kv);
}

double kv_bytes_per_token(const Deployment& deployment) {
  return kv_bytes_per_token(deployment, deployment.model.layers);
}

}  // namespace kitchen::real

#pragma once

#include <cstdint>
#include <string>

#include "real/hardware.h"
#include "real/model.h"
#include "real/number_type.h"

namespace kitchen::real {

struct Precision {
  NumberType weights = NumberType::bf16;
  NumberType activations = NumberType::bf16;  ///< bf16 or fp8
  NumberType kv = NumberType::bf16;           ///< bf16, fp8 or int8
};

/// One replica: a model on `tensor_parallel` GPUs of a kind under one engine.
struct Deployment {
  Model model;
  Gpu gpu;
  Engine engine;
  int64_t tensor_parallel = 1;
  Precision precision;
};

/// Why this can't be deployed, with what is allowed instead; "" where it can. Whether it fits into
/// the memory is another question: see kv_capacity().
std::string deployment_problem(const Deployment& deployment);

/// What the engine would choose by itself: weights as the checkpoint has them; fp8 activations
/// where weights are fp8 and the GPU computes in it.
Precision default_precision(const Model& model, const Gpu& gpu);
NumberType default_activations(NumberType weights, const Gpu& gpu);

/// Of a weight that is never quantised.
inline constexpr double kFullBytes = 2;

/// All weights of one GPU, in bytes.
double weights_bytes_per_gpu(const Deployment& deployment);

/// Heads that keep keys and values on one GPU: at least one, so that a key head is kept more than
/// once where there are more GPUs than key heads.
int64_t kv_heads_per_gpu(const Deployment& deployment);

/// Keys and values of one token on one GPU, all layers or only so many, in bytes.
double kv_bytes_per_token(const Deployment& deployment);
double kv_bytes_per_token(const Deployment& deployment, int64_t layers);

}  // namespace kitchen::real

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "real/deployment.h"
#include "sim/serving_cost.h"

// How long a step takes: docs/real/law.md. Only + - * / and square roots, so that every compiler
// and every processor gives the same bits.
namespace kitchen::real {

/// So many requests that do the same in a step: each has `cached_tokens` in its KV cache and
/// computes `new_tokens` more. A decode is one new token; a prompt's first chunk has none cached.
struct Chunk {
  int64_t requests = 1;
  int64_t cached_tokens = 0;
  int64_t new_tokens = 1;
};

/// What a step works on, summed over its requests.
struct StepLoad {
  int64_t requests = 0;
  int64_t tokens = 0;          ///< computed
  int64_t context = 0;         ///< KV cache entries read by a layer that attends to all
  int64_t window_context = 0;  ///< by a layer that attends to a window
  int64_t pairs = 0;           ///< query-key pairs of a layer that attends to all
  int64_t window_pairs = 0;    ///< of a layer that attends to a window
};

StepLoad load_of(const Model& model, std::span<const Chunk> chunks);

/// The terms of the law, each in seconds. weights_s and compute_s are what reading the weights and
/// computing would take alone; linear_s is the two together.
struct StepTerms {
  double step_overhead_s = 0;
  double layer_overhead_s = 0;
  double weights_s = 0;
  double compute_s = 0;
  double linear_s = 0;
  double kv_read_s = 0;
  double attention_s = 0;
  double lm_head_s = 0;
  double per_request_s = 0;
  double all_reduce_s = 0;

  double total_s() const {
    return step_overhead_s + layer_overhead_s + linear_s + kv_read_s + attention_s + lm_head_s +
           per_request_s + all_reduce_s;
  }
};

class CostLaw {
 public:
  /// `deployment_problem(deployment)` must be "".
  explicit CostLaw(const Deployment& deployment);

  StepTerms terms(const StepLoad& load) const;

  /// The same in whole picoseconds, with step_ps for 0…tokens_max.
  sim::ServingCost coefficients(int64_t tokens_max) const;

  /// What the law is made of, for one GPU.
  double weights_read_bytes(int64_t tokens) const;
  double linear_flop(int64_t tokens) const;
  double distinct_experts(int64_t tokens) const;
  double kv_read_bytes(const StepLoad& load) const;
  double attention_flop(const StepLoad& load) const;
  double lm_head_flop(int64_t requests) const;

  double linear_peak_flop_per_s() const { return linear_peak_; }
  double linear_efficiency() const { return linear_efficiency_; }
  double weight_efficiency() const { return weight_efficiency_; }
  double kv_efficiency() const { return kv_efficiency_; }
  /// How often each byte of the KV cache is read: 1 where all query heads of a KV head share it.
  double kv_reads() const { return kv_reads_; }

  /// No step can be shorter: all bytes at the datasheet's bandwidth, or all operations at its peak.
  double floor_s(const StepLoad& load) const;

 private:
  StepTerms terms_of_tokens(int64_t tokens) const;
  double experts_read_bytes(int64_t tokens) const;
  double expert_flop(int64_t tokens) const;
  double kv_bytes_per_s() const;

  Deployment deployment_;
  const AllReduce* all_reduce_ = nullptr;  // of deployment_.gpu; nullptr with one GPU
  double gpus_ = 1;
  double dense_bytes_ = 0;    // attention, dense MLPs, norms, lm_head
  double experts_bytes_ = 0;  // all routed experts
  double linear_peak_ = 0;
  double linear_efficiency_ = 0;
  double weight_efficiency_ = 0;
  double kv_efficiency_ = 0;
  double kv_reads_ = 1;
  double full_kv_bytes_ = 0;  // of one token, over the layers that attend to all
  double window_kv_bytes_ = 0;
  double full_pair_flop_ = 0;  // of one pair, over the layers that attend to all
  double window_pair_flop_ = 0;
};

/// a⁴ + b⁴ under a fourth root: the longer of the two, and a little more where both matter.
double soft_max(double a, double b);

}  // namespace kitchen::real

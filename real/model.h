#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "real/number_type.h"

namespace kitchen::real {

/// The numbers of a decoder-only transformer that decide what it costs. All counts are of the whole
/// model, before any tensor parallelism.
struct Model {
  std::string name;
  std::string source;  ///< where the numbers are from
  int64_t layers = 0;
  int64_t hidden = 0;
  int64_t heads = 0;
  int64_t kv_heads = 0;  ///< fewer than heads with grouped-query attention
  int64_t head_dim = 0;
  int64_t intermediate = 0;  ///< of the dense MLP, which has three matrices (gate, up, down)
  int64_t vocabulary = 0;
  int64_t context_tokens_max = 0;  ///< prompt and output together
  bool tied_embeddings = false;    ///< lm_head is the embedding table
  bool qkv_bias = false;
  bool output_bias = false;  ///< of the attention's output projection
  bool qk_norm = false;
  int64_t norms_per_layer = 2;  ///< vectors of `hidden`

  // A mixture of experts: layers that have them have no dense MLP.
  int64_t experts = 0;
  int64_t experts_per_token = 0;
  int64_t expert_intermediate = 0;
  int64_t shared_intermediate = 0;  ///< of the expert that each token goes through; 0: none
  bool shared_gate = false;         ///< a vector of `hidden` that weighs the shared expert
  int64_t expert_layers = 0;

  // Layers that attend to the last window_tokens only.
  int64_t window_layers = 0;
  int64_t window_tokens = 0;

  /// What the checkpoint itself is quantised to; nullopt: not at all.
  std::optional<NumberType> checkpoint_weights;
};

/// Parameters by what a step does with them.
struct Parameters {
  int64_t attention = 0;  ///< projections, quantised with the weights
  int64_t dense_mlp = 0;  ///< MLPs and shared experts, quantised
  int64_t experts = 0;    ///< all routed experts, quantised
  int64_t small = 0;      ///< norms, biases, routers: kept in bf16
  int64_t embedding = 0;  ///< looked up, not read as a whole; kept in bf16
  int64_t lm_head = 0;    ///< 0 where it is the embedding table; kept in bf16

  int64_t total() const { return attention + dense_mlp + experts + small + embedding + lm_head; }
};

Parameters parameters(const Model& model);

/// Parameters that one token is multiplied with, lm_head and embedding left out.
int64_t active_parameters(const Model& model);

/// Those of them that are in routed experts.
int64_t active_expert_parameters(const Model& model);

/// Keys and values of one token over all layers, in elements.
int64_t kv_elements_per_token(const Model& model);

}  // namespace kitchen::real

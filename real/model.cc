#include "real/model.h"

namespace kitchen::real {
namespace {

constexpr int64_t kMlpMatrices = 3;  // gate, up, down

int64_t expert_parameters(const Model& model) {
  return kMlpMatrices * model.hidden * model.expert_intermediate;
}

int64_t small_parameters(const Model& model) {
  int64_t per_layer = model.norms_per_layer * model.hidden;
  if (model.qkv_bias) per_layer += (model.heads + 2 * model.kv_heads) * model.head_dim;
  if (model.output_bias) per_layer += model.hidden;
  if (model.qk_norm) per_layer += 2 * model.head_dim;
  int64_t router = model.experts * model.hidden;
  if (model.shared_gate) router += model.hidden;
  const int64_t final_norm = model.hidden;
  return model.layers * per_layer + model.expert_layers * router + final_norm;
}

}  // namespace

Parameters parameters(const Model& model) {
  const int64_t query = model.heads * model.head_dim;
  const int64_t key = model.kv_heads * model.head_dim;
  const int64_t dense_layers = model.layers - model.expert_layers;
  Parameters count;
  count.attention = model.layers * model.hidden * (2 * query + 2 * key);
  count.dense_mlp =
      kMlpMatrices * model.hidden *
      (dense_layers * model.intermediate + model.expert_layers * model.shared_intermediate);
  count.experts = model.expert_layers * model.experts * expert_parameters(model);
  count.small = small_parameters(model);
  count.embedding = model.vocabulary * model.hidden;
  count.lm_head = model.tied_embeddings ? 0 : count.embedding;
  return count;
}

int64_t active_expert_parameters(const Model& model) {
  return model.expert_layers * model.experts_per_token * expert_parameters(model);
}

int64_t active_parameters(const Model& model) {
  const Parameters count = parameters(model);
  return count.attention + count.dense_mlp + active_expert_parameters(model);
}

int64_t kv_elements_per_token(const Model& model) {
  return 2 * model.layers * model.kv_heads * model.head_dim;
}

}  // namespace kitchen::real

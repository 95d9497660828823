#include "real/vllm_command.h"

#include <algorithm>

#include "real/hardware_file.h"
#include "real/number_text.h"
#include "real/plan_memory.h"
#include "real/validation.h"
#include "sim/rounding.h"

namespace kitchen::real {
namespace {

constexpr int64_t kLengthStep = 256;  // lengths are rounded up to these, as people write them
constexpr int64_t kMarginParts = 10;  // a tenth more than the longest request
constexpr int64_t kUsualBlockTokens = 16;

std::string tokens_text(int64_t tokens) { return std::to_string(tokens) + " tokens"; }

/// The largest error, as a share, of computed counts of blocks.
double block_count_error() {
  const ValidationRow row = validate_blocks(Hardware());
  return row.worst < 0 ? -row.worst : row.worst;
}

ModelLength shorter(ModelLength a, ModelLength b) { return b.tokens < a.tokens ? b : a; }

/// What vLLM's KV cache holds at least, as far as its computation can be trusted.
ModelLength kv_bound(const RunSetup& setup) {
  const KvCapacity& capacity = setup.capacity;
  if (capacity.given) return {capacity.tokens(), "all that the KV cache holds"};
  const double error = block_count_error();
  const auto blocks = static_cast<int64_t>(static_cast<double>(capacity.blocks) / (1 + error));
  const auto per_mille = static_cast<int64_t>(1000 * error + 1);
  const ModelLength counted = {
      blocks * capacity.block_tokens,
      "what the KV cache holds even if its " + tokens_text(capacity.tokens()) + ", computed, are " +
          number_text(static_cast<double>(per_mille) / 10) + " % too many"};
  const int64_t fewer = blocks_fewer(setup);
  const int64_t left = std::max<int64_t>(1, capacity.blocks - fewer);
  return shorter(counted, {left * capacity.block_tokens,
                           "what the KV cache holds even without " +
                               std::to_string(fewer * capacity.block_tokens) + " of its " +
                               tokens_text(capacity.tokens()) +
                               ", computed, which vLLM may need for its activations"});
}

ModelLength longest_allowed(const RunSetup& setup) {
  const sim::ServingConfig& replica = setup.cluster.replica;
  const bool is_given = setup.scenario.context_tokens_max.has_value();
  const ModelLength context = {replica.context_tokens_max,
                               is_given ? "as given" : "the model's context"};
  const ModelLength most = shorter(context, kv_bound(setup));
  if (replica.chunked_prefill) return most;
  return shorter(most, {replica.token_budget, "the token budget, as prompts aren't chunked"});
}

/// Requests in a step; vLLM doesn't start where they are more than its tokens.
int64_t max_num_seqs(const sim::ServingConfig& replica) {
  return std::min(replica.requests_max, replica.token_budget);
}

/// What MODEL must be where the model's own checkpoint isn't it.
std::string checkpoint_note(const Deployment& deployment) {
  const NumberType weights = deployment.precision.weights;
  const std::optional<NumberType>& own = deployment.model.checkpoint_weights;
  if (own == weights) return "";
  const bool as_it_loads = weights == NumberType::bf16 || weights == NumberType::fp8;
  if (!own && as_it_loads) return "";
  std::string note =
      "MODEL must be a checkpoint with " + std::string(type_name(weights)) + " weights";
  if (own) {
    note += "; that of " + deployment.model.name + " has " + std::string(type_name(*own));
  }
  return note;
}

}  // namespace

bool runs_vllm(const Deployment& deployment) {
  return preset_name(deployment.engine).starts_with("vllm");
}

ModelLength max_model_len(const RunSetup& setup, int64_t longest_tokens) {
  const ModelLength most = longest_allowed(setup);
  if (longest_tokens == 0 || setup.scenario.context_tokens_max) return most;
  const int64_t margin = sim::div_ceil(longest_tokens, kMarginParts);
  const int64_t tokens = sim::div_ceil(longest_tokens + margin, kLengthStep) * kLengthStep;
  return shorter({tokens, "the longest request, " + tokens_text(longest_tokens) +
                              ", and a tenth more, rounded up to " + std::to_string(kLengthStep)},
                 most);
}

std::vector<std::string> vllm_has_not(const RunSetup& setup) {
  const Deployment& deployment = setup.deployment;
  if (!runs_vllm(deployment)) return {};
  const sim::ServingConfig& replica = setup.cluster.replica;
  const Precision& precision = deployment.precision;
  std::vector<std::string> notes;
  if (precision.kv == NumberType::int8) {
    notes.emplace_back(
        "vLLM has no int8 KV cache of this kind: --kv-cache-dtype takes fp8; newer versions also "
        "int8_per_token_head, by other kernels than those measured");
  }
  if (replica.batching == sim::Batching::static_batch) {
    notes.emplace_back("vLLM has no static batching: it refills a place as soon as it is free");
  }
  const bool computes_fp8 = deployment.gpu.fp8_flop_per_s.value > 0;
  if (precision.weights == NumberType::fp8 && precision.activations == NumberType::bf16 &&
      computes_fp8) {
    notes.push_back("vLLM has no option for bf16 activations with fp8 weights on " +
                    deployment.gpu.name + ": it computes them in fp8");
  }
  if (replica.token_budget < replica.requests_max) {
    notes.push_back("vLLM doesn't start with --max-num-batched-tokens " +
                    std::to_string(replica.token_budget) + " below --max-num-seqs " +
                    std::to_string(replica.requests_max) + "; with --requests-max " +
                    std::to_string(max_num_seqs(replica)) + " both fit");
  }
  return notes;
}

VllmCommand vllm_command(const RunSetup& setup, int64_t longest_tokens) {
  const Deployment& deployment = setup.deployment;
  if (!runs_vllm(deployment)) return {};
  const sim::ServingConfig& replica = setup.cluster.replica;
  const ModelLength length = max_model_len(setup, longest_tokens);
  VllmCommand command;
  command.flags = {
      "--tensor-parallel-size " + std::to_string(deployment.tensor_parallel),
      "--max-num-seqs " + std::to_string(max_num_seqs(replica)),
      "--max-num-batched-tokens " + std::to_string(replica.token_budget),
      "--max-model-len " + std::to_string(length.tokens),
      "--gpu-memory-utilization " + number_text(deployment.engine.memory_share.value),
      replica.prefix_caching ? "--enable-prefix-caching" : "--no-enable-prefix-caching",
      replica.chunked_prefill ? "--enable-chunked-prefill" : "--no-enable-chunked-prefill",
  };
  // int8 and int4 are made before, as another checkpoint, whose format vLLM reads by itself.
  const NumberType weights = deployment.precision.weights;
  if (weights == NumberType::fp8 && !deployment.model.checkpoint_weights) {
    command.flags.emplace_back("--quantization fp8");
  }
  if (deployment.precision.kv == NumberType::fp8) {
    command.flags.emplace_back("--kv-cache-dtype fp8");
  }
  if (deployment.engine.block_tokens != kUsualBlockTokens) {
    command.flags.push_back("--block-size " + std::to_string(deployment.engine.block_tokens));
  }
  if (setup.scenario.kv_blocks) {
    command.flags.push_back("--num-gpu-blocks-override " +
                            std::to_string(*setup.scenario.kv_blocks));
  }
  command.notes.push_back("--max-model-len is " + length.why);
  if (longest_tokens > length.tokens) {
    command.notes.push_back("vLLM refuses requests longer than --max-model-len; the longest has " +
                            tokens_text(longest_tokens));
  }
  const std::string checkpoint = checkpoint_note(deployment);
  if (!checkpoint.empty()) command.notes.push_back(checkpoint);
  for (std::string& note : vllm_has_not(setup)) command.notes.push_back(std::move(note));
  return command;
}

}  // namespace kitchen::real

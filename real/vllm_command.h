#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "real/run.h"

// A deployment as it is started: options of `vllm serve` (docs.vllm.ai, engine arguments).
namespace kitchen::real {

/// Whether the engine, or the preset that it is based on, is one of vLLM.
bool runs_vllm(const Deployment& deployment);

struct VllmCommand {
  std::vector<std::string> flags;  ///< empty where the engine isn't vLLM
  /// What is to be known of them, a sentence each: where a length is from, what MODEL must be, and
  /// settings that were computed with but that vLLM has no option for.
  std::vector<std::string> notes;
};

/// `longest_tokens`: the longest request of the traffic, prompt and output together; 0 where it
/// isn't known.
VllmCommand vllm_command(const RunSetup& setup, int64_t longest_tokens);

/// Settings that were computed with but that vLLM can't be given, a sentence each; none where the
/// engine isn't vLLM.
std::vector<std::string> vllm_has_not(const RunSetup& setup);

/// What to set --max-model-len to. vLLM refuses requests that are longer, and doesn't start where
/// its KV cache doesn't hold one that long.
struct ModelLength {
  int64_t tokens = 0;
  std::string why;  ///< where it is from
};

/// The length that was given, or the longest request and a tenth more, rounded up; at most the
/// model's context, the KV cache less the largest error that its computation had where vLLM told
/// its own count (validation.md) or less blocks_fewer(), and without chunked prefill the token
/// budget.
ModelLength max_model_len(const RunSetup& setup, int64_t longest_tokens);

}  // namespace kitchen::real

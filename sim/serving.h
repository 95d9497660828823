#pragma once

#include <cstdint>

#include "sim/hash.h"
#include "sim/rounding.h"
#include "sim/serving_cost.h"
#include "sim/state.h"
#include "sim/time.h"

// How a real engine serves requests: docs/real/scheduler.md. What goes in and what comes out; the
// engine itself is in serving_replica.h, several of them behind a router in cluster.h.
namespace kitchen::sim {

/// The settings of one replica. vLLM's names are in brackets.
struct ServingConfig {
  int64_t kv_blocks = 1;        ///< of the whole replica [num_gpu_blocks]
  int64_t block_tokens = 16;    ///< [block_size]
  int64_t requests_max = 256;   ///< in one step [max_num_seqs]
  int64_t token_budget = 8192;  ///< computed in one step [max_num_batched_tokens]
  /// static_batch: a batch is chosen when nothing runs, and nobody joins it until all of it is
  /// done.
  Batching batching = Batching::continuous;
  /// Off: a prompt is computed in one step, and one longer than the budget in a step of its own.
  bool chunked_prefill = true;
  bool prefix_caching = false;
  int64_t prefix_tokens = 512;           ///< of each of a request's prefix blocks
  int64_t context_tokens_max = 1 << 20;  ///< prompt and output together [max_model_len]
};

inline constexpr int64_t kKvBlocksMax = int64_t{1} << 32;
inline constexpr int64_t kBlockTokensMax = 4096;
inline constexpr int64_t kServingRequestsMax = 1 << 20;
inline constexpr int64_t kServingTokensMax = 1 << 20;  ///< of prompt, output or budget
inline constexpr int64_t kContextTokensMax = 1 << 24;
inline constexpr TimePs kServingStepMaxPs = int64_t{1} << 60;  ///< 13 days
inline constexpr TimePs kServingTimeMaxPs = int64_t{1} << 62;  ///< 53 days

/// What is wrong with a configuration; `ok` where nothing is.
enum class ServingError : int32_t {
  ok = 0,
  kv_blocks_out_of_range,       ///< not 1…kKvBlocksMax
  block_tokens_out_of_range,    ///< not 1…kBlockTokensMax
  requests_max_out_of_range,    ///< not 1…kServingRequestsMax
  token_budget_out_of_range,    ///< not 1…kServingTokensMax
  context_tokens_out_of_range,  ///< not 2…kContextTokensMax
  prefix_tokens_out_of_range,   ///< not a multiple of block_tokens in 1…kServingTokensMax
  replicas_out_of_range,        ///< not 1…kReplicasMax
  clients_out_of_range,         ///< not 0…kClientsMax
  think_out_of_range,           ///< not 0…kThinkMaxPs
  balance_out_of_range,         ///< not 0…kBalanceMax
  cost_negative,                ///< some coefficient
  cost_table_too_short,         ///< step_ps has no time for step_tokens_max(config)
  cost_table_not_positive,      ///< a step of one token or more takes no time
  step_out_of_range,            ///< a step could take longer than kServingStepMaxPs
};

/// The most tokens that a step can compute: what ServingCost::step_ps must reach to.
int64_t step_tokens_max(const ServingConfig& config);

ServingError validate(const ServingConfig& config);
ServingError validate(const ServingConfig& config, const ServingCost& cost);

/// How it went with a request.
enum class Outcome : int32_t {
  finished = 0,
  context_full = 1,     ///< ended early: prompt and output had reached context_tokens_max
  kv_full = 2,          ///< ended early: a token more would need more than the whole KV cache
  refused_context = 3,  ///< at arrival: its prompt leaves no room for a token in the context
  refused_kv = 4,       ///< at arrival: its prompt needs more than the whole KV cache
};
inline constexpr int32_t kOutcomeCount = 5;

constexpr bool is_refused(Outcome outcome) {
  return outcome == Outcome::refused_context || outcome == Outcome::refused_kv;
}

/// A request that has ended. One that was refused has replica -1, made no token and ended when it
/// came; its admitted_ps and first_token_ps are -1.
struct RequestRecord {
  int64_t id = 0;  ///< 0, 1, 2 … in order of arrival
  int32_t replica = -1;
  Outcome outcome = Outcome::finished;
  TimePs arrival_ps = 0;
  TimePs admitted_ps = -1;     ///< start of the first step that worked on it
  TimePs first_token_ps = -1;  ///< end of the step that finished its prompt
  TimePs ended_ps = 0;         ///< its last token
  int64_t prompt_tokens = 0;
  int64_t output_tokens = 0;  ///< that were made
  int64_t cached_tokens = 0;  ///< of the prompt, found in the prefix cache at its first admission
  int64_t preemptions = 0;
};

/// Steps one after the other that differ only in that each is longer by growth_ps than the one
/// before. Nothing but decodes where there is more than one.
struct StepRun {
  int32_t replica = 0;
  TimePs start_ps = 0;
  TimePs first_ps = 0;  ///< what the first takes
  TimePs growth_ps = 0;
  int64_t steps = 1;
  /// Of the first step; each further one reads decode.requests more tokens. Each decode had its
  /// last token as the step began, so that in every step decode.requests inter-token latencies are
  /// the step's time. The rest are in on_gap().
  DecodeLoad decode;
  PrefillLoad prefill;
  int64_t waiting = 0;          ///< requests in the queue as the first step begins
  int64_t kv_blocks_first = 0;  ///< in use during the first step
  int64_t kv_blocks_last = 0;   ///< during the last

  constexpr TimePs total_ps() const {
    return steps * first_ps + steps * (steps - 1) / 2 * growth_ps;
  }
};

/// From a request's last token before it was preempted to the next one after.
struct TokenGap {
  int64_t id = 0;
  int32_t replica = 0;
  TimePs from_ps = 0;
  TimePs to_ps = 0;
};

/// A request that goes from the queue into the batch, or back.
struct BatchChange {
  int64_t id = 0;
  int32_t replica = 0;
  TimePs at_ps = 0;
  int64_t cached_tokens = 0;  ///< at an admission: found in the prefix cache
};

/// Is told what happens, of each replica in order of time; those of different replicas are
/// interleaved. All inter-token latencies of all requests are the steps' of on_steps() and
/// on_gap().
class ServingListener {
 public:
  virtual ~ServingListener() = default;
  virtual void on_request(const RequestRecord& /*record*/) {}
  virtual void on_steps(const StepRun& /*run*/) {}
  virtual void on_gap(const TokenGap& /*gap*/) {}
  virtual void on_admission(const BatchChange& /*change*/) {}
  virtual void on_preemption(const BatchChange& /*change*/) {}
};

/// Counts since the start, and what is there now.
struct ServingCounts {
  int64_t arrived = 0;
  int64_t ended[kOutcomeCount] = {0, 0, 0, 0, 0};  ///< by Outcome
  int64_t waiting = 0;                             ///< now
  int64_t running = 0;                             ///< now
  int64_t running_peak = 0;  ///< most in one step; of a cluster in one replica
  int64_t steps = 0;
  int64_t tokens_made = 0;
  int64_t tokens_computed = 0;  ///< prompts, recomputation and decodes
  int64_t cached_tokens = 0;    ///< not computed, because the prefix cache had them
  int64_t preemptions = 0;
  /// In steps; of a cluster the sum over its replicas, which together may have worked for longer
  /// than a time can be.
  Int128 busy_ps = 0;
  int64_t kv_blocks_used = 0;    ///< now: held by running requests, each block once
  int64_t kv_blocks_cached = 0;  ///< now: held by nobody, but still of use to a prefix
  int64_t kv_blocks_peak = 0;    ///< most in use in one step; of a cluster in one replica

  int64_t refused() const {
    return ended[static_cast<int32_t>(Outcome::refused_context)] +
           ended[static_cast<int32_t>(Outcome::refused_kv)];
  }
};

/// Every field in declared order; of busy_ps the lower 64 bits.
void add_counts(Fnv1a64& hash, const ServingCounts& counts);

}  // namespace kitchen::sim

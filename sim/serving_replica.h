#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/fifo.h"
#include "sim/hash.h"
#include "sim/output_ends.h"
#include "sim/prefix_cache.h"
#include "sim/rounding.h"
#include "sim/serving.h"
#include "sim/serving_request.h"

namespace kitchen::sim {

/// Why a request with so long a prompt can't be taken at all; `finished` where it can.
Outcome refusal(const ServingConfig& config, int64_t prompt_tokens);

/// One engine: docs/real/scheduler.md. Steps are planned at a boundary as far as they differ only
/// in that the context grows; between two plans nothing is done for each step or each request. At
/// one time steps end first, then requests arrive, then the next steps are planned.
class Replica {
 public:
  /// Both must validate as `ok`, together, too.
  Replica(std::shared_ptr<const ServingCost> cost, const ServingConfig& config, int32_t index,
          ServingListener& listener);

  /// Takes a request that is not refused, at its arrival or when a client sends it. All that ends
  /// by then must have ended.
  void arrive(int64_t id, TimePs at_ps, const ServingRequest& request);

  /// Ends all steps that end by then, and plans those that begin before.
  void advance_to(TimePs until_ps);

  /// The same one by one: when the planned steps end (kNever: none are planned), when steps could
  /// be planned (kNever: they are already, or there is nothing to do), and doing it.
  TimePs next_end_ps() const { return planned_ ? plan_end_ps_ : kNever; }
  TimePs next_plan_ps() const;
  void end_steps();
  void plan();

  /// Whether something would have ended after kServingTimeMaxPs. Then nothing happens any more.
  bool time_over() const { return time_over_; }

  TimePs now_ps() const { return now_ps_; }
  ServingCounts counts() const;
  int64_t requests() const { return counts_.waiting + counts_.running; }
  int64_t ended() const { return ended_; }

  /// KV cache blocks in use at a time that it has advanced to, by the step under way.
  int64_t kv_used_at(TimePs at_ps) const;

  /// The same, and those that its queue and a prompt under way still need before they make a token:
  /// as if no prefix were cached.
  int64_t kv_wanted_at(TimePs at_ps) const;

  /// How much of a prompt it has in its prefix cache at a time that it has advanced to, in blocks.
  int64_t prefix_hits_at(TimePs at_ps, const ServingRequest& request);

  void add_to(Fnv1a64& hash) const;

 private:
  // A request in the queue or in the batch.
  struct Job {
    int64_t id = 0;
    TimePs arrival_ps = 0;
    TimePs admitted_ps = -1;
    TimePs first_token_ps = -1;
    TimePs last_token_ps = -1;  // as it was preempted
    int64_t prompt_tokens = 0;
    int64_t cached_tokens = 0;  // found in the prefix cache at its first admission
    int64_t preemptions = 0;
    int64_t made = 0;       // tokens of the output, up to from_step_ where it decodes
    int64_t computed = 0;   // tokens whose keys and values are in the KV cache, up to the same
    int64_t from_step = 0;  // one more of both in each step since; only where it decodes
    int64_t admission = 0;  // admissions of the replica before its last one
    int32_t before = -1;    // in the queue or the batch
    int32_t after = -1;
    bool decodes = false;
  };

  // A request that nothing has been done for yet; a queue may hold millions.
  struct Fresh {
    int64_t id = 0;
    TimePs arrival_ps = 0;
    int32_t prompt_tokens = 0;
    int32_t output_tokens = 0;
  };

  // What a job has to do with the prefix cache; kept only where there is one.
  struct Prefix {
    std::vector<int64_t> ids;   // of blocks that the prompt fills
    std::vector<int32_t> held;  // entries of the cache
    int64_t seen = 0;           // ids taken over, or filled since
  };

  struct Chain {
    int32_t head = -1;
    int32_t tail = -1;
  };

  // A prompt's chunk as it could be computed now.
  struct Chunk {
    int64_t hits = 0;    // prefix blocks that it takes over
    int64_t unheld = 0;  // of these, entries that nobody holds now
    int64_t tokens = 0;
    int64_t blocks = 0;  // that it needs on top of those taken over
  };

  int64_t blocks_of(int64_t tokens) const { return block_tokens_.ceil(tokens); }
  int64_t available_blocks() const { return config_.kv_blocks - counts_.kv_blocks_used; }
  int64_t tokens_of(const Job& job) const { return job.prompt_tokens + job.made; }
  int64_t output_max(int64_t prompt_tokens) const;
  std::span<const int64_t> usable_prefix(const ServingRequest& request) const;
  int64_t steps_begun_by(TimePs at_ps) const;
  int64_t full_place(int64_t steps_ahead) const;
  int64_t place_of(int64_t context) const;
  int64_t blocks_grown(int64_t steps) const;
  int64_t steps_within(int64_t blocks, int64_t limit) const;

  int32_t take_job();
  int32_t head_of_queue() { return waiting_.head >= 0 ? waiting_.head : take_fresh(); }
  int32_t take_fresh();
  void push_back(Chain& chain, int32_t index);
  void push_front(Chain& chain, int32_t index);
  void remove(Chain& chain, int32_t index);
  void pop_front(Chain& chain);

  // Planning, in this order.
  bool schedule_decodes();
  bool schedule_partial();
  void admit();
  void choose_batch();
  bool find_chunk(int32_t index, Chunk& chunk);
  void start(int32_t index, const Chunk& chunk);
  void schedule_chunk(int32_t index, int64_t tokens, int64_t blocks);
  int64_t alike_steps();
  void set_plan(int64_t steps);

  void use_blocks(int64_t blocks);
  void evict_beside(int64_t used_blocks) {
    if (config_.prefix_caching) {
      evict_prefixes(config_.kv_blocks - used_blocks);
    }
  }
  void evict_prefixes(int64_t left_blocks);
  void hold_prefix(int32_t index, int64_t hits);
  void keep_prefix(int32_t index);
  void free_blocks(int32_t index);
  void preempt_latest();

  void begin_decoding(int32_t index);
  void stop_decoding(int32_t index);
  void forget_grown_windows();
  void make_first_token(int32_t index);
  void leave_batch(int32_t index);
  Outcome outcome_of(int32_t index) const;
  void finish(int32_t index);

  std::shared_ptr<const ServingCost> cost_;
  ServingConfig config_;
  int32_t index_ = 0;
  ServingListener* listener_ = nullptr;
  Divisor block_tokens_;
  int64_t prefix_kv_blocks_ = 1;
  bool window_costs_ = false;

  TimePs now_ps_ = 0;
  ServingCounts counts_;
  int64_t ended_ = 0;
  bool time_over_ = false;

  std::vector<Job> jobs_;
  std::vector<Prefix> prefixes_;
  std::vector<int32_t> free_jobs_;
  Chain waiting_;      // the head of the queue: those preempted, then at most one that is new
  Fifo<Fresh> fresh_;  // the rest of it
  Fifo<std::vector<int64_t>> fresh_prefixes_;  // their usable prefix blocks; kept as prefixes_ are
  Chain running_;  // first admitted first; of a chunked prefill at most the last is partial
  int32_t partial_ = -1;
  int64_t batch_left_ = 0;  // of a static batch: chosen, but not yet admitted
  int64_t admissions_ = 0;
  int64_t waiting_blocks_ = 0;  // that all in the queue need for what is to be computed
  OutputEnds ends_;
  PrefixCache cache_;

  // Sums over the jobs that decode, so that a step costs no loop over them.
  DecodeLoad decode_;
  int64_t step_in_block_ = 0;              // steps modulo block_tokens_
  std::vector<int64_t> decodes_by_place_;  // by (context - steps) modulo block_tokens_
  StepQueue windows_;                      // when a context has grown to the window

  // The steps under way.
  bool planned_ = false;
  TimePs plan_end_ps_ = 0;
  int64_t budget_left_ = 0;
  StepRun plan_;
  std::vector<int32_t> prefilled_;  // jobs whose prompt the step finishes
};

}  // namespace kitchen::sim

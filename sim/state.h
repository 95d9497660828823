#pragma once

#include <cstdint>
#include <vector>

#include "sim/step_cost.h"
#include "sim/time.h"

namespace kitchen::sim {

enum class Batching : int32_t { static_batch = 0, continuous = 1 };

/// What can be changed while the kitchen runs.
struct Settings {
  int32_t slots = 1;  ///< requests on the GPU at once, 1…kSlotsMax
  Batching batching = Batching::continuous;
  bool kv_cache = true;
  int32_t weight_bits = 16;  ///< 8 or 16
};

inline constexpr int32_t kSlotsMax = 1 << 20;

enum class Setting : int32_t { slots = 0, batching = 1, kv_cache = 2, weight_bits = 3 };
inline constexpr int32_t kSettingCount = 4;

/// `value`: slots as a number; batching as its enum's number; kv_cache 0 or 1; weight_bits 8 or 16.
struct SettingChange {
  TimePs at_ps = 0;  ///< takes effect at the first step boundary at or after this time
  Setting setting = Setting::slots;
  int32_t value = 0;
};

/// One request as it comes in. The scheduler never reads output_tokens: it only learns that a
/// request is done when it is.
struct RequestSpec {
  TimePs arrival_ps = 0;
  TimePs deadline_ps = 0;       ///< absolute; finishing exactly then is in time
  TimePs patience_base_ps = 0;  ///< the share of the patience meant for waiting in the queue
  int32_t prompt_tokens = 1;
  int32_t output_tokens = 1;
};

enum class RequestStatus : int32_t { pending = 0, waiting = 1, running = 2, served = 3, left = 4 };

/// Why the requests in the queue are not on the GPU.
enum class Hold : int32_t { none = -1, no_free_slot = 0, static_batch = 1, memory_full = 2 };
inline constexpr int32_t kHoldCount = 3;

/// Why a request was lost (docs/loss-causes.md). The first three are the holds of the same number.
enum class LossCause : int32_t {
  none = -1,
  no_free_slot = 0,
  static_batch = 1,
  memory_full = 2,
  step_too_slow = 3
};
inline constexpr int32_t kLossCauseCount = 4;

/// What has become of a request.
struct RequestState {
  RequestStatus status = RequestStatus::pending;
  LossCause cause = LossCause::none;  ///< set when status becomes `left`
  int32_t generated_tokens = 0;       ///< kept through a preemption
  bool kv_cached = false;             ///< all of its context but the newest token is cached
  int32_t slot = -1;                  ///< lowest free one at admission; -1 when not running
  int32_t preemptions = 0;
  TimePs admitted_ps = -1;     ///< first admission; -1 before
  TimePs first_token_ps = -1;  ///< end of the step that made its first token; -1 before
  TimePs ended_ps = -1;        ///< served or left; -1 before
  /// Time in the queue by what held it there, counted from the boundary at which it joined and
  /// booked when it leaves the queue.
  TimePs held_ps[kHoldCount] = {0, 0, 0};
};

/// The whole state of a kitchen after its last step boundary. Everything here is hashed, in the
/// order declared.
struct KitchenState {
  TimePs boundary_ps = -1;  ///< the last step boundary; -1 before the kitchen has opened
  Settings settings;
  std::vector<RequestState> requests;  ///< in order of arrival
  std::vector<int32_t> waiting;        ///< indices into requests, head of the queue first
  std::vector<int32_t> running;        ///< indices into requests, first admitted first
  Hold hold = Hold::none;              ///< what holds the queue until the next boundary

  int32_t arrived = 0;
  int32_t served = 0;
  int32_t left[kLossCauseCount] = {0, 0, 0, 0};
  int64_t steps = 0;
  int64_t tokens_made = 0;
  int64_t tokens_computed = 0;
  int64_t preemptions = 0;
  int32_t running_peak = 0;  ///< most requests in one step
  StepParts spent;           ///< over all finished steps
  TimePs busy_slot_ps = 0;   ///< requests in the batch, integrated over finished steps
  TimePs held_ps[kHoldCount] = {0, 0, 0};  ///< time the queue was held, by reason
  TimePs cold_slot_ps = 0;  ///< free slots while a static batch kept the queue waiting, integrated
};

/// How many requests were lost, whatever the cause.
int32_t left_in_all(const KitchenState& state);

/// FNV-1a 64 over every field in declared order, each list preceded by its length.
uint64_t state_hash(const KitchenState& state);

}  // namespace kitchen::sim

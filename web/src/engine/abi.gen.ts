// Made by wasm/gen_abi.cc from wasm/abi_fields.def; `./dev wasm` writes it anew.

export const View = {
  now_ms: 0,
  ended: 1,
  slots: 2,
  batching: 3,
  kv_cache: 4,
  weight_bits: 5,
  lever_slots: 6,
  lever_batching: 7,
  lever_kv_cache: 8,
  lever_weight_bits: 9,
  step_number: 10,
  step_start_us: 11,
  step_end_us: 12,
  step_weights_us: 13,
  step_requests_us: 14,
  step_kv_read_us: 15,
  step_prefill_us: 16,
  orders: 17,
  arrived: 18,
  waiting: 19,
  running: 20,
  served: 21,
  left_no_free_slot: 22,
  left_static_batch: 23,
  left_memory_full: 24,
  left_step_too_slow: 25,
  unfinished: 26,
  hold: 27,
  preemptions: 28,
  tokens_made: 29,
  running_peak: 30,
  memory_mb: 31,
  weights_mb: 32,
  kv_used_mb: 33,
  kv_used_tokens: 34,
  kv_capacity_tokens: 35,
  passed: 36,
  stars: 37,
  wait_p50_ms: 38,
  wait_p95_ms: 39,
  wait_max_ms: 40,
  mean_running_milli: 41,
  hash_low: 42,
  hash_high: 43,
  command_count: 44,
  moment_count: 45,
  outcome_count: 46,
  text_length: 47,
} as const;

export const Order = {
  status: 0,
  cause: 1,
  slot: 2,
  queue_place: 3,
  arrival_us: 4,
  deadline_us: 5,
  prompt_tokens: 6,
  output_tokens: 7,
  generated_tokens: 8,
  kv_cached: 9,
  preemptions: 10,
  admitted_us: 11,
  first_token_us: 12,
  ended_us: 13,
} as const;

export const ShiftInfo = {
  number: 0,
  kind: 1,
  lesson: 2,
  day: 3,
  shift_count: 4,
  rules_version: 5,
  duration_ms: 6,
  pass_percent: 7,
  par_percent: 8,
  orders: 9,
  orders_needed: 10,
  has_stars: 11,
  slots_max: 12,
  lever_first_slots: 13,
  lever_last_slots: 14,
  lever_step_slots: 15,
  lever_first_batching: 16,
  lever_last_batching: 17,
  lever_step_batching: 18,
  lever_first_kv_cache: 19,
  lever_last_kv_cache: 20,
  lever_step_kv_cache: 21,
  lever_first_weight_bits: 22,
  lever_last_weight_bits: 23,
  lever_step_weight_bits: 24,
  shows_slots: 25,
  shows_batching: 26,
  shows_kv_cache: 27,
  shows_weight_bits: 28,
  default_slots: 29,
  default_batching: 30,
  default_kv_cache: 31,
  default_weight_bits: 32,
  reference_slots: 33,
  reference_batching: 34,
  reference_kv_cache: 35,
  reference_weight_bits: 36,
  par_wait_ms: 37,
  par_slots: 38,
  patience_base_ms: 39,
  patience_per_token_ms: 40,
  weights_read_us: 41,
  per_request_us: 42,
  per_token_us: 43,
  per_context_ns: 44,
  memory_mb: 45,
  weights_mb: 46,
  kv_kb_per_token: 47,
} as const;

export const Preview = {
  requests: 0,
  weights_us: 1,
  requests_us: 2,
  kv_read_us: 3,
  prefill_us: 4,
  kv_used_mb: 5,
  weights_mb: 6,
} as const;

export const CommandRow = {
  at_ms: 0,
  lever: 1,
  value: 2,
} as const;

export const MomentRow = {
  at_ms: 0,
  running: 1,
  waiting: 2,
  served: 3,
  left: 4,
  kv_used_tokens: 5,
} as const;

export const OutcomeRow = {
  slots: 0,
  batching: 1,
  kv_cache: 2,
  weight_bits: 3,
  orders: 4,
  served: 5,
  passed: 6,
  stars: 7,
  wait_p95_ms: 8,
  preemptions: 9,
  running_peak: 10,
} as const;

export const VerdictRow = {
  kind: 0,
  passed: 1,
  lost: 2,
  lost_to_this: 3,
  slots_busy_milli: 4,
  slots_cold_milli: 5,
  step_mean_us: 6,
  lost_us_per_token: 7,
  pace_allowed_us: 8,
  hold_ms: 9,
  preemptions: 10,
  prefill_permille: 11,
  alone_us_per_token: 12,
  run_us_per_token: 13,
} as const;

export const WhatIfRow = {
  orders: 0,
  served: 1,
  passed: 2,
  stars: 3,
  wait_p95_ms: 4,
  saved: 5,
} as const;

export const BestChangeRow = {
  size: 0,
  searched: 1,
  found: 2,
  at_ms: 3,
  lever: 4,
  value: 5,
  served: 6,
  saved: 7,
  passed: 8,
} as const;

export const ReplayInfo = {
  error: 0,
  at: 1,
  found: 2,
  agrees_until_ms: 3,
  differs_at_ms: 4,
  rules_version: 5,
  lever: 6,
  lever_first: 7,
  lever_last: 8,
  lever_step: 9,
} as const;

export const ShiftRefusal = {
  error: 0,
  at: 1,
  found: 2,
  first: 3,
  last: 4,
  step: 5,
  field: 6,
} as const;

export const FreeFieldRow = {
  first: 0,
  last: 1,
  step: 2,
  initial: 3,
} as const;

export const FreeValueRow = {
  value: 0,
} as const;

export const Lever = {
  slots: 0,
  batching: 1,
  kv_cache: 2,
  weight_bits: 3,
} as const;

export const Batching = {
  static_batch: 0,
  continuous: 1,
} as const;

export const OrderStatus = {
  pending: 0,
  waiting: 1,
  running: 2,
  served: 3,
  left: 4,
} as const;

export const Hold = {
  none: -1,
  no_free_slot: 0,
  static_batch: 1,
  memory_full: 2,
} as const;

export const LossCause = {
  none: -1,
  no_free_slot: 0,
  static_batch: 1,
  memory_full: 2,
  step_too_slow: 3,
} as const;

export const VerdictKind = {
  nothing_lost: 0,
  no_free_slot: 1,
  static_batch: 2,
  memory_full: 3,
  step_too_slow: 4,
  recompute: 5,
  too_late: 6,
} as const;

export const ShiftKind = {
  lesson: 0,
  daily: 1,
  free: 2,
} as const;

export const ShiftError = {
  ok: 0,
  empty: 1,
  too_long: 2,
  not_a_shift: 3,
  unknown_lesson: 4,
  day_out_of_range: 5,
  no_proof: 6,
  truncated: 7,
  trailing_text: 8,
  unknown_field: 9,
  not_canonical: 10,
  value_out_of_range: 11,
  min_over_max: 12,
  weights_over_memory: 13,
  no_orders: 14,
  too_many_orders: 15,
} as const;

export const FreeField = {
  seed: 0,
  orders_per_min: 1,
  groups: 2,
  group_orders: 3,
  prompt_tokens_min: 4,
  prompt_tokens_max: 5,
  output_tokens_min: 6,
  output_tokens_max: 7,
  long_orders_percent: 8,
  long_output_tokens: 9,
  patience_base_ms: 10,
  patience_per_token_ms: 11,
  weights_read_us: 12,
  per_request_us: 13,
  per_token_us: 14,
  per_context_ns: 15,
  memory_mb: 16,
  weights_mb: 17,
  kv_kb_per_token: 18,
} as const;

export const ReplayError = {
  ok: 0,
  empty: 1,
  too_long: 2,
  not_a_replay: 3,
  wrong_version: 4,
  truncated: 5,
  unknown_shift: 6,
  unknown_lever: 7,
  lever_not_shown: 8,
  value_out_of_range: 9,
  time_out_of_range: 10,
  time_goes_back: 11,
  too_many_commands: 12,
  trailing_text: 13,
  diverged: 14,
} as const;

export const Status = {
  ok: 0,
  no_run: 1,
  shift_refused: 2,
  lever_not_shown: 3,
  value_out_of_range: 4,
  too_many_commands: 5,
  shift_over: 6,
  not_over: 7,
  time_out_of_range: 8,
  replay_refused: 9,
} as const;

export const tables = {
  view: { index: 0, fields: View, rows: 1 },
  orders: { index: 1, fields: Order, rows: 512 },
  shift_info: { index: 2, fields: ShiftInfo, rows: 1 },
  preview: { index: 3, fields: Preview, rows: 1 },
  commands: { index: 4, fields: CommandRow, rows: 500 },
  moments: { index: 5, fields: MomentRow, rows: 1024 },
  outcomes: { index: 6, fields: OutcomeRow, rows: 512 },
  verdict: { index: 7, fields: VerdictRow, rows: 1 },
  what_if: { index: 8, fields: WhatIfRow, rows: 1 },
  best_change: { index: 9, fields: BestChangeRow, rows: 1 },
  replay_info: { index: 10, fields: ReplayInfo, rows: 1 },
  shift_refusal: { index: 11, fields: ShiftRefusal, rows: 1 },
  free_fields: { index: 12, fields: FreeFieldRow, rows: 19 },
  free_values: { index: 13, fields: FreeValueRow, rows: 19 },
} as const;

export const TEXT_TABLE = 14;
export const TEXT_BYTES_MAX = 8001;
export const ABI_VERSION = 2;
export const LAYOUT_HASH = 2958894696;
export const DAILY_FIRST = 1;
export const DAILY_LAST = 100000;
export const DAILY_FIRST_UTC_MS = 1767225600000;
export const MS_PER_DAY = 86400000;

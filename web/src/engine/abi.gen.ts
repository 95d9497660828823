// Made by wasm/gen_abi.cc from wasm/abi_fields.def; `./dev wasm` writes it anew.

export const View = {
  shift_number: 0,
  now_ms: 1,
  ended: 2,
  slots: 3,
  batching: 4,
  kv_cache: 5,
  weight_bits: 6,
  lever_slots: 7,
  lever_batching: 8,
  lever_kv_cache: 9,
  lever_weight_bits: 10,
  step_number: 11,
  step_start_us: 12,
  step_end_us: 13,
  step_weights_us: 14,
  step_requests_us: 15,
  step_kv_read_us: 16,
  step_prefill_us: 17,
  orders: 18,
  arrived: 19,
  waiting: 20,
  running: 21,
  served: 22,
  left_no_free_slot: 23,
  left_static_batch: 24,
  left_memory_full: 25,
  left_step_too_slow: 26,
  unfinished: 27,
  hold: 28,
  preemptions: 29,
  tokens_made: 30,
  running_peak: 31,
  memory_mb: 32,
  weights_mb: 33,
  kv_used_mb: 34,
  kv_used_tokens: 35,
  kv_capacity_tokens: 36,
  passed: 37,
  stars: 38,
  wait_p50_ms: 39,
  wait_p95_ms: 40,
  wait_max_ms: 41,
  mean_running_milli: 42,
  hash_low: 43,
  hash_high: 44,
  command_count: 45,
  moment_count: 46,
  outcome_count: 47,
  text_length: 48,
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
  shift_count: 1,
  rules_version: 2,
  duration_ms: 3,
  pass_percent: 4,
  par_percent: 5,
  orders: 6,
  slots_max: 7,
  shows_slots: 8,
  shows_batching: 9,
  shows_kv_cache: 10,
  shows_weight_bits: 11,
  default_slots: 12,
  default_batching: 13,
  default_kv_cache: 14,
  default_weight_bits: 15,
  reference_slots: 16,
  reference_batching: 17,
  reference_kv_cache: 18,
  reference_weight_bits: 19,
  par_wait_ms: 20,
  par_slots: 21,
  patience_base_ms: 22,
  patience_per_token_ms: 23,
  weights_read_us: 24,
  per_request_us: 25,
  per_token_us: 26,
  per_context_ns: 27,
  memory_mb: 28,
  weights_mb: 29,
  kv_kb_per_token: 30,
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
  shift_number: 5,
  rules_version: 6,
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
  unknown_shift: 2,
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
} as const;

export const TEXT_TABLE = 11;
export const TEXT_BYTES_MAX = 8001;
export const ABI_VERSION = 1;
export const LAYOUT_HASH = 4002328530;

import type { FreeField, FreeFieldName } from '../../engine/engine.ts';
import type { Text } from '../../text/index.ts';

export type PresetName = keyof Text['free']['preset'];

/** What each kitchen changes of the first one; presets.test.ts holds each to its line. */
export const presets: Record<PresetName, Partial<Record<FreeFieldName, number>>> = {
  chat: {
    orders_per_min: 105,
    groups: 0,
    prompt_tokens_min: 10,
    output_tokens_min: 20,
    output_tokens_max: 80,
    long_orders_percent: 20,
    long_output_tokens: 300,
  },
  code: {
    orders_per_min: 150,
    groups: 0,
    prompt_tokens_min: 200,
    prompt_tokens_max: 500,
    output_tokens_min: 10,
    output_tokens_max: 60,
    long_orders_percent: 0,
    per_token_us: 500,
    memory_mb: 48_000,
    kv_kb_per_token: 2_000,
  },
  documents: {
    orders_per_min: 48,
    groups: 0,
    prompt_tokens_min: 400,
    prompt_tokens_max: 500,
    output_tokens_min: 60,
    output_tokens_max: 160,
    long_orders_percent: 0,
    patience_base_ms: 5_000,
    kv_kb_per_token: 6_000,
  },
  rush: {
    orders_per_min: 120,
    groups: 4,
    group_orders: 20,
    output_tokens_min: 60,
    output_tokens_max: 100,
    long_orders_percent: 0,
    patience_base_ms: 2_000,
    weights_read_us: 12_000,
    per_request_us: 2_000,
    kv_kb_per_token: 250,
  },
  small_gpu: { orders_per_min: 60, groups: 1, memory_mb: 17_000 },
  huge_gpu: {
    orders_per_min: 240,
    groups: 6,
    group_orders: 20,
    output_tokens_min: 100,
    output_tokens_max: 300,
    long_output_tokens: 600,
    patience_base_ms: 3_000,
    weights_read_us: 8_000,
    per_request_us: 150,
    per_token_us: 10,
    per_context_ns: 100,
    memory_mb: 190_000,
    kv_kb_per_token: 1_000,
  },
};

export const preset_names = Object.keys(presets) as PresetName[];

/** All values of a preset, in the order of the engine's fields. */
export function preset_values(fields: readonly FreeField[], name: PresetName): number[] {
  const changes = presets[name];
  return fields.map((field) => changes[field.name] ?? field.initial);
}

/**
 * What real GPUs do: the only numbers in the texts that the engine doesn't give. Where each comes
 * from stands in docs/texts.md.
 */
export const real = {
  /** A decode step with 8-bit weights is this many times as fast as one with 16-bit weights. */
  eight_bit_factor_min: 1.2,
  eight_bit_factor_max: 1.7,
  /** Continuous against static batching at equal slots, on chat traffic. */
  refill_factor_min: 2,
  refill_factor_max: 4,
  /** Work for one more request in a decode step. */
  per_request_us_min: 20,
  per_request_us_max: 50,
  /** The example model, and reading its 16-bit weights once on an RTX 4090. */
  model_billions: 8,
  weights_read_us: 17_000,
  /** That model's 16-bit KV cache, per token. */
  kv_kb_per_token: 131,
} as const;

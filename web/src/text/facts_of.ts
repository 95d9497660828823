import type { Engine } from '../engine/engine.ts';

/**
 * Every number of the engine that a text names. Read from the engine while the page is built
 * (tools/facts.ts), so that the texts stand even in a browser that can't run it.
 */
export interface Facts {
  duration_ms: number;
  pass_percent: number;
  par_percent: number;
  shift_count: number;
  /** A decode step with one order, 16-bit weights and the KV cache. */
  alone_us: number;
  /** Of those, reading all weights. */
  weights_us: number;
  /** What one more order adds to a step. */
  one_more_us: number;
  /** An example: a token's share of a step that this many orders share. */
  example_slots: number;
  together_us: number;
  /** How many times as fast a step with one order is with 8-bit weights. */
  eight_bit_factor: number;
  weights_mb: number;
  weights_8bit_mb: number;
  /** In the shift on memory. */
  kv_kb_per_token: number;
  /** Rush hour at its reference slots: served by continuous over served by static batching. */
  refill_slots: number;
  refill_factor: number;
}

const example_slots = 16;
const rush_hour = '2';
const memory = '3';

export function facts_of(engine: Engine): Facts {
  const info = engine.shift(memory);
  engine.open(memory);
  engine.set('kv_cache', 1);
  engine.set('weight_bits', 8);
  const eight_bit = step(engine, 1);
  engine.set('weight_bits', 16);
  const alone = step(engine, 1);
  return {
    duration_ms: info.duration_ms,
    pass_percent: info.pass_percent,
    par_percent: info.par_percent,
    shift_count: info.shift_count,
    alone_us: alone.total_us,
    weights_us: alone.weights_us,
    one_more_us: step(engine, 2).total_us - alone.total_us,
    example_slots,
    together_us: step(engine, example_slots).total_us / example_slots,
    eight_bit_factor: alone.total_us / eight_bit.total_us,
    weights_mb: alone.weights_mb,
    weights_8bit_mb: eight_bit.weights_mb,
    kv_kb_per_token: info.kv_kb_per_token,
    ...refill(engine),
  };
}

function step(
  engine: Engine,
  requests: number,
): { total_us: number; weights_us: number; weights_mb: number } {
  const one_token = 1;
  const { weights_us, requests_us, kv_read_us, prefill_us, weights_mb } = engine.preview(
    requests,
    one_token,
  );
  return { total_us: weights_us + requests_us + kv_read_us + prefill_us, weights_us, weights_mb };
}

function refill(engine: Engine): { refill_slots: number; refill_factor: number } {
  const slots = engine.shift(rush_hour).reference_slots;
  const { rows } = engine.sweep(rush_hour, 0, 512);
  const served = (batching: number): number => {
    const row = rows.find((one) => one.slots === slots && one.batching === batching);
    if (!row || row.served === 0) throw new RangeError(`rush hour serves none with ${slots} slots`);
    return row.served;
  };
  return { refill_slots: slots, refill_factor: served(1) / served(0) };
}

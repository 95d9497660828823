import type { Result } from './result.ts';

/**
 * Whether a star was reached. `held`: its own mark is met, but a star counts only on top of the one
 * before it.
 */
export type StarState = 'met' | 'missed' | 'held';

export interface Stars {
  serve: { state: StarState; orders_short: number };
  /** `digits`: decimals of a second needed to tell the wait from the par. */
  quick: { state: StarState; over_ms: number; digits: number };
  lean: { state: StarState; over: number };
}

/** What each star asked and by how much it was missed. How many there are, the engine says. */
export function stars_of(result: Result): Stars {
  const { info } = result;
  const over_ms = Math.max(0, result.wait_p95_ms - info.par_wait_ms);
  const over = Math.max(0, result.running_peak - info.par_slots);
  const state = (star: number, misses: number): StarState => {
    if (result.stars >= star) return 'met';
    return misses > 0 ? 'missed' : 'held';
  };
  return {
    serve: {
      state: state(1, info.orders_needed - result.served),
      orders_short: Math.max(0, info.orders_needed - result.served),
    },
    quick: {
      state: result.served === 0 ? 'missed' : state(2, over_ms),
      over_ms,
      digits: over_ms > 0 && over_ms < 100 ? 3 : 1,
    },
    lean: { state: state(3, over), over },
  };
}

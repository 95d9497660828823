/**
 * The length of the step bar in time. It stays the same while steps grow, so that the part for the
 * weights is seen to stay the same too; a step that doesn't fit makes it longer at once, and it
 * shrinks again only when nothing has needed the length for a while.
 */
const lengths_us = [
  40_000, 60_000, 120_000, 240_000, 480_000, 960_000, 1_920_000, 3_840_000, 7_680_000,
];
const shrinks_after_ms = 3_000;

export function length_for(step_us: number): number {
  return lengths_us.find((length) => step_us <= length) ?? step_us;
}

export class BarLength {
  private length_us = 0;
  private needed_at_ms = -Infinity;

  /** The length to draw a step of `step_us` on, at a time on the wall. */
  next(step_us: number, wall_ms: number): number {
    const wanted_us = length_for(step_us);
    if (wanted_us >= this.length_us || wall_ms - this.needed_at_ms > shrinks_after_ms) {
      this.length_us = wanted_us;
      this.needed_at_ms = wall_ms;
    }
    return this.length_us;
  }
}

/** One read of all weights takes at least this long on the screen, or it would only flicker. */
export const sweep_ms_min = 900;

/** The reads that go by while one is shown. */
export function steps_per_sweep(step_us: number, speed: number): number {
  const step_ms = step_us / 1000 / speed;
  return Math.max(1, Math.round(sweep_ms_min / Math.max(step_ms, 0.001)));
}

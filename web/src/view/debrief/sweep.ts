import type { Engine, Outcome } from '../../engine/engine.ts';

/** How long one piece of the work may take: well below what a finger or a frame notices. */
const piece_ms = 8;
/** Settings asked for at once; one takes the engine some 0.1 ms. */
const rows_at_once = 16;

export interface SweepProgress {
  done: number;
  of: number;
  failed: boolean;
}

/** A shift's outcomes never change, so a second debrief has them at once. */
const known = new Map<number, Outcome[]>();

/** Lets the page draw and answer before the next piece. */
function breathe(): Promise<void> {
  return new Promise((go_on) => setTimeout(go_on));
}

/**
 * How every fixed setting of a shift ends, in pieces short enough that the page stays live.
 * `told` hears how far it is. null when `signal` called it off.
 */
export async function sweep_in_pieces(
  engine: Engine,
  shift_number: number,
  signal: AbortSignal,
  told: (done: number, of: number) => void,
): Promise<Outcome[] | null> {
  const before = known.get(shift_number);
  if (before) {
    told(before.length, before.length);
    return before;
  }
  const outcomes: Outcome[] = [];
  let size = Infinity;
  while (outcomes.length < size) {
    await breathe();
    if (signal.aborted) return null;
    const start = performance.now();
    do {
      const piece = engine.sweep(shift_number, outcomes.length, rows_at_once);
      if (piece.rows.length === 0) throw new RangeError(`sweep ends at ${outcomes.length}`);
      outcomes.push(...piece.rows);
      size = piece.size;
    } while (outcomes.length < size && performance.now() - start < piece_ms);
    told(outcomes.length, size);
  }
  // What is drawn from them is a piece of its own.
  await breathe();
  known.set(shift_number, outcomes);
  return outcomes;
}

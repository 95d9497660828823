import type { Engine, Outcome } from '../../engine/engine.ts';
import { in_pieces } from './pieces.ts';

/** A shift's outcomes never change, so a second debrief of it has them at once. */
let known: { shift: string; outcomes: Outcome[] } | null = null;

/**
 * How every fixed setting of a shift ends. `told` hears how far it is. null when `signal` called it
 * off.
 */
export async function sweep_in_pieces(
  engine: Engine,
  shift: string,
  signal: AbortSignal,
  told: (done: number, of: number) => void,
): Promise<Outcome[] | null> {
  if (known?.shift === shift) {
    told(known.outcomes.length, known.outcomes.length);
    return known.outcomes;
  }
  const outcomes: Outcome[] = [];
  const is_whole = await in_pieces(
    signal,
    (done, count) => {
      const piece = engine.sweep(shift, done, count);
      outcomes.push(...piece.rows);
      return { done: outcomes.length, of: piece.size };
    },
    told,
  );
  if (!is_whole) return null;
  known = { shift, outcomes };
  return outcomes;
}

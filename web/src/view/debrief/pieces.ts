/** How long one piece of the work may take: well below what a finger or a frame notices. */
const piece_ms = 8;

export interface Progress {
  done: number;
  of: number;
  failed: boolean;
}

export const no_progress: Progress = { done: 0, of: 0, failed: false };

/** Lets the page draw and answer before the next piece. */
export function breathe(): Promise<void> {
  return new Promise((go_on) => setTimeout(go_on));
}

/**
 * Does a long work in pieces short enough that the page stays live. `work` does the next bit, given
 * how much is done, and says how much is done then and how much there is. `told` hears how far it is.
 * false when `signal` called it off.
 */
export async function in_pieces(
  signal: AbortSignal,
  work: (done: number) => { done: number; of: number },
  told: (done: number, of: number) => void,
): Promise<boolean> {
  let done = 0;
  let of = Infinity;
  while (done < of) {
    await breathe();
    if (signal.aborted) return false;
    const start_ms = performance.now();
    do {
      const before = done;
      ({ done, of } = work(before));
      if (done <= before && done < of) throw new RangeError(`the work stands still at ${done}`);
    } while (done < of && performance.now() - start_ms < piece_ms);
    told(done, of);
  }
  // What is drawn from it is a piece of its own.
  await breathe();
  return !signal.aborted;
}

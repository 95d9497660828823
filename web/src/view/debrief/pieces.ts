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

/** One step of the work may be at most this many times as large as the one before. */
const growth_most = 2;
/** Where the clock stands still, as in a test, steps still end. */
const count_most = 1_024;

/**
 * Does a long work in pieces short enough that the page stays live. `work` does the next bit, given
 * how much is done and how many to do, and says how much is done then and how much there is. How long
 * one takes depends on the kitchen and the device, so it begins with one and goes by what the last
 * took. `told` hears how far it is. false when `signal` called it off.
 */
export async function in_pieces(
  signal: AbortSignal,
  work: (done: number, count: number) => { done: number; of: number },
  told: (done: number, of: number) => void,
): Promise<boolean> {
  let done = 0;
  let of = Infinity;
  let count = 1;
  while (done < of) {
    await breathe();
    if (signal.aborted) return false;
    const start_ms = performance.now();
    let now_ms = start_ms;
    let last_ms: number;
    do {
      const before = done;
      ({ done, of } = work(before, count));
      if (done <= before && done < of) throw new RangeError(`the work stands still at ${done}`);
      last_ms = performance.now() - now_ms;
      now_ms += last_ms;
      // The next is to take a third of a piece: a dearer stretch may come any time.
      const fits = last_ms > 0 ? (count * (piece_ms / 3)) / last_ms : Infinity;
      count = Math.max(1, Math.min(Math.floor(fits), count * growth_most, count_most));
      // It ends before one more such step would be too much.
    } while (done < of && now_ms - start_ms + last_ms < piece_ms);
    told(done, of);
  }
  // What is drawn from it is a piece of its own.
  await breathe();
  return !signal.aborted;
}

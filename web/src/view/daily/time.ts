/** What is left until a moment, in whole units rounded up, so that it never says 0 too soon. */
export interface Left {
  days: number;
  hours: number;
  minutes: number;
}

const minute_ms = 60_000;

/** From `now_ms` to the start of a day, counted in minutes; days apart from hours where there are any. */
export function left_until(at_ms: number, now_ms: number): Left {
  const minutes = Math.max(0, Math.ceil((at_ms - now_ms) / minute_ms));
  const hours = Math.floor(minutes / 60);
  return { days: Math.floor(hours / 24), hours, minutes: minutes % 60 };
}

/** How long until the minute on the wall changes. */
export const next_minute_ms = (now_ms: number): number => minute_ms - (now_ms % minute_ms);

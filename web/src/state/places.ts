/** Names in an address that stand for a shift whose key isn't written there. */
import { daily_first, daily_last, daily_number } from '../engine/daily.ts';
import { ShiftRefused, type Engine } from '../engine/engine.ts';
import { daily_key, day_of_key } from './key_form.ts';
import { keep, read_kept } from './store.ts';

/** Leads to today's shift, whichever it is. */
export const daily_alias = 'daily';
/** Leads to the free kitchen as it was left. */
export const free_alias = 'free';

/** The first lesson, which is there whatever else isn't. */
export const first_shift = '1';

export const today = (): number => daily_number(Date.now());

/** Whether a time has a day's shift; a device's clock may show one from before the first or after the last. */
export function has_day(utc_ms: number): boolean {
  const day = daily_number(utc_ms);
  return day >= daily_first && day <= daily_last;
}

/** By the device's clock, no day's shift is today's. */
export class NoToday extends Error {
  override name = 'NoToday';
}

/** A day that isn't here yet can't be played, looked at or loaded. */
export class DayAhead extends Error {
  override name = 'DayAhead';
  readonly day: number;

  constructor(day: number) {
    super(`day ${day} isn't here yet`);
    this.day = day;
  }
}

/** Throws DayAhead for the key of a day that isn't here yet; whatever else is wrong is not for here. */
export function refuse_day_ahead(key: string): void {
  const day = day_of_key(key);
  if (day !== null && day > today() && day <= daily_last) throw new DayAhead(day);
}

/** The key that a name stands for; a key stands for itself. Throws NoToday. */
export function key_of(engine: Engine, name: string): string {
  if (name === daily_alias) {
    if (!has_day(Date.now())) throw new NoToday("the device's clock shows a day without a shift");
    return daily_key(today());
  }
  if (name === free_alias) return last_free(engine);
  return name;
}

/** The free kitchen as it was left, or the first one. */
function last_free(engine: Engine): string {
  const kept = read_kept('free.last');
  try {
    if (kept) return engine.shift(kept).key;
  } catch (cause) {
    // Of an older version, or not written by this page.
    if (!(cause instanceof ShiftRefused)) throw cause;
  }
  return engine.free_key(engine.free_fields().map((field) => field.initial));
}

export const keep_free = (key: string): void => void keep('free.last', key);

/**
 * What a shift's key and a replay's text look like from outside, in the one place of the page that
 * reads them: game/shift_key.h and docs/replay-format.md say what they are. Whether one holds is the
 * engine's to say.
 */
import { ShiftKind } from '../engine/abi.gen.ts';

const forms: readonly (readonly [number, RegExp])[] = [
  [ShiftKind.lesson, /^[1-9]\d{0,3}$/],
  [ShiftKind.daily, /^d[a-z0-9.]*$/],
  [ShiftKind.free, /^f[a-z0-9.]*$/],
];

/** What kind of shift has a key of this form, as ShiftKind numbers them; null: none has. */
export function kind_of_key(key: string): number | null {
  return forms.find(([, form]) => form.test(key))?.[0] ?? null;
}

export const is_free = (key: string): boolean => kind_of_key(key) === ShiftKind.free;

/** A day's key. Days are counted by UTC, for everyone alike. */
export const daily_key = (day: number): string => `d${day}`;

/** The number of a day, by its key; null for every other key. */
export function day_of_key(key: string): number | null {
  const digits = /^d([1-9]\d{0,5})$/.exec(key)?.[1];
  return digits === undefined ? null : Number(digits);
}

/**
 * The rules a replay was played by ("lk1") and its shift's key, whether or not the rest of it holds;
 * null if it names none.
 */
export function replay_parts(replay: string): { rules: string; key: string } | null {
  const [, rules, key] = /^(lk\d+)-([a-z0-9.]+)-/.exec(replay) ?? [];
  return rules === undefined || key === undefined ? null : { rules, key };
}

/**
 * A replay's text without what a sentence around it has left at its end (". , ) >"); whatever ends in
 * something else than a hash and such is left as it is.
 */
export function replay_text(found: string): string {
  return /^(.*-[0-9a-f]{16})[\p{P}\p{S}\s]*$/u.exec(found)?.[1] ?? found;
}

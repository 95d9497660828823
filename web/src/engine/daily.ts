import { DAILY_FIRST, DAILY_FIRST_UTC_MS, DAILY_LAST, MS_PER_DAY } from './abi.gen.ts';

/** The numbers that daily shifts have. */
export const daily_first = DAILY_FIRST;
export const daily_last = DAILY_LAST;

/** The number of the day in UTC that a time falls on; below daily_first before the first of them. */
export function daily_number(utc_ms: number): number {
  return Math.floor((utc_ms - DAILY_FIRST_UTC_MS) / MS_PER_DAY) + DAILY_FIRST;
}

/** When a day begins, in ms since 1970-01-01 UTC; the next day's beginning is this one's end. */
export function daily_starts_utc_ms(number: number): number {
  return DAILY_FIRST_UTC_MS + (number - DAILY_FIRST) * MS_PER_DAY;
}

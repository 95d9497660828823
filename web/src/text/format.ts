import type { Language } from './language.ts';
import { signs_of, type Signs } from './signs.ts';

/** Numbers and times as a reader of one language writes them. No text of its own but units. */

export interface Format {
  /** A whole number: 1,234. */
  count(value: number): string;
  /** A number with at most `digits` decimals. */
  decimal(value: number, digits: number): string;
  /**
   * `part` of `whole` in whole percent, rounded down: a share just under the mark must never read
   * as if it had reached it.
   */
  share(part: number, whole: number): string;
  /** Whole percent: 90 → 90%. */
  percent(value: number): string;
  /** Seconds, with one decimal unless told otherwise: 9.8 s. */
  seconds(value_ms: number, digits?: number): string;
  /** Milliseconds with one decimal: 33.2 ms. */
  milliseconds(value_us: number, digits?: number): string;
  /** A factor: 7.1×. */
  factor(value: number): string;
  gigabytes(value_mb: number): string;
  megabytes(value_kb: number, digits?: number): string;
  /** Minutes and seconds of a clock, rounded down: 0:22. */
  clock(value_ms: number): string;
  /** 1 a, 2 b and 3 c. Each begins with a number: a word may change what stands before it. */
  list(items: readonly string[]): string;
}

/**
 * What never stands on two lines: 8-bit. A word joiner after the hyphen and not the hyphen that doesn't
 * break, so that a search for "8-bit" finds it.
 */
export const unbroken = (words: string): string =>
  words.replaceAll('-', '-\u2060').replaceAll(' ', '\u00a0');

const made = new Map<Language, Format>();

/** The same object each time. */
export function make_format(language: Language): Format {
  const known = made.get(language);
  if (known) return known;
  const format = new_format(language);
  made.set(language, format);
  return format;
}

/** Beyond this a number's digits are no longer all known. */
const digits_known_max = 1e15;

/** As Intl.NumberFormat writes it: a tie of the number's shortest decimal form is rounded up. */
function write_number(value: number, digits_min: number, digits_max: number, signs: Signs): string {
  const size = Math.abs(value);
  if (!(size < digits_known_max)) return String(value);
  // An exponent moves the point without an error; numbers this small have one of their own.
  const moved = Math.round(Number(`${size < 1e-6 ? 0 : size}e${digits_max}`));
  const digits = String(moved).padStart(digits_max + 1, '0');
  const point = digits.length - digits_max;
  let end = digits.length;
  while (end > point + digits_min && digits[end - 1] === '0') end -= 1;
  let whole = digits.slice(0, point);
  if (whole.length >= signs.grouped_digits_min) {
    whole = whole.replace(/\B(?=(?:\d{3})+$)/g, signs.group);
  }
  const minus = value < 0 || Object.is(value, -0) ? signs.minus : '';
  return minus + whole + (end > point ? signs.decimal + digits.slice(point, end) : '');
}

function new_format(language: Language): Format {
  const signs = signs_of(language);
  const number = (value: number, digits_min: number, digits_max: number): string =>
    write_number(value, digits_min, digits_max, signs);
  const percent = (value: number): string =>
    signs.percent_before + number(value, 0, 0) + signs.percent_after;
  const list = (items: readonly string[]): string =>
    items.length < 3
      ? items.join(signs.list_pair)
      : items.slice(0, -1).join(signs.list_next) + signs.list_last + (items.at(-1) ?? '');
  // A no-break space: a number never stands on another line than its unit.
  const with_unit = (value: string, unit: string): string => `${value}\u00a0${unit}`;
  return {
    count: (value) => number(value, 0, 0),
    decimal: (value, digits) => number(value, 0, digits),
    share: (part, whole) => percent(whole > 0 ? Math.floor((100 * part) / whole) : 0),
    percent,
    seconds: (value_ms, digits = 1) =>
      with_unit(number(value_ms / 1000, digits, digits), signs.second),
    milliseconds: (value_us, digits = 1) =>
      with_unit(number(value_us / 1000, digits, digits), 'ms'),
    factor: (value) => `${number(value, value < 10 ? 1 : 0, value < 10 ? 1 : 0)}×`,
    gigabytes: (value_mb) => with_unit(number(value_mb / 1000, 0, 1), 'GB'),
    megabytes: (value_kb, digits = 0) => with_unit(number(value_kb / 1000, 0, digits), 'MB'),
    clock: (value_ms) => {
      const seconds = Math.floor(value_ms / 1000);
      return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    },
    list,
  };
}

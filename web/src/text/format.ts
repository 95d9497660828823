import type { Language } from './language.ts';

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
  /** a, b and c. */
  list(items: readonly string[]): string;
}

const made = new Map<Language, Format>();

/** The same object each time: what the browser needs for it costs milliseconds to make. */
export function make_format(language: Language): Format {
  const known = made.get(language);
  if (known) return known;
  const format = new_format(language);
  made.set(language, format);
  return format;
}

/** Makes a value when it is first asked for. */
function lazy<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}

function new_format(language: Language): Format {
  const numbers = new Map<string, Intl.NumberFormat>();
  const number = (value: number, digits_min: number, digits_max: number): string => {
    const key = `${digits_min} ${digits_max}`;
    let format = numbers.get(key);
    if (!format) {
      format = new Intl.NumberFormat(language, {
        minimumFractionDigits: digits_min,
        maximumFractionDigits: digits_max,
      });
      numbers.set(key, format);
    }
    return format.format(value);
  };
  const percent = lazy(
    () => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }),
  );
  /** Seconds as this language abbreviates them: s, dtk. */
  const second = lazy(
    () =>
      new Intl.NumberFormat(language, { style: 'unit', unit: 'second', unitDisplay: 'narrow' })
        .formatToParts(0)
        .find(({ type }) => type === 'unit')?.value ?? 's',
  );
  const list = lazy(() => new Intl.ListFormat(language, { type: 'conjunction' }));
  // A no-break space: a number never stands on another line than its unit.
  const with_unit = (value: string, unit: string): string => `${value}\u00a0${unit}`;
  return {
    count: (value) => number(value, 0, 0),
    decimal: (value, digits) => number(value, 0, digits),
    share: (part, whole) =>
      percent().format(whole > 0 ? Math.floor((100 * part) / whole) / 100 : 0),
    percent: (value) => percent().format(value / 100),
    seconds: (value_ms, digits = 1) => with_unit(number(value_ms / 1000, digits, digits), second()),
    milliseconds: (value_us, digits = 1) =>
      with_unit(number(value_us / 1000, digits, digits), 'ms'),
    factor: (value) => `${number(value, value < 10 ? 1 : 0, value < 10 ? 1 : 0)}×`,
    gigabytes: (value_mb) => with_unit(number(value_mb / 1000, 0, 1), 'GB'),
    megabytes: (value_kb, digits = 0) => with_unit(number(value_kb / 1000, 0, digits), 'MB'),
    clock: (value_ms) => {
      const seconds = Math.floor(value_ms / 1000);
      return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    },
    list: (items) => list().format(items),
  };
}

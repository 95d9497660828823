import type { Language } from './language.ts';

/** What a language's numbers and lists are made of. Whole numbers stand in groups of three digits. */
export interface Signs {
  minus: string;
  decimal: string;
  group: string;
  /** Digits of the smallest whole number that is grouped: 1,234 is, in Spanish 1234 is not. */
  grouped_digits_min: number;
  percent_before: string;
  percent_after: string;
  /** Seconds, abbreviated: s, dtk. */
  second: string;
  /** Between two; and among more, before the last one and before the others: a, b and c. */
  list_pair: string;
  list_last: string;
  list_next: string;
}

/**
 * The browser's own, from Intl. In a built page tools/signs.ts has put in what this says of each
 * language: the first Intl.NumberFormat of a visit, and the first Intl.ListFormat once more, look through
 * the data of every locale there is, for some 20 ms of a fast computer's time.
 */
export function signs_of(language: Language): Signs {
  const parts = (value: number, options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(language, options).formatToParts(value);
  const sign = (from: Intl.NumberFormatPart[], kind: string): string =>
    from.find(({ type }) => type === kind)?.value ?? '';
  const long = parts(-1234567.5);
  const percent = parts(0.5, { style: 'percent' });
  const number_at = percent.findIndex(({ type }) => type === 'integer');
  const words = (from: Intl.NumberFormatPart[]): string => from.map(({ value }) => value).join('');
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  const between = (...items: string[]): string[] =>
    list
      .formatToParts(items)
      .filter(({ type }) => type === 'literal')
      .map(({ value }) => value);
  const [list_pair = ''] = between('1', '2');
  const [list_next = '', list_last = ''] = between('1', '2', '3');
  return {
    minus: sign(long, 'minusSign'),
    decimal: sign(long, 'decimal'),
    group: sign(long, 'group'),
    grouped_digits_min: sign(parts(1234), 'group') ? 4 : 5,
    percent_before: words(percent.slice(0, number_at)),
    percent_after: words(percent.slice(number_at + 1)),
    second: sign(parts(0, { style: 'unit', unit: 'second', unitDisplay: 'narrow' }), 'unit'),
    list_pair,
    list_last,
    list_next,
  };
}

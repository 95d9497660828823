import * as abi from '../engine/abi.gen.ts';
import type { Lever } from '../engine/engine.ts';
import { daily_first } from '../engine/daily.ts';
import { daily_key, kind_of_key, replay_text } from './key_form.ts';
import { lever_names } from './levers.ts';
import { daily_alias, free_alias } from './places.ts';

/**
 * What the address says: `?lang=id&shift=2&slots=12&batching=continuous&kv=on&bits=8&embed=1#r=…`.
 * Which language it comes to is up to choose_language(). What can't be read is left out and named in `ignored`.
 */
export interface Address {
  /** A shift's key, or the name of today's; whether there is such a shift is the engine's to say. */
  shift: string | null;
  levers: Partial<Record<Lever, number>>;
  embed: boolean;
  replay: string | null;
  /** As they stood: "slots=abc". */
  ignored: string[];
}

const words: Record<Exclude<Lever, 'slots'>, { key: string; values: Record<string, number> }> = {
  batching: {
    key: 'batching',
    values: { static: abi.Batching.static_batch, continuous: abi.Batching.continuous },
  },
  kv_cache: { key: 'kv', values: { off: 0, on: 1 } },
  weight_bits: { key: 'bits', values: { 8: 8, 16: 16 } },
};

function whole_number(value: string, max: number): number | null {
  if (!/^[1-9]\d{0,3}$/.test(value)) return null;
  const number = Number(value);
  return number <= max ? number : null;
}

/**
 * Whether a value has the form of a key: a lesson's number, a day ("d333"), a free kitchen ("f…"), or
 * a word that leads to one of them.
 */
function is_shift(value: string, limits: Limits): boolean {
  if (/^\d/.test(value)) return whole_number(value, limits.shift_count) !== null;
  return kind_of_key(value) !== null;
}

export interface Limits {
  shift_count: number;
  slots_max: number;
}

export function read_address(
  search: string,
  hash: string,
  limits: Limits & { languages: readonly string[] },
): Address {
  const query = new URLSearchParams(search);
  const replay = new URLSearchParams(hash.replace(/^#/, '')).get('r') ?? query.get('r');
  const address: Address = {
    shift: null,
    levers: {},
    embed: query.get('embed') === '1',
    replay: replay === null ? null : replay_text(replay),
    ignored: [],
  };
  const language = query.get('lang');
  if (language !== null && !limits.languages.includes(language))
    address.ignored.push(`lang=${language}`);
  const take = <Value>(key: string, read: (value: string) => Value | null): Value | null => {
    const value = query.get(key);
    if (value === null) return null;
    const found = read(value);
    if (found === null) address.ignored.push(`${key}=${value}`);
    return found;
  };
  address.shift = take('shift', (value) => (is_shift(value, limits) ? value : null));
  const slots = take('slots', (value) => whole_number(value, limits.slots_max));
  if (slots !== null) address.levers.slots = slots;
  for (const [lever, { key, values }] of Object.entries(words)) {
    const found = take(key, (value) =>
      Object.hasOwn(values, value) ? (values[value] ?? null) : null,
    );
    if (found !== null) address.levers[lever as Lever] = found;
  }
  return address;
}

/** Names of shifts that aren't lessons, as they may stand in an address. */
export interface OtherShifts {
  daily: string;
  /** The first day's key. */
  day: string;
  free: string;
}

/**
 * What may stand after a key of the address: whole numbers from 1 to `to`, also other shifts than
 * those, or one of two words.
 */
export type Allowed = { to: number; also?: OtherShifts } | { words: [string, string] };

/** null for a key that the address doesn't have. */
export function allowed_for(key: string, limits: Limits): Allowed | null {
  if (key === 'shift') {
    const also = { daily: daily_alias, day: daily_key(daily_first), free: free_alias };
    return { to: limits.shift_count, also };
  }
  if (key === 'slots') return { to: limits.slots_max };
  const lever = Object.values(words).find((known) => known.key === key);
  return lever ? { words: Object.keys(lever.values) as [string, string] } : null;
}

/** A setting as it stands in an address: "kv=on"; null if it can't. */
export function setting_words(lever: Lever, value: number): string | null {
  if (lever === 'slots') return `slots=${value}`;
  const { key, values } = words[lever];
  const word = Object.keys(values).find((name) => values[name] === value);
  return word === undefined ? null : `${key}=${word}`;
}

export interface Place {
  language: string;
  shift: string;
  /** Only the levers that the shift shows. */
  levers?: Partial<Record<Lever, number>>;
  embed?: boolean;
  replay?: string;
}

/** The query and fragment of a place, such as "?lang=id&shift=2&slots=12". */
export function write_address(place: Place): string {
  const query = new URLSearchParams({ lang: place.language, shift: place.shift });
  for (const lever of lever_names) {
    const value = place.levers?.[lever];
    const [key, word] = (value !== undefined && setting_words(lever, value)?.split('=')) || [];
    if (key && word) query.set(key, word);
  }
  if (place.embed) query.set('embed', '1');
  return `?${query}${place.replay ? `#r=${place.replay}` : ''}`;
}

/**
 * Progress as one file that can be taken along: docs/progress-format.md. A file is read and checked
 * wholly before anything of it is kept; every run in it is played again, so that what it served is
 * what it says here.
 */
import { EngineError, ReplayRefused, type Engine, type ShiftInfo } from '../engine/engine.ts';
import { is_free, kind_of_key } from './key_form.ts';
import {
  is_shown,
  lever_fits,
  lever_names,
  lever_range,
  levers_query,
  written_levers,
  type Levers,
} from './levers.ts';
import { DayAhead, refuse_day_ahead } from './places.ts';
import {
  best_result,
  best_stars,
  free_kept,
  free_kept_max,
  keep_free_order,
  keep_last_levers,
  keep_run,
  keep_stars,
  kinds_kept,
  last_levers,
  run_of,
  shifts_kept,
  stars_max,
  type BestRun,
} from './progress.ts';
import { short } from './short.ts';
import { all_or_nothing } from './store.ts';

const format = 'llm-kitchen-progress';
export const format_version = 1;
export const file_bytes_max = 4_000_000;
/** Pieces of this length keep the page answering while a file is checked. */
const piece_ms = 12;

/** What a file says of one shift. */
interface ShiftProgress {
  stars?: number;
  levers?: Partial<Levers>;
  /** Text of the best run. */
  run?: string;
}

/** What of a file is to be kept of one shift. */
interface LoadedShift {
  key: string;
  stars: number;
  levers: string;
  run: BestRun | null;
}

/** What of a file is to be kept. */
export interface Progress {
  shifts: LoadedShift[];
  /** Runs played under other rules, which can't be played again. */
  other_rules: number;
}

/**
 * too_large: found bytes. not_json, not_progress: nothing of ours. wrong_version: found another.
 * unknown_field: `at` has no such key. not_an_object, not_a_text: `at` is something else.
 * unknown_shift: no shift has that key. day_ahead: its day isn't here yet. out_of_range: a whole number from first to last.
 * run_refused: the run doesn't hold. other_shift: the run is of another shift than it stands under.
 */
export type ProgressProblem =
  | 'too_large'
  | 'not_json'
  | 'not_progress'
  | 'wrong_version'
  | 'unknown_field'
  | 'not_an_object'
  | 'not_a_text'
  | 'unknown_shift'
  | 'day_ahead'
  | 'out_of_range'
  | 'run_refused'
  | 'other_shift';

export interface ProblemDetails {
  /** Where in the file: "shifts.2.stars". */
  at: string;
  /** What stands there. */
  found: string;
  first: number;
  last: number;
}

/** Why nothing of a file was kept. */
export class ProgressRefused extends Error {
  override name = 'ProgressRefused';
  readonly problem: ProgressProblem;
  readonly details: ProblemDetails;

  constructor(problem: ProgressProblem, details: Partial<ProblemDetails> = {}) {
    super(`${problem} ${JSON.stringify(details)}`);
    this.problem = problem;
    this.details = { at: '', found: '', first: 0, last: 0, ...details };
  }
}

/**
 * Everything kept so far as the text of a file, and of how many shifts it is. It is written as it is
 * kept: making each shift to look at it would take seconds, and loading checks it anyway. `unreadable`
 * counts the shifts of which something is kept that this page didn't write, and the file lacks.
 */
export function write_progress(): { file: string; shifts: number; unreadable: number } {
  const shifts: Record<string, ShiftProgress> = {};
  let unreadable = 0;
  for (const key of in_order(shifts_kept())) {
    const entry = kind_of_key(key) === null ? {} : shift_kept(key);
    const parts = Object.keys(entry).length;
    if (parts > 0) shifts[key] = entry;
    if (parts < kinds_kept(key).length) unreadable += 1;
  }
  return {
    file: `${JSON.stringify({ format, version: format_version, shifts }, null, 2)}\n`,
    shifts: Object.keys(shifts).length,
    unreadable,
  };
}

/** Free kitchens come last, the last one played first: loading fills what room there is from there. */
function in_order(shifts: string[]): string[] {
  const free = free_kept().filter((key) => shifts.includes(key));
  return [...shifts.filter((key) => !free.includes(key)), ...free];
}

function shift_kept(key: string): ShiftProgress {
  const entry: ShiftProgress = {};
  const stars = best_stars(key);
  if (stars !== null) entry.stars = stars;
  const levers = written_levers(key);
  if (Object.keys(levers).length > 0) entry.levers = levers;
  const run = best_result(key);
  if (run) entry.run = run.replay;
  return entry;
}

/**
 * Reads and checks a file; keeps nothing yet. `engine` is one of its own, whose run may be changed.
 * Throws ProgressRefused.
 */
export async function read_progress(file: string, engine: Engine): Promise<Progress> {
  if (file.length > file_bytes_max) {
    throw new ProgressRefused('too_large', { found: String(file.length), last: file_bytes_max });
  }
  const shifts = shifts_of(file);
  const progress: Progress = { shifts: [], other_rules: 0 };
  const rest = rests();
  for (const [key, value] of Object.entries(shifts)) {
    await read_shift(progress, engine, key, value, rest);
    await rest();
  }
  return progress;
}

/** Lets the page answer where a piece has lasted long enough. Making a day's shift is the longest one. */
function rests(): () => Promise<void> {
  let piece_end_ms = performance.now() + piece_ms;
  return async () => {
    if (performance.now() < piece_end_ms) return;
    await new Promise((resolve) => setTimeout(resolve));
    piece_end_ms = performance.now() + piece_ms;
  };
}

/** What came of a file, by number of shifts. */
export interface Merged {
  loaded: number;
  /** Of those loaded: further than what was kept before. */
  better: number;
  /** Free kitchens for which there was no room beside those that are kept. */
  left_out: number;
}

/** Keeps what is further than what was kept before. All of it or nothing. */
export function merge_progress({ shifts }: Progress): Merged {
  return all_or_nothing(() => {
    const own = free_kept();
    const fresh = shifts.filter((shift) => is_new_free(shift, own)).map(({ key }) => key);
    // The player's own ones stay, whatever a file brings.
    const left_out = fresh.splice(Math.max(0, free_kept_max - own.length));
    const loaded = shifts.filter(({ key }) => !left_out.includes(key));
    const better = loaded.filter(keep_further).length;
    // Keeping one counts as playing it; they stand behind the player's own ones instead.
    if (fresh.length + own.length > 0) keep_free_order([...own, ...fresh]);
    return { loaded: loaded.length, better, left_out: left_out.length };
  });
}

/** A free kitchen of which something is to be kept and nothing is so far. */
const is_new_free = ({ key, levers, run }: LoadedShift, own: string[]): boolean =>
  is_free(key) && !own.includes(key) && (levers !== '' || run !== null);

/** Whether it was further than what was kept before. */
function keep_further({ key, stars, levers, run }: LoadedShift): boolean {
  const more_stars = keep_stars(key, stars);
  const better_run = run !== null && keep_run(key, run);
  if (levers !== '' && last_levers(key) === '') keep_last_levers(key, levers);
  return more_stars || better_run;
}

function shifts_of(file: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(file);
  } catch {
    throw new ProgressRefused('not_json');
  }
  const known = ['format', 'version', 'shifts'];
  if (!is_object(parsed) || parsed['format'] !== format) throw new ProgressRefused('not_progress');
  if (parsed['version'] !== format_version) {
    throw new ProgressRefused('wrong_version', {
      found: shown(parsed['version']),
      last: format_version,
    });
  }
  refuse_unknown(parsed, known, '');
  return object_at(parsed['shifts'], 'shifts');
}

async function read_shift(
  progress: Progress,
  engine: Engine,
  key: string,
  value: unknown,
  rest: () => Promise<void>,
): Promise<void> {
  const at = `shifts.${short(key)}`;
  const entry = object_at(value, at);
  const info = shift_or_null(engine, key);
  if (!info) throw new ProgressRefused('unknown_shift', { at: 'shifts', found: shown(key) });
  refuse_unknown(entry, ['stars', 'levers', 'run'], at);
  const stars_most = info.has_stars ? stars_max : 0;
  const stars =
    entry['stars'] === undefined
      ? 0
      : whole_number(entry['stars'], `${at}.stars`, Math.min(1, stars_most), stars_most);
  const levers = read_levers(info, entry['levers'], `${at}.levers`);
  await rest();
  const run = read_run(progress, engine, info, entry['run'], `${at}.run`);
  progress.shifts.push({ key, stars: Math.max(stars, run?.stars ?? 0), levers, run });
}

function read_levers(info: ShiftInfo, value: unknown, at: string): string {
  if (value === undefined) return '';
  const entry = object_at(value, at);
  const levers: Partial<Levers> = {};
  for (const [name, found] of Object.entries(entry)) {
    const lever = lever_names.find((known) => known === name);
    const here = `${at}.${name}`;
    if (!lever || !is_shown(info, lever)) {
      throw new ProgressRefused('unknown_field', { at: short(here) });
    }
    const { first, last } = lever_range(info, lever);
    const number = whole_number(found, here, first, last);
    if (!lever_fits(info, lever, number)) {
      throw new ProgressRefused('out_of_range', { at: here, found: shown(found), first, last });
    }
    levers[lever] = number;
  }
  return levers_query(info, levers);
}

/** Plays a run to know what it served. */
function read_run(
  progress: Progress,
  engine: Engine,
  info: ShiftInfo,
  value: unknown,
  at: string,
): BestRun | null {
  if (value === undefined) return null;
  if (typeof value !== 'string') {
    throw new ProgressRefused('not_a_text', { at, found: shown(value) });
  }
  let key: string;
  try {
    key = engine.open_replay(value);
  } catch (cause) {
    if (!(cause instanceof ReplayRefused)) throw cause;
    if (cause.reason === 'wrong_version') {
      progress.other_rules += 1;
      return null;
    }
    throw new ProgressRefused('run_refused', { at, found: shown(value) });
  }
  if (key !== info.key) throw new ProgressRefused('other_shift', { at, found: shown(value) });
  engine.advance_to(info.duration_ms);
  return run_of(engine, value);
}

function shift_or_null(engine: Engine, key: string): ShiftInfo | null {
  try {
    refuse_day_ahead(key);
    return engine.shift(key);
  } catch (cause) {
    if (cause instanceof DayAhead) {
      throw new ProgressRefused('day_ahead', { at: 'shifts', found: shown(key) });
    }
    if (cause instanceof EngineError) throw cause;
    return null;
  }
}

const is_object = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function object_at(value: unknown, at: string): Record<string, unknown> {
  if (!is_object(value)) throw new ProgressRefused('not_an_object', { at, found: shown(value) });
  return value;
}

function refuse_unknown(entry: object, known: readonly string[], at: string): void {
  const unknown = Object.keys(entry).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new ProgressRefused('unknown_field', { at: short(at ? `${at}.${unknown}` : unknown) });
}

function whole_number(value: unknown, at: string, first: number, last: number): number {
  const fits = typeof value === 'number' && Number.isInteger(value);
  if (!fits || value < first || value > last) {
    throw new ProgressRefused('out_of_range', { at, found: shown(value), first, last });
  }
  return value;
}

/** A value as it stands in the file, cut to fit a sentence; text in quotes, since "3" isn't 3. */
function shown(value: unknown): string {
  if (typeof value === 'string') return `"${short(value)}"`;
  return short(JSON.stringify(value) ?? 'nothing');
}

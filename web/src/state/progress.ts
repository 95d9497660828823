/**
 * How far the player has come, by shift: most stars, the best run, the settings last started with.
 * Reading is reactive, and another tab's progress counts at once.
 */
import type { Engine } from '../engine/engine.ts';
import { is_better_run, type RunResult } from './better_run.ts';
import { is_free, replay_parts } from './key_form.ts';
import { put, read } from './kept.ts';
import { forget, keep, kept_keys, read_kept } from './store.ts';

export const stars_max = 3;

/** A run worth coming back to: the best one by is_better_run(). */
export interface BestRun extends RunResult {
  /** As a link has it: what a ghost is played from. */
  replay: string;
  orders: number;
}

/** The run that an engine has just played to its end. */
export function run_of({ view }: Engine, replay: string): BestRun {
  return {
    replay,
    served: view.get('served'),
    orders: view.get('orders'),
    stars: view.get('stars'),
    wait_p95_ms: view.get('wait_p95_ms'),
  };
}

/** There is no end of free kitchens: of these only the last ones played are kept. */
export const free_kept_max = 20;

/** Most stars a shift was passed with; null before it was passed. */
export function best_stars(shift: string): number | null {
  const kept = Number(read(`stars.${shift}`) ?? NaN);
  return Number.isInteger(kept) && kept >= 1 && kept <= stars_max ? kept : null;
}

export function keep_stars(shift: string, stars: number): boolean {
  if (stars <= (best_stars(shift) ?? 0)) return false;
  put(`stars.${shift}`, String(stars));
  return true;
}

export function best_result(shift: string): BestRun | null {
  try {
    const run = JSON.parse(read(`run.${shift}`) ?? '{}') as BestRun;
    const { replay, served, orders, stars, wait_p95_ms } = run;
    const counts = [served, orders, stars, wait_p95_ms].every(Number.isInteger) && served <= orders;
    return typeof replay === 'string' && counts
      ? { replay, served, orders, stars, wait_p95_ms }
      : null;
  } catch {
    return null; // not written by this page
  }
}

/** The replay text of the best run on a shift. */
export function best_run(shift: string): string | null {
  return best_result(shift)?.replay ?? null;
}

/** A run under other rules can't be played again, so it is no best. */
const same_rules = (replay: string, other: string): boolean =>
  replay_parts(replay)?.rules === replay_parts(other)?.rules;

/** Keeps a run if it is better than the best so far, the first of two alike; whether it did. */
export function keep_run(shift: string, run: BestRun): boolean {
  const best = best_result(shift);
  if (best && same_rules(best.replay, run.replay) && !is_better_run(run, best)) return false;
  put(`run.${shift}`, JSON.stringify(run));
  if (is_free(shift)) note_free(shift);
  return true;
}

/** The settings last started with, as a query of lever names and values. */
export function last_levers(shift: string): string {
  return read_kept(`levers.${shift}`) ?? '';
}

export function keep_last_levers(shift: string, levers: string): void {
  keep(`levers.${shift}`, levers);
  if (is_free(shift)) note_free(shift);
}

const kinds = ['stars', 'run', 'levers'] as const;
const kind_and_shift = new RegExp(`^(?:${kinds.join('|')})\\.(.+)$`);

/** What is kept of a shift, whether or not it can be read. */
export function kinds_kept(shift: string): (typeof kinds)[number][] {
  return kinds.filter((kind) => read_kept(`${kind}.${shift}`) !== null);
}

/** Every shift of which something is kept. */
export function shifts_kept(): string[] {
  const shifts = kept_keys().map((key) => kind_and_shift.exec(key)?.[1]);
  return [...new Set(shifts.filter((shift) => shift !== undefined))].sort();
}

function forget_shift(shift: string): void {
  for (const kind of kinds) forget(`${kind}.${shift}`);
}

/** Free kitchens kept, the last one played first. */
export const free_kept = (): string[] =>
  (read_kept('free.played') ?? '').split(' ').filter(Boolean);

function note_free(shift: string): void {
  const played = [shift, ...free_kept().filter((other) => other !== shift)];
  for (const old of played.splice(free_kept_max)) forget_shift(old);
  keep_free_order(played);
}

/** `played` has every free kitchen that is kept. */
export function keep_free_order(played: readonly string[]): void {
  keep('free.played', played.join(' '));
}

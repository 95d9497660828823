import * as abi from '../engine/abi.gen.ts';
import type { Lever, ShiftInfo } from '../engine/engine.ts';
import { keep_last_levers, last_levers } from './progress.ts';

/** Every lever's value. */
export type Levers = Record<Lever, number>;

export const lever_names: readonly Lever[] = Object.keys(abi.Lever) as Lever[];

export function default_levers(info: ShiftInfo): Levers {
  return {
    slots: info.default_slots,
    batching: info.default_batching,
    kv_cache: info.default_kv_cache,
    weight_bits: info.default_weight_bits,
  };
}

export function is_shown(info: ShiftInfo, lever: Lever): boolean {
  return info[`shows_${lever}`] === 1;
}

export function levers_shown(info: ShiftInfo): Lever[] {
  return lever_names.filter((lever) => is_shown(info, lever));
}

/** What a lever can be set to on a shift. */
export function lever_range(
  info: ShiftInfo,
  lever: Lever,
): { first: number; last: number; step: number } {
  return {
    first: info[`lever_first_${lever}`],
    last: info[`lever_last_${lever}`],
    step: info[`lever_step_${lever}`],
  };
}

/** The same one by one, from the least. */
export function values_of(info: ShiftInfo, lever: Lever): number[] {
  const { first, last, step } = lever_range(info, lever);
  return Array.from(
    { length: Math.floor((last - first) / step) + 1 },
    (_, at) => first + at * step,
  );
}

export function lever_fits(info: ShiftInfo, lever: Lever, value: number): boolean {
  if (!Number.isInteger(value) || !is_shown(info, lever)) return false;
  const { first, last, step } = lever_range(info, lever);
  return value >= first && value <= last && (value - first) % step === 0;
}

/** The settings last started with on a shift, whether or not they can still be set. */
export function written_levers(shift: string): Partial<Levers> {
  const levers: Partial<Levers> = {};
  for (const [name, value] of new URLSearchParams(last_levers(shift))) {
    const lever = lever_names.find((known) => known === name);
    if (lever && /^\d{1,9}$/.test(value)) levers[lever] = Number(value);
  }
  return levers;
}

/** The same, as far as they can still be set. */
export function kept_levers(info: ShiftInfo): Partial<Levers> {
  const fits = ([lever, value]: [string, number]): boolean =>
    lever_fits(info, lever as Lever, value);
  return Object.fromEntries(Object.entries(written_levers(info.key)).filter(fits));
}

export function keep_levers(info: ShiftInfo, levers: Levers): void {
  keep_last_levers(info.key, levers_query(info, levers));
}

/** The levers that a shift shows, as they are kept. */
export function levers_query(info: ShiftInfo, levers: Partial<Levers>): string {
  const kept = levers_shown(info).filter((lever) => levers[lever] !== undefined);
  return new URLSearchParams(kept.map((lever) => [lever, String(levers[lever])])).toString();
}

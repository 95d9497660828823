import type { Lever, ShiftInfo } from '../engine/engine.ts';
import { keep_last_levers, last_levers } from './progress.ts';

/** Every lever's value. */
export type Levers = Record<Lever, number>;

export const lever_names: readonly Lever[] = ['slots', 'batching', 'kv_cache', 'weight_bits'];

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

export function lever_fits(info: ShiftInfo, lever: Lever, value: number): boolean {
  if (!Number.isInteger(value) || !is_shown(info, lever)) return false;
  if (lever === 'slots') return value >= 1 && value <= info.slots_max;
  if (lever === 'weight_bits') return value === 8 || value === 16;
  return value === 0 || value === 1;
}

/** The settings last started with on this shift, as far as they can still be set. */
export function kept_levers(info: ShiftInfo): Partial<Levers> {
  const levers: Partial<Levers> = {};
  for (const [name, value] of new URLSearchParams(last_levers(String(info.number)))) {
    const lever = lever_names.find((known) => known === name);
    if (lever && lever_fits(info, lever, Number(value))) levers[lever] = Number(value);
  }
  return levers;
}

export function keep_levers(info: ShiftInfo, levers: Levers): void {
  const shown = lever_names.filter((lever) => is_shown(info, lever));
  const query = new URLSearchParams(shown.map((lever) => [lever, String(levers[lever])]));
  keep_last_levers(String(info.number), query.toString());
}

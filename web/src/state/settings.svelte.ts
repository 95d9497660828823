import type { Lever, ShiftInfo } from '../engine/engine.ts';
import { current_language, set_language, type Language } from '../text/index.ts';
import { first_theme, type Theme } from './first.ts';
import { keep, read_kept } from './store.ts';

/** Every lever's value. */
export type Levers = Record<Lever, number>;

export const lever_names: readonly Lever[] = ['slots', 'batching', 'kv_cache', 'weight_bits'];

let theme = $state(first_theme());
let shortcuts = $state(read_kept('shortcuts') !== 'off');

export const settings = {
  get theme(): Theme {
    return theme;
  },
  set theme(wanted: Theme) {
    theme = wanted;
    keep('theme', wanted);
    if (wanted === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = wanted;
  },
  /** Whether single keys do something. */
  get shortcuts(): boolean {
    return shortcuts;
  },
  set shortcuts(on: boolean) {
    shortcuts = on;
    keep('shortcuts', on ? 'on' : 'off');
  },
};

/** Shows a language and keeps the choice; the address follows, so that a copied link agrees. */
export async function choose_and_keep_language(language: Language): Promise<void> {
  await set_language(language);
  keep('language', current_language());
  const query = new URLSearchParams(location.search);
  query.set('lang', current_language());
  history.replaceState(history.state, '', `?${query}${location.hash}`);
}

const best = $state<Record<number, number>>({});

/** Most stars a shift was passed with; null before it was passed. */
export function best_stars(shift: number): number | null {
  if (!(shift in best)) {
    const kept = Number(read_kept(`stars.${shift}`) ?? NaN);
    return Number.isInteger(kept) && kept >= 1 && kept <= 3 ? kept : null;
  }
  return best[shift] ?? null;
}

export function keep_stars(shift: number, stars: number): void {
  if (stars <= (best_stars(shift) ?? 0)) return;
  best[shift] = stars;
  keep(`stars.${shift}`, String(stars));
}

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
  for (const [name, value] of new URLSearchParams(read_kept(`levers.${info.number}`) ?? '')) {
    const lever = lever_names.find((known) => known === name);
    if (lever && lever_fits(info, lever, Number(value))) levers[lever] = Number(value);
  }
  return levers;
}

export function keep_levers(info: ShiftInfo, levers: Levers): void {
  const shown = lever_names.filter((lever) => is_shown(info, lever));
  const query = new URLSearchParams(shown.map((lever) => [lever, String(levers[lever])]));
  keep(`levers.${info.number}`, query.toString());
}

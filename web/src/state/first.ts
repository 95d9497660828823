import { choose_language } from '../text/language.ts';
import type { Language } from '../text/format.ts';
import { read_kept } from './store.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The language to begin with. */
export function first_language(): Language {
  return choose_language(location.search, read_kept('language'), navigator.languages);
}

/** The theme to begin with: the choice kept from an earlier visit, else what the system says. */
export function first_theme(): Theme {
  const kept = read_kept('theme');
  return themes.find((theme) => theme === kept) ?? 'system';
}

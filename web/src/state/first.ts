import { choose_language, type Language } from '../text/language.ts';
import { language_facts } from '../text/languages.ts';
import { read_kept } from './store.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The language to begin with. */
export function first_language(): Language {
  return choose_language(
    language_facts,
    location.search,
    read_kept('language'),
    navigator.languages,
  );
}

/** The theme to begin with: the choice kept from an earlier visit, else what the system says. */
export function first_theme(): Theme {
  const kept = read_kept('theme');
  return themes.find((theme) => theme === kept) ?? 'system';
}

export const motions = ['system', 'reduced'] as const;
export type Motion = (typeof motions)[number];

/** Less motion than the system asks for is a choice, more is not. */
export function first_motion(): Motion {
  const kept = read_kept('motion');
  return motions.find((motion) => motion === kept) ?? 'system';
}

const system_motion = (): MediaQueryList => matchMedia('(prefers-reduced-motion: reduce)');

/** Style sheets and painters ask for root[data-motion='reduced'] only. */
export function show_motion(wanted: Motion): void {
  const { dataset } = document.documentElement;
  if (wanted === 'reduced' || system_motion().matches) dataset['motion'] = 'reduced';
  else delete dataset['motion'];
}

/** Follows the system while the page is open. */
export function watch_motion(wanted: () => Motion): void {
  system_motion().addEventListener('change', () => show_motion(wanted()));
}

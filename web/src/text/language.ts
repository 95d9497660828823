import type { Language } from './format.ts';

export const languages: readonly Language[] = ['id', 'en'];

/** What each language calls itself: a reader finds their own without knowing another. */
export const language_names: Record<Language, string> = { id: 'Bahasa Indonesia', en: 'English' };

export function is_language(value: string | null | undefined): value is Language {
  return value === 'en' || value === 'id';
}

/**
 * The language to begin with: the address (`?lang=id`), else the choice kept from an earlier visit,
 * else the first of the browser's languages that there is, else English.
 */
export function choose_language(
  search: string,
  saved: string | null,
  preferred: readonly string[],
): Language {
  const asked = new URLSearchParams(search).get('lang');
  if (is_language(asked)) return asked;
  if (is_language(saved)) return saved;
  for (const tag of preferred) {
    const primary = tag.toLowerCase().split('-')[0];
    // 'in' is what old Android versions call Indonesian.
    if (primary === 'in') return 'id';
    if (is_language(primary)) return primary;
  }
  return 'en';
}

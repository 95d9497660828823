// Every folder beside this file that has a language.ts is a language of the page. Only for what Vite
// builds; what Node reads too stands in language.ts.
import type { Language, LanguageFacts } from './language.ts';

const found = import.meta.glob<LanguageFacts>('./*/language.ts', {
  eager: true,
  import: 'language',
});

/** By language, in the order in which they are offered. */
export const language_facts: Readonly<Record<Language, LanguageFacts>> = Object.fromEntries(
  Object.entries(found).map(([path, facts]) => [path.split('/')[1], facts]),
);

export const languages: readonly Language[] = Object.keys(language_facts);

/** What each language calls itself: a reader finds their own without knowing another. */
export const language_names: Readonly<Record<Language, string>> = Object.fromEntries(
  Object.entries(language_facts).map(([language, { name }]) => [language, name]),
);

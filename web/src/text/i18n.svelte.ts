import type { Text } from './en/index.ts';
import { make_format, type Format } from './format.ts';
import type { Language } from './language.ts';

// One chunk per language; only the one that is read gets loaded.
const loaders = import.meta.glob<Text>('./*/index.ts', { import: 'words' });

interface Loaded {
  language: Language;
  words: Text;
  format: Format;
}

let loaded = $state.raw<Loaded | null>(null);
let wanted: Language | null = null;

function current(): Loaded {
  if (!loaded) throw new Error('No language is loaded yet: await set_language() before mounting.');
  return loaded;
}

/**
 * Loads a language and shows it everywhere at once. Rejects, and leaves the language as it was,
 * when its texts can't be fetched. Of two calls under way the later wins.
 */
export async function set_language(language: Language): Promise<void> {
  wanted = language;
  const load = loaders[`./${language}/index.ts`];
  if (!load) throw new RangeError(`there are no texts in “${language}”`);
  const words = await load();
  if (wanted !== language) return;
  loaded = { language, words, format: make_format(language) };
  document.documentElement.lang = language;
}

/** The language now shown. Reactive. */
export function current_language(): Language {
  return current().language;
}

/**
 * Every word of the page in the current language: `text.debrief.again`. Reactive when read in a
 * template, a `$derived` or an `$effect`; don't keep a part of it in a constant.
 */
export const text: Text = new Proxy({} as Text, {
  get: (_, section) => current().words[section as keyof Text],
});

/** Numbers as the current language writes them: `format.seconds(9800)`. Reactive like `text`. */
export const format: Format = new Proxy({} as Format, {
  get: (_, name) => current().format[name as keyof Format],
});

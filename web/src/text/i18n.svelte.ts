import type { FirstText } from './en/first.ts';
import type { Text } from './en/index.ts';
import type { RestText } from './en/rest.ts';
import { make_format, type Format } from './format.ts';
import type { Language } from './language.ts';

// Two chunks per language, the second for what isn't on the first screen; only the language that is read
// gets loaded.
const first_loaders = import.meta.glob<FirstText>('./*/first.ts', { import: 'first' });
const rest_loaders = import.meta.glob<RestText>('./*/rest.ts', { import: 'rest' });

interface Loaded {
  language: Language;
  /** All of them once load_rest() was called: what reads the rest waits for that. */
  words: FirstText | Text;
  format: Format;
}

let loaded = $state.raw<Loaded | null>(null);
let wanted: Language | null = null;
let rest_wanted = false;

function current(): Loaded {
  if (!loaded) throw new Error('No language is loaded yet: await set_language() before mounting.');
  return loaded;
}

function part_of<Part>(
  loaders: Record<string, () => Promise<Part>>,
  file: 'first' | 'rest',
  language: Language,
): Promise<Part> {
  const load = loaders[`./${language}/${file}.ts`];
  if (!load) throw new RangeError(`there are no texts in “${language}”`);
  return load();
}

/**
 * Loads a language and shows it everywhere at once. Rejects, and leaves the language as it was,
 * when its texts can't be fetched. Of two calls under way the later wins.
 */
export async function set_language(language: Language): Promise<void> {
  wanted = language;
  const words: FirstText = { ...(await part_of(first_loaders, 'first', language)) };
  if (rest_wanted) Object.assign(words, await part_of(rest_loaders, 'rest', language));
  if (wanted !== language) return;
  loaded = { language, words, format: make_format(language) };
  document.documentElement.lang = language;
}

/**
 * Loads what is read below and after the first screen; from then on set_language() brings it along.
 * Rejects when it can't be fetched, and may then be called again.
 */
export async function load_rest(): Promise<void> {
  rest_wanted = true;
  const { language, words } = current();
  // Nothing has read it yet, so that nothing needs to hear of it.
  if ('learn' in words) return;
  try {
    Object.assign(words, await part_of(rest_loaders, 'rest', language));
  } catch (cause) {
    // Else no other language could come without a part that is read nowhere.
    rest_wanted = 'learn' in current().words;
    throw cause;
  }
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
  get: (_, section) => current().words[section as keyof FirstText],
});

/** Numbers as the current language writes them: `format.seconds(9800)`. Reactive like `text`. */
export const format: Format = new Proxy({} as Format, {
  get: (_, name) => current().format[name as keyof Format],
});

// Only for tests: the engine, and every text as a list.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { engine_from, type Engine } from '../engine/engine.ts';
import { facts_of_language, languages } from '../../tools/languages.ts';
import type { Text } from './en/index.ts';
import type { Language, LanguageFacts } from './language.ts';

const all_words = new Map<Language, Text>();
export const all_facts = new Map<Language, LanguageFacts>();
for (const language of languages) {
  const { words } = (await import(`./${language}/index.ts`)) as { words: Text };
  all_words.set(language, words);
  all_facts.set(language, await facts_of_language(language));
}

/** Every word of a language. */
export function words_in(language: Language): Text {
  const words = all_words.get(language);
  if (!words) throw new RangeError(`there are no texts in “${language}”`);
  return words;
}

export { languages, text_files } from '../../tools/languages.ts';

/** The module that ships: LK_WASM, else where the build leaves it. */
export async function test_engine(): Promise<Engine> {
  const path =
    process.env['LK_WASM'] ??
    fileURLToPath(new URL('../../../build/wasm/kitchen.wasm', import.meta.url));
  if (!existsSync(path)) throw new Error(`${path} is missing: build it first (./dev wasm)`);
  return engine_from(await WebAssembly.compile(readFileSync(path)));
}

/** Names that have a digit in them; every other number in a text is a placeholder. */
export const names_with_digits = /\bA4\b|\b(?:8|16)[-\u2011\u00a0 ]bits?\b|\bRTX[ \u00a0]4090\b/g;

type Say = (...values: unknown[]) => string;
/** A text under its key ("debrief.star.short"); one with placeholders is a function. */
export interface Entry {
  key: string;
  say: string | Say;
}

export function entries_of(words: object, path = ''): Entry[] {
  return Object.entries(words).flatMap(([name, value]: [string, unknown]) => {
    const key = path ? `${path}.${name}` : name;
    if (typeof value === 'string') return [{ key, say: value }];
    if (typeof value === 'function') return [{ key, say: value as Say }];
    return entries_of(value as object, key);
  });
}

/** Says a text with every number being `sample`, and notes in `read` which values it asked for. */
export function say_with(entry: Entry, sample: unknown, read = new Set<string>()): string {
  if (typeof entry.say === 'string') return entry.say;
  const values = new Proxy(
    {},
    {
      get: (_, name) => {
        read.add(String(name));
        return sample;
      },
    },
  );
  return entry.say(values, number_or_words(sample));
}

/** A second value is a number or a table of words, such as the names of causes: this is both. */
function number_or_words(sample: unknown): object {
  return new Proxy({}, { get: (_, name) => (name === Symbol.toPrimitive ? () => sample : 'x') });
}

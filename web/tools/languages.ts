// The languages of the page, as its build and its tests find them: a folder of texts each.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { Language, LanguageFacts } from '../src/text/language.ts';

const texts = join(import.meta.dirname, '../src/text');

export const languages: readonly Language[] = readdirSync(texts, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();

/** The .ts files of a language, by path. */
export function text_files(language: Language): string[] {
  const folder = join(texts, language);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

/** What a file of a language's texts exports. */
export async function read_in<Exports>(language: Language, file: string): Promise<Exports> {
  return (await import(join(texts, language, file))) as Exports;
}

/** What a language's language.ts says of it. */
export async function facts_of_language(language: Language): Promise<LanguageFacts> {
  return (await read_in<{ language: LanguageFacts }>(language, 'language.ts')).language;
}

/** Every character beyond ASCII in any language's files, once, in order. */
export function characters_of_texts(): string {
  const found = new Set<string>();
  for (const file of languages.flatMap(text_files)) {
    for (const character of readFileSync(file, 'utf8')) if (character > '~') found.add(character);
  }
  return [...found].sort().join('');
}

export const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Says in every language, in index.html, that scripts are switched off. */
export function say_no_script(): Plugin {
  const place = '<!--no-script-->';
  return {
    name: 'say-no-script',
    transformIndexHtml: {
      order: 'pre',
      async handler(page) {
        if (!page.includes(place)) throw new Error(`index.html has no ${place}`);
        const notes = await Promise.all(
          languages.map(async (language) => {
            const { no_script } = await facts_of_language(language);
            return `<p class="note" lang="${language}">${escaped(no_script)}</p>`;
          }),
        );
        return page.replace(place, () => notes.join('\n          '));
      },
    },
  };
}

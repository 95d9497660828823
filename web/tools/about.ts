import { join } from 'node:path';
import type { About } from '../src/text/en/about.ts';
import type { Language } from '../src/text/language.ts';

/** What a language's about.ts says of the page. */
export async function about_in(language: Language): Promise<About> {
  const file = join(import.meta.dirname, '../src/text', language, 'about.ts');
  return ((await import(file)) as { about: About }).about;
}

import type { About } from '../src/text/en/about.ts';
import type { Language } from '../src/text/language.ts';
import { read_in } from './languages.ts';

/** What a language's about.ts says of the page. */
export async function about_in(language: Language): Promise<About> {
  return (await read_in<{ about: About }>(language, 'about.ts')).about;
}

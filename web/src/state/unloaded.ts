import type { Language } from '../text/language.ts';
import { language_facts, languages } from '../text/languages.ts';

const element = (name: string, words: string, language = ''): HTMLElement => {
  const made = document.createElement(name);
  made.textContent = words;
  if (language) made.lang = language;
  return made;
};

/** One element per language, the one chosen first. */
function in_each_language(what: 'unloaded' | 'load_again', name: string): HTMLElement[] {
  const own = document.documentElement.lang;
  const last = (language: Language): number => Number(language !== own);
  return [...languages]
    .sort((a, b) => last(a) - last(b))
    .map((language) => element(name, language_facts[language]?.[what] ?? '', language));
}

/**
 * Puts a plain message in every language where the page would be: for when its script or its texts
 * did not arrive, so nothing else of the page can be relied on. Once it is there, it stays.
 */
export function show_unloaded(): void {
  const target = document.getElementById('app');
  if (!target) {
    addEventListener('DOMContentLoaded', show_unloaded);
    return;
  }
  if (target.querySelector('[role="alert"]')) return;
  const message = document.createElement('div');
  message.className = 'card';
  message.setAttribute('role', 'alert');
  Object.assign(message.style, {
    display: 'grid',
    gap: '1rem',
    justifyItems: 'start',
    maxWidth: 'min(40rem, 100% - 2rem)',
    margin: '4rem auto',
    padding: '1.5rem',
  });
  const again = document.createElement('button');
  again.type = 'button';
  again.className = 'button primary';
  again.append(
    ...in_each_language('load_again', 'span').flatMap((part, place) =>
      place === 0 ? [part] : [' / ', part],
    ),
  );
  again.addEventListener('click', () => location.reload());
  message.append(element('h1', 'LLM Kitchen'), ...in_each_language('unloaded', 'p'), again);
  target.replaceChildren(message);
}

// Runs before the first paint, inlined by tools/first_paint.ts: theme and language, so that neither
// flashes, and that language's texts and the engine on their way while the rest of the document still
// comes. And where the page's script at its end doesn't arrive, or this browser can't read it, a plain
// message.
import { fetch_module } from './engine/module.ts';
import { first_language, first_motion, first_theme, show_motion } from './state/first.ts';
import { show_unloaded } from './state/unloaded.ts';

declare const LANGUAGE_CHUNKS: Record<string, string[]>;
declare const ENGINE: string;

globalThis.kitchen_module = fetch_module(ENGINE);

const language = first_language();
document.documentElement.lang = language;

const theme = first_theme();
if (theme !== 'system') document.documentElement.dataset['theme'] = theme;
show_motion(first_motion());

for (const chunk of LANGUAGE_CHUNKS[language] ?? []) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = chunk;
  document.head.append(link);
}

// A document that broke off loads like any other.
addEventListener('load', () => {
  if (document.documentElement.dataset['script'] === undefined) show_unloaded();
});

// Runs before the first paint, inlined by tools/first_paint.ts: theme and language, so that neither
// flashes, and that language's texts and the engine on their way while the rest of the document still
// comes. Runs the page's script after the first paint; where that is broken off, or this browser can't
// read it, a plain message.
import { fetch_module } from './engine/module.ts';
import { first_language, first_motion, first_theme, show_motion } from './state/first.ts';
import { show_unloaded } from './state/unloaded.ts';

declare const LANGUAGE_CHUNKS: Record<string, string[]>;
declare const ENGINE: string;

const paint_ms_max = 200;

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

/**
 * Runs the page's script, which stands at the end of the document as text: run by the document it would be
 * compiled before there is a picture. Where it doesn't set the mark, it is broken off or not understood.
 */
function run_entry(): void {
  const entry = document.getElementById('entry');
  const script = document.createElement('script');
  script.textContent = entry?.textContent ?? '';
  entry?.remove();
  document.body.append(script);
  if (document.documentElement.dataset['script'] === undefined) show_unloaded();
}

/** Resolves once the outline is painted; or after a while, as nothing is in a tab that isn't seen. */
function first_paint(): Promise<void> {
  return new Promise((go_on) => {
    setTimeout(go_on, paint_ms_max);
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) go_on();
    }).observe({ type: 'paint', buffered: true });
  });
}

addEventListener('DOMContentLoaded', () => void first_paint().then(run_entry));

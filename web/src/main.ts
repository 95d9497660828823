import { flushSync, mount, type ComponentProps } from 'svelte';
import './view/base/tokens.css';
import './view/base/global.css';
import './view/base/shell.css';
import App from './app.svelte';
import type { Engine } from './engine/engine.ts';
import { load_engine } from './engine/load.ts';
import { first_language } from './state/first.ts';
import './state/install.svelte.ts';
import { piece_names, pieces } from './state/pieces.svelte.ts';
import { show_unloaded } from './state/unloaded.ts';
import { languages, set_language } from './text/index.ts';

interface Loaded {
  engine: Engine | null;
  error: unknown;
}

const loading: Promise<Loaded> = load_engine().then(
  (engine) => ({ engine, error: null }),
  (error: unknown) => ({ engine: null, error }),
);

/** Loads the language wanted, or else any other; whether it had to be another one. */
async function load_language(): Promise<boolean> {
  const wanted = first_language();
  const others = languages.filter((language) => language !== wanted);
  for (const language of [wanted, ...others]) {
    try {
      await set_language(language);
      return language !== wanted;
    } catch (cause) {
      console.warn(cause);
    }
  }
  throw new Error('no language could be loaded');
}

/** Ends this task. A timer would not do: where the clock stands still, as in a test, none ends. */
function next_task(): Promise<void> {
  return new Promise((go_on) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      go_on();
    };
    port2.postMessage(null);
  });
}

/** Mounts the page beside the document, so that a picture in between costs nothing. */
async function mount_in_pieces(target: Element, props: ComponentProps<typeof App>): Promise<void> {
  mount(App, { target, props });
  flushSync();
  for (const piece of piece_names) {
    await next_task();
    flushSync(() => (pieces[piece] = true));
  }
  await next_task();
}

async function start(): Promise<void> {
  const other_language = await load_language();
  const props = { ...(await loading), other_language };
  const outline = document.getElementById('app');
  if (!outline) throw new Error('index.html has no #app');
  const target = document.createElement('div');
  target.id = outline.id;
  await next_task();
  await mount_in_pieces(target, props);
  outline.replaceWith(target);
  pieces.placed = true;
  // User timing, for bench/page and any profiler: Start can be pressed from here on.
  requestAnimationFrame(() =>
    setTimeout(() => {
      performance.mark('interactive');
      void show_fonts();
    }),
  );
}

/**
 * The page's own fonts, once both are here. Were they left to the style sheet to ask for, all of the page
 * would be styled and laid out once for the question and again for each answer.
 */
async function show_fonts(): Promise<void> {
  await Promise.allSettled([...document.fonts].map((font) => font.load()));
  document.documentElement.dataset['fonts'] = '';
}

// Tells the boot script that this one is whole and understood.
document.documentElement.dataset['script'] = '';
start().catch((cause: unknown) => {
  console.error(cause);
  show_unloaded();
});

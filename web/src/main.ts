import { mount } from 'svelte';
import './view/base/tokens.css';
import './view/base/global.css';
import './view/base/shell.css';
import App from './app.svelte';
import type { Engine } from './engine/engine.ts';
import { load_engine } from './engine/load.ts';
import { first_language } from './state/first.ts';
import { set_language } from './text/index.ts';

interface Loaded {
  engine: Engine | null;
  error: unknown;
}

const loading: Promise<Loaded> = load_engine().then(
  (engine) => ({ engine, error: null }),
  (error: unknown) => ({ engine: null, error }),
);

async function start(): Promise<void> {
  await set_language(first_language());
  const props = await loading;
  const target = document.getElementById('app');
  if (!target) throw new Error('index.html has no #app');
  document.documentElement.dataset['fonts'] = '';
  target.replaceChildren();
  mount(App, { target, props });
  // User timing, for bench/page and any profiler: Start can be pressed from here on.
  requestAnimationFrame(() => setTimeout(() => performance.mark('interactive')));
}

void start();

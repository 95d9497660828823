import { mount } from 'svelte';
import './view/base/tokens.css';
import './view/base/global.css';
import App from './app.svelte';
import { load_engine } from './engine/load.ts';
import { first_language } from './state/first.ts';
import { set_language } from './text/index.ts';

const engine = load_engine().catch((error: unknown) => error);
await set_language(first_language());

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');
target.replaceChildren();
mount(App, { target, props: { engine: await engine } });

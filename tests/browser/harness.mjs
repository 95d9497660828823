// What the browser tests share: the built program serving the page, Debian's Chromium, a clock that
// can be wound on, and a page that fails its test on any error, refused by policy or request to elsewhere.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { facts_of_language, languages } from '../../web/tools/languages.ts';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
/** Finds what is installed for the page. */
export const require_page = createRequire(join(root, 'web/package.json'));
const { chromium } = require_page('playwright-core');

const axe_path = require_page.resolve('axe-core/axe.min.js');

export { languages };

/** Every word of the page, by language; and what it says where it couldn't be loaded. */
export const texts = {};
export const language_facts = {};
for (const language of languages) {
  texts[language] = (await import(join(root, 'web/src/text', language, 'index.ts'))).words;
  language_facts[language] = await facts_of_language(language);
}

/** Finds a text in any language. */
const any_language = (text_of) => {
  const words = Object.values(texts).map((text) => text_of(text).replace(/[^\p{L}\s]/gu, '.'));
  return new RegExp(`^(?:${words.join('|')})$`);
};

export const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 820 },
};

/** Starts `llm-kitchen serve` on a free port. LK_KITCHEN names another build of it. */
export async function serve(program = process.env.LK_KITCHEN ?? join(root, 'build/llm-kitchen')) {
  if (!existsSync(program)) throw new Error(`${program} is missing: build it first (./dev build)`);
  const child = spawn(program, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (text) => {
      said += text;
      const found = /http:\/\/\S+/.exec(said);
      if (found) resolve(found[0].replace(/\/?$/, '/'));
    });
    child.once('exit', (code) =>
      reject(new Error(`llm-kitchen serve ended with ${code}: ${said}`)),
    );
  });
  const stop = () =>
    new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGTERM');
    });
  return { address, stop };
}

export function launch(more_args = []) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more_args,
    ],
  });
}

/** The server and the browser of a file's tests; both end after the last of them. */
export async function open_kitchen(more_args = []) {
  const server = await serve();
  after(() => server.stop());
  const browser = await launch(more_args);
  after(() => browser.close());
  return { server, browser };
}

/** Runs in the page, once a visit: what the page then keeps or forgets is its own. */
function ask_nothing() {
  try {
    if (sessionStorage.getItem('asks') !== null) return;
    sessionStorage.setItem('asks', 'nothing');
    localStorage.setItem('llm-kitchen.questions', 'off');
  } catch {
    // A frame without a store has nothing to switch off.
  }
}

/** A number of the environment, `least` where it isn't set. */
function number_of(name, least) {
  const value = Number(process.env[name] ?? least);
  if (value >= least && value < Infinity) return value;
  throw new RangeError(`${name} is '${process.env[name]}'; it must be a number from ${least}`);
}

const late_ms = number_of('LK_LATE_MS', 0);
const cpu_slower = number_of('LK_CPU_SLOWER', 1);

/**
 * Makes a page as late as a busy machine does, so that a test that relies on being quick fails:
 * LK_LATE_MS delays every response and what observers tell, LK_CPU_SLOWER slows down the page's scripts
 * that many times. What a test waits for must come all the same.
 */
async function make_late(context, page) {
  if (late_ms > 0) {
    await context.route('**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, late_ms));
      // A page that is gone meanwhile asks for nothing any more.
      await route.fallback().catch(() => {});
    });
    await page.addInitScript((ms) => {
      const later = setTimeout;
      for (const name of ['ResizeObserver', 'IntersectionObserver']) {
        globalThis[name] = class extends globalThis[name] {
          constructor(told, ...more) {
            super((...what) => later(() => told(...what), ms), ...more);
          }
        };
      }
    }, late_ms);
  }
  if (cpu_slower > 1) {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpu_slower });
  }
}

/** What must not happen in a page, as it comes. */
export function trouble_of(page) {
  const trouble = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) trouble.push(message.text());
  });
  page.on('pageerror', (error) => trouble.push(`${error}`));
  return trouble;
}

/**
 * Opens a page of its own. `trouble` collects what must not happen; close() throws when something did.
 * `wound` puts in a clock that wind() moves; in between it goes on as any does, until stand_still().
 * `questions`: lessons ask theirs, as they do for a newcomer; else they are switched off, so that play
 * isn't interrupted.
 */
export async function visit(browser, address, options = {}) {
  const {
    size = 'desktop',
    wound = true,
    language = 'en',
    init,
    expected_trouble,
    questions = false,
    ...more
  } = options;
  const context = await browser.newContext({
    viewport: typeof size === 'string' ? sizes[size] : size,
    hasTouch: size === 'phone',
    locale: language,
    ...more,
  });
  const page = await context.newPage();
  await make_late(context, page);
  const trouble = trouble_of(page);
  const origin = new URL(address).origin;
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:')) {
      trouble.push(`a request to ${request.url()}`);
    }
  });
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  if (!questions) await page.addInitScript(ask_nothing);
  if (init) await page.addInitScript(init);
  if (wound) await page.clock.install({ time: new Date('2026-01-05T08:00:00Z') });
  await page.goto(address);
  const close = async () => {
    await context.close();
    const found = expected_trouble
      ? trouble.filter((text) => !expected_trouble.test(text))
      : trouble;
    if (found.length > 0) throw new Error(`the page had trouble:\n  ${found.join('\n  ')}`);
  };
  return { page, context, close, trouble };
}

/** axe-core finds nothing on the page, which must have been opened with `bypassCSP`. */
export async function assert_clean(page, where) {
  if (!(await page.evaluate(() => 'axe' in globalThis)))
    await page.addScriptTag({ path: axe_path });
  // axe waits by timers, which stand still here unless they are moved.
  const running = page.evaluate(() =>
    globalThis.axe.run(document, { resultTypes: ['violations'] }),
  );
  let done = false;
  const result = running.finally(() => (done = true));
  while (!done) {
    await page.clock.runFor(50);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { violations } = await result;
  const found = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n    ${nodes.map(({ html }) => html.slice(0, 160)).join('\n    ')}`,
  );
  assert.deepEqual(found, [], where);
}

/** Winds the clock on, frame by frame, as if that much time had passed. */
export async function wind(page, ms) {
  // In pieces: one long call would keep the browser from doing anything else meanwhile.
  for (let left_ms = ms; left_ms > 0; left_ms -= 1_000)
    await page.clock.runFor(Math.min(left_ms, 1_000));
}

/** From here on no time passes in the page but what is wound. */
export const stand_still = (page) => page.clock.pauseAt(new Date('2026-01-05T08:05:00Z'));

/** Waits until what comes after the first screen is there: the question, flights, the debrief. */
export const later_is_there = (page) => page.locator('#learn').waitFor();

/** Sets levers by what a person would use: the slider's keys, and the switches. */
export async function set_levers(page, { slots, ...choices }) {
  if (slots !== undefined) {
    const name = any_language((text) => text.play.lever.slots);
    await page.getByRole('slider', { name }).fill(String(slots));
  }
  for (const name of Object.values(choices))
    await page.getByRole('radio', { name, exact: true }).check();
}

/** Opens the menu of languages in the page's head, and gives a language's own entry there. */
export async function language_entry(page, language) {
  const names = Object.values(texts).map(({ play }) => play.language);
  const menu = page.getByRole('button', { name: new RegExp(`^(${names.join('|')}): `) });
  if (!(await page.getByRole('radio', { name: language_facts[language].name }).isVisible()))
    await menu.click();
  return page.getByRole('radio', { name: language_facts[language].name });
}

/** Starts the shift that is set up and plays it to its end, passing over the question if it comes. */
export async function play_through(page) {
  await page.selectOption('select', '4');
  await page.locator('button.toggle').click();
  await wind(page, 4_000);
  const skip = page.getByRole('button', { name: any_language((text) => text.prediction.skip) });
  if (await skip.isVisible()) await skip.click();
  await wind(page, 12_500);
}

/** What is fixed about each shift, from the engine that ships. */
export async function shift_infos(module_bytes) {
  const { engine_from } = await import(join(root, 'web/src/engine/engine.ts'));
  const engine = await engine_from(await WebAssembly.compile(module_bytes));
  const { shift_count } = engine.shift('1');
  return Array.from({ length: shift_count }, (_, place) => engine.shift(`${place + 1}`));
}

/** The engine as the server hands it out. */
export async function fetch_module(address) {
  const page = await (await fetch(address)).text();
  const path = /href="(\.\/assets\/kitchen-[\w-]+\.wasm)"/.exec(page)?.[1];
  if (!path) throw new Error('index.html names no engine');
  return new Uint8Array(await (await fetch(new URL(path, address))).arrayBuffer());
}

/** Levers of a shift as set_levers() takes them, in a language's words. */
export function lever_words(language, levers) {
  const { common } = texts[language];
  return {
    ...(levers.slots === undefined ? {} : { slots: levers.slots }),
    ...(levers.batching === undefined
      ? {}
      : { batching: levers.batching ? common.batching.continuous : common.batching.static_batch }),
    ...(levers.kv_cache === undefined
      ? {}
      : { kv_cache: levers.kv_cache ? common.kv_cache.on : common.kv_cache.off }),
    ...(levers.weight_bits === undefined
      ? {}
      : {
          weight_bits:
            levers.weight_bits === 8 ? common.weight_bits.bits_8 : common.weight_bits.bits_16,
        }),
  };
}

/** The reference solution of a shift, only the levers that it shows. */
export function reference_of(info) {
  const names = ['slots', 'batching', 'kv_cache', 'weight_bits'];
  return Object.fromEntries(
    names.filter((name) => info[`shows_${name}`]).map((name) => [name, info[`reference_${name}`]]),
  );
}

/** Presses the button with exactly this name. */
export const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** Unfolds everything that can be. */
export function unfold(page) {
  return page.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true;
  });
}

/** The share of the orders served, as an English debrief says it. */
export const result_in = (said) => /\d+%\s+of .* orders/.exec(said)[0];

/** A run of tests/golden: its replay text, and how it ends. */
export function golden(name) {
  const text = readFileSync(join(root, 'tests/golden', name), 'utf8');
  const value = (key) => new RegExp(`^${key} (.*)$`, 'm').exec(text)?.[1];
  return {
    replay: value('replay'),
    shift: Number(value('shift')),
    passed: value('passed') === '1',
    served: value('served'),
  };
}

/** Whether the page can be scrolled sideways, and what sticks out. */
export function sticking_out(page) {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    return [...document.querySelectorAll('body *')]
      .filter(
        (node) => node.getBoundingClientRect().right > width + 0.5 && !node.closest('.scroll'),
      )
      .map((node) => `${node.tagName.toLowerCase()}.${node.className}`)
      .slice(0, 5);
  });
}

/** Plots are drawn once the browser has laid out their figures, which takes a frame that no clock winds. */
const drawn = (debrief) =>
  debrief.locator('figure:not(:has(svg))').first().waitFor({ state: 'detached' });

/** How often look_further() winds before it gives up: some ten times what a debrief takes. */
const winds_max = 200;

/**
 * Winds the clock until the debrief has played every setting and every change: the cards of both are
 * there and neither says that it is busy. Fails when that doesn't come.
 */
export async function look_further(page) {
  const debrief = page.locator('.debrief');
  const changes = debrief.locator('#what-if');
  const settings = debrief.getByRole('heading', {
    name: any_language((text) => text.debrief.curve.heading),
  });
  const busy = debrief.locator('[aria-busy="true"]');
  const is_done = async () =>
    (await changes.count()) > 0 && (await settings.count()) > 0 && (await busy.count()) === 0;
  for (let wound = 0; wound < winds_max; wound += 1) {
    await wind(page, 300);
    if (await is_done()) return await drawn(debrief);
  }
  const [headings, waits] = [
    await debrief.locator('h3').allInnerTexts(),
    await busy.allInnerTexts(),
  ];
  throw new Error(
    `the debrief is not done after ${winds_max} winds; cards: ${headings.join(', ') || 'none'}; ` +
      `busy: ${waits.join(', ') || 'nothing'}`,
  );
}

/** All that the debrief says, once every setting has been played for it. */
export async function debrief_text(page, language = 'en') {
  await look_further(page);
  const { debrief } = texts[language];
  const region = page.getByRole('region', { name: debrief.heading });
  await region.getByText(debrief.curve.ranges_heading).first().waitFor();
  return region.innerText();
}

/** The seconds left as the clock shows them. */
export async function seconds_left(page) {
  const words = await page.getByRole('timer').textContent();
  const [minutes, seconds] = words.split(':').map(Number);
  return 60 * minutes + seconds;
}

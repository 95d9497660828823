// Installing, playing without a network, and new versions: the real server behind a small one that can
// go away and can hand out another version of the page.
import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import { after, before, test } from 'node:test';
import {
  assert_clean,
  launch,
  play_through,
  serve,
  set_levers,
  stand_still,
  texts,
  visit,
} from './harness.mjs';

/** In front of the real server: `changed` makes its service worker another one, byte for byte. */
async function front_of(address) {
  const state = { changed: false, gone: false };
  const server = createServer((asked, answer) => {
    if (state.gone) return asked.socket.destroy();
    const headers = { ...asked.headers, 'accept-encoding': 'identity' };
    // A new version is new to every cache.
    if (state.changed) delete headers['if-none-match'];
    const onward = request(new URL(asked.url, address), { method: asked.method, headers });
    onward.on('response', (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => {
        const is_worker = asked.url === '/sw.js' && state.changed;
        const body = Buffer.concat([...parts, Buffer.from(is_worker ? '\n// newer' : '')]);
        delete response.headers['content-length'];
        answer.writeHead(response.statusCode, response.headers).end(body);
      });
    });
    onward.end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    state,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

let real, front, browser;
before(async () => {
  real = await serve();
  front = await front_of(real.address);
  browser = await launch();
});
after(async () => {
  await browser.close();
  front.stop();
  await real.stop();
});

const { offline } = texts.en;

/** Which of its service workers a page has: "active", "waiting", …; asked until `state` is among them. */
async function worker_is(page, state) {
  const of_page = (wanted) =>
    navigator.serviceWorker
      .getRegistration()
      .then((one) => (one?.[wanted]?.state ?? 'activating') !== 'activating');
  // It keeps a whole page first, which takes a busy machine its time.
  for (let asked = 0; asked < 600; asked += 1) {
    if (await page.evaluate(of_page, state)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`no service worker became ${state}`);
}

test('once opened, the whole page opens, plays and changes its language without a network', async () => {
  const { page, close } = await visit(browser, `${front.address}?shift=1`, {
    expected_trouble: /Failed to load resource|ERR_/,
  });
  await worker_is(page, 'active');
  front.state.gone = true;
  try {
    await page.goto(`${front.address}?lang=id&shift=2&slots=8&batching=continuous`);
    await page.getByRole('button', { name: texts.id.play.run.start }).waitFor();
    await page.goto(`${front.address}?lang=en&shift=1`);
    await set_levers(page, { slots: 26 });
    await play_through(page);
    await page.getByRole('region', { name: texts.en.debrief.heading }).waitFor();
    await page.goto(`${front.address}cheat-sheet.id.html`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  } finally {
    front.state.gone = false;
  }
  await close();
});

test('a new version is offered at rest, never during a shift, and only taken when asked', async () => {
  const { page, close } = await visit(browser, `${front.address}?shift=1`, { bypassCSP: true });
  await worker_is(page, 'active');
  const offer = page.getByText(offline.update.ready).first();
  let loads = 0;
  page.on('load', () => (loads += 1));

  await page.reload();
  await page.locator('button.toggle').waitFor();
  // However long the new version takes to come, the shift isn't over.
  await stand_still(page);
  await page.locator('button.toggle').click();
  front.state.changed = true;
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one.update()));
  await worker_is(page, 'waiting');
  await page.clock.runFor(2_000);
  assert.equal(await offer.isVisible(), false, 'an offer in the middle of a shift');
  assert.equal(loads, 1);

  await play_to_end(page);
  await offer.waitFor();
  assert.equal(loads, 1, 'the page loaded by itself');
  await assert_clean(page, 'the offer of a new version');
  await page.clock.resume();
  const address = page.url();
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name: offline.update.take }).click(),
  ]);
  // The run just played is in the address, so its debrief is there again, in the new version.
  assert.equal(page.url(), address);
  await page.getByRole('region', { name: texts.en.debrief.heading }).waitFor();
  const waiting = await page.evaluate(() =>
    navigator.serviceWorker.getRegistration().then((one) => Boolean(one.waiting)),
  );
  assert.equal(waiting, false);
  assert.equal(await offer.isVisible(), false);
  front.state.changed = false;
  await close();
});

async function play_to_end(page) {
  const debrief = page.getByRole('region', { name: texts.en.debrief.heading });
  await page.selectOption('select', '4');
  for (let wound = 0; wound < 20; wound += 1) {
    await page.clock.runFor(1_000);
    if (await debrief.isVisible()) return;
  }
  // It may be over, and what shows that still on its way.
  await debrief.waitFor();
}

test('the manifest and every icon it names are there, of the sizes it says', async () => {
  const manifest = await (await fetch(new URL('manifest.webmanifest', front.address))).json();
  assert.equal(manifest.name, 'LLM Kitchen');
  assert.ok(manifest.icons.some(({ purpose }) => purpose === 'maskable'));
  for (const { src, type, sizes } of manifest.icons) {
    const response = await fetch(new URL(src, front.address));
    assert.equal(response.headers.get('content-type'), type, src);
    const bytes = Buffer.from(await response.arrayBuffer());
    // Width and height stand at fixed places in a PNG.
    if (type === 'image/png')
      assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, src);
  }
});

test('what must be asked for each time is never kept for ever, what is named by its contents is', async () => {
  const kept = async (path) =>
    (await fetch(new URL(path, real.address))).headers.get('cache-control');
  for (const path of ['', 'sw.js', 'manifest.webmanifest', 'cheat-sheet.en.html'])
    assert.equal(await kept(path), 'no-cache', path);
  const page = await (await fetch(real.address)).text();
  const scripts = page.match(/assets\/[\w.-]+\.(?:js|wasm)/g);
  assert.ok(scripts.length > 1);
  for (const path of scripts) assert.match(await kept(path), /immutable/, path);
});

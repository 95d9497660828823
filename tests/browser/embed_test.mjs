// The kitchen in a frame of somebody else's page, as docs/embed.md says: another site, the real headers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { golden, open_kitchen, root, texts, trouble_of } from './harness.mjs';

const documented = /```html\n([^]*?)```/.exec(readFileSync(join(root, 'docs/embed.md'), 'utf8'))[1];

const { server, browser } = await open_kitchen();
let host;
before(async () => {
  host = createServer((request, response) => {
    const more = new URL(request.url, 'http://host').searchParams.get('frame') ?? '';
    const snippet = documented
      .replace('https://your-kitchen.example/', server.address)
      .replace('<iframe', `<iframe ${more}`);
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><title>A course</title><h1>A course</h1>${snippet}`);
  });
  await new Promise((resolve) => host.listen(0, '127.0.0.1', resolve));
});
after(() => {
  host.closeAllConnections();
  host.close();
});

/** The frame in the other page, and what went wrong in either. */
async function framed(more = '', language = '') {
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  const trouble = trouble_of(page);
  // By another name it is another site, not just another port.
  const { port } = host.address();
  await page.goto(`http://localhost:${port}/?frame=${encodeURIComponent(more)}`);
  const element = await page.waitForSelector('iframe');
  if (language) {
    await element.evaluate((frame, lang) => {
      frame.src = frame.src.replace('lang=en', `lang=${lang}`);
    }, language);
  }
  return {
    page,
    context,
    frame: page.frameLocator('iframe'),
    inside: await element.contentFrame(),
    trouble,
  };
}

async function plays(frame, { play }) {
  const toggle = frame.locator('button.toggle');
  await toggle.filter({ hasText: play.run.start }).click();
  await toggle.filter({ hasText: play.run.pause }).waitFor();
  await frame.getByRole('slider').first().press('ArrowRight');
  await toggle.click();
  await toggle.filter({ hasText: play.run.go_on }).waitFor();
}

test('the documented snippet plays inside a page of another site', async () => {
  const { context, page, frame, inside, trouble } = await framed();
  await plays(frame, texts.en);
  assert.equal(await frame.getByRole('link', { name: texts.en.play.learn_link }).count(), 0);
  assert.equal(await frame.getByRole('navigation').count(), 0, 'there are shifts to choose from');
  assert.equal(
    await inside.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    true,
    'it scrolls sideways',
  );
  assert.equal(page.url().includes('localhost'), true);
  assert.deepEqual(trouble, []);
  await context.close();
});

/** Counts the service workers that the page asks for. */
function count_workers() {
  globalThis.workers_asked_for = 0;
  const { register } = ServiceWorkerContainer.prototype;
  ServiceWorkerContainer.prototype.register = function (...how) {
    globalThis.workers_asked_for += 1;
    return register.apply(this, how);
  };
}

test('in a frame no service worker is asked for and no update offered, with the whole page in it, too', async () => {
  const { replay } = golden('shift_1_reference.replay');
  const address = `${server.address}?lang=en&shift=1#r=${replay}`;
  const context = await browser.newContext({ locale: 'en-US' });
  await context.addInitScript(count_workers);
  const page = await context.newPage();
  const asked_for = () => globalThis.workers_asked_for;
  // The debrief is drawn together with what asks for the worker.
  const debrief = '#debrief-heading';

  // By itself it asks, so the count counts.
  await page.goto(address);
  await page.locator(debrief).waitFor();
  assert.equal(await page.evaluate(asked_for), 1);

  await page.goto(`http://localhost:${host.address().port}/`);
  const element = await page.waitForSelector('iframe');
  for (const framed_address of [address.replace('?', '?embed=1&'), address]) {
    const frame = page.frameLocator('iframe');
    await element.evaluate((frame, to) => (frame.src = to), 'about:blank');
    await frame.locator(debrief).waitFor({ state: 'detached' });
    await element.evaluate((frame, to) => (frame.src = to), framed_address);
    await frame.locator(debrief).waitFor();
    assert.equal(await frame.locator(debrief).evaluate(asked_for), 0, framed_address);
    assert.equal(await frame.getByText(texts.en.offline.update.ready).count(), 0);
  }
  await context.close();
});

test('it speaks the language its address asks for', async () => {
  const { context, frame, trouble } = await framed('', 'id');
  await plays(frame, texts.id);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('in a sandbox that allows scripts only, with no store at all, it plays on', async () => {
  const { context, frame, inside } = await framed('sandbox="allow-scripts"');
  await plays(frame, texts.en);
  await assert.rejects(
    inside.evaluate(() => localStorage.length),
    /SecurityError|denied/,
  );
  await context.close();
});

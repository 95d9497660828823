// The kitchen in a frame of somebody else's page, as docs/embed.md says: another site, the real headers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, root, serve, texts } from './harness.mjs';

const documented = /```html\n([^]*?)```/.exec(readFileSync(join(root, 'docs/embed.md'), 'utf8'))[1];

let server, host, browser;
before(async () => {
  server = await serve();
  browser = await launch();
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
after(async () => {
  await browser.close();
  host.closeAllConnections();
  host.close();
  await server.stop();
});

/** The frame in the other page, and what went wrong in either. */
async function framed(more = '', language = '') {
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  const trouble = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) trouble.push(message.text());
  });
  page.on('pageerror', (error) => trouble.push(`${error}`));
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
  assert.equal(
    await inside.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    true,
    'it scrolls sideways',
  );
  // A browser that refuses frames a store refuses the question as well.
  const kept = await inside.evaluate(() =>
    navigator.serviceWorker.getRegistrations().then(
      (all) => all.length,
      () => 0,
    ),
  );
  assert.equal(kept, 0, 'a service worker in a frame');
  assert.equal(page.url().includes('localhost'), true);
  assert.deepEqual(trouble, []);
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

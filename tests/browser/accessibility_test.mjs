// axe-core finds nothing on any screen, light and dark, on a phone and a desktop.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axe_path, launch, serve, sizes, texts, visit, wind } from './harness.mjs';

let server;
let browser;

before(async () => {
  server = await serve();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

async function assert_clean(page, where) {
  await page.evaluate(() => globalThis.axe ?? null);
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

for (const colorScheme of ['light', 'dark']) {
  for (const size of Object.keys(sizes)) {
    test(`every screen: ${colorScheme}, ${size}`, async () => {
      // Scripts from outside the page's own policy, axe among them, are let in for this test only.
      const options = { colorScheme, size, bypassCSP: true };
      const { page, close } = await visit(
        browser,
        `${server.address}?shift=3&slots=8&kv=on`,
        options,
      );
      await page.locator('button.toggle').waitFor();
      await assert_clean(page, 'setting up');
      await page.locator('button.toggle').click();
      await wind(page, 14_000);
      await page.locator('button.toggle').click();
      await assert_clean(page, 'playing');
      await page.locator('button.toggle').click();
      await page.selectOption('select', '4');
      await wind(page, 14_000);
      await page.locator('#debrief-heading').waitFor();
      await wind(page, 1_000);
      for (const summary of await page.locator('summary').all()) await summary.click();
      await assert_clean(page, 'looking back, everything unfolded');
      await page.getByRole('button', { name: texts.en.play.settings }).click();
      await assert_clean(page, 'settings');
      await close();

      const refused = await visit(browser, `${server.address}?shift=1#r=nonsense`, options);
      await refused.page.getByRole('heading', { name: texts.en.refusal.heading }).waitFor();
      await assert_clean(refused.page, 'a refused link');
      await refused.close();

      const asked = await visit(browser, `${server.address}?shift=1`, {
        ...options,
        questions: true,
      });
      await wind(asked.page, 500);
      await asked.page.locator('#learn').waitFor();
      await asked.page.locator('button.toggle').click();
      await wind(asked.page, 10_500);
      await asked.page.getByRole('region', { name: texts.en.prediction.heading }).waitFor();
      await assert_clean(asked.page, 'the question');
      await asked.close();
    });
  }
}

test('the check finds a fault where there is one', async () => {
  const { page, close } = await visit(browser, server.address, { bypassCSP: true });
  await page.locator('button.toggle').waitFor();
  await page.evaluate(() => document.body.append(document.createElement('button')));
  await assert.rejects(assert_clean(page, 'a button without a name'), /button-name/);
  await close();
});

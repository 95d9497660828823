// Without a mouse, and with a screen reader.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open_kitchen, seconds_left, stand_still, texts, visit, wind } from './harness.mjs';

const { server, browser } = await open_kitchen();
const { play } = texts.en;

/** Presses Tab until the wanted control has the focus. */
async function tab_to(page, control) {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await control.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail('no number of Tabs gets there');
}

test('a shift is set up, played, changed and looked back at by keyboard alone', async () => {
  const { page, close } = await visit(browser, `${server.address}?shift=2`);
  const slider = page.getByRole('slider', { name: play.lever.slots });
  await slider.waitFor();
  await tab_to(page, slider);
  for (let presses = 0; presses < 10; presses += 1) await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => scrollY), 0, 'arrows on the slider don’t scroll');
  await tab_to(page, page.getByRole('radio', { name: 'Static' }));
  await page.keyboard.press('ArrowRight');
  assert.ok(await page.getByRole('radio', { name: 'Continuous' }).isChecked());
  await tab_to(page, page.getByRole('button', { name: play.run.start }));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: play.run.pause }).waitFor();
  await tab_to(page, page.getByLabel(play.run.speed));
  await page.keyboard.press('End');
  await wind(page, 17_000);
  const heading = page.locator('#debrief-heading');
  await heading.waitFor();
  assert.ok(
    await heading.evaluate((node) => node === document.activeElement),
    'the result has the focus',
  );
  await tab_to(page, page.getByRole('button', { name: texts.en.debrief.again }));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: play.run.pause }).waitFor();
  await close();
});

test('Space pauses and goes on, but belongs to a control that has the focus', async () => {
  const { page, close } = await visit(browser, `${server.address}?shift=1&slots=9`);
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: play.run.start }).waitFor();
  await page.getByRole('button', { name: play.run.start }).click();
  await wind(page, 1_000);
  await page.evaluate(() => {
    document.activeElement.blur();
    // Before the start, Space may have scrolled, as on any page.
    scrollTo({ top: 0, behavior: 'instant' });
  });
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: play.run.go_on }).waitFor();
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: play.run.pause }).waitFor();

  // A slider has no use for Space, and without it the kitchen would scroll out of sight.
  await page.getByRole('slider').focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: play.run.go_on }).waitFor();
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.keyboard.press('Space');

  // On the button itself Space presses it, once.
  await page.getByRole('button', { name: play.run.pause }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: play.run.go_on }).waitFor();
  await close();
});

test('after starting over, Space does not start over once more', async () => {
  const { page, close } = await visit(browser, `${server.address}?shift=1&slots=9`);
  await page.getByRole('button', { name: play.run.start }).click();
  await wind(page, 5_000);
  await page.getByRole('button', { name: play.run.again }).click();
  await wind(page, 5_000);
  const before = await seconds_left(page);
  await page.keyboard.press('Space');
  await wind(page, 500);
  assert.ok((await seconds_left(page)) <= before);
  await close();
});

test('single keys step, change the speed and tell how it stands; and can be switched off', async () => {
  const { page, close } = await visit(browser, `${server.address}?shift=1&slots=9`);
  await page.getByRole('button', { name: play.run.start }).click();
  await stand_still(page);
  await wind(page, 3_000);
  await page.keyboard.press('.');
  assert.equal(await page.getByLabel(play.run.speed).inputValue(), '2');
  await page.keyboard.press(',');
  assert.equal(await page.getByLabel(play.run.speed).inputValue(), '1');
  await page.keyboard.press('s');
  await page.getByRole('button', { name: play.run.go_on }).waitFor();
  await page.keyboard.press('i');
  const said = page.locator('p[aria-live="polite"]');
  assert.match(await said.textContent(), /Paused\. 5[67] seconds left\. \d+ of at most 9 cooking/);

  await page.getByRole('button', { name: play.settings }).click();
  await page.getByRole('checkbox', { name: play.shortcuts }).uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('.');
  assert.equal(await page.getByLabel(play.run.speed).inputValue(), '1');
  await close();
});

test('a screen reader hears the start, the first loss with its reason, that too many are lost, 30 and 10 seconds and the result, and no more', async () => {
  const { page, close } = await visit(browser, `${server.address}?shift=2&slots=2`, {
    init: () => {
      globalThis.heard = [];
      addEventListener('DOMContentLoaded', () => {
        new MutationObserver((changes) => {
          for (const { target } of changes) {
            const live = (target.nodeType === 1 ? target : target.parentElement)?.closest(
              '[aria-live="polite"]',
            );
            if (live?.textContent) globalThis.heard.push(live.textContent.trim());
          }
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
      });
    },
  });
  await page.getByRole('button', { name: play.run.start }).click();
  await wind(page, 62_000);
  await page.locator('#debrief-heading').waitFor();
  const heard = [...new Set(await page.evaluate(() => globalThis.heard))];
  assert.deepEqual(
    heard.map((words) => words.replace(/\d+([.,]\d+)?/g, 'N')),
    [
      'Shift N has started: N seconds, at most N at once.',
      heard[1].replace(/\d+([.,]\d+)?/g, 'N'),
      play.caption.out_of_reach,
      'N seconds left. N served, N lost.',
      'N seconds left. N served, N lost.',
      'Shift over. Not passed: N% served.',
    ],
  );
  assert.match(heard[1], /^Order \d+ left after .*: batch not done\.$/);
  await close();
});

// Time: it stands still when it should, never catches up, and frames don't change what happens.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  open_kitchen,
  seconds_left,
  set_levers,
  stand_still,
  texts,
  visit,
  wind,
} from './harness.mjs';

const { server, browser } = await open_kitchen();
const { run } = texts.en.play;

const start = (page) => page.getByRole('button', { name: run.start }).click();

/** The page as if its tab had been left, or come back to. */
const set_hidden = (page, hidden) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    Object.defineProperty(document, 'visibilityState', {
      value: value ? 'hidden' : 'visible',
      configurable: true,
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

test('leaving the tab pauses; time does not catch up on return', async () => {
  const { page, close } = await visit(browser, `${server.address}?shift=2`);
  await start(page);
  await stand_still(page);
  await wind(page, 5_000);
  const before = await seconds_left(page);
  await set_hidden(page, true);
  await wind(page, 20_000);
  await set_hidden(page, false);
  await page.getByText(run.was_hidden).waitFor();
  await wind(page, 3_000);
  assert.equal(await seconds_left(page), before);
  await page.getByRole('button', { name: run.go_on }).click();
  await wind(page, 1_000);
  assert.ok(before - (await seconds_left(page)) <= 2);
  await close();
});

test('a frame that comes late moves time on by a little only', async () => {
  const { page, close } = await visit(browser, `${server.address}?shift=2`);
  await start(page);
  await wind(page, 2_000);
  const before = await seconds_left(page);
  await page.clock.fastForward(30_000); // as a laptop that was shut: one frame, half a minute later
  await wind(page, 500);
  assert.ok(before - (await seconds_left(page)) <= 1);
  await close();
});

test('paused: settings work, time does not', async () => {
  const { page, close } = await visit(browser, `${server.address}?shift=2`);
  await start(page);
  await wind(page, 3_000);
  await page.getByRole('button', { name: run.pause }).click();
  const before = await page.getByRole('timer').textContent();
  await set_levers(page, { slots: 30, batching: 'Continuous' });
  await wind(page, 3_000);
  assert.equal(await page.getByRole('timer').textContent(), before);
  await page.getByRole('heading', { name: texts.en.play.kitchen.heading({ slots: 30 }) }).waitFor();
  await close();
});

test('each speed is what it says', async () => {
  const { page, close } = await visit(browser, `${server.address}?shift=2`);
  await start(page);
  await stand_still(page);
  for (const [speed, wall_ms] of [
    ['4', 2_000],
    ['2', 2_000],
    ['1', 4_000],
    ['0.5', 4_000],
    ['0.25', 8_000],
    ['0.1', 10_000],
  ]) {
    await page.selectOption('select', speed);
    const before = await seconds_left(page);
    await wind(page, wall_ms);
    const passed = before - (await seconds_left(page));
    const expected = (wall_ms / 1000) * Number(speed);
    assert.ok(Math.abs(passed - expected) <= 1, `${speed}×: ${passed} s of ${expected} s`);
  }
  await close();
});

test('one step moves the kitchen on, and then it stands still', async () => {
  const { page, close } = await visit(browser, `${server.address}?shift=1&slots=4`);
  await start(page);
  await wind(page, 4_000);
  const step = page.getByRole('button', { name: run.step });
  await step.click();
  const stands = await page.getByRole('timer').textContent();
  await wind(page, 1_000);
  assert.equal(await page.getByRole('timer').textContent(), stands);
  await page.getByRole('button', { name: run.go_on }).waitFor();
  await step.click();
  await close();
});

test('one step from the start opens the kitchen', async () => {
  const { page, close } = await visit(browser, `${server.address}?shift=1&slots=4`);
  const step = page.getByRole('button', { name: run.step });
  for (let times = 0; times < 5; times += 1) await step.click();
  await page.getByRole('img', { name: /cooking/ }).waitFor();
  await page.getByRole('button', { name: run.go_on }).waitFor();
  await close();
});

test('the frame rate does not change the result', async () => {
  const replays = [];
  for (const frame_ms of [16, 50, 90]) {
    const { page, close } = await visit(
      browser,
      `${server.address}?shift=2&slots=9&batching=continuous`,
      {
        permissions: ['clipboard-read', 'clipboard-write'],
      },
    );
    // Put in after the clock, which has frames of its own, and loaded with it.
    await page.addInitScript((late_ms) => {
      const frames = requestAnimationFrame;
      globalThis.requestAnimationFrame = (call) => setTimeout(() => frames(call), late_ms);
    }, frame_ms - 16);
    await page.reload();
    await page.selectOption('select', '4');
    await start(page);
    await wind(page, 18_000);
    await page.getByRole('button', { name: texts.en.debrief.copy_link }).click();
    await page.getByText(texts.en.debrief.link_copied).waitFor();
    replays.push(await page.evaluate(() => navigator.clipboard.readText()));
    await close();
  }
  assert.equal(new Set(replays).size, 1, replays.join('\n'));
});

// axe-core finds nothing on any screen, light and dark, on a phone and a desktop.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assert_clean,
  later_is_there,
  look_further,
  open_kitchen,
  press,
  texts,
  unfold,
  visit,
  wind,
} from './harness.mjs';

const { play, progress } = texts.en;

const { server, browser } = await open_kitchen();

/** Waits for the kitchen and what comes after the first picture. */
async function open(page, address) {
  await page.goto(address);
  await page.locator('main .button.primary').first().waitFor();
  await wind(page, 500);
  await later_is_there(page);
}

/** Screens that are come to one after another on the same page, in English. */
const screens = {
  'setting up': (page, address) => open(page, `${address}?lang=en&shift=3&slots=8&kv=on`),
  playing: async (page) => {
    await press(page, play.run.start);
    await wind(page, 14_000);
    await press(page, play.run.pause);
  },
  'looking back, with what if and everything unfolded': async (page) => {
    await press(page, play.run.go_on);
    await page.selectOption('select', '4');
    await wind(page, 14_000);
    await look_further(page);
    await unfold(page);
    await page.getByRole('region', { name: texts.en.what_if.heading }).waitFor();
  },
  settings: async (page) => {
    await press(page, play.settings);
    await page.getByRole('button', { name: progress.save }).waitFor();
  },
  'forgetting everything': async (page) => {
    await press(page, progress.forget);
    await page.getByRole('dialog', { name: progress.forget_ask }).waitFor();
  },
  'the free kitchen, everything unfolded': async (page, address) => {
    await open(page, `${address}?lang=en&shift=free`);
    await page.getByRole('region', { name: texts.en.free.region }).waitFor();
    await unfold(page);
    await wind(page, 300);
  },
  'the daily shift': async (page, address) => {
    await open(page, `${address}?lang=en&shift=daily`);
    await page.getByRole('region', { name: texts.en.daily.region }).waitFor();
  },
  'a day to come': async (page, address) => {
    await page.goto(`${address}?lang=en&shift=d6`);
    await page.getByRole('button', { name: texts.en.daily.ahead.play_today }).waitFor();
  },
  'a refused link': async (page, address) => {
    await page.goto(`${address}?lang=en&shift=1#r=nonsense`);
    await page.getByRole('heading', { name: texts.en.refusal.heading }).waitFor();
  },
};

// Every screen in both schemes and on both sizes; not in each combination, which finds no more.
for (const [colorScheme, size] of [
  ['light', 'phone'],
  ['dark', 'desktop'],
  ['dark', 'phone'],
  ['light', 'desktop'],
]) {
  const is_whole = (colorScheme === 'light') === (size === 'phone');
  test(`every screen: ${colorScheme}, ${size}`, async () => {
    // Scripts from outside the page's own policy, axe among them, are let in for this test only.
    const options = { colorScheme, size, bypassCSP: true };
    const { page, close } = await visit(browser, server.address, options);
    const few = Object.entries(screens).slice(0, 3);
    for (const [name, reach] of is_whole ? Object.entries(screens) : few) {
      await reach(page, server.address);
      await assert_clean(page, name);
    }
    await close();

    const asked = await visit(browser, `${server.address}?lang=en&shift=1`, {
      ...options,
      questions: true,
    });
    await open(asked.page, `${server.address}?lang=en&shift=1`);
    await press(asked.page, play.run.start);
    await wind(asked.page, 10_500);
    await asked.page.getByRole('region', { name: texts.en.prediction.heading }).waitFor();
    await assert_clean(asked.page, 'the question');
    await asked.close();
  });
}

test('the check finds a fault where there is one', async () => {
  const { page, close } = await visit(browser, server.address, { bypassCSP: true });
  await page.locator('button.toggle').waitFor();
  await page.evaluate(() => document.body.append(document.createElement('button')));
  await assert.rejects(assert_clean(page, 'a button without a name'), /button-name/);
  await close();
});

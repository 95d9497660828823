// A person sets up each shift and plays it to its end, passing and failing, in both languages, on a
// phone and on a desktop.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  fetch_module,
  lever_words,
  open_kitchen,
  play_through,
  reference_of,
  set_levers,
  shift_infos,
  sizes,
  texts,
  visit,
} from './harness.mjs';

const { server, browser } = await open_kitchen();
const infos = await shift_infos(await fetch_module(server.address));

for (const shift of [1, 2, 3]) {
  for (const language of ['en', 'id']) {
    for (const size of Object.keys(sizes)) {
      test(`shift ${shift} is failed as it stands and passed as it is meant: ${language}, ${size}`, async () => {
        const info = infos[shift - 1];
        const { debrief, play } = texts[language];
        const { page, close } = await visit(browser, `${server.address}?shift=${shift}`, {
          size,
          language,
        });
        await page.getByRole('button', { name: play.run.start }).waitFor();

        await play_through(page);
        await page.getByText(debrief.failed, { exact: true }).waitFor();
        assert.equal(await page.getByText(debrief.passed, { exact: true }).count(), 0);
        const lost = await page.getByText(debrief.causes.heading).count();
        assert.equal(lost, 1, 'a failed run says why orders were lost');

        await page.goto(`${server.address}?shift=${shift}&slots=${info.default_slots}`);
        await page.getByRole('button', { name: play.run.start }).waitFor();
        await set_levers(page, lever_words(language, reference_of(info)));
        await play_through(page);
        await page.getByText(debrief.passed, { exact: true }).waitFor();
        assert.equal(await page.getByText(debrief.failed, { exact: true }).count(), 0);
        assert.equal(await page.locator('html').getAttribute('lang'), language);
        await close();
      });
    }
  }
}

test('again is one press and starts with the settings just used', async () => {
  const { page, close } = await visit(browser, `${server.address}?shift=1&slots=7`);
  await play_through(page);
  await page.getByRole('button', { name: texts.en.debrief.again }).click();
  await page.getByRole('button', { name: texts.en.play.run.pause }).waitFor();
  assert.equal(
    await page.getByRole('slider', { name: texts.en.play.lever.slots }).inputValue(),
    '7',
  );
  await page.clock.runFor(2_000);
  assert.notEqual(await page.getByRole('timer').textContent(), '1:00');
  await close();
});

test('the next shift brings its lever with one line, and does not show those to come', async () => {
  const { page, close } = await visit(
    browser,
    `${server.address}?shift=1&slots=${infos[0].reference_slots}`,
  );
  assert.equal(await page.getByRole('radio', { name: 'Continuous' }).count(), 0);
  await play_through(page);
  await page.getByRole('button', { name: texts.en.shift.rush_hour.title }).click();
  await page.getByText(texts.en.shift.rush_hour.arrives).waitFor();
  assert.equal(await page.getByRole('radio', { name: 'Continuous' }).count(), 1);
  assert.equal(
    await page.getByRole('radio', { name: texts.en.common.kv_cache.on, exact: true }).count(),
    0,
  );
  await close();
});

test('stars are kept for the next visit', async () => {
  const { page, close } = await visit(
    browser,
    `${server.address}?shift=1&slots=${infos[0].reference_slots}`,
  );
  await play_through(page);
  await page.getByText(texts.en.debrief.passed, { exact: true }).waitFor();
  await page.goto(server.address);
  await page.getByRole('navigation').getByRole('img', { name: /star/ }).waitFor();
  await close();
});

// The free kitchen: set up by presets and fields, whole in the address, never started while it can't be.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  debrief_text,
  open_kitchen,
  play_through,
  result_in,
  sticking_out,
  texts,
  visit,
} from './harness.mjs';

const { server, browser } = await open_kitchen();
const { free, play, debrief } = texts.en;

const place = (page) => new URL(page.url()).searchParams;
const panel = (page) => page.getByRole('region', { name: free.region });
const start = (page) => page.getByRole('button', { name: play.run.start });
const number = (page, name) =>
  panel(page).getByRole('spinbutton', { name: free.field[name], exact: true });

async function open_fields(page) {
  await panel(page).getByText(free.every, { exact: true }).click();
  await number(page, 'memory_mb').waitFor();
}

/** What is there before everything else was searched through. */

/** The address follows a moment later. */
async function settled_shift(page) {
  await page.clock.runFor(500);
  return place(page).get('shift');
}

test('it opens from the page’s head, and the address has all of it while it is set up', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=1`);
  await page.getByRole('link', { name: free.tab }).click();
  await panel(page).waitFor();
  const first = await settled_shift(page);
  assert.match(first, /^f[a-z0-9]*z$/);

  await panel(page).getByRole('button', { name: free.preset.small_gpu.name }).click();
  await panel(page).getByText(free.preset.small_gpu.line).waitFor();
  const small = await settled_shift(page);
  assert.notEqual(small, first);

  await open_fields(page);
  await number(page, 'weights_mb').fill('12.5');
  await page.getByRole('slider', { name: play.lever.slots }).fill('9');
  const own = await settled_shift(page);
  assert.match(own, /x12500/);
  assert.equal(place(page).get('slots'), '9');
  await panel(page).getByText(free.own).waitFor();

  // The same kitchen again, from its address alone.
  await page.reload();
  await open_fields(page);
  assert.equal(await number(page, 'weights_mb').inputValue(), '12.5');
  assert.equal(await page.getByRole('slider', { name: play.lever.slots }).inputValue(), '9');

  await panel(page).getByRole('button', { name: free.another_crowd }).click();
  assert.notEqual(await settled_shift(page), own);
  await panel(page).getByRole('button', { name: free.reset }).click();
  assert.equal(await settled_shift(page), 'fz');
  await close();
});

test('what can’t be built is explained beside its field, and doesn’t start', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=fz`);
  await open_fields(page);
  for (const [name, bad, words, good] of [
    ['weights_mb', '25', free.wrong.weights_over_memory({ last: '24\u00a0GB' }), '16'],
    ['prompt_tokens_min', '61', free.wrong.min_over_max({ last: '60\u00a0tokens' }), '20'],
    [
      'orders_per_min',
      '301',
      free.wrong.value_out_of_range({
        first: '0\u00a0per min',
        last: '300\u00a0per min',
        step: '3\u00a0per min',
      }),
      '120',
    ],
    ['memory_mb', '', /From 1\sGB to 200\sGB/, '24'],
  ]) {
    const field = number(page, name);
    await field.fill(bad);
    assert.equal(await field.getAttribute('aria-invalid'), 'true', name);
    const note = await field.getAttribute('aria-describedby');
    const ids = note.split(' ');
    await page
      .locator(`[id="${ids.at(-1)}"]`)
      .filter({ hasText: words })
      .waitFor();
    assert.ok(await start(page).isDisabled(), name);
    await page.keyboard.press('s');
    assert.equal(await page.getByRole('timer').textContent(), '1:00');
    await field.fill(good);
    assert.equal(await field.getAttribute('aria-invalid'), 'false', name);
    assert.ok(await start(page).isEnabled(), name);
  }
  await number(page, 'weights_mb').fill('25');
  await page.getByRole('link', { name: texts.en.shift.how_many.title }).click();
  assert.ok(await start(page).isEnabled(), 'another shift is not held back by it');
  await close();
});

test('it is played to a debrief without stars, and again', async () => {
  const { page, close } = await visit(
    browser,
    `${server.address}?lang=en&shift=fz&slots=12&batching=continuous&kv=on&bits=8`,
  );
  await play_through(page);
  const said = await debrief_text(page);
  assert.doesNotMatch(said, /undefined|NaN/);
  const result = result_in(said);
  assert.equal(
    await page
      .getByRole('main')
      .getByRole('img', { name: /\bstars?\b/ })
      .count(),
    0,
  );
  assert.match(new URL(page.url()).hash, /^#r=lk\d+-fz-/);
  await page.reload();
  assert.equal(result_in(await debrief_text(page)), result);
  await page.getByRole('button', { name: debrief.again }).click();
  await page.getByRole('button', { name: play.run.pause }).waitFor();
  assert.equal(place(page).get('shift'), 'fz');
  await close();
});

test('a code that leads to no kitchen says what is wrong, and leads on', async () => {
  for (const [code, words] of [
    ['f', free.refused.truncated],
    ['fx99900z', /Weights in 16-\u2060bit: 99\.9\sGB/],
    ['fzz', free.refused.trailing_text({ at: 3 })],
  ]) {
    const { page, close } = await visit(browser, `${server.address}?lang=en&shift=${code}`);
    await page.getByRole('heading', { name: free.refused.heading }).waitFor();
    await page.getByText(words).waitFor();
    await page.getByRole('button', { name: free.refused.open }).click();
    await panel(page).waitFor();
    assert.equal(await settled_shift(page), 'fz');
    await close();
  }
});

test('the link is copied whole', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=fz&slots=7`, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await panel(page).getByRole('button', { name: free.preset.rush.name }).click();
  await panel(page).getByRole('button', { name: free.share }).click();
  await page.getByText(free.copied).waitFor();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  assert.equal(link.searchParams.get('shift'), await settled_shift(page));
  assert.equal(link.searchParams.get('slots'), '7');
  await close();
});

test('it fits a narrow phone, all fields open', async () => {
  for (const language of Object.keys(texts)) {
    const { page, close } = await visit(browser, `${server.address}?lang=${language}&shift=fz`, {
      size: { width: 320, height: 640 },
    });
    await page.getByText(texts[language].free.every, { exact: true }).click();
    assert.deepEqual(await sticking_out(page), [], language);
    await close();
  }
});

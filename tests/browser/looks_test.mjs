// A few screens that stand still look as they did: tests/browser/references/ holds how.
// `node tests/browser/looks_test.mjs --update` keeps how they look now.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { golden, later_is_there, look_further, open_kitchen, visit, wind } from './harness.mjs';
import { difference, look } from './looks.mjs';

const update = process.argv.includes('--update');

const { server, browser } = await open_kitchen([
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
]);
async function set_up(page) {
  await page.locator('button.toggle').waitFor();
  await wind(page, 500);
  await later_is_there(page);
  return page.locator('body');
}

async function score(page) {
  await look_further(page);
  return page.locator('.debrief .card').first();
}

async function sheet(page) {
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page.locator('body');
}

const { replay: run } = golden('shift_2_untouched.replay');

/** `height`: only the top of it, which tells enough; the pictures stay small. */
const looks = {
  'setup-1-phone-light': { address: '?lang=en&shift=1', size: 'phone', part: set_up },
  'setup-2-desktop-dark': {
    address: '?lang=en&shift=2',
    size: 'desktop',
    dark: true,
    part: set_up,
  },
  'setup-3-phone-dark': { address: '?lang=en&shift=3', size: 'phone', dark: true, part: set_up },
  'score-desktop-light': {
    address: `?lang=en&shift=2#r=${run}`,
    size: 'desktop',
    part: score,
    height: 610,
  },
  'sheet-phone-light': {
    address: 'cheat-sheet.en.html',
    size: 'phone',
    part: sheet,
    height: 680,
  },
};

function open(name) {
  const { address, size, dark } = looks[name];
  return visit(browser, `${server.address}${address}`, {
    size,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
}

async function picture(name, page) {
  const part = await looks[name].part(page);
  // The game's page puts its own fonts on once it can be used; the cheat sheet has them at once.
  if (await page.locator('#app').count()) await page.locator('html[data-fonts]').waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => scrollTo(0, 0)));
  const { x, y, width } = await part.boundingBox();
  const { height = page.viewportSize().height } = looks[name];
  const clip = { x, y, width, height };
  return page.screenshot({ clip, animations: 'disabled', caret: 'hide', scale: 'css' });
}

for (const name of Object.keys(looks)) {
  test(`it looks as it did: ${name}`, async () => {
    const { page, close } = await open(name);
    const found = look(name, await picture(name, page), update);
    await close();
    assert.equal(found, null, found);
  });
}

test('a card that is gone, and one a little off its place, are noticed', async () => {
  const name = 'setup-1-phone-light';
  const { page, close } = await open(name);
  const before = await picture(name, page);
  assert.equal(difference(await picture(name, page), before), null, 'the same twice');
  for (const [property, value] of [
    ['visibility', 'hidden'],
    ['transform', 'translateY(4px)'],
  ]) {
    await page.evaluate(
      ([key, to]) => document.querySelector('.goal').style.setProperty(key, to),
      [property, value],
    );
    assert.ok(difference(await picture(name, page), before), `${property}: ${value}`);
    await page.evaluate(
      (key) => document.querySelector('.goal').style.removeProperty(key),
      property,
    );
  }
  await close();
});

// Nothing sticks out, nothing is too small to hit, and the kitchen is seen while its levers move.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  later_is_there,
  look_further,
  open_kitchen,
  set_levers,
  sticking_out,
  texts,
  visit,
  wind,
} from './harness.mjs';

const { server, browser } = await open_kitchen();

/** What is focused but hidden under something, or outside of the screen; runs in the page. */
function hidden_when_focused() {
  // What glides into view isn't there yet when it is looked for.
  document.documentElement.style.scrollBehavior = 'auto';
  const reached = [...document.querySelectorAll('a[href], button, input, select, summary')].filter(
    (node) =>
      node.checkVisibility() && !node.disabled && node.tabIndex >= 0 && node.type !== 'file',
  );
  const is_hidden = (node) => {
    node.focus();
    // A radio button is drawn by its label, a slider that nothing hits by the plot it lies in.
    let seen = node.matches('[type=radio], [type=checkbox]') ? node.closest('label') : node;
    while (getComputedStyle(seen).pointerEvents === 'none') seen = seen.parentElement;
    const box = seen.getBoundingClientRect();
    const spots = [0.5, 0.1, 0.9].flatMap((x) => [0.5, 0.1, 0.9].map((y) => [x, y]));
    return !spots.some(([x, y]) => {
      const hit = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
      return hit !== null && (seen.contains(hit) || hit.contains(node));
    });
  };
  return [reached.length, reached.filter(is_hidden).map((node) => node.outerHTML.slice(0, 120))];
}

// 1280 × 1024 at 400 %.
test('at four times the size nothing is lost: what is focused is seen, and a shift can be played', async () => {
  const { page, close } = await visit(browser, server.address, {
    size: { width: 320, height: 256 },
  });
  const all_is_reached = async (where) => {
    const [reached, hidden] = await page.evaluate(hidden_when_focused);
    assert.ok(reached > 10, `${where}: ${reached}`);
    assert.deepEqual(hidden, [], where);
    assert.deepEqual(await sticking_out(page), [], where);
  };
  for (const shift of ['free', 'daily', '3']) {
    await page.goto(`${server.address}?lang=en&shift=${shift}&slots=8`);
    await page.locator('button.toggle').waitFor();
    await wind(page, 500);
    await later_is_there(page);
    await all_is_reached(`setting up ${shift}`);
  }
  await set_levers(page, { kv_cache: 'On', weight_bits: texts.en.common.weight_bits.bits_8 });
  await page.locator('button.toggle').click();
  await wind(page, 2_000);
  await all_is_reached('playing');
  await page.selectOption('select', '4');
  await wind(page, 15_000);
  await look_further(page);
  await page.getByText(texts.en.debrief.passed, { exact: true }).waitFor();
  for (const fold of await page.locator('.debrief summary').all()) await fold.click();
  await all_is_reached('looking back');
  await close();
});

/** As it opens the kitchen scrolls into sight; smoothly, that takes the browser's time, not the clock's. */
const scroll_at_once = (page) =>
  page.evaluate(() => (document.documentElement.style.scrollBehavior = 'auto'));

test('on a phone stoves, queue and clock are seen while the slider is held', async () => {
  for (const shift of [1, 2, 3]) {
    const { page, close } = await visit(browser, `${server.address}?shift=${shift}&slots=20`, {
      size: 'phone',
    });
    await scroll_at_once(page);
    await page.locator('button.toggle').click();
    await wind(page, 3_000);
    const box = (selector) => page.locator(selector).first().boundingBox();
    const dock = await box('.dock');
    assert.ok(dock.y + dock.height <= 844, 'the levers are on the screen');
    assert.ok((await box('input[type=range]')).y > 844 / 2, 'within reach of a thumb');
    for (const seen of ['.stoves', '.queue', '.clock', '.goal']) {
      const { y, height } = await box(seen);
      assert.ok(
        y >= 0 && y + height <= dock.y,
        `shift ${shift}: ${seen} from ${y} to ${y + height}, levers from ${dock.y}`,
      );
    }
    await close();
  }
});

test('on a low screen the levers cover nothing, and a phone on its side shows a stove at once', async () => {
  for (const [width, height] of [
    [844, 390],
    [568, 320],
    [320, 256],
  ]) {
    for (const shift of [1, 2, 3]) {
      const { page, close } = await visit(browser, `${server.address}?shift=${shift}&slots=8`, {
        size: { width, height },
      });
      const where = `${width}×${height}, shift ${shift}`;
      const box = (selector) => page.locator(selector).first().boundingBox();
      await page.locator('button.toggle').waitFor();
      assert.deepEqual(await sticking_out(page), [], where);
      if (width > height * 1.5) {
        const { y } = await box('.stoves');
        assert.ok(y + 40 <= height, `${where}: stoves from ${y}`);
      }
      await page.locator('.stoves').scrollIntoViewIfNeeded();
      const stoves = await box('.stoves');
      const dock = await box('.dock');
      const apart =
        dock.y >= stoves.y + stoves.height ||
        dock.x >= stoves.x + stoves.width ||
        dock.y + dock.height <= stoves.y;
      assert.ok(apart, `${where}: the levers lie over the stoves`);
      await close();
    }
  }
});

test('a link with a value of any length doesn’t widen the page', async () => {
  const { page, close } = await visit(browser, `${server.address}?slots=${'9'.repeat(400)}`, {
    size: { width: 320, height: 640 },
  });
  await page.getByText(/9…/).waitFor();
  assert.deepEqual(await sticking_out(page), []);
  await close();
});

test('with the system’s colours stoves and bars keep what they tell', async () => {
  const { page, close } = await visit(browser, `${server.address}?shift=3&slots=6&kv=on`, {
    forcedColors: 'active',
  });
  await page.locator('button.toggle').click();
  await wind(page, 6_000);
  const ground = (selector) =>
    page
      .locator(selector)
      .first()
      .evaluate((node) => getComputedStyle(node).backgroundColor);
  for (const [part, behind] of [
    ['.served', '.goal .bar'],
    ['.mark', '.goal .bar'],
    ['.piece.weights', '.memory .bar'],
    ['.swatch.weights', '.swatch.kv'],
    ['.patience', '.queue li'],
  ]) {
    assert.notEqual(await ground(part), await ground(behind), part);
  }
  const colours = await page.locator('.stoves canvas').evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return new Set(Array.from(new Uint32Array(data.buffer))).size;
  });
  assert.ok(colours > 50, `stoves drawn in ${colours} colours`);
  await close();
});

test('what a finger hits is at least 44 pixels', async () => {
  const small = (page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('header a, button, select, .choice label, input[type=range]')]
        .filter((node) => node.checkVisibility() && node.getBoundingClientRect().height > 0)
        .map((node) => ({ node, box: node.getBoundingClientRect() }))
        // Of a switch the whole is hit; its halves lie 2 pixels within its border.
        .filter(
          ({ node, box }) =>
            box.height < (node.matches('.choice label') ? 36 : 43.5) || box.width < 32,
        )
        .map(({ node, box }) => `${node.outerHTML.slice(0, 80)} ${box.width}×${box.height}`),
    );
  for (const shift of [1, 3]) {
    const { page, close } = await visit(browser, `${server.address}?shift=${shift}`, {
      size: 'phone',
    });
    await page.locator('button.toggle').waitFor();
    assert.deepEqual(await small(page), []);
    await close();
  }
});

test('on a large screen the kitchen is composed, not stretched', async () => {
  for (const size of [
    { width: 2560, height: 1440 },
    { width: 3840, height: 2160 },
  ]) {
    const { page, close } = await visit(browser, `${server.address}?shift=2&slots=12`, { size });
    const box = (selector) => page.locator(selector).first().boundingBox();
    const kitchen = await box('main');
    assert.ok(
      kitchen.width <= size.width * 0.9 && kitchen.width >= size.width * 0.55,
      `${kitchen.width} of ${size.width}`,
    );
    const dock = await box('.dock');
    assert.ok(dock.y + dock.height <= size.height, 'all of it on one screen');
    await close();
  }
});

test('with less motion nothing sweeps, and the numbers are there all the same', async () => {
  const { page, close } = await visit(browser, `${server.address}?shift=1&slots=8`, {
    reducedMotion: 'reduce',
  });
  await page.locator('button.toggle').click();
  await wind(page, 4_000);
  assert.equal(await page.locator('.sweep').isVisible(), false);
  assert.match(await page.locator('.makes').textContent(), /ms → \d+ token/);
  await close();
});

test('nothing moves when orders come, go and are lost', async () => {
  for (const size of ['phone', 'desktop']) {
    const { page, close } = await visit(browser, `${server.address}?shift=2&slots=6`, { size });
    await scroll_at_once(page);
    await page.locator('html[data-fonts]').waitFor();
    await page.locator('button.toggle').click();
    const tops = () =>
      page.evaluate(() =>
        ['.goal', '.queue', '.stoves', '.bar', '.dock'].map(
          (part) => document.querySelector(part).getBoundingClientRect().top,
        ),
      );
    await wind(page, 1_000);
    const before = await tops();
    for (let second = 0; second < 25; second += 5) {
      await wind(page, 5_000);
      assert.deepEqual(await tops(), before, `${size}, second ${second + 6}`);
    }
    await close();
  }
});

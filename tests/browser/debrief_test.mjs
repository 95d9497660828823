// What the debrief offers to do: looking back, other futures, passing it on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  fetch_module,
  golden,
  look_further,
  open_kitchen,
  play_through,
  shift_infos,
  texts,
  visit,
  wind,
} from './harness.mjs';

const { server, browser } = await open_kitchen();
const words = texts.en;
/** The button that plays the shift with a change of it, whichever. */
const plays_change = new RegExp(`^${words.what_if.play({ setting: '.+' })}$`);
const place_of = (name, shift) =>
  `${server.address}?lang=en&shift=${shift}#r=${golden(name).replay}`;

test('a lost run begins with what held it back and the change that counts most, which can be played', async () => {
  const { page, close } = await visit(browser, place_of('shift_2_static_wide.replay', 2), {
    size: 'phone',
  });
  await look_further(page);
  const card = page.locator('.debrief .card').first();
  const order = await card.locator('h3').allInnerTexts();
  assert.deepEqual(order, [words.debrief.verdict_heading, words.what_if.best_heading]);
  const said = await card.innerText();
  assert.match(
    said,
    /From the start: .+ → \d+ more served, and the shift is passed, with \d stars/,
  );
  const [primary] = await card.locator('.primary').allInnerTexts();
  assert.equal(primary.trim(), words.debrief.mine);
  await card.getByRole('button', { name: plays_change }).click();
  await page.getByRole('button', { name: words.play.run.pause }).waitFor();
  assert.ok(await page.getByRole('radio', { name: 'Continuous' }).isChecked());
  await close();
});

test('where no single change is enough, what passes comes first and nothing that fails can be played', async () => {
  const { page, close } = await visit(browser, place_of('shift_2_untouched.replay', 2), {
    size: 'phone',
  });
  await look_further(page);
  const box = page.locator('.debrief .card').first().locator('.best');
  assert.deepEqual(await box.locator('h3').allInnerTexts(), [
    words.debrief.curve.ranges_heading,
    words.what_if.best_heading,
  ]);
  const [passing] = await box.locator('li').allInnerTexts();
  assert.match(passing, /^continuous: \d+ to \d+ at once$/);
  assert.match(await box.innerText(), /more served, not enough to pass\./);
  const play = box.getByRole('button', { name: plays_change });
  assert.equal(await play.count(), 0);
  const value = page.getByRole('slider', {
    name: words.common.lever.slots,
    exact: true,
  });
  assert.match(await value.getAttribute('aria-valuetext'), /^26 at once$/);
  await close();
});

test('a won run begins with what it saved, and a link’s leads to its crowd as anyone gets it', async () => {
  const { page, close } = await visit(browser, place_of('shift_1_reference.replay', 1));
  await look_further(page);
  const card = page.locator('.debrief .card').first();
  const said = await card.innerText();
  assert.match(said, /A token cost .+ cheaper than alone/);
  assert.ok(
    said.indexOf('cheaper than alone') < said.indexOf(words.debrief.verdict_heading_passed),
  );
  assert.ok(!said.includes(words.what_if.best_heading));
  const primary = card.locator('.primary');
  assert.equal((await primary.innerText()).trim(), words.debrief.mine);
  await primary.click();
  await page.getByRole('button', { name: words.play.run.start }).waitFor();
  const [first] = await shift_infos(await fetch_module(server.address));
  assert.equal(await page.getByRole('slider').inputValue(), String(first.default_slots));
  await page.goBack();
  await page.getByText(words.play.replay_note).waitFor();
  await close();
});

test('the timeline is looked along by keys, and each change leads to its moment', async () => {
  const { page, close } = await visit(browser, place_of('shift_3_messy.replay', 3));
  await look_further(page);
  const slider = page.getByRole('slider', {
    name: words.debrief.timeline.scrub,
  });
  const score = await page.locator('.debrief .served').innerText();
  const share = Number.parseInt(await page.locator('.debrief .share').innerText(), 10);
  const orders = Number(/of (\d+)/.exec(score)[1]);
  await slider.press('End');
  const last = await slider.getAttribute('aria-valuetext');
  const [, served, lost] = /(\d+) served, (\d+) lost/.exec(last);
  assert.equal(Number(served) + Number(lost), orders, last);
  assert.equal(Math.floor((100 * Number(served)) / orders), share, last);
  await slider.press('Home');
  assert.match(await slider.getAttribute('aria-valuetext'), /^0\.0.s: 0 cooking/);
  await slider.press('ArrowRight');
  assert.match(await slider.getAttribute('aria-valuetext'), /^0\.3.s/);

  const entries = page.locator('ol').filter({ hasText: words.debrief.timeline.start });
  const changes = entries.getByRole('button');
  assert.ok((await changes.count()) > 2);
  await changes.nth(2).click();
  assert.equal(await changes.nth(2).getAttribute('aria-current'), 'step');
  const at = await changes.nth(2).locator('b').innerText();
  const now = await slider.getAttribute('aria-valuetext');
  assert.equal(Math.round(Number.parseFloat(now)), Number.parseInt(at, 10));
  await close();
});

test('the run plays back, stands still on demand, and stops at its end', async () => {
  const { page, close } = await visit(browser, place_of('shift_2_untouched.replay', 2));
  await look_further(page);
  const slider = page.getByRole('slider', {
    name: words.debrief.timeline.scrub,
  });
  const at = async () => Number.parseFloat(await slider.getAttribute('aria-valuetext'));
  await slider.press('Home');
  const play = page.getByRole('button', {
    name: words.debrief.moment.play({ speed: 4 }),
  });
  const pause = page.getByRole('button', {
    name: words.debrief.moment.pause,
    exact: true,
  });
  await play.click();
  await wind(page, 2_000);
  await pause.click();
  const after_two = await at();
  assert.ok(after_two > 6 && after_two < 40, `${after_two}`);
  await wind(page, 1_000);
  assert.equal(await at(), after_two);
  await play.click();
  await wind(page, 15_000);
  assert.equal(await at(), 60);
  await play.waitFor();
  await close();
});

test('another future is set up by keys and told in a sentence', async () => {
  const { page, close } = await visit(browser, place_of('shift_2_untouched.replay', 2));
  await look_further(page);
  const card = page.getByRole('region', { name: words.what_if.heading });
  const outcome = card.locator('.outcome');
  const best = await outcome.innerText();
  assert.match(best, /more orders served/);
  await card.getByRole('radio', { name: words.common.lever.slots }).check();
  await wind(page, 50);
  const slots = card.getByRole('slider', { name: words.common.lever.slots });
  await slots.press('Home');
  const moment = card.getByRole('slider', { name: words.what_if.moment });
  for (let seconds = 0; seconds < 3; ++seconds) await moment.press('ArrowRight');
  await wind(page, 50);
  const other = await outcome.innerText();
  assert.match(other, /^From second \d+, 1 at once instead of \d+: .*(fewer|more|just as many)/);
  await wind(page, 1_000);
  assert.equal(await card.getByRole('status').innerText(), other);
  await card.getByRole('button', { name: words.what_if.use_best }).click();
  assert.equal(await outcome.innerText(), best);
  await close();
});

test('a run with no room for another change says so, and shows the futures it has', async () => {
  const { page, close } = await visit(browser, place_of('shift_3_flapping.replay', 3));
  await look_further(page);
  const card = page.getByRole('region', { name: words.what_if.heading });
  await card.getByRole('radio', { name: words.common.lever.batching }).check();
  await wind(page, 50);
  const outcome = card.locator('.outcome');
  const [none] = words.what_if.one_too_many({ changes: 500 }).split(':');
  assert.ok((await outcome.innerText()).startsWith(none), await outcome.innerText());
  assert.equal(await card.locator('svg').count(), 0);
  await card.getByRole('radio', { name: words.common.lever.kv_cache }).check();
  await wind(page, 50);
  await card.getByText(/served,? \d+ of \d+\./).waitFor();
  await card.locator('svg').waitFor();
  await close();
});

test('a guess is held against the truth', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=1`, {
    questions: true,
  });
  await page.selectOption('select', '4');
  await page.locator('button.toggle').click();
  await wind(page, 4_000);
  await page.getByRole('button', { name: words.prediction.share.choices.twice }).click();
  await page.getByRole('button', { name: words.play.run.go_on }).first().click();
  await wind(page, 14_000);
  await look_further(page);
  const card = page.locator('.card', { hasText: words.prediction.guessed });
  const said = await card.innerText();
  assert.ok(said.includes(words.prediction.share.choices.twice));
  assert.ok(said.includes(words.prediction.wrong));
  assert.ok(said.includes(`${words.prediction.share.choices.barely}.`), 'and what would be right');
  assert.match(said, /\d+\.\d.ms for one order/);
  await close();
});

test('a sheet that is refused once the next run has begun changes nothing', async () => {
  const { page, close } = await visit(browser, place_of('shift_1_reference.replay', 1), {
    permissions: ['clipboard-read', 'clipboard-write'],
    init: () => {
      window.sheets = 0;
      navigator.share = () => {
        window.sheets += 1;
        return new Promise((_, refuse) => {
          window.refuse = (name) => refuse(new DOMException('', name));
        });
      };
    },
  });
  // All pages of the browser have one clipboard.
  await page.evaluate(() => navigator.clipboard.writeText('as before'));
  const share = page.getByRole('button', {
    name: words.share.share,
    exact: true,
  });
  await share.click();
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => window.sheets), 1, 'one sheet at a time');
  await page.evaluate(() => window.refuse('InvalidStateError'));
  await page.locator('button[aria-disabled=false]').waitFor();
  assert.equal(await page.getByText(words.share.copied).count(), 0, 'a sheet is open elsewhere');
  await share.click();
  await page.getByRole('button', { name: words.debrief.again }).click();
  await page.getByRole('button', { name: texts.en.play.run.pause }).waitFor();
  await page.evaluate(() => window.refuse('NotAllowedError'));
  await wind(page, 1_000);
  await page.getByRole('button', { name: texts.en.play.run.pause }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'as before');
  await close();
});

test('the result goes to the system’s sheet, or is copied, as plain sentences with its link', async () => {
  const sheet = await visit(browser, `${server.address}?lang=en&shift=2&slots=9`, {
    init: () => {
      navigator.share = async (data) => {
        window.shared = data;
      };
    },
  });
  await play_through(sheet.page);
  await sheet.page.getByRole('button', { name: words.share.share, exact: true }).click();
  const shared = await sheet.page.evaluate(() => window.shared);
  assert.match(shared.text, /^LLM Kitchen, Shift 2: Rush hour\nNot passed: \d+% served, /);
  assert.match(shared.text, /Settings: 9 at once · static\.$/);
  assert.match(shared.url, /#r=lk\d+-2-0n9\./);
  await sheet.close();

  const copied = await visit(browser, place_of('shift_1_reference.replay', 1), {
    permissions: ['clipboard-read', 'clipboard-write'],
    init: () => delete Navigator.prototype.share,
  });
  await look_further(copied.page);
  await copied.page.getByRole('button', { name: words.share.copy }).click();
  await copied.page.getByText(words.share.copied).waitFor();
  const text = await copied.page.evaluate(() => navigator.clipboard.readText());
  assert.match(text, /Passed: \d+% served.*3 of 3 stars\.\nSettings: .*\nhttp.*#r=lk/);
  await copied.page.getByText(words.share.as_text).click();
  await copied.page.getByText(text.split('\n')[1]).waitFor();
  await copied.close();
});

// The daily shift: by the day in UTC, any past one by its number, none before its time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  debrief_text,
  fetch_module,
  lever_words,
  open_kitchen,
  play_through,
  reference_of,
  result_in,
  set_levers,
  shift_infos,
  texts,
  visit,
} from './harness.mjs';

const { server, browser } = await open_kitchen();
const { daily, play, debrief } = texts.en;
/** The clock of visit() stands at 2026-01-05, 08:00 UTC: the fifth day. */
const today = 5;

const bar = (page) => page.getByRole('region', { name: daily.region });
const shift_in = (page) => new URL(page.url()).searchParams.get('shift');

/** What is there before everything else was searched through. */

async function at_day(page, day) {
  await bar(page).getByText(daily.name({ day }), { exact: true }).waitFor();
  await page.clock.runFor(500);
  assert.equal(shift_in(page), `d${day}`);
}

test('today’s is a click away, has its number in the address, and its countdown runs', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=1`);
  await page.getByRole('link', { name: daily.tab, exact: true }).click();
  await at_day(page, today);
  await bar(page).getByText('Jan 5, 2026').waitFor();
  await bar(page).getByText(daily.not_played).waitFor();
  await bar(page)
    .getByText(daily.next_in({ hours: 16, minutes: 0 }))
    .waitFor();
  await page.clock.runFor(60_000);
  await bar(page)
    .getByText(daily.next_in({ hours: 15, minutes: 59 }))
    .waitFor();
  assert.equal(
    await bar(page).locator('[aria-live], [role=status]').count(),
    0,
    'it isn’t read out',
  );
  await close();
});

test('the page is there before its day is made, and says what it is at', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=1`);
  await page.addInitScript(() => {
    window.said_first = [];
    new MutationObserver(() => {
      const outline = document.querySelector('main[aria-busy=true]');
      if (outline) window.said_first.push(outline.textContent.trim());
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${server.address}?lang=en&shift=daily`);
  await at_day(page, today);
  assert.equal(await page.evaluate(() => window.said_first[0]), daily.laying_out);
  await close();
});

test('days past are reached one by one, and back and forward go between them', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=daily`);
  await at_day(page, today);
  assert.equal(await bar(page).getByRole('link', { name: daily.after }).count(), 0);
  await bar(page).getByRole('link', { name: daily.before }).click();
  await at_day(page, today - 1);
  await bar(page).getByRole('link', { name: daily.before }).click();
  await at_day(page, today - 2);
  await bar(page).getByRole('link', { name: daily.after }).click();
  await at_day(page, today - 1);
  await page.goBack();
  await at_day(page, today - 2);
  await bar(page).getByRole('link', { name: daily.to_today }).click();
  await at_day(page, today);
  await page.goto(`${server.address}?lang=en&shift=d1`);
  await at_day(page, 1);
  assert.equal(await bar(page).getByRole('link', { name: daily.before }).count(), 0);
  await close();
});

test('a day that isn’t here yet says when it comes, and one that never is says so', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=d6`);
  await page.getByRole('heading', { name: daily.ahead.heading({ day: 6 }) }).waitFor();
  await page.getByText(daily.ahead.in_hours({ hours: 16, minutes: 0 })).waitFor();
  assert.equal(shift_in(page), 'd6', 'the address stays, to be loaded again then');
  await page.keyboard.press('s');
  await page.getByRole('button', { name: daily.ahead.play_today }).click();
  await at_day(page, today);
  await page.goto(`${server.address}?lang=en&shift=d9`);
  await page.getByText(daily.ahead.in_days({ days: 3 })).waitFor();
  await page.goto(`${server.address}?lang=en&shift=d7#r=lk1-d7-0n30`);
  await page.getByRole('heading', { name: daily.ahead.heading({ day: 7 }) }).waitFor();
  await page.goto(`${server.address}?lang=en&shift=d0`);
  await page.getByText(daily.refused.day({ found: 0, first: 1, last: 100_000 })).waitFor();
  await page.goto(`${server.address}?lang=en&shift=d5x`);
  await page.getByText(daily.refused.damaged).waitFor();
  await close();
});

test('at midnight in UTC the next one is there', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=d6`);
  await page.getByRole('heading', { name: daily.ahead.heading({ day: 6 }) }).waitFor();
  await page.clock.setSystemTime(new Date('2026-01-06T00:00:01Z'));
  await page.reload();
  await at_day(page, 6);
  await close();
});

test('a clock from before the first day is told about, and lessons are there', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=1`);
  await page.clock.setSystemTime(new Date('2020-02-02T02:02:02Z'));
  await page.reload();
  await page.locator('button.toggle').waitFor();
  await page.getByRole('link', { name: daily.tab, exact: true }).click();
  await page.getByText(daily.clock.reason).waitFor();
  assert.equal(shift_in(page), 'daily', 'the address stays, to be loaded again');
  for (const shift of ['daily', 'd5']) {
    await page.goto(`${server.address}?lang=en&shift=${shift}`);
    await page.getByText(daily.clock.reason).waitFor();
    await page.getByRole('button', { name: daily.clock.play_first }).click();
    await page.locator('button.toggle').waitFor();
    assert.equal(shift_in(page), '1', shift);
  }
  await close();
});

test('its result is kept with its day and survives loading again', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=d3`);
  await bar(page).waitFor();
  await play_through(page);
  const result = result_in(await debrief_text(page));
  assert.match(new URL(page.url()).hash, /^#r=lk\d+-d3-/);
  await page.reload();
  assert.equal(result_in(await debrief_text(page)), result);
  await page.getByRole('button', { name: debrief.again }).click();
  await page.getByRole('button', { name: play.run.pause }).waitFor();
  await page.goto(`${server.address}?lang=en&shift=d3`);
  await bar(page)
    .getByText(/^best \d+%/)
    .waitFor();
  await page.goto(`${server.address}?lang=en&shift=d4`);
  await bar(page).getByText(daily.not_played).waitFor();
  await close();
});

test('the last lesson, once passed, leads to today’s', async () => {
  const infos = await shift_infos(await fetch_module(server.address));
  const last = infos.at(-1);
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=${last.number}`);
  await set_levers(page, lever_words('en', reference_of(last)));
  await play_through(page);
  const next = debrief.next({ shift: daily.name({ day: today }) });
  await page.getByRole('button', { name: next }).click();
  await at_day(page, today);
  await close();
});

// What the browser remembers: taken along as a file, loaded wholly or not at all, forgotten on request.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { open_kitchen, play_through, texts, visit } from './harness.mjs';

const { server, browser } = await open_kitchen();
const folder = mkdtempSync(join(tmpdir(), 'kitchen-'));
const { progress, settings, play, common } = texts.en;

after(() => rmSync(folder, { recursive: true, force: true }));

async function open_settings(page) {
  await page.getByRole('button', { name: play.settings, exact: true }).click();
  await page.getByRole('button', { name: progress.save }).waitFor();
}

const file_named = (name, content) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

const load = (page, path) => page.locator('input[type=file]').setInputFiles(path);

const kept = (page) =>
  page.evaluate(() =>
    Object.fromEntries(Object.entries(localStorage).filter(([key]) => /stars|run/.test(key))),
  );

test('a passed shift is saved to a file, forgotten, and loaded again', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=1&slots=30`, {
    acceptDownloads: true,
  });
  await play_through(page);
  const before = await kept(page);
  assert.ok(before['llm-kitchen.stars.1'], JSON.stringify(before));
  assert.match(before['llm-kitchen.run.1'], /"replay":"lk\d+-1-/);

  await open_settings(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: progress.save }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'llm-kitchen-progress.json');
  const path = join(folder, 'progress.json');
  await download.saveAs(path);
  const file = JSON.parse(readFileSync(path, 'utf8'));
  assert.equal(file.shifts['1'].stars, Number(before['llm-kitchen.stars.1']));
  await page.getByText(progress.saved({ shifts: 1 })).waitFor();

  // Asked first, and what is refused changes nothing.
  await page.getByRole('button', { name: progress.forget }).click();
  const dialog = page.getByRole('dialog', { name: progress.forget_ask });
  await dialog.getByRole('button', { name: progress.forget_no }).click();
  assert.deepEqual(await kept(page), before);
  await page.getByRole('button', { name: progress.forget }).click();
  await dialog.getByRole('button', { name: progress.forget_yes }).click();
  await page.getByText(progress.forgotten).waitFor();
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), []);
  const tabs = page.getByRole('navigation', { name: play.shifts });
  const starred = tabs.getByRole('img', { name: /star/ });
  assert.equal(await starred.count(), 0);

  await load(page, path);
  await page.getByText(progress.loaded({ shifts: 1, better: 1 })).waitFor();
  assert.deepEqual(await kept(page), before);
  assert.equal(await starred.count(), 1, 'the page shows it without being loaded again');
  await load(page, path);
  await page.getByText(progress.loaded({ shifts: 1, better: 0 })).waitFor();
  await close();
});

test('a file that is wrong anywhere is named and changes nothing', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=1`, {
    init: () => localStorage.setItem('llm-kitchen.stars.2', '1'),
  });
  const before = await kept(page);
  await open_settings(page);
  const file = (shifts) => JSON.stringify({ format: 'llm-kitchen-progress', version: 1, shifts });
  for (const [name, content, words] of [
    ['cut.json', file({ 1: { stars: 3 } }).slice(0, -3), progress.problem.not_json()],
    ['other.json', '{"name":"x"}', progress.problem.not_progress()],
    [
      'range.json',
      file({ 1: { stars: 3 }, 2: { stars: 7 } }),
      progress.problem.out_of_range({
        at: 'shifts.2.stars',
        found: '7',
        first: 1,
        last: 3,
      }),
    ],
    ['shift.json', file({ 9: {} }), progress.problem.unknown_shift({ found: '"9"' })],
    [
      'forged.json',
      file({ 1: { run: 'lk1-1-0n30.-00000000000000000000-0000000000000000' } }),
      /holds a run that ends differently/,
    ],
  ]) {
    await load(page, file_named(name, content));
    await page.getByText(progress.refused).waitFor();
    await page.getByText(words).waitFor();
    assert.deepEqual(await kept(page), before, name);
  }
  await close();
});

test('motion and sounds are chosen, and stay chosen', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=1`);
  const root = page.locator('html');
  const sounds = page.getByRole('button', { name: settings.sound });
  assert.equal(await sounds.getAttribute('aria-pressed'), 'false', 'off at first');
  await open_settings(page);
  assert.equal(await root.getAttribute('data-motion'), null);
  await page.getByRole('radio', { name: settings.motions.reduced, exact: true }).check();
  assert.equal(await root.getAttribute('data-motion'), 'reduced');
  await page.reload();
  assert.equal(await root.getAttribute('data-motion'), 'reduced');
  await close();
});

test('an earlier visit’s stars stand in the page’s head', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=1`, {
    init: () => localStorage.setItem('llm-kitchen.stars.2', '2'),
  });
  const named = common.stars({ stars: 2, stars_max: 3 });
  await page
    .getByRole('navigation', { name: play.shifts })
    .getByRole('img', { name: named })
    .waitFor();
  await close();
});

test('a lesson not played before begins at its own pace, one that was keeps the pace chosen', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=1&slots=30`);
  const speed = () => page.getByLabel(play.run.speed).inputValue();
  await play_through(page);
  await page.locator('.debrief .button.primary').first().click();
  await page.getByRole('button', { name: play.run.start }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('shift'), '2');
  assert.equal(await speed(), '1');
  await page.getByLabel(play.run.speed).selectOption('2');
  await page.getByRole('navigation', { name: play.shifts }).getByRole('link').first().click();
  await page.getByRole('button', { name: play.run.start }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('shift'), '1');
  assert.equal(await speed(), '2');
  await close();
});

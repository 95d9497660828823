// What stands in the address: settings, language, and a run that is played again and checked.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  debrief_text,
  golden,
  open_kitchen,
  play_through,
  root,
  seconds_left,
  texts,
  visit,
} from './harness.mjs';

const { server, browser } = await open_kitchen();
test('a link with a run opens its debrief, and again when loaded anew', async () => {
  for (const name of [
    'shift_1_reference.replay',
    'shift_2_untouched.replay',
    'shift_3_messy.replay',
  ]) {
    const { replay, shift, passed } = golden(name);
    const { page, close } = await visit(
      browser,
      `${server.address}?lang=en&shift=${shift}#r=${replay}`,
    );
    const { debrief, play } = texts.en;
    await page.getByText(play.replay_note).waitFor();
    await page.getByText(passed ? debrief.passed : debrief.failed, { exact: true }).waitFor();
    const first = await debrief_text(page);
    await page.reload();
    await page.getByText(play.replay_note).waitFor();
    assert.equal(await debrief_text(page), first, name);
    await close();
  }
});

test('the link of a run just played opens the same result elsewhere', async () => {
  const here = await visit(
    browser,
    `${server.address}?lang=en&shift=2&slots=10&batching=continuous`,
    {
      permissions: ['clipboard-read', 'clipboard-write'],
    },
  );
  await play_through(here.page);
  const score = await debrief_text(here.page);
  const leads_to = (page) => page.locator('.debrief .button.primary').first().innerText();
  const next = await leads_to(here.page);
  await here.page.getByRole('button', { name: texts.en.debrief.copy_link }).click();
  await here.page.getByText(texts.en.debrief.link_copied).waitFor();
  const link = await here.page.evaluate(() => navigator.clipboard.readText());
  await here.close();
  assert.match(link, /\?lang=en&shift=2#r=lk\d+-2-/);

  const there = await visit(browser, link, { language: 'id' });
  await there.page.getByText(texts.en.play.replay_note).waitFor();
  // Who opens somebody's run is led to its crowd, who played it to the next shift; all else is the same.
  const own = texts.en.debrief.mine;
  assert.equal(await leads_to(there.page), own);
  assert.notEqual(next, own);
  assert.equal((await debrief_text(there.page)).replace(own, next), score);
  await there.close();
});

test('a link that can’t be replayed says why and leads on', async () => {
  const { replay } = golden('shift_1_reference.replay');
  const { reason } = texts.en.refusal;
  const altered = replay.replace(/n(\d+)/, (_, slots) => `n${Number(slots) + 1}`);
  const other_rules = replay.replace(/^lk(\d+)/, 'lk999');
  for (const [text, words] of [
    [altered, /Played again, this run ends differently/],
    [other_rules, /rules version 999/],
    [replay.slice(0, -3), reason.truncated()],
    ['', reason.empty()],
    ['hello', reason.not_a_replay()],
    [`${replay}0`, /Something follows the run/],
    ['lk1-1-0n30.'.repeat(2_000), reason.too_long()],
  ]) {
    const { page, close } = await visit(browser, `${server.address}?lang=en&shift=1#r=${text}`);
    await page.getByRole('heading', { name: texts.en.refusal.heading }).waitFor();
    await page.getByText(words).waitFor();
    await page.getByRole('button', { name: texts.en.refusal.play }).click();
    await page.getByRole('button', { name: texts.en.play.run.start }).waitFor();
    assert.equal(new URL(page.url()).hash, '');
    await close();
  }
});

test('settings in the address are set up; what can’t be set is named', async () => {
  const { page, close } = await visit(
    browser,
    `${server.address}?lang=id&shift=3&slots=9&batching=static&kv=on&bits=8`,
    { language: 'en' },
  );
  assert.equal(await page.locator('html').getAttribute('lang'), 'id');
  assert.equal(await page.getByRole('slider').inputValue(), '9');
  for (const name of ['Static', texts.id.common.kv_cache.on, texts.id.common.weight_bits.bits_8]) {
    assert.ok(await page.getByRole('radio', { name, exact: true }).isChecked(), name);
  }
  await page.goto(`${server.address}?lang=en&shift=1&slots=65&bits=12`);
  await page
    .getByText(
      texts.en.play.notice.ignored({
        parts: 'slots=65 (1 to 64); bits=12 (8 or 16)',
      }),
    )
    .waitFor();
  await close();
});

test('the address follows the settings, and back goes back to the shift before', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=1`);
  await page.getByRole('slider').fill('17');
  await page.clock.runFor(500);
  assert.equal(new URL(page.url()).searchParams.get('slots'), '17');
  await page.getByRole('link', { name: texts.en.shift.memory.title }).click();
  await page.getByText(texts.en.shift.memory.arrives).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('shift'), '3');
  await page.goBack();
  await page.getByText(texts.en.shift.how_many.arrives).waitFor();
  assert.equal(await page.getByRole('slider').inputValue(), '17');
  await close();
});

test('what the shift has no lever for is named, and no longer once another shift is opened', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=xx&shift=1&kv=on&slots=9`);
  const notice = page.getByText(/lang=xx; kv=on \(not a setting of this shift\)/);
  await notice.waitFor();
  assert.equal(await page.getByRole('slider').inputValue(), '9');
  await page.getByRole('link', { name: texts.en.shift.memory.title }).click();
  await page.getByText(texts.en.shift.memory.arrives).waitFor();
  assert.equal(await notice.count(), 0);
  await close();
});

test('back goes to the shift before, also after loading again', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=1`);
  await page.getByText(texts.en.shift.how_many.arrives).waitFor();
  await page.clock.runFor(500);
  await page.getByRole('link', { name: texts.en.shift.memory.title }).click();
  await page.getByText(texts.en.shift.memory.arrives).waitFor();
  await page.reload();
  await page.getByText(texts.en.shift.memory.arrives).waitFor();
  await page.goBack();
  await page.getByText(texts.en.shift.how_many.arrives).waitFor();
  await page.goForward();
  await page.getByText(texts.en.shift.memory.arrives).waitFor();
  await close();
});

test('back from a replay goes to the shift before it', async () => {
  const { replay } = golden('shift_2_untouched.replay');
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=3`);
  await page.getByText(texts.en.shift.memory.arrives).waitFor();
  await page.clock.runFor(500);
  await page.evaluate((text) => (location.hash = `r=${text}`), replay);
  await page.getByText(texts.en.play.replay_note).waitFor();
  await page.goBack();
  await page.getByText(texts.en.shift.memory.arrives).waitFor();
  await page.goForward();
  await page.getByText(texts.en.play.replay_note).waitFor();
  await close();
});

test('a refused link leads to the shift it names, and no run goes on behind the message', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en#r=lk999-3-0n30`);
  await page.getByRole('heading', { name: texts.en.refusal.heading }).waitFor();
  for (const key of ['s', 's', ' ', 's']) await page.keyboard.press(key);
  await page.clock.runFor(1_000);
  await page.getByRole('button', { name: texts.en.refusal.play }).click();
  await page.getByText(texts.en.shift.memory.arrives).waitFor();
  await page.getByRole('button', { name: texts.en.play.run.start }).waitFor();
  assert.equal(await page.getByRole('timer').textContent(), '1:00');
  await close();
});

test('a debrief is drawn once, and again when loaded anew', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=1&slots=30`, {
    init: () => {
      globalThis.debriefs = 0;
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            if (node.querySelector?.('#debrief-heading')) globalThis.debriefs += 1;
      }).observe(document, { childList: true, subtree: true });
    },
  });
  await play_through(page);
  const score = await debrief_text(page);
  assert.equal(await page.evaluate(() => globalThis.debriefs), 1);
  assert.match(new URL(page.url()).hash, /^#r=lk\d+-1-/);
  await page.reload();
  assert.equal(await debrief_text(page), score);
  // It came by no link.
  assert.equal(await page.getByText(texts.en.play.replay_note).count(), 0);
  await page.getByRole('button', { name: texts.en.debrief.again }).click();
  assert.equal(new URL(page.url()).hash, '');
  await close();
});

test('a heading’s link does not disturb a run', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=1&slots=5`);
  await page.getByRole('button', { name: texts.en.play.run.start }).click();
  await page.clock.runFor(2_000);
  await page.getByRole('link', { name: texts.en.play.learn_link }).click();
  await page.clock.runFor(1_000);
  await page.getByRole('button', { name: texts.en.play.run.pause }).waitFor();
  // The clock goes on between two winds, too.
  const left = await seconds_left(page);
  assert.ok(left <= 57 && left > 37, `${left} seconds left`);
  await close();
});

test('embedded, only the kitchen is shown', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=2&embed=1`);
  await page.getByRole('button', { name: texts.en.play.run.start }).waitFor();
  assert.equal(await page.getByRole('heading', { name: texts.en.learn.how.heading }).count(), 0);
  await close();
});

test('every golden run has its hash in this browser, too', async () => {
  const names = readdirSync(join(root, 'tests/golden')).filter((name) => name.endsWith('.replay'));
  assert.ok(names.length >= 12);
  const { page, close } = await visit(browser, server.address, {
    wound: false,
  });
  const runs = names.map((name) => ({ name, ...golden(name) }));
  const abi = await import(join(root, 'web/src/engine/abi.gen.ts'));
  const { tables, View, TEXT_TABLE } = abi;
  const found = await page.evaluate(
    async ({ runs, view_table, fields, text_table }) => {
      const address = document.querySelector('link[rel="preload"][as="fetch"]').href;
      const { instance } = await WebAssembly.instantiate(
        await (await fetch(address)).arrayBuffer(),
        {},
      );
      const kitchen = instance.exports;
      kitchen._initialize?.();
      return runs.map(({ replay }) => {
        const bytes = new TextEncoder().encode(replay);
        new Uint8Array(kitchen.memory.buffer, kitchen.lk_address(text_table), bytes.length).set(
          bytes,
        );
        const status = kitchen.lk_open_replay(bytes.length);
        kitchen.lk_advance_to(60_000);
        kitchen.lk_write_replay();
        const view = new Int32Array(
          kitchen.memory.buffer,
          kitchen.lk_address(view_table),
          fields.count,
        );
        const text = new Uint8Array(
          kitchen.memory.buffer,
          kitchen.lk_address(text_table),
          view[fields.text_length],
        );
        return {
          status,
          served: view[fields.served],
          replay: new TextDecoder().decode(text),
        };
      });
    },
    {
      runs,
      view_table: tables.view.index,
      text_table: TEXT_TABLE,
      fields: {
        count: Object.keys(View).length,
        served: View.served,
        text_length: View.text_length,
      },
    },
  );
  runs.forEach(({ name, replay, served }, place) => {
    assert.deepEqual(found[place], { status: 0, served: Number(served), replay }, name);
  });
  await close();
});

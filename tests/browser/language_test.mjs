// Changing the language in the middle of a run changes every word and nothing else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  language_entry,
  language_facts,
  languages,
  open_kitchen,
  play_through,
  seconds_left,
  texts,
  visit,
  wind,
} from './harness.mjs';

const { server, browser } = await open_kitchen();

/** Every fixed text of a language that the other doesn't have, not even as a part of one of its own. */
function own_words(language, other) {
  const collect = (words) =>
    Object.values(words).flatMap((value) =>
      typeof value === 'string' ? [value] : typeof value === 'object' ? collect(value) : [],
    );
  const others = collect(texts[other]);
  return collect(texts[language]).filter(
    (words) => words.length > 3 && !others.some((of_other) => has(of_other, words)),
  );
}

/** Visible text, names for screen readers and hints. */
const all_text = (page) =>
  page.evaluate(() => {
    const named = [...document.querySelectorAll('[aria-label], [title]')].flatMap((node) => [
      node.getAttribute('aria-label') ?? '',
      node.getAttribute('title') ?? '',
    ]);
    return [document.title, document.body.innerText, ...named].join('\n');
  });

const has = (text, words) => {
  const place = text.indexOf(words);
  if (place < 0) return false;
  // "On" stands in "Only": whole words count.
  const is_letter = (character) => /\p{L}/u.test(character ?? '');
  return !is_letter(text[place - 1]) && !is_letter(text[place + words.length]);
};

async function change_to(page, language) {
  await (await language_entry(page, language)).check();
  await page.locator(`html[lang="${language}"]`).waitFor();
}

function assert_no_words_of(text, language, other) {
  // A language's own name stands in the other one on purpose, and a shift is a shift in both.
  const names = new Set(['Bahasa', 'Shift']);
  for (const { name } of Object.values(language_facts)) names.add(name);
  const left = own_words(language, other).filter((words) => !names.has(words) && has(text, words));
  assert.deepEqual(left, []);
}

// Each language once as the one left and once as the one arrived at.
for (const [place, from] of languages.entries()) {
  const to = languages[(place + 1) % languages.length];
  test(`${from} to ${to} while it runs, while it is paused and in the debrief`, async () => {
    const { page, close } = await visit(browser, `${server.address}?shift=3&slots=8&kv=on`, {
      language: from,
    });
    await page.getByRole('button', { name: texts[from].play.run.start }).click();
    await wind(page, 12_000);
    assert.ok(
      own_words(from, to).some((words) => has(texts[from].play.run.pause, words)),
      'the search would find a word',
    );
    const left = await seconds_left(page);
    await change_to(page, to);
    // The clock goes on between two winds, too.
    const left_now = await seconds_left(page);
    assert.ok(left_now <= left && left_now > left - 20, `the run is not disturbed: ${left_now}`);
    await wind(page, 500);
    assert_no_words_of(await all_text(page), from, to);
    assert.equal(new URL(page.url()).searchParams.get('lang'), to);
    assert.equal(await page.getByRole('slider').inputValue(), '8');

    await page.getByRole('button', { name: texts[to].play.run.pause }).click();
    await change_to(page, from);
    assert_no_words_of(await all_text(page), to, from);
    await page.getByRole('button', { name: texts[from].play.run.again }).click();
    await page.getByRole('button', { name: texts[from].play.run.pause }).click();
    await page.getByRole('button', { name: texts[from].play.run.go_on }).click();
    await page.selectOption('select', '4');
    await wind(page, 17_000);
    await page.locator('#debrief-heading').waitFor();
    await change_to(page, to);
    assert_no_words_of(await all_text(page), from, to);
    await close();
  });
}

test('an arrow key passes from language to language, and the menu stays open until Enter', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=1`);
  const entry = await language_entry(page, 'en');
  await entry.focus();
  for (const language of ['es', 'id']) {
    await page.keyboard.press('ArrowDown');
    await page.locator(`html[lang="${language}"]`).waitFor();
    assert.ok(await entry.isVisible());
  }
  await page.keyboard.press('Enter');
  await entry.waitFor({ state: 'hidden' });
  await close();
});

test('the menu closes over a choice that neither pointer nor key made, as assistive technology makes it', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=1`);
  const entry = await language_entry(page, 'id');
  await entry.evaluate((radio) => radio.click());
  await page.locator('html[lang="id"]').waitFor();
  await entry.waitFor({ state: 'hidden' });
  await close();
});

test('the choice is kept, and the address outranks it', async () => {
  const { page, close } = await visit(browser, server.address, { language: 'en' });
  await change_to(page, 'id');
  await page.goto(server.address);
  await page.locator('html[lang="id"]').waitFor();
  await page.goto(`${server.address}?lang=en`);
  await page.locator('html[lang="en"]').waitFor();
  await close();
});

test('numbers are written as the language writes them', async () => {
  const { page, close } = await visit(browser, `${server.address}?shift=1&slots=8`, {
    language: 'id',
  });
  const makes = page.locator('.makes');
  assert.match(await makes.textContent(), /^\d+,\d\sms → 8 token$/);
  await change_to(page, 'en');
  assert.match(await makes.textContent(), /^\d+\.\d\sms → 8 tokens$/);
  await close();
});

test('a language that can’t be fetched leaves the page as it is and says so', async () => {
  const { page, close } = await visit(browser, server.address, {
    language: 'en',
    expected_trouble: /Failed to load|net::/,
  });
  await page.route(/\/assets\/id-/, (route) => route.abort());
  await (await language_entry(page, 'id')).click();
  await page.getByText(texts.en.play.notice.language_failed).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  await close();
});

test('the debrief of a played shift, whole, in the language it was opened in', async () => {
  const { page, close } = await visit(browser, `${server.address}?shift=1`, { language: 'id' });
  await play_through(page);
  await page.locator('#debrief-heading').waitFor();
  assert_no_words_of(await all_text(page), 'en', 'id');
  await close();
});

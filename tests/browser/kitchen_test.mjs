// The kitchen as it is played: the question of each lesson, orders on their way, the caption that
// points, the best run's ghost, sounds, and a whole shift by what a screen reader is told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  later_is_there,
  open_kitchen,
  play_through,
  set_levers,
  stand_still,
  texts,
  visit,
  wind,
} from './harness.mjs';

const { play, prediction, ghost } = texts.en;

const { server, browser } = await open_kitchen();
const question_of = (page) => page.getByRole('region', { name: prediction.heading });

/** At four times the speed: what is looked at here doesn't depend on it. */
async function start(page) {
  await wind(page, 500);
  await later_is_there(page);
  await page.selectOption('select', '4');
  await page.locator('button.toggle').click();
}

test('each lesson asks its question once, with the clock standing still, and shows it on request', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=1`, {
    questions: true,
  });
  const shown = { 1: /8 stoves/, 2: /continuous/, 3: /8-\u2060bit/ };
  for (const shift of ['1', '2', '3']) {
    await page.goto(`${server.address}?lang=en&shift=${shift}`);
    await start(page);
    await wind(page, 2_700);
    const box = question_of(page);
    await box.waitFor();
    const clock = await page.getByRole('timer').textContent();
    await wind(page, 1_000);
    assert.equal(await page.getByRole('timer').textContent(), clock);

    // Its first choice is wrong in each lesson: the answer says so, and shows it in numbers.
    await box.locator('button').first().click();
    await box.getByText(prediction.wrong).waitFor();
    assert.match(await box.innerText(), /\d[\d.]*\s(?:ms|s|GB)/);
    await box.getByRole('button', { name: shown[shift] }).click();
    assert.equal(await box.count(), 0);
    await wind(page, 500);
    assert.ok(await page.locator('.toggle:focus').count(), 'the keyboard has not lost its place');
    assert.notEqual(await page.getByRole('timer').textContent(), clock, 'it goes on');
  }
  const levers = page.getByRole('region', { name: play.lever.region });
  assert.ok(
    await levers.getByRole('radio', { name: texts.en.common.weight_bits.bits_8 }).isChecked(),
  );

  await page.getByRole('button', { name: play.run.again }).click();
  await wind(page, 2_800);
  assert.equal(await question_of(page).count(), 0, 'asked once');
  await close();
});

test('who never wants to be asked is not, until they ask to be', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=1`, {
    questions: true,
  });
  await start(page);
  await wind(page, 2_700);
  await question_of(page).getByRole('button', { name: prediction.never }).click();
  await page.goto(`${server.address}?lang=en&shift=2`);
  await start(page);
  await wind(page, 2_800);
  assert.equal(await question_of(page).count(), 0);

  await page.getByRole('button', { name: play.settings }).click();
  await page.getByRole('checkbox', { name: prediction.ask_at_all }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: play.run.again }).click();
  await wind(page, 2_800);
  await question_of(page).waitFor();
  await close();
});

test('the debrief tells what was guessed, and has it asked again on request', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=1`, {
    questions: true,
  });
  await start(page);
  await wind(page, 3_000);
  const choice = prediction.share.choices.twice;
  await question_of(page).getByRole('button', { name: choice }).click();
  await question_of(page).getByRole('button', { name: play.run.go_on }).click();
  await wind(page, 13_000);
  const debrief = page.getByRole('region', { name: texts.en.debrief.heading });
  await debrief.getByText(`${choice}.`).waitFor();
  const again = debrief.getByRole('button', { name: prediction.ask_again });
  await again.click();
  assert.equal(await again.getAttribute('aria-pressed'), 'true');
  await debrief.getByRole('button', { name: texts.en.debrief.again, exact: true }).click();
  await wind(page, 3_000);
  await question_of(page).waitFor();
  await close();
});

/** Counts what is set in motion by script. */
function count_flights() {
  const animate = Element.prototype.animate;
  globalThis.flights = [];
  Element.prototype.animate = function (...how) {
    globalThis.flights.push({
      kind: this.dataset.kind,
      duration_ms: how[1].duration,
    });
    return animate.apply(this, how);
  };
}

test('orders are seen on their way, shortly, and not where that would lie or is not wanted', async () => {
  const flights_of = async (options, speed, sim_ms) => {
    const { page, close } = await visit(browser, `${server.address}?lang=en&shift=1&slots=1`, {
      init: count_flights,
      ...options,
    });
    await later_is_there(page);
    await page.selectOption('select', speed);
    await page.locator('button.toggle').click();
    await wind(page, sim_ms / Number(speed));
    const flights = await page.evaluate(() => globalThis.flights);
    await close();
    return flights;
  };
  const seen = await flights_of({}, '2', 11_000);
  for (const kind of ['ticket', 'dish', 'lost']) {
    assert.ok(
      seen.some((flight) => flight.kind === kind),
      `no ${kind} among ${seen.length}`,
    );
  }
  assert.ok(seen.every(({ duration_ms }) => duration_ms <= 300));
  assert.deepEqual(await flights_of({}, '4', 6_000), []);
  assert.deepEqual(await flights_of({ reducedMotion: 'reduce' }, '2', 6_000), []);
});

/** What a caption can speak of, and what is outlined then. */
const caption_parts = {
  queue: '.queue-area .card',
  goal: '.goal-area .card',
  served: '.served-area .card',
  stoves: '.stoves',
  step: '.step .bar',
  memory: '.memory .bar',
};

test('the caption points at the part it speaks of', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=2&slots=12`);
  await page.locator('button.toggle').click();
  const told = new Set();
  for (let second = 0; second < 9; second += 1) {
    await wind(page, 1_000);
    // At one moment, since the clock goes on meanwhile.
    const { spot, words, pointed_at } = await page.evaluate((parts) => {
      const is_outlined = (part) => getComputedStyle(part).outlineStyle === 'dashed';
      const outlined = [...document.querySelectorAll('#kitchen *')].filter(is_outlined);
      return {
        spot: document.querySelector('#kitchen').getAttribute('data-told'),
        words: document.querySelector('.caption').innerText,
        pointed_at: outlined.map(
          (part) => Object.keys(parts).find((name) => part.matches(parts[name])) ?? part.className,
        ),
      };
    }, caption_parts);
    assert.deepEqual(pointed_at, spot ? [spot] : [], words);
    if (spot) told.add(spot);
  }
  assert.ok(told.has('stoves') || told.has('queue'), [...told].join(' '));
  await close();
});

test('the best run runs along, unheard, and can be switched off', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=1&slots=24`);
  const words = page.locator('.ghost-words');
  await play_through(page);
  await page.locator('#debrief-heading').waitFor();
  await page.goto(`${server.address}?lang=en&shift=1&slots=2`);
  await start(page);
  await wind(page, 4_500);
  const ahead = Number(/\d+/.exec(await words.textContent())?.[0]);
  const served = Number(/\d+/.exec(await page.locator('.goal .words').textContent())?.[0]);
  assert.ok(ahead > served, `best run ${ahead}, this one ${served}`);
  assert.equal(await words.getAttribute('aria-hidden'), 'true');
  assert.ok(await page.locator('.goal .ghost').isVisible());

  await page.getByRole('button', { name: play.settings }).click();
  await page.getByRole('checkbox', { name: ghost.setting }).uncheck();
  await page.keyboard.press('Escape');
  await wind(page, 500);
  assert.equal(await words.textContent(), '');
  assert.ok(!(await page.locator('.goal .ghost').isVisible()));
  await close();
});

test('there is no sound, and nothing that could make one, before it is switched on', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=1`, {
    init: () => {
      globalThis.contexts = 0;
      globalThis.tones = 0;
      const { AudioContext: Real } = globalThis;
      globalThis.AudioContext = class extends Real {
        constructor() {
          super();
          globalThis.contexts += 1;
        }
        createOscillator() {
          globalThis.tones += 1;
          return super.createOscillator();
        }
      };
    },
  });
  const heard = () => page.evaluate(() => [globalThis.contexts, globalThis.tones]);
  await page.locator('button.toggle').click();
  await wind(page, 4_000);
  assert.deepEqual(await heard(), [0, 0]);
  const requests = [];
  page.on('request', (request) => requests.push(request.url()));
  const fetched = page.waitForResponse(/sound/);
  await page.getByRole('button', { name: play.settings }).click();
  await page.getByRole('checkbox', { name: texts.en.settings.sound }).check();
  await page.keyboard.press('Escape');
  await fetched;
  for (let tries = 0; tries < 20 && (await heard())[1] === 0; tries += 1) await wind(page, 500);
  const [contexts, tones] = await heard();
  assert.equal(contexts, 1);
  assert.ok(tones > 0);
  assert.ok(
    requests.some((url) => /sound/.test(url)),
    'the sounds are fetched when they are wanted',
  );
  await close();
});

test('a whole shift can be played, and passed, by names and messages alone', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=3`, {
    questions: true,
    init: () => {
      globalThis.said = [];
      addEventListener('DOMContentLoaded', () => {
        new MutationObserver(() => {
          const words = document.querySelector('p.said[role="status"]')?.textContent?.trim();
          if (words && words !== globalThis.said.at(-1)) globalThis.said.push(words);
        }).observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
        });
      });
    },
  });
  await later_is_there(page);
  // What is set when decides whether this is passed.
  await stand_still(page);
  // Everything that can be set or pressed has a name and a role.
  const kitchen = await page.getByRole('main').ariaSnapshot();
  for (const expected of [
    `slider "${play.lever.slots}"`,
    `radiogroup "${texts.en.common.lever.batching}"`,
    `radiogroup "${texts.en.common.lever.kv_cache}"`,
    `radiogroup "${texts.en.common.lever.weight_bits}"`,
    `radio "${texts.en.common.weight_bits.bits_8}"`,
    `button "${play.run.start}"`,
    `button "${play.run.state}"`,
    `combobox "${play.run.speed}"`,
  ]) {
    assert.ok(kitchen.includes(expected), `${expected} is not in\n${kitchen}`);
  }
  await page.getByRole('combobox', { name: play.run.speed }).selectOption('4');
  await set_levers(page, { slots: 8, kv_cache: texts.en.common.kv_cache.on });
  await page.getByRole('button', { name: play.run.start }).press('Enter');
  await wind(page, 3_000);
  await question_of(page).getByRole('button', { name: prediction.skip }).press('Enter');
  await page.getByRole('button', { name: play.run.state }).press('Enter');
  const stands = await page.locator('p.said[role="status"]').textContent();
  assert.match(stands, /seconds left.*cooking.*waiting.*served.*lost/);
  assert.ok(
    (await page.locator('.caption').innerText()).includes(stands.trim()),
    'it is seen as well as said',
  );
  // Until about second 15 the kitchen falls behind: orders are lost, and few enough of them.
  await wind(page, 1_250);
  await set_levers(page, { weight_bits: texts.en.common.weight_bits.bits_8 });
  await wind(page, 12_500);
  const debrief = page.getByRole('region', { name: texts.en.debrief.heading });
  await debrief.getByText(texts.en.debrief.passed, { exact: true }).waitFor();
  const said = await page.evaluate(() => globalThis.said);
  const heard = said.join('\n');
  assert.match(heard, /has started/);
  assert.match(heard, /30 seconds left/);
  assert.match(heard, /10 seconds left/);
  assert.match(heard, /Order \d+ left after .*: /, 'the first loss, with its reason');
  assert.match(said.at(-1), /Shift over/);
  assert.ok(said.length <= 7, `no more than that is said:\n${heard}`);
  await close();
});

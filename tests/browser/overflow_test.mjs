// No text leaves its box and nothing lies over anything else: every screen, in every language, on
// every size, with text twice as large, and in a language longer than any there is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { misfits } from './boxes.mjs';
import {
  languages,
  later_is_there,
  look_further,
  open_kitchen,
  play_through,
  press,
  sticking_out,
  texts,
  unfold,
  visit,
  wind,
} from './harness.mjs';
import { pseudo_chunk } from './pseudo.mjs';

const sizes = [
  // A desktop at 400 %.
  [320, 256],
  [320, 640],
  [390, 844],
  [768, 1024],
  [1280, 820],
  [2560, 1440],
];

const { server, browser } = await open_kitchen();

/** How each screen is come to, in English. `longer`: also in a language longer than any there is. */
const screens = {
  'setting up': { address: '?shift=3&slots=64', reach: async () => {}, longer: true },
  settings: {
    address: '?shift=1',
    reach: async (page) => {
      await press(page, texts.en.play.settings);
      await page.getByRole('button', { name: texts.en.progress.save }).waitFor();
    },
  },
  'a link with mistakes': {
    address: '?shift=1&slots=999&kv=on#r=nonsense',
    reach: async () => {},
  },
  'the daily shift': { address: '?shift=daily', reach: async () => {} },
  'the free kitchen': {
    address: '?shift=free',
    reach: async (page) => {
      await page.getByRole('region', { name: texts.en.free.region }).waitFor();
      await unfold(page);
    },
    longer: true,
  },
  playing: {
    address: '?shift=3&slots=14&kv=on',
    reach: async (page) => {
      await press(page, texts.en.play.run.start);
      await wind(page, 8_000);
      await wind(page, 8_000);
      await page.locator('button.toggle').click();
      // Orders on their way arrive.
      await page.evaluate(() =>
        Promise.allSettled(
          document
            .getAnimations()
            .filter((moving) => moving.effect.getComputedTiming().endTime !== Infinity)
            .map((moving) => moving.finished),
        ),
      );
    },
  },
  asking: {
    address: '?shift=1&slots=2',
    questions: true,
    longer: true,
    reach: async (page) => {
      await press(page, texts.en.play.run.start);
      await wind(page, 10_500);
      await page.getByRole('region', { name: texts.en.prediction.heading }).waitFor();
    },
  },
  'looking back on a loss': {
    address: '?shift=2&slots=6',
    reach: look_back,
    longer: true,
  },
  'looking back on a win': {
    address: '?shift=3&slots=8&kv=on&bits=8',
    reach: look_back,
  },
};

/** Waits for the screen, and for what comes after the first picture. */
async function open(page) {
  await page.locator('main .button.primary').first().waitFor();
  await wind(page, 500);
  await later_is_there(page);
  await page.locator('html[data-fonts]').waitFor();
}

async function look_back(page) {
  await play_through(page);
  await look_further(page);
  await unfold(page);
}

/** Looks at the screen in each size; returns what is wrong, one line each. */
async function look(page, where) {
  const found = [];
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    // What measures itself is told so in the next frame, and is drawn anew in the one after it.
    await page.evaluate(
      () => new Promise((done) => new ResizeObserver(() => done()).observe(document.body)),
    );
    await page.clock.runFor(100);
    const wrong = await page.evaluate(misfits);
    for (const part of await sticking_out(page)) wrong.push(`${part} sticks out`);
    for (const line of wrong) found.push(`${where}, ${width}×${height}: ${line}`);
  }
  return found;
}

async function change_to(page, language) {
  await page.evaluate((value) => {
    document.querySelector(`input[type=radio][value="${value}"]`).click();
  }, language);
  await page.locator(`html[lang="${language}"]`).waitFor();
}

test('the search finds text that is cut, leaves its box or lies over another', async () => {
  const { page, close } = await visit(browser, server.address, { size: 'phone' });
  await open(page);
  assert.deepEqual(await page.evaluate(misfits), []);
  await page.evaluate(() => {
    const main = document.body.appendChild(document.createElement('div'));
    const made = (name, styles, words) => {
      const node = document.createElement(name);
      Object.assign(node.style, { whiteSpace: 'nowrap', ...styles });
      node.textContent = words;
      main.append(node);
    };
    made('button', { width: '60px', overflow: 'hidden' }, 'This one is cut off');
    made('button', { width: '60px', justifyContent: 'start' }, 'This one sticks out');
    made('div', {}, 'This one lies below');
    made('div', { marginTop: '-0.8em' }, 'This one lies above');
  });
  const found = (await page.evaluate(misfits)).join('\n');
  assert.match(found, /“This one is cut off” is cut/);
  assert.match(found, /“This one sticks out” leaves/);
  assert.match(found, /“This one lies below” lies over “This one lies above”/);
  await close();
});

for (const [name, { address, reach, questions, longer }] of Object.entries(screens)) {
  test(`${name}: in every language, at every size`, async () => {
    const { page, close } = await visit(browser, `${server.address}${address}`, { questions });
    await open(page);
    await reach(page);
    const found = [];
    for (const language of languages) {
      await change_to(page, language);
      found.push(...(await look(page, language)));
    }
    assert.deepEqual(found, []);
    await close();
  });

  // The other screens are made of the same parts.
  if (!longer) continue;
  test(`${name}: with texts longer by two fifths, at every size`, async () => {
    const { page, close } = await visit(browser, `${server.address}${address}`, {
      expected_trouble: /preload/,
      questions,
    });
    await page.route(/\/assets\/es-[^/]*\.js$/, async (route) => {
      const code = await (await route.fetch()).text();
      await route.fulfill({ body: pseudo_chunk(code), contentType: 'text/javascript' });
    });
    await page.reload();
    await open(page);
    await reach(page);
    await change_to(page, 'es');
    // Where there is no room for what no language says, cutting it short with dots is fair.
    const found = (await look(page, 'longer')).filter((line) => !line.includes(' is shortened '));
    assert.deepEqual(found, []);
    await close();
  });
}

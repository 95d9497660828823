// What the page does where a browser lacks something, or something breaks.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  debrief_text,
  golden,
  language_entry,
  language_facts,
  languages,
  later_is_there,
  open_kitchen,
  play_through,
  root,
  stand_still,
  texts,
  visit,
  wind,
} from './harness.mjs';

const { server, browser } = await open_kitchen();
const { learn, play, debrief } = texts.en;

async function assert_way_on(page, reason) {
  await page.getByRole('heading', { name: play.problem.heading }).waitFor();
  await page.getByText(reason).waitFor();
  await page.getByRole('heading', { name: learn.how.heading }).waitFor();
  await page.getByText(learn.faq.batching.question).click();
  assert.equal(await page.locator('button.toggle').count(), 0);
}

test('no WebAssembly: a plain message, and how it works can be read', async () => {
  const { page, close } = await visit(browser, server.address, {
    init: () => delete globalThis.WebAssembly,
    // Chromium says some seconds later that the engine it fetched early wasn't used.
    expected_trouble: /kitchen-[\w-]+\.wasm was preloaded using link preload but not used/,
  });
  await assert_way_on(page, play.problem.unsupported);
  await close();
});

test('the engine can’t be fetched', async () => {
  const { page, close } = await visit(browser, 'about:blank', {
    expected_trouble: /Failed to load|net::|about:blank/,
  });
  await page.route(/\.wasm$/, (route) => route.abort());
  await page.goto(server.address);
  await assert_way_on(page, play.problem.unreachable);
  await page.unroute(/\.wasm$/);
  await page.getByRole('button', { name: play.problem.retry }).click();
  await page.getByRole('button', { name: play.run.start }).waitFor();
  await close().catch((error) => assert.match(error.message, /request to/));
});

test('a module that is none', async () => {
  const { page, close } = await visit(browser, 'about:blank');
  await page.route(/\.wasm$/, (route) =>
    route.fulfill({ body: 'not found', contentType: 'text/html' }),
  );
  await page.goto(server.address);
  await assert_way_on(page, play.problem.wrong_module);
  await close().catch((error) => assert.match(error.message, /request to/));
});

test('storage refused: it plays on, and says once that nothing is kept', async () => {
  const { page, close } = await visit(browser, `${server.address}?shift=1&slots=30`, {
    init: () =>
      Object.defineProperty(globalThis, 'localStorage', {
        get() {
          throw new DOMException('refused', 'SecurityError');
        },
      }),
  });
  await play_through(page);
  await page.locator('#debrief-heading').waitFor();
  const notice = page.getByText(play.notice.not_kept);
  await notice.waitFor();
  await page.getByRole('button', { name: play.notice.dismiss }).click();
  await page.getByRole('button', { name: debrief.again }).click();
  await page.clock.runFor(17_000);
  await page.locator('#debrief-heading').waitFor();
  assert.equal(await notice.count(), 0);
  await close();
});

/** The message where nothing of the page came, in every language; and its button, once `mend` has run. */
async function assert_unloaded(page, mend) {
  const alert = page.getByRole('alert');
  await alert.waitFor();
  const said = await alert.innerText();
  for (const { unloaded } of Object.values(language_facts)) assert.ok(said.includes(unloaded));
  assert.equal(await page.locator('[aria-busy]').count(), 0);
  await mend();
  const again = alert.getByRole('button', { name: language_facts.en.load_again });
  for (const { load_again } of Object.values(language_facts))
    assert.ok((await again.innerText()).includes(load_again));
  await again.click();
  await page.getByRole('button', { name: play.run.start }).waitFor();
}

for (const [what, chunk] of [
  ['what the page’s script hands on', /\/assets\/index-/],
  ['what the languages share', /\/assets\/words-/],
  ['any language', new RegExp(`/assets/(?:${languages.join('|')})-`)],
]) {
  test(`${what} can’t be fetched: a message in every language, and a way on`, async () => {
    const { page, close } = await visit(browser, 'about:blank', {
      wound: false,
      expected_trouble: /Failed to|net::|about:blank|request to|preloaded|no language could/,
    });
    await page.route(chunk, (route) => route.abort());
    await page.goto(server.address);
    await assert_unloaded(page, () => page.unroute(chunk));
    await close();
  });
}

/** The document without the end of the page's script, and with one that no browser can read. */
const bad_documents = {
  'breaks off in the page’s script': (text) => text.slice(0, text.lastIndexOf('</script>') - 1_000),
  'has a script that this browser can’t read': (text) =>
    text
      .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
      .replace(/<script type="text\/plain" id="entry">/, '$&a future syntax;'),
};
for (const [what, spoilt] of Object.entries(bad_documents)) {
  test(`the document ${what}: a message in every language, and a way on`, async () => {
    const { page, close } = await visit(browser, 'about:blank', {
      wound: false,
      // Broken off it is another script than the policy lets in.
      expected_trouble: /about:blank|request to|preloaded|SyntaxError|[Pp]olicy/,
    });
    await page.route(server.address, async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      assert.notEqual(spoilt(text), text);
      const { 'content-security-policy': _, ...headers } = response.headers();
      await route.fulfill({ response, headers, body: spoilt(text) });
    });
    await page.goto(server.address);
    await assert_unloaded(page, () => page.unroute(server.address));
    await close();
  });
}

test('one language can’t be fetched: another comes, and says so', async () => {
  const { page, close } = await visit(browser, 'about:blank', {
    expected_trouble: /Failed to|net::|about:blank|request to|preloaded|no language could/,
  });
  await page.route(/\/assets\/en-/, (route) => route.abort());
  await page.goto(`${server.address}?lang=en`);
  const other = languages.find((language) => language !== 'en');
  await page.getByRole('button', { name: texts[other].play.run.start }).waitFor();
  await page.getByText(texts[other].play.notice.language_failed).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), other);
  await close();
});

test('the rest of a language can’t be fetched: the kitchen plays, and where it is missing a way on is shown', async () => {
  const { page, close } = await visit(browser, 'about:blank', {
    expected_trouble: /Failed to|net::|about:blank|request to/,
  });
  const chunk = /\/assets\/en-rest-/;
  await page.route(chunk, (route) => route.abort());
  await page.goto(`${server.address}?lang=en&shift=1&slots=30`);
  await play_through(page);
  const missing = page.getByRole('status').filter({ hasText: play.notice.unloaded });
  await missing.waitFor();
  await page.unroute(chunk);
  await missing.getByRole('button', { name: play.problem.retry }).click();
  await page.clock.runFor(1_000);
  await page.getByRole('region', { name: debrief.heading }).waitFor();
  await close();
});

test('a style sheet that didn’t come: no part comes bare, and no run is thrown away for it', async () => {
  const { page, close } = await visit(browser, 'about:blank', {
    expected_trouble: /Failed to|net::|about:blank|request to|preload/,
  });
  const sheet = /\/assets\/later-[^/]*\.css$/;
  await page.route(sheet, (route) => route.abort());
  await page.goto(`${server.address}?lang=en&shift=1&slots=30`);
  const start = page.getByRole('button', { name: play.run.start });
  await start.waitFor();
  await page.clock.runFor(1_000);
  const missing = page.getByRole('status').filter({ hasText: play.notice.unloaded });
  await missing.waitFor();
  await page.unroute(sheet);
  await start.click();
  await page.getByRole('button', { name: play.settings }).click();
  const panel = page.getByRole('dialog', { name: play.settings });
  await panel.getByText(play.notice.unloaded_in_run).waitFor();
  assert.equal(await panel.getByRole('button').count(), 0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await wind(page, 65_000);
  await missing.waitFor();
  assert.equal(await page.locator('#debrief-heading').count(), 0);
  await missing.getByRole('button', { name: play.problem.retry }).click();
  await page.clock.runFor(1_000);
  await later_is_there(page);
  await close();
});

test('a language that didn’t come can be chosen once more', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en`, {
    expected_trouble: /Failed to|net::/,
  });
  const chunk = /\/assets\/id-/;
  await page.route(chunk, (route) => route.abort());
  await (await language_entry(page, 'id')).click();
  const notice = page.getByText(play.notice.language_failed);
  await notice.waitFor();
  assert.equal(await (await language_entry(page, 'id')).isChecked(), false);
  await page.unroute(chunk);
  await (await language_entry(page, 'id')).click();
  await page.locator('html[lang="id"]').waitFor();
  assert.equal(await page.locator('.notice').count(), 0);
  await close();
});

/** In the page: every instance of the engine traps at calls of `name`. */
function trap_always(name) {
  const Real = WebAssembly.Instance;
  WebAssembly.Instance = function (module, imports) {
    const { exports } = new Real(module, imports);
    const trap = () => {
      throw new WebAssembly.RuntimeError('unreachable');
    };
    return { exports: { ...exports, [name]: trap } };
  };
}

for (const [name, hash] of [
  ['lk_shift', ''],
  ['lk_open', ''],
  ['lk_set', ''],
  ['lk_preview', ''],
  ['lk_open_replay', '#r=lk1-1-0n30'],
]) {
  test(`an engine that always breaks in ${name} leaves no blank page`, async () => {
    const { page, context, close } = await visit(browser, 'about:blank', {
      expected_trouble: /RuntimeError|unreachable|trapped|about:blank|request to/,
    });
    await context.addInitScript(trap_always, name);
    await page.goto(`${server.address}?lang=en&shift=1&slots=30${hash}`);
    await assert_way_on(page, play.problem.trapped);
    await close();
  });
}

for (const name of ['lk_read_timeline', 'lk_read_verdict', 'lk_write_replay']) {
  test(`an engine that always breaks in ${name} says so when the shift is over`, async () => {
    const { page, context, close } = await visit(browser, 'about:blank', {
      expected_trouble: /RuntimeError|unreachable|trapped|about:blank|request to/,
    });
    await context.addInitScript(trap_always, name);
    await page.goto(`${server.address}?lang=en&shift=1&slots=30`);
    await play_through(page);
    await assert_way_on(page, play.problem.trapped);
    // Another shift is a way on, too.
    await page.getByRole('link', { name: texts.en.shift.memory.title }).click();
    await page.getByRole('button', { name: play.run.start }).waitFor();
    await close();
  });
}

test('a run with all the changes it can have says how many, and shows the setting that holds', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=1&slots=30`);
  await page.getByRole('button', { name: play.run.start }).click();
  const slider = page.getByRole('slider');
  await slider.evaluate((input) => {
    let change = 0;
    setInterval(() => {
      change += 1;
      input.value = String(20 + (change % 10));
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }, 20);
  });
  const { commands_max } = await import(join(root, 'web/src/engine/limits.ts'));
  const notice = page.getByText(play.notice.too_many_commands({ commands_max }));
  // A slow machine makes fewer changes in a second.
  for (let second = 0; second < 50 && !(await notice.isVisible()); second += 1) {
    await page.clock.runFor(1_000);
  }
  await notice.waitFor();
  const shown = await page.evaluate(() => [
    document.querySelector('input[type="range"]').value,
    document.querySelector('output.value').textContent,
  ]);
  assert.equal(shown[0], shown[1]);
  await close();
});

test('a question that comes between single steps leaves the kitchen standing still', async () => {
  const { page, close } = await visit(browser, `${server.address}?lang=en&shift=1`, {
    questions: true,
  });
  await later_is_there(page);
  await stand_still(page);
  await page.getByRole('button', { name: play.run.start }).click();
  await page.clock.runFor(9_000);
  await page.getByRole('button', { name: play.run.pause }).click();
  const skip = page.getByRole('button', { name: /^Skip$/ });
  for (let step = 0; step < 120 && !(await skip.isVisible()); step += 1) {
    await page.getByRole('button', { name: play.run.step }).click();
  }
  await skip.click();
  const left = await page.getByRole('timer').textContent();
  await page.clock.runFor(3_000);
  assert.equal(await page.getByRole('timer').textContent(), left);
  await page.getByRole('button', { name: play.run.go_on }).waitFor();
  await close();
});

/** In the page: the first instance of the engine traps when time passes for the 200th time. */
function trap_once() {
  const Real = WebAssembly.Instance;
  let made = 0;
  WebAssembly.Instance = function (module, imports) {
    const { exports } = new Real(module, imports);
    made += 1;
    globalThis.instances_made = made;
    if (made > 1) return { exports };
    let calls = 0;
    return {
      exports: {
        ...exports,
        lk_advance_to: (until_ms) => {
          calls += 1;
          if (calls === 200) throw new WebAssembly.RuntimeError('unreachable');
          return exports.lk_advance_to(until_ms);
        },
      },
    };
  };
}

test('the debrief of a link comes, though the browser never says that it is idle', async () => {
  const { page, close } = await visit(
    browser,
    `${server.address}?lang=en&shift=1#r=${golden('shift_1_reference.replay').replay}`,
    { wound: false, init: () => (globalThis.requestIdleCallback = () => 0) },
  );
  await page.getByRole('heading', { name: debrief.heading }).waitFor();
  await close();
});

test('an engine that breaks in mid-run is replaced, and the run ends as it would have', async () => {
  const scores = [];
  for (const init of [undefined, trap_once]) {
    const { page, close } = await visit(browser, `${server.address}?shift=1&slots=30`, { init });
    await play_through(page);
    await page.locator('#debrief-heading').waitFor();
    scores.push(await debrief_text(page));
    // The one that broke, the one in its place, and the one that looks back.
    if (init) assert.equal(await page.evaluate(() => globalThis.instances_made), 3);
    await close();
  }
  assert.equal(scores[1], scores[0]);
});

test('an engine that keeps breaking says so', async () => {
  const { page, close } = await visit(browser, `${server.address}?shift=1&slots=30`, {
    init: () => {
      const Real = WebAssembly.Instance;
      WebAssembly.Instance = function (module, imports) {
        const { exports } = new Real(module, imports);
        const broken = (until_ms) => {
          if (until_ms > 3_000) throw new WebAssembly.RuntimeError('unreachable');
          return exports.lk_advance_to(until_ms);
        };
        return { exports: { ...exports, lk_advance_to: broken } };
      };
    },
  });
  await page.getByRole('button', { name: play.run.start }).click();
  await page.clock.runFor(5_000);
  await assert_way_on(page, play.problem.trapped);
  await close();
});

test('without script the page says what it needs, in every language', async () => {
  const { page, close } = await visit(browser, server.address, {
    javaScriptEnabled: false,
    wound: false,
  });
  const said = await page.locator('noscript').innerText();
  for (const { no_script } of Object.values(language_facts)) assert.ok(said.includes(no_script));
  await close();
});

test('what the document’s header has fetched early is what the document needs', async () => {
  const response = await fetch(server.address);
  const links = response.headers.get('link').split(', ');
  const page = await response.text();
  const files = links.map((link) => /^<\.\/(assets\/[\w-]+\.\w+)>;/.exec(link)?.[1]);
  assert.deepEqual(
    files.map((file) => file?.split('.').at(-1)),
    ['js', 'wasm'],
  );
  for (const file of files) {
    assert.ok(page.includes(`"./${file}"`), file);
    assert.equal((await fetch(new URL(file, server.address))).status, 200, file);
  }
  // Used, not fetched a second time in another way.
  const visited = await visit(browser, server.address, { wound: false });
  await visited.page.getByRole('heading', { name: learn.how.heading }).waitFor();
  const fetched = await visited.page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  );
  for (const file of files) {
    assert.equal(fetched.filter((name) => name.endsWith(`/${file}`)).length, 1, file);
  }
  await visited.close();
});

test('the policy lets nothing in from outside, and nothing inline that it doesn’t know', async () => {
  const response = await fetch(server.address);
  const policy = response.headers.get('content-security-policy');
  assert.doesNotMatch(policy, /'unsafe-inline'|'unsafe-eval'|https?:|\*(?!$)/);
  const { page, close } = await visit(browser, server.address, {
    expected_trouble: /policy:|Content Security Policy|script/i,
  });
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.stranger = true';
    document.body.append(script);
    return 'stranger' in globalThis;
  });
  assert.equal(ran, false);
  await close();
});

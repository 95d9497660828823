// What the page does where a browser lacks something, or something breaks.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { debrief_text, launch, play_through, serve, texts, visit } from './harness.mjs';

let server;
let browser;
const { learn, play, debrief } = texts.en;

before(async () => {
  server = await serve();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

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

test('an engine that breaks in mid-run is replaced, and the run ends as it would have', async () => {
  const scores = [];
  for (const init of [undefined, trap_once]) {
    const { page, close } = await visit(browser, `${server.address}?shift=1&slots=30`, { init });
    await play_through(page);
    await page.locator('#debrief-heading').waitFor();
    scores.push(await debrief_text(page));
    if (init) assert.equal(await page.evaluate(() => globalThis.instances_made), 2);
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

test('without script the page says what it needs, in both languages', async () => {
  const { page, close } = await visit(browser, server.address, {
    javaScriptEnabled: false,
    wound: false,
  });
  assert.match(
    await page.locator('noscript').innerText(),
    /needs JavaScript[\s\S]*perlu JavaScript/,
  );
  await close();
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

#!/usr/bin/env node
// How long the page takes to answer a hand (Event Timing, as INP counts it: from the input to the next
// picture), on a CPU four times slower, while 64 stoves cook: real keys, clicks and drags on the slider,
// the switches, pause, step and speed.
// Usage: node bench/page/input_bench.mjs [path of llm-kitchen, default build/llm-kitchen]
import { launch, serve, texts } from '../../tests/browser/harness.mjs';
import { cpu_times_slower, fill_kitchen, line, percentile } from './report.mjs';

const inp_ms_max = 100;
const rounds = 4;
const { batching, weight_bits } = texts.en.common;
const choices = [
  batching.static_batch,
  batching.continuous,
  weight_bits.bits_16,
  weight_bits.bits_8,
];

/** In the page: the longest duration of each interaction, by the kind of its event. */
function watch_input() {
  globalThis.interactions = new Map();
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, name, target } of list.getEntries()) {
      if (!interactionId) continue;
      const before = globalThis.interactions.get(interactionId);
      if (before && before.ms >= duration) continue;
      const where =
        target?.getAttribute?.('aria-label') || target?.textContent?.trim().slice(0, 20);
      globalThis.interactions.set(interactionId, {
        ms: duration,
        what: `${name} ${where ?? ''}`,
      });
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
}

/** As a hand does: locator.click() puts a listener into the page that lays it out before it answers. */
async function press(page, button) {
  const box = await button.boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

async function use_everything(page) {
  const pause = (ms) => page.waitForTimeout(ms);
  const slider = page.getByRole('slider').first();
  const toggle = page.locator('button.toggle');
  for (let round = 0; round < rounds; round += 1) {
    await slider.focus();
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowRight', 'End']) {
      await page.keyboard.press(key);
      await pause(120);
    }
    const box = await slider.boundingBox();
    await page.mouse.move(box.x + box.width - 4, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, {
      steps: 6,
    });
    await page.mouse.move(box.x + box.width - 4, box.y + box.height / 2, {
      steps: 6,
    });
    await page.mouse.up();
    await pause(120);
    for (const name of choices) {
      const choice = page.getByRole('radio', { name, exact: true });
      if ((await choice.count()) === 0) continue;
      await choice.check({ force: true });
      await pause(120);
    }
    await press(page, toggle);
    await pause(120);
    await page.keyboard.press('s');
    await pause(120);
    await press(page, toggle);
    await pause(120);
    for (const key of [',', '.', 'i']) {
      await page.keyboard.press(key);
      await pause(120);
    }
  }
}

const server = await serve(process.argv[2]);
const browser = await launch();
try {
  for (const [name, viewport] of [
    ['desktop', { width: 1280, height: 820 }],
    ['phone', { width: 390, height: 844 }],
  ]) {
    const context = await browser.newContext({ viewport, locale: 'en-US' });
    const page = await context.newPage();
    await fill_kitchen(page, server.address, '1');
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', {
      rate: cpu_times_slower,
    });
    await page.evaluate(watch_input);
    await use_everything(page);
    const stoves = await page.locator('.stoves').getAttribute('aria-label');
    const found = await page.evaluate(() => [...globalThis.interactions.values()]);
    await context.close();
    if (found.length < 10 * rounds) throw new Error(`only ${found.length} inputs were seen`);
    const worst = found.toSorted((a, b) => b.ms - a.ms)[0];
    line(`inputs, ${name}: ${stoves}`, `${found.length}`, '');
    line(
      '  the slowest in fifty (INP)',
      `${percentile(
        found.map(({ ms }) => ms),
        98,
      )} ms`,
      `under ${inp_ms_max} ms`,
    );
    line('  the slowest of all', `${worst.ms} ms`, `(${worst.what})`);
  }
} finally {
  await browser.close();
  await server.stop();
}

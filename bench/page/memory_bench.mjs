#!/usr/bin/env node
// What the page holds after each of ten shifts, once garbage is collected: it must not grow.
// Usage: node bench/page/memory_bench.mjs [path of llm-kitchen, default build/llm-kitchen]
import {
  launch,
  serve,
  set_levers,
  texts,
  visit,
  wind,
  play_through,
} from '../../tests/browser/harness.mjs';
import { line } from './report.mjs';

const shifts = 10;
/** The first two fill what is kept for good: parts fetched later, formats of numbers, fonts. */
const warm = 2;
const growth_percent_max = 5;

const server = await serve(process.argv[2]);
const browser = await launch();
try {
  const { page, context, close } = await visit(browser, `${server.address}?shift=1`);
  const cdp = await context.newCDPSession(page);
  await cdp.send('HeapProfiler.enable');
  const held = [];
  for (let shift = 0; shift < shifts; shift += 1) {
    if (shift === 0) {
      await set_levers(page, { slots: 26 });
      await play_through(page);
    } else {
      // Which starts at once, at the speed set before.
      await page.getByRole('button', { name: texts.en.debrief.again }).first().click();
      await wind(page, 17_000);
    }
    await page.getByRole('region', { name: texts.en.debrief.heading }).waitFor();
    await wind(page, 1_000);
    await cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await cdp.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
    held.push({ bytes: usedSize, nodes, listeners: jsEventListeners });
  }
  await close();
  const from = held[warm - 1];
  const to = held.at(-1);
  for (const [what, key, unit] of [
    ['script memory', 'bytes', ' B'],
    ['nodes', 'nodes', ''],
    ['listeners', 'listeners', ''],
  ]) {
    const growth = (100 * (to[key] - from[key])) / from[key];
    line(`${what} after shift ${warm}`, `${from[key]}${unit}`, '');
    line(
      `  after shift ${shifts}`,
      `${to[key]}${unit}`,
      `${growth.toFixed(1)} % more, at most ${growth_percent_max} %`,
    );
  }
} finally {
  await browser.close();
  await server.stop();
}

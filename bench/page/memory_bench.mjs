#!/usr/bin/env node
// What the page holds after each of ten shifts, once garbage is collected: it must not grow. Machine
// code that V8 makes of functions run often is shown by itself: it grows until all of them are made,
// whatever the page holds, and V8 throws it away when memory runs short.
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
import { held_by_kind } from './heap_snapshot.mjs';
import { line } from './report.mjs';

const shifts = 10;
/** The first two fill what is kept for good: parts fetched later, formats of numbers, fonts. */
const warm = 2;
const growth_percent_max = 2;

async function look(cdp) {
  await cdp.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
  const kinds = await held_by_kind(cdp);
  return { ...kinds, nodes, listeners: jsEventListeners };
}

const server = await serve(process.argv[2]);
const browser = await launch();
try {
  const { page, context, close } = await visit(browser, `${server.address}?shift=1`);
  const cdp = await context.newCDPSession(page);
  await cdp.send('HeapProfiler.enable');
  const held = [];
  for (let shift = 1; shift <= shifts; shift += 1) {
    if (shift === 1) {
      await set_levers(page, { slots: 26 });
      await play_through(page);
    } else {
      // Which starts at once, at the speed set before.
      await page.getByRole('button', { name: texts.en.debrief.again }).first().click();
      await wind(page, 17_000);
    }
    await page.getByRole('region', { name: texts.en.debrief.heading }).waitFor();
    await wind(page, 1_000);
    if (shift === warm || shift === shifts) held.push(await look(cdp));
  }
  await close();
  const [from, to] = held;
  for (const [what, key, unit, goal] of [
    ['objects of scripts', 'objects_bytes', ' B', `at most ${growth_percent_max} %`],
    ['closures', 'closures', '', `at most ${growth_percent_max} %`],
    ['memory of engines', 'buffers_bytes', ' B', `at most ${growth_percent_max} %`],
    ['nodes', 'nodes', '', `at most ${growth_percent_max} %`],
    ['listeners', 'listeners', '', `at most ${growth_percent_max} %`],
    ['code made by V8', 'code_bytes', ' B', ''],
  ]) {
    const growth = (100 * (to[key] - from[key])) / from[key];
    line(`${what} after shift ${warm}`, `${from[key]}${unit}`, '');
    line(
      `  after shift ${shifts}`,
      `${to[key]}${unit}`,
      [`${growth.toFixed(2)} % more`, goal].filter(Boolean).join(', '),
    );
  }
} finally {
  await browser.close();
  await server.stop();
}

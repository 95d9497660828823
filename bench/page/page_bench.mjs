#!/usr/bin/env node
// What the page costs a visitor, in Debian's Chromium, against the figures it is to reach:
//   first paint and interactive on DevTools' slow 4G with a CPU four times slower,
//   frames and long tasks with 64 stoves at four times the speed, at desktop and phone size,
//   every fixed setting of the largest shift in the browser's WebAssembly.
// Usage: node bench/page/page_bench.mjs [path of llm-kitchen, default build/llm-kitchen]
import { join } from 'node:path';
import { launch, root, serve } from '../../tests/browser/harness.mjs';
import { TEXT_TABLE } from '../../web/src/engine/abi.gen.ts';
import { compress, page_bytes_max, sums_of } from '../../web/tools/compress.ts';
import { cpu_times_slower, fill_kitchen, line, median, percentile } from './report.mjs';

// DevTools' preset: 1.6 Mbit/s down and 150 ms, with its own factors of 0.9 and 3.75.
const slow_4g = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
};
const rounds = 5;
const settle_ms = 6_000;
const play_seconds = 6;

async function first_visit(browser, address) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', slow_4g);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu_times_slower });
  let bytes = 0;
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto(address, { waitUntil: 'commit' });
  // Left alone: looking at the page meanwhile would cost it time, four times over.
  await new Promise((resolve) => setTimeout(resolve, settle_ms));
  const times = await page.evaluate(() => ({
    first_paint_ms: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    interactive_ms: performance.getEntriesByName('interactive')[0].startTime,
  }));
  await context.close();
  return { ...times, bytes };
}

/** In the page: the time between frames, and tasks over 50 ms. */
function watch_frames() {
  globalThis.frames_ms = [];
  globalThis.long_tasks_ms = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.long_tasks_ms.push(duration);
  }).observe({ type: 'longtask' });
  let before = 0;
  const tick = (now) => {
    if (before) globalThis.frames_ms.push(now - before);
    before = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

async function full_kitchen(browser, address, viewport) {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  // Every token of a step moves 64 dishes.
  await fill_kitchen(page, address, '4');
  await page.evaluate(watch_frames);
  await page.waitForTimeout(1000 * play_seconds);
  const { frames_ms, long_tasks_ms } = await page.evaluate(() => ({
    frames_ms: globalThis.frames_ms,
    long_tasks_ms: globalThis.long_tasks_ms,
  }));
  const stoves = await page.locator('.stoves').getAttribute('aria-label');
  await context.close();
  const seconds = frames_ms.reduce((sum, ms) => sum + ms, 0) / 1000;
  return {
    stoves,
    fps: frames_ms.length / seconds,
    frame_p99_ms: percentile(frames_ms, 99),
    long_tasks: long_tasks_ms.length,
    long_task_max_ms: Math.max(0, ...long_tasks_ms),
  };
}

/** In the page: all 512 fixed settings of shift 3 at once, as the debrief does in pieces. */
async function sweep_times({ rounds, text_table }) {
  const module = performance
    .getEntriesByType('resource')
    .find(({ name }) => name.endsWith('.wasm')).name;
  const { instance } = await WebAssembly.instantiateStreaming(fetch(module));
  const { _initialize, memory, lk_address, lk_sweep } = instance.exports;
  _initialize?.();
  const key = new TextEncoder().encode('3');
  new Uint8Array(memory.buffer, lk_address(text_table)).set(key);
  return Array.from({ length: rounds }, () => {
    const began = performance.now();
    if (lk_sweep(key.length, 0, 512) !== 0) throw new Error('the sweep was refused');
    return performance.now() - began;
  });
}

async function whole_space(browser, address) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${address}?shift=3`);
  await page.waitForSelector('button.toggle');
  const times = await page.evaluate(sweep_times, { rounds: 11, text_table: TEXT_TABLE });
  await context.close();
  return { first_ms: times[0], median_ms: median(times.slice(1)) };
}

const server = await serve(process.argv[2]);
const browser = await launch();
try {
  const { pages, pictures } = sums_of(compress(join(root, 'web/dist')));
  for (const [language, bytes] of Object.entries(pages))
    line(`all files, gzip, “${language}”`, `${bytes} B`, `at most ${page_bytes_max} B`);
  line('pictures, which the page doesn’t load', `${pictures} B`, '');
  const visits = [];
  for (let round = 0; round < rounds; round += 1)
    visits.push(await first_visit(browser, server.address));
  const of = (key) => median(visits.map((visit) => visit[key]));
  line('a first visit, on the wire', `${of('bytes')} B`, '');
  line(
    'first paint, slow 4G, CPU 4 times slower',
    `${of('first_paint_ms').toFixed(0)} ms`,
    'under 1000 ms',
  );
  line('interactive, the same', `${of('interactive_ms').toFixed(0)} ms`, 'under 2000 ms');
  const sweep = await whole_space(browser, server.address);
  line('512 settings of shift 3, the first time', `${sweep.first_ms.toFixed(1)} ms`, '');
  line('  and again, median', `${sweep.median_ms.toFixed(1)} ms`, 'at most 30 ms');
  for (const [name, viewport] of [
    ['desktop', { width: 1280, height: 820 }],
    ['phone', { width: 390, height: 844 }],
  ]) {
    const found = await full_kitchen(browser, server.address, viewport);
    line(`4×, ${name}: ${found.stoves}`, `${found.fps.toFixed(1)} fps`, '60 fps');
    line('  slowest frame in a hundred', `${found.frame_p99_ms.toFixed(1)} ms`, '');
    line(
      '  tasks over 50 ms',
      `${found.long_tasks}`,
      `none (longest ${found.long_task_max_ms.toFixed(0)} ms)`,
    );
  }
} finally {
  await browser.close();
  await server.stop();
}

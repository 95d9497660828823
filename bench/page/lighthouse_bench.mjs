#!/usr/bin/env node
// Lighthouse's four scores on its mobile emulation, for the first screen, a debrief and the cheat sheet,
// against the figure they are to reach: the middle of three runs. Below each score the audits that cost it
// something.
// Usage: node bench/page/lighthouse_bench.mjs [path of llm-kitchen, default build/llm-kitchen]
import { createServer } from 'node:net';
import { golden, launch, require_page, serve } from '../../tests/browser/harness.mjs';

const score_min = 95;
const rounds = 3;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const { default: lighthouse } = await import(require_page.resolve('lighthouse'));

async function free_port() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function audits_below_full(category, audits) {
  return category.auditRefs
    .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
    .map(({ id }) => `${id}${audits[id].displayValue ? ` (${audits[id].displayValue})` : ''}`);
}

/** What Lighthouse says when the browser recorded less than it asked for, as on a busy machine: run it again. */
const recording_failed = new Set([
  'NO_NAVSTART',
  'NO_FCP',
  'NO_SCREENSHOTS',
  'TRACING_ALREADY_STARTED',
]);
const tries_max = 3;

/** Lighthouse's report on one address, with a profile that knows nothing of it. */
async function look_at(address, tries_left = tries_max - 1) {
  const { lhr } = await lighthouse(
    address,
    { port, logLevel: 'error', output: 'json', onlyCategories: categories },
    { extends: 'lighthouse:default' },
  );
  if (recording_failed.has(lhr.runtimeError?.code) && tries_left > 0) {
    console.log(`  (${lhr.runtimeError.code}: once more)`);
    return look_at(address, tries_left - 1);
  }
  if (lhr.runtimeError) throw new Error(`lighthouse: ${lhr.runtimeError.message}`);
  return lhr;
}

const port = await free_port();
const server = await serve(process.argv[2]);
const browser = await launch([`--remote-debugging-port=${port}`]);
try {
  const debrief = `?shift=1&lang=en#r=${golden('shift_1_everyone.replay').replay}`;
  for (const path of ['', '?shift=2&lang=id', debrief, 'cheat-sheet.en.html']) {
    const results = [];
    for (let round = 0; round < rounds; round += 1)
      results.push(await look_at(new URL(path, server.address).href));
    console.log(`/${path}`);
    for (const name of categories) {
      const [, { categories: found, audits }] = results.toSorted(
        (a, b) => a.categories[name].score - b.categories[name].score,
      );
      const category = found[name];
      const score = Math.round(100 * category.score);
      const goal = score < score_min ? `MISSED: at least ${score_min}` : `at least ${score_min}`;
      console.log(`  ${category.title.padEnd(44)} ${String(score).padStart(14)}   ${goal}`);
      for (const audit of audits_below_full(category, audits)) console.log(`    ${audit}`);
    }
  }
} finally {
  await browser.close();
  await server.stop();
}

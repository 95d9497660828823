// What the page's benchmarks share: a slow machine, and lines of a result against its goal.
import { join } from 'node:path';
import { fetch_module, root } from '../../tests/browser/harness.mjs';

export const cpu_times_slower = 4;

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

export const percentile = (values, percent) =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor((values.length * percent) / 100))
  ];

export const line = (what, value, goal) =>
  console.log(`${what.padEnd(46)} ${value.padStart(14)}   ${goal}`);

/** The address of a kitchen whose crowd keeps all 64 stoves cooking for most of the shift. */
export async function crowded_kitchen(address) {
  const { engine_from } = await import(join(root, 'web/src/engine/engine.ts'));
  const engine = await engine_from(await WebAssembly.compile(await fetch_module(address)));
  const crowd = {
    orders_per_min: 300,
    output_tokens_min: 300,
    output_tokens_max: 400,
    patience_base_ms: 30_000,
    patience_per_token_ms: 500,
    memory_mb: 200_000,
  };
  const values = engine.free_fields().map(({ name, initial }) => crowd[name] ?? initial);
  const key = engine.free_key(values);
  return `${address}?lang=en&shift=${key}&slots=64&batching=continuous&kv=on&bits=8`;
}

/** Starts it, and waits until every stove is taken. */
export async function fill_kitchen(page, address, speed) {
  await page.goto(await crowded_kitchen(address));
  await page.selectOption('select', '4');
  await page.click('button.toggle');
  await page.getByRole('img', { name: /^64 cooking/ }).waitFor();
  await page.selectOption('select', speed);
}

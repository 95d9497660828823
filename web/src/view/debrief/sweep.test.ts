import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine, Outcome } from '../../engine/engine.ts';
import { in_pieces } from './pieces.ts';
import { sweep_in_pieces } from './sweep.ts';

/** An engine whose shifts have 100 settings each; counts how often it is asked. */
function fake_engine(): { engine: Engine; asked: () => number } {
  let asked = 0;
  const sweep = (_: string, first: number, count: number): { size: number; rows: Outcome[] } => {
    asked += 1;
    const rows = Array.from({ length: Math.min(count, 100 - first) }, (_, at) => ({
      slots: first + at + 1,
    }));
    return { size: 100, rows: rows as Outcome[] };
  };
  return { engine: { sweep } as unknown as Engine, asked: () => asked };
}

const live = new AbortController().signal;
const nobody = (): void => {};

test('all settings come, in order, and the second time at once', async () => {
  const { engine, asked } = fake_engine();
  const told: number[] = [];
  const all = await sweep_in_pieces(engine, 'a', live, (done) => told.push(done));
  assert.deepEqual(
    all?.map((one) => one.slots),
    Array.from({ length: 100 }, (_, at) => at + 1),
  );
  assert.equal(told.at(-1), 100);
  const before = asked();
  assert.equal(await sweep_in_pieces(engine, 'a', live, nobody), all);
  assert.equal(asked(), before);
});

test('another shift has outcomes of its own', async () => {
  const { engine, asked } = fake_engine();
  await sweep_in_pieces(engine, 'b', live, nobody);
  const before = asked();
  await sweep_in_pieces(engine, 'c', live, nobody);
  assert.ok(asked() > before);
});

test('a sweep that is called off ends without a result', async () => {
  const { engine, asked } = fake_engine();
  const called_off = new AbortController();
  called_off.abort();
  assert.equal(await sweep_in_pieces(engine, 'd', called_off.signal, nobody), null);
  assert.equal(asked(), 0);
});

test('an engine that gives nothing is an error, not an endless loop', async () => {
  const engine = { sweep: () => ({ size: 5, rows: [] }) } as unknown as Engine;
  await assert.rejects(sweep_in_pieces(engine, 'e', live, nobody), RangeError);
});

test('work called off in the middle stops there and says so', async () => {
  const called_off = new AbortController();
  let worked = 0;
  const whole = await in_pieces(
    called_off.signal,
    (done) => {
      worked += 1;
      if (worked === 3) called_off.abort();
      const until_ms = performance.now() + 10;
      while (performance.now() < until_ms);
      return { done: done + 1, of: 10 };
    },
    nobody,
  );
  assert.equal(whole, false);
  assert.equal(worked, 3);
});

test('a dear work goes one by one, a cheap one in large steps, and neither holds up the page', async () => {
  for (const [each_ms, steps_most] of [
    [3, 40],
    [0.02, 25],
  ] as const) {
    const counts: number[] = [];
    const whole = await in_pieces(
      live,
      (done, count) => {
        counts.push(count);
        const until_ms = performance.now() + count * each_ms;
        while (performance.now() < until_ms);
        return { done: Math.min(40, done + count), of: 40 };
      },
      nobody,
    );
    assert.ok(whole);
    assert.equal(counts[0], 1);
    assert.ok(counts.length <= steps_most, counts.join(' '));
    if (each_ms === 3)
      assert.ok(
        counts.every((count) => count <= 2),
        counts.join(' '),
      );
    else assert.ok(Math.max(...counts) > 2, counts.join(' '));
  }
});

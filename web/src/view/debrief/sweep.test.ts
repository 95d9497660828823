import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine, Outcome } from '../../engine/engine.ts';
import { sweep_in_pieces } from './sweep.ts';

/** An engine whose shifts have 100 settings each; counts how often it is asked. */
function fake_engine(): { engine: Engine; asked: () => number } {
  let asked = 0;
  const sweep = (_: number, first: number, count: number): { size: number; rows: Outcome[] } => {
    asked += 1;
    const rows = Array.from({ length: Math.min(count, 100 - first) }, (_, at) => ({
      slots: first + at + 1,
    }));
    return { size: 100, rows: rows as Outcome[] };
  };
  return { engine: { sweep } as unknown as Engine, asked: () => asked };
}

test('all settings come, in order, and the second time at once', async () => {
  const { engine, asked } = fake_engine();
  const told: number[] = [];
  const live = new AbortController();
  const all = await sweep_in_pieces(engine, 101, live.signal, (done) => told.push(done));
  assert.deepEqual(
    all?.map((one) => one.slots),
    Array.from({ length: 100 }, (_, at) => at + 1),
  );
  assert.equal(told.at(-1), 100);
  const before = asked();
  assert.equal(await sweep_in_pieces(engine, 101, live.signal, () => {}), all);
  assert.equal(asked(), before);
});

test('a sweep that is called off ends without a result', async () => {
  const { engine, asked } = fake_engine();
  const called_off = new AbortController();
  called_off.abort();
  assert.equal(await sweep_in_pieces(engine, 102, called_off.signal, () => {}), null);
  assert.equal(asked(), 0);
});

test('an engine that gives nothing is an error, not an endless loop', async () => {
  const engine = { sweep: () => ({ size: 5, rows: [] }) } as unknown as Engine;
  await assert.rejects(
    sweep_in_pieces(engine, 103, new AbortController().signal, () => {}),
    RangeError,
  );
});

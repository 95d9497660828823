import assert from 'node:assert/strict';
import { test } from 'node:test';
import { test_engine } from '../../text/testing.ts';
import { histogram, peak_histogram, served_histogram, wait_histogram } from './histogram.ts';
import { random_runs } from './random_runs.ts';

const engine = await test_engine();

test('a value on an edge is in the bin that begins there, the last edge in the last bin', () => {
  const entries = [0, 9.9, 10, 89.9, 90, 100].map((value) => ({ value, passed: value >= 90 }));
  const { bins, passing } = histogram({ first: 0, width: 10, bins: 10 }, entries, null);
  assert.deepEqual(
    bins.map((bin) => bin.count),
    [2, 1, 0, 0, 0, 0, 0, 0, 1, 2],
  );
  assert.equal(passing, 2);
});

test('every setting is in one bin, those that pass apart, and the run in the bin of its value', () => {
  for (const result of random_runs(engine, ['1', '2', '3'], 9)) {
    const { rows } = engine.sweep(result.info.key, 0, 512);
    const served_any = rows.filter((row) => row.served > 0).length;
    for (const [data, settings] of [
      [served_histogram(rows, result), rows.length],
      [wait_histogram(rows, result), served_any],
      [peak_histogram(rows, result), rows.length],
    ] as const) {
      const sum = data.bins.reduce((so_far, bin) => so_far + bin.count, 0);
      assert.equal(sum, settings);
      assert.equal(data.settings, settings);
      const passing = data.bins.reduce((so_far, bin) => so_far + bin.passing, 0);
      assert.equal(passing, rows.filter((row) => row.passed === 1).length);
      if (!data.yours) continue;
      const { value, bin } = data.yours;
      const own = data.bins[bin]!;
      assert.ok(value >= own.from, `${value} ${own.from}`);
      assert.ok(value < own.to || bin === data.bins.length - 1);
    }
  }
});

test('no setting that passes shares a bar of the served with one that doesn’t', () => {
  for (const result of random_runs(engine, ['1', '2', '3'], 3)) {
    const { rows } = engine.sweep(result.info.key, 0, 512);
    for (const bin of served_histogram(rows, result).bins) {
      assert.ok(bin.passing === 0 || bin.passing === bin.count);
    }
  }
});

test('a run that served nobody has no place among the waits', () => {
  for (const result of random_runs(engine, ['1'], 1)) {
    const { rows } = engine.sweep('1', 0, 512);
    assert.equal(wait_histogram(rows, { ...result, served: 0, wait_p95_ms: 0 }).yours, null);
  }
});

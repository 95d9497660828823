import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BarLength, length_for, steps_per_sweep, sweep_ms_min } from './step_bar.ts';

test('the bar holds any step', () => {
  for (const step_us of [0, 21_200, 40_000, 40_001, 97_000, 2_500_000, 90_000_000]) {
    assert.ok(length_for(step_us) >= step_us);
  }
});

test('the bar grows at once and shrinks only after a while', () => {
  const bar = new BarLength();
  assert.equal(bar.next(30_000, 0), 40_000);
  assert.equal(bar.next(100_000, 100), 120_000);
  assert.equal(bar.next(30_000, 2_000), 120_000);
  assert.equal(bar.next(30_000, 3_200), 40_000);
});

test('a bar that is needed long stays long', () => {
  const bar = new BarLength();
  for (let wall_ms = 0; wall_ms < 10_000; wall_ms += 100) bar.next(100_000, wall_ms);
  assert.equal(bar.next(30_000, 10_000), 120_000);
});

test('as many reads go by as fit into the one that is shown', () => {
  assert.equal(steps_per_sweep(30_000, 1), Math.round(sweep_ms_min / 30));
  assert.equal(steps_per_sweep(30_000, 4), Math.round(sweep_ms_min / 7.5));
  assert.equal(steps_per_sweep(2_000_000, 1), 1);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Moment } from '../../engine/engine.ts';
import {
  axis_top,
  flags_of,
  limit_points,
  lost_per_second,
  rows_every,
  steps_of,
} from './timeline.ts';

test('every lost order is in the second in which it was lost, the last moment included', () => {
  const seconds = lost_per_second([0, 999, 1_000, 59_999, 60_000], 60_000);
  assert.equal(seconds.length, 60);
  assert.deepEqual([seconds[0], seconds[1], seconds[59]], [2, 1, 2]);
  assert.equal(
    seconds.reduce((sum, count) => sum + count, 0),
    5,
  );
});

test('an axis ends at or above the largest value', () => {
  for (let value = 0; value <= 512; ++value) assert.ok(axis_top(value) >= value, `${value}`);
  assert.equal(axis_top(0), 4);
  assert.equal(axis_top(64), 80);
  assert.equal(axis_top(100), 100);
});

const moment = (at_ms: number, running: number): Moment => ({ at_ms, running }) as Moment;

test('a count keeps its value until the next moment', () => {
  const points = steps_of(
    [moment(0, 1), moment(10, 3)],
    (one) => one.running,
    (at_ms) => at_ms,
    (value) => -value,
  );
  assert.deepEqual(points, [
    { x: 0, y: -1 },
    { x: 10, y: -1 },
    { x: 10, y: -3 },
  ]);
});

test('a table has the last moment, whether or not it falls on a row', () => {
  const moments = [0, 2_500, 5_000, 7_500, 8_000].map((at_ms) => moment(at_ms, 0));
  assert.deepEqual(
    rows_every(moments, 5_000).map((one) => one.at_ms),
    [0, 5_000, 8_000],
  );
});

test('the limit begins with what was set before the start', () => {
  const points = limit_points(
    [
      { at_ms: 0, value: 9 },
      { at_ms: 0, value: 12 },
    ],
    4,
    60_000,
  );
  assert.deepEqual(points, [
    { at_ms: 0, slots: 12 },
    { at_ms: 60_000, slots: 12 },
  ]);
});

test('the limit steps where it was changed', () => {
  const points = limit_points([{ at_ms: 20_000, value: 12 }], 4, 60_000);
  assert.deepEqual(
    points.map((point) => [point.at_ms, point.slots]),
    [
      [0, 4],
      [20_000, 4],
      [20_000, 12],
      [60_000, 12],
    ],
  );
});

const change = (x: number, number: number, label = 'static → continuous') => ({
  x,
  label,
  number: `${number}`,
});
const width_of = (label: string): number => label.length * 7;

test('a flag has its words where they run into nothing', () => {
  const [flag] = flags_of([change(100, 1)], 600, width_of);
  assert.equal(flag?.label, 'static → continuous');
  assert.equal(flag?.anchor, 'start');
  const [late] = flags_of([change(590, 1)], 600, width_of);
  assert.equal(late?.label, 'static → continuous');
  assert.equal(late?.anchor, 'end');
});

test('no two flags overlap, and no words run into a flag or over the edge', () => {
  for (const places of [
    [40, 60, 300],
    [40, 45, 50, 55],
    [10, 200, 215, 580, 599],
    [300, 301],
    [480, 599],
  ]) {
    const flags = flags_of(
      places.map((x, at) => change(x, at + 1)),
      600,
      width_of,
    );
    let free_from = -Infinity;
    for (const flag of flags) {
      const words = flag.label ? width_of(flag.label) : 0;
      const left = Math.min(
        flag.x - flag.width / 2,
        flag.anchor === 'end' ? flag.label_x - words : Infinity,
      );
      const right = Math.max(
        flag.x + flag.width / 2,
        flag.anchor === 'start' ? flag.label_x + words : 0,
      );
      assert.ok(left >= free_from, `${places}: ${flag.numbers}`);
      if (words) assert.ok(left >= 0 && right <= 600, `${places}: ${flag.numbers}`);
      free_from = right;
    }
  }
});

test('changes too close for a flag each share one', () => {
  const flags = flags_of(
    [change(40, 1), change(50, 2), change(61, 3), change(300, 4)],
    600,
    width_of,
  );
  assert.deepEqual(
    flags.map((flag) => [flag.numbers, flag.label]),
    [
      ['1–3', null],
      ['4', 'static → continuous'],
    ],
  );
});

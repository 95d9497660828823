import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lane_scale, lanes_below, time_at, time_axis, time_ticks, time_x } from './time_axis.ts';

const axis = time_axis(600, 60_000);

test('a place on the axis and its time are the same thing seen from two sides', () => {
  for (let at_ms = 0; at_ms <= 60_000; at_ms += 250) {
    assert.equal(time_at(axis, time_x(axis, at_ms), 250), at_ms);
  }
});

test('beyond its ends the axis stays at them', () => {
  assert.equal(time_at(axis, -50, 250), 0);
  assert.equal(time_at(axis, 900, 250), 60_000);
});

test('a narrow axis has half the marks, and always both ends', () => {
  assert.deepEqual(time_ticks(axis).length, 7);
  assert.deepEqual(time_ticks(time_axis(320, 60_000)), [0, 20_000, 40_000, 60_000]);
});

test('lanes stand one below the other and keep what is too much at their top', () => {
  const lanes = lanes_below(10, [40, 20]);
  assert.ok(lanes[0]!.bottom < lanes[1]!.top);
  const y = lane_scale(lanes[0]!, 8);
  assert.equal(y(0), lanes[0]!.bottom);
  assert.equal(y(8), lanes[0]!.top);
  assert.equal(y(20), lanes[0]!.top);
});

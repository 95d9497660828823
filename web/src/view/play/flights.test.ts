import assert from 'node:assert/strict';
import { test } from 'node:test';

import { flight_time } from './flights.ts';

test('an order is on its way for a blink, in the kitchen too, or is not shown on its way', () => {
  for (const speed of [0.1, 0.25, 0.5, 1, 2, 4]) {
    const time_ms = flight_time(speed);
    assert.ok(time_ms <= 300, `${speed}×: ${time_ms} ms`);
    assert.ok(time_ms * speed <= 350, `${speed}×: ${time_ms * speed} ms of the shift`);
  }
  assert.ok(flight_time(1) > 0);
  assert.equal(flight_time(4), 0);
});

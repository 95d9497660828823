import assert from 'node:assert/strict';
import { test } from 'node:test';
import { left_until, next_minute_ms } from './time.ts';

const noon = Date.UTC(2026, 10, 29, 12);
const midnight = Date.UTC(2026, 10, 30);

test('what is left is rounded up to minutes', () => {
  assert.deepEqual(left_until(midnight, noon), { days: 0, hours: 12, minutes: 0 });
  assert.deepEqual(left_until(midnight, noon + 1), { days: 0, hours: 12, minutes: 0 });
  assert.deepEqual(left_until(midnight, noon + 60_000), { days: 0, hours: 11, minutes: 59 });
  assert.deepEqual(left_until(midnight, midnight - 1), { days: 0, hours: 0, minutes: 1 });
  assert.deepEqual(left_until(midnight, midnight), { days: 0, hours: 0, minutes: 0 });
  assert.deepEqual(left_until(midnight, midnight + 5), { days: 0, hours: 0, minutes: 0 });
  assert.equal(left_until(midnight + 3 * 86_400_000, noon).days, 3);
});

test('the next minute is at most one away', () => {
  assert.equal(next_minute_ms(noon), 60_000);
  assert.equal(next_minute_ms(noon + 59_999), 1);
});

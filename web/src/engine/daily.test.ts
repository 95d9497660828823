import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daily_first, daily_number, daily_starts_utc_ms } from './daily.ts';

test('the number changes at midnight in UTC', () => {
  assert.equal(daily_number(Date.UTC(2026, 0, 1)), daily_first);
  assert.equal(daily_number(Date.UTC(2026, 0, 1) - 1), daily_first - 1);
  assert.equal(daily_number(Date.UTC(2026, 0, 2) - 1), 1);
  assert.equal(daily_number(Date.UTC(2026, 0, 2)), 2);
  assert.equal(daily_number(Date.UTC(2027, 0, 1)), 366);
  assert.equal(daily_number(Date.UTC(2026, 10, 29, 23, 59)), 333);
});

test('a day begins where its number does', () => {
  for (const number of [1, 2, 60, 333, 100_000]) {
    const begins = daily_starts_utc_ms(number);
    assert.equal(daily_number(begins), number);
    assert.equal(daily_number(begins - 1), number - 1);
    assert.equal(new Date(begins).getUTCHours(), 0);
  }
});

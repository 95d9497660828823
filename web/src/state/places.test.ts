import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daily_last } from '../engine/daily.ts';
import { daily_key } from './key_form.ts';
import { DayAhead, refuse_day_ahead, today } from './places.ts';

test('a day that isn’t here yet is refused, every other key is let through', () => {
  for (const day of [today() + 1, daily_last]) {
    assert.throws(
      () => refuse_day_ahead(daily_key(day)),
      (cause) => cause instanceof DayAhead && cause.day === day,
    );
  }
  const days = [1, today(), daily_last + 1].map(daily_key);
  for (const key of [...days, '1', 'fs9', 'd0', 'd5x', 'dd', '']) refuse_day_ahead(key);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { new_seed } from './seed.ts';

test('another seed is another one, within its range', () => {
  const field = { first: 1, last: 3 };
  for (const now of [1, 2, 3]) {
    const seeds = [0, 0.49, 0.5, 0.999].map((random) => new_seed(field, now, () => random));
    assert.ok(!seeds.includes(now), `${seeds}`);
    assert.deepEqual(new Set(seeds), new Set([1, 2, 3].filter((seed) => seed !== now)));
  }
});

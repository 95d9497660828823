import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stove_grid } from './stove_grid.ts';

test('every number of stoves fits its box, and none is smaller than it must be', () => {
  for (const [width, height] of [
    [690, 210],
    [340, 216],
    [270, 216],
    [1300, 620],
  ] as const) {
    for (let count = 1; count <= 64; count += 1) {
      const gap = 6;
      const { columns, size_px } = stove_grid(count, width, height, gap, 120);
      const rows = Math.ceil(count / columns);
      assert.ok(size_px >= 16, `${count} in ${width}×${height}: ${size_px} px`);
      assert.ok(columns * size_px + (columns - 1) * gap <= width);
      assert.ok(rows * size_px + (rows - 1) * gap <= height);
    }
  }
});

test('a single stove is as large as it may be', () => {
  assert.deepEqual(stove_grid(1, 700, 300, 6, 120), { columns: 1, size_px: 120 });
});

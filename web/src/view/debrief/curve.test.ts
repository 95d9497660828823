import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  combinations_of,
  doublings,
  passing_intervals,
  place_label,
  samples,
  slots_at,
  spread,
  x_of,
  y_of,
  type Combination,
} from './curve.ts';
import { test_engine } from '../../text/testing.ts';

const frame = { left: 40, right: 640, top: 20, bottom: 320 };

test('doubling the slots is the same way to the right', () => {
  assert.equal(x_of(frame, 1, 64), 40);
  assert.equal(x_of(frame, 8, 64), 340);
  assert.equal(x_of(frame, 64, 64), 640);
  assert.equal(y_of(frame, 0, 100), 320);
  assert.equal(y_of(frame, 100, 100), 20);
});

test('every slot count can be picked on a wide plot, and nothing beyond', () => {
  for (let slots = 1; slots <= 64; ++slots) {
    assert.equal(slots_at(frame, x_of(frame, slots, 64), 64), slots);
  }
  assert.equal(slots_at(frame, -500, 64), 1);
  assert.equal(slots_at(frame, 5_000, 64), 64);
});

test('the axis marks double', () => {
  assert.deepEqual(doublings(64), [1, 2, 4, 8, 16, 32, 64]);
});

test('labels are moved apart, kept in order and inside', () => {
  for (const wanted of [[30, 30, 30, 30], [300, 310, 312, 318], [20, 318, 319, 21], [100]]) {
    const placed = spread(wanted, 17, 20, 318);
    const order = wanted.map((_, at) => at).sort((a, b) => wanted[a]! - wanted[b]!);
    const sorted = order.map((at) => placed[at]!);
    for (let at = 0; at < sorted.length; ++at) {
      assert.ok(sorted[at]! >= 20 && sorted[at]! <= 318, `${wanted} → ${placed}`);
      if (at > 0) assert.ok(sorted[at]! - sorted[at - 1]! >= 17 - 1e-9, `${wanted} → ${placed}`);
    }
  }
  assert.deepEqual(spread([100, 200], 17, 20, 318), [100, 200]);
});

test('a label stays in the plot and off its ring, wherever that is', () => {
  const size = { width: 150, height: 34 };
  for (let x = frame.left; x <= frame.right; x += 20) {
    for (let y = frame.top; y <= frame.bottom; y += 20) {
      const box = place_label(frame, { x, y }, size, [], 14);
      assert.ok(box.x >= frame.left && box.x + box.width <= frame.right, `at ${x},${y}`);
      assert.ok(box.y >= frame.top && box.y + box.height <= frame.bottom, `at ${x},${y}`);
      const hidden = x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
      assert.ok(!hidden, `hides its ring at ${x},${y}`);
    }
  }
});

test('a label goes where it covers no line, if there is such a place', () => {
  for (const [from, to] of [
    [frame.top, frame.bottom],
    [frame.bottom, frame.top],
  ] as const) {
    const line = samples(
      [
        { x: frame.left, y: from },
        { x: frame.right, y: to },
      ],
      6,
    );
    const box = place_label(frame, { x: 340, y: 170 }, { width: 60, height: 17 }, line, 14);
    const covered = line.filter(
      ({ x, y }) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height,
    );
    assert.equal(covered.length, 0);
  }
});

const passing = (slots: number[]): Combination =>
  ({
    outcomes: Array.from({ length: 64 }, (_, at) => ({
      slots: at + 1,
      passed: slots.includes(at + 1) ? 1 : 0,
    })),
  }) as Combination;

test('what passes is told as intervals', () => {
  assert.deepEqual(passing_intervals(passing([])), []);
  assert.deepEqual(passing_intervals(passing([1])), [{ from: 1, to: 1 }]);
  assert.deepEqual(passing_intervals(passing([5, 6, 7, 63, 64])), [
    { from: 5, to: 7 },
    { from: 63, to: 64 },
  ]);
});

test('each shift has a line per combination of its other levers, none looking like another', async () => {
  const engine = await test_engine();
  for (const [number, lines_expected] of [
    [1, 1],
    [2, 2],
    [3, 8],
  ] as const) {
    const info = engine.shift(String(number));
    const { rows, size } = engine.sweep(String(number), 0, 512);
    assert.equal(rows.length, size);
    const lines = combinations_of(info, rows);
    assert.equal(lines.length, lines_expected);
    assert.equal(new Set(lines.map((line) => `${line.hue} ${line.dashed}`)).size, lines_expected);
    for (const line of lines) {
      assert.deepEqual(
        line.outcomes.map((outcome) => outcome.slots),
        Array.from({ length: info.slots_max }, (_, at) => at + 1),
      );
    }
  }
});

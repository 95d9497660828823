import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command, ShiftInfo } from '../../engine/engine.ts';
import { changes_of, first_settings, last_settings, slots_mean } from './changes.ts';

const info = {
  duration_ms: 60_000,
  default_slots: 4,
  default_batching: 0,
  default_kv_cache: 1,
  default_weight_bits: 16,
} as ShiftInfo;
const slots = (at_ms: number, value: number): Command => ({ at_ms, lever: 0, value });
const batching = (at_ms: number, value: number): Command => ({ at_ms, lever: 1, value });

test('what is set before the start is no change', () => {
  const commands = [slots(0, 12), batching(0, 1)];
  assert.deepEqual(changes_of(info, commands), []);
  assert.equal(first_settings(info, commands).slots, 12);
  assert.equal(last_settings(info, commands).batching, 1);
});

test('a change right after the start is not taken for part of the setting up', () => {
  const [change] = changes_of(info, [slots(0, 12), slots(500, 14)]);
  assert.deepEqual(change, { at_ms: 500, lever: 'slots', from: 12, to: 14 });
});

test('a slider being dragged is one change', () => {
  const commands = [slots(0, 8), slots(9_000, 9), slots(9_400, 11), slots(10_300, 14)];
  assert.deepEqual(changes_of(info, commands), [{ at_ms: 9_000, lever: 'slots', from: 8, to: 14 }]);
});

test('two moves with a rest between are two changes', () => {
  const commands = [slots(5_000, 8), slots(6_001, 12)];
  assert.deepEqual(
    changes_of(info, commands).map((change) => [change.from, change.to]),
    [
      [4, 8],
      [8, 12],
    ],
  );
});

test('dragged there and back again is none', () => {
  assert.deepEqual(changes_of(info, [slots(5_000, 8), slots(5_500, 4)]), []);
});

test('another lever in the middle of a drag is a change of its own', () => {
  const commands = [slots(5_000, 8), batching(5_300, 1), slots(5_600, 12)];
  assert.deepEqual(
    changes_of(info, commands).map((change) => [change.lever, change.to]),
    [
      ['slots', 12],
      ['batching', 1],
    ],
  );
});

test('slots are averaged over time', () => {
  assert.equal(slots_mean(info, []), 4);
  assert.equal(slots_mean(info, [slots(0, 12)]), 12);
  assert.equal(slots_mean(info, [slots(0, 10), slots(30_000, 20)]), 15);
  assert.equal(slots_mean(info, [slots(15_000, 8), batching(20_000, 1)]), 7);
});

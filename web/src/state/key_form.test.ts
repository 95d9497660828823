import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ShiftKind } from '../engine/abi.gen.ts';
import { test_engine } from '../text/testing.ts';
import { daily_key, day_of_key, kind_of_key, replay_parts } from './key_form.ts';

const engine = await test_engine();

test('a key’s form tells the kind that the engine makes of it', () => {
  const free = engine.free_key(engine.free_fields().map((field) => field.initial));
  for (const key of ['1', '3', daily_key(4), free]) {
    assert.equal(kind_of_key(key), engine.shift(key).kind, key);
  }
  assert.equal(kind_of_key('d5x'), ShiftKind.daily, 'a damaged day is told about as a day');
  for (const key of ['', '0', '01', '1.5', 'x', 'D3', 'f-', 'f 1', 'toString', '__proto__']) {
    assert.equal(kind_of_key(key), null, key);
  }
});

test('a day’s number is that of its key', () => {
  assert.equal(day_of_key(daily_key(333)), 333);
  assert.equal(engine.shift(daily_key(4)).day, day_of_key(daily_key(4)));
  for (const key of ['d', 'd0', 'd07', 'd1.5', 'd1234567', '4', 'fd4']) {
    assert.equal(day_of_key(key), null, key);
  }
});

test('a replay text names its rules and its shift, also when the rest of it doesn’t hold', () => {
  engine.open('2');
  engine.advance_to(engine.shift('2').duration_ms);
  const { rules_version } = engine.shift('2');
  assert.deepEqual(replay_parts(engine.write_replay()), { rules: `lk${rules_version}`, key: '2' });
  assert.deepEqual(replay_parts('lk999-d12-'), { rules: 'lk999', key: 'd12' });
  assert.equal(replay_parts('lk1-fs9.m24-0n30')?.key, 'fs9.m24');
  for (const text of ['', 'hello', 'lk1-3', 'x lk1-3-', 'lk1--0n30', 'lk1-D4-']) {
    assert.equal(replay_parts(text), null, text);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine } from '../../engine/engine.ts';
import { test_engine } from '../../text/testing.ts';
import { read_result } from './result.ts';
import { facts_at, telling_moment } from './seek.ts';

const engine = await test_engine();

const state_of = (one: Engine): string =>
  `${one.view.get('now_ms')} ${one.view.get('hash_high')} ${one.view.get('hash_low')}`;

/** The states of a run as it is played, every 7.3 s and at its end, and its replay. */
function played(): { replay: string; states: Map<number, string> } {
  engine.open_replay('lk1-3-0n20.0k1.25310n9.-b72a6d88c3bc0aef0f43-563ec922407904d2');
  const states = new Map<number, string>();
  for (const at_ms of [0, 7_300, 14_600, 21_900, 29_200, 36_500, 60_000]) {
    engine.advance_to(at_ms);
    states.set(at_ms, state_of(engine));
  }
  return { replay: engine.write_replay(), states };
}

test('a moment looked back at is the very state the run had then, whatever was looked at before', () => {
  const { replay, states } = played();
  const { beside } = engine;
  for (const at_ms of [14_600, 60_000, 0, 29_200, 7_300, 7_300, 36_500, 21_900, 60_000]) {
    beside.seek(replay, at_ms);
    assert.equal(state_of(beside), states.get(at_ms), `${at_ms}`);
  }
});

test('looking back leaves the run on screen as it is', () => {
  const { replay } = played();
  const before = state_of(engine);
  engine.beside.seek(replay, 20_000);
  assert.equal(state_of(engine), before);
});

test('what is told of a moment adds up to what had arrived by then', () => {
  const { replay } = played();
  const { beside } = engine;
  for (const at_ms of [0, 3_000, 25_000, 59_999, 60_000]) {
    beside.seek(replay, at_ms);
    const { running, waiting, served, lost, memory_mb, weights_mb, kv_mb } = facts_at(beside);
    const in_the_house = at_ms === 60_000 ? 0 : running + waiting;
    assert.equal(in_the_house + served + lost, beside.view.get('arrived'), `${at_ms}`);
    assert.ok(weights_mb + kv_mb <= memory_mb, `${at_ms}`);
  }
});

test('the moment looked at first is that of the first loss', () => {
  played();
  const result = read_result(engine, engine.shift('3'));
  assert.ok(result.lost > 0);
  const first_ms = telling_moment(result);
  assert.equal(result.lost_at_ms.filter((at_ms) => at_ms < first_ms).length, 0);
  assert.ok(result.lost_at_ms.includes(first_ms));
  const busiest = telling_moment({ ...result, lost_at_ms: [] });
  const moment = result.moments.find((one) => one.at_ms === busiest);
  assert.equal(moment?.running, Math.max(...result.moments.map((one) => one.running)));
});

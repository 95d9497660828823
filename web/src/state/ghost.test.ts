import assert from 'node:assert/strict';
import { test } from 'node:test';
import { test_engine } from '../text/testing.ts';
import { Ghost } from './ghost.ts';

test('the ghost serves what its run served at every moment, and starts over with the shift', async () => {
  const engine = await test_engine();
  engine.open('2');
  engine.set('slots', 6);
  const info = engine.shift('2');
  const served = new Map<number, number>();
  for (let at_ms = 500; at_ms <= info.duration_ms; at_ms += 500) {
    engine.advance_to(at_ms);
    if (at_ms === 20_000) engine.set('batching', 1);
    served.set(at_ms, engine.view.get('served'));
  }
  const replay = engine.write_replay();

  engine.open('2');
  engine.advance_to(7_000);
  const before = engine.view.row(0);
  const ghost = new Ghost(engine);
  assert.ok(ghost.open('2', replay));
  assert.equal(ghost.open('1', replay), false, 'a run of another shift');
  assert.equal(ghost.served_at(1_000), null);
  assert.ok(ghost.open('2', replay));
  for (const twice of [1, 2]) {
    for (const [at_ms, count] of served) {
      assert.equal(ghost.served_at(at_ms), count, `${at_ms} ms, time ${twice}`);
    }
  }
  assert.deepEqual(engine.view.row(0), before, 'the run on screen is not touched');
});

test('without a run, or with one that no longer holds, there is no ghost', async () => {
  const ghost = new Ghost(await test_engine());
  assert.equal(ghost.served_at(1_000), null);
  for (const replay of [null, 'nonsense', 'lk0-1-0-0']) {
    assert.equal(ghost.open('1', replay), false, String(replay));
    assert.equal(ghost.served_at(1_000), null, String(replay));
  }
});

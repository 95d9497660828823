import assert from 'node:assert/strict';
import { test } from 'node:test';
import { test_engine } from '../text/testing.ts';
import { gap_ms, Listener, Sounds, type Sound } from './sound.ts';

/** As much of an AudioContext as is used; counts the tones that were started. */
function silent_context(): { context: AudioContext; started: () => number; closed: () => boolean } {
  let started = 0;
  let closed = false;
  const param = {
    value: 1,
    setValueAtTime: () => param,
    exponentialRampToValueAtTime: (value: number) => {
      assert.ok(value > 0, 'a ramp to zero throws in a browser');
      return param;
    },
  };
  const node = {
    gain: param,
    frequency: param,
    connect: (to: object) => to,
    start: () => (started += 1),
    stop: () => {},
  };
  const context = {
    state: 'running',
    currentTime: 0,
    destination: {},
    createGain: () => ({ ...node }),
    createOscillator: () => ({ ...node }),
    close: async () => {
      closed = true;
    },
  };
  return {
    context: context as unknown as AudioContext,
    started: () => started,
    closed: () => closed,
  };
}

test('a sound is not heard again before its gap is over, another one is', () => {
  const { context, started, closed } = silent_context();
  const sounds = new Sounds(() => context);
  sounds.play('ticket', 0);
  sounds.play('ticket', gap_ms.ticket - 1);
  assert.equal(started(), 1);
  sounds.play('lost', gap_ms.ticket - 1);
  assert.equal(started(), 2);
  sounds.play('ticket', gap_ms.ticket);
  assert.equal(started(), 3);
  sounds.close();
  assert.ok(closed());
});

test('what is heard is what happened: tickets, dishes, losses, and a bell as the kitchen opens', async () => {
  const engine = await test_engine();
  engine.open('1');
  const listener = new Listener();
  assert.deepEqual(listener.next({ engine }), []);
  const heard = new Map<Sound, number>();
  for (let at_ms = 1; at_ms <= engine.shift('1').duration_ms; at_ms += 1) {
    engine.advance_to(at_ms);
    for (const sound of listener.next({ engine })) heard.set(sound, (heard.get(sound) ?? 0) + 1);
  }
  assert.equal(heard.get('bell'), 1);
  // One a millisecond at most, so those that come together are one.
  assert.ok((heard.get('ticket') ?? 0) <= engine.view.get('arrived'));
  assert.ok((heard.get('ticket') ?? 0) > engine.view.get('arrived') / 2);
  assert.equal(heard.get('dish'), engine.view.get('served'));
  assert.ok((heard.get('lost') ?? 0) > 0);
});

test('a run begun anew, and one that is looked at in its middle, are silent at first', async () => {
  const engine = await test_engine();
  engine.open('1');
  engine.advance_to(20_000);
  const listener = new Listener();
  assert.deepEqual(listener.next({ engine }), []);
  engine.open('1');
  assert.deepEqual(listener.next({ engine }), []);
});

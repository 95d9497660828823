import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine } from '../engine/engine.ts';
import { test_engine } from '../text/testing.ts';
import { Captions, type Caption } from './caption.ts';
import { lost } from './frame.ts';

interface Shown {
  at_ms: number;
  caption: Caption | null;
}

/** Plays a shift at normal speed, asking for the caption 20 times a second. */
function captions_of(engine: Engine, shift: string, look?: (shown: Shown) => void): Shown[] {
  const info = engine.shift(shift);
  const captions = new Captions(info.orders, info.orders_needed);
  const all: Shown[] = [];
  for (let at_ms = 0; at_ms < info.duration_ms; at_ms += 50) {
    engine.advance_to(at_ms);
    const shown = { at_ms, caption: captions.next(engine, at_ms) };
    all.push(shown);
    look?.(shown);
  }
  return all;
}

const kinds = (all: Shown[]): Set<string> =>
  new Set(all.flatMap(({ caption }) => (caption ? [caption.kind] : [])));

test('someone who touches nothing on the first shift sees orders leave by second 15', async () => {
  const engine = await test_engine();
  engine.open('1');
  const all = captions_of(engine, '1');
  const first = all.find(({ caption }) => caption?.kind === 'lost');
  assert.ok(first && first.at_ms <= 15_000, `first loss told at ${first?.at_ms} ms`);
  assert.ok(first.caption?.kind === 'lost' && first.caption.cause === 'no_free_slot');
  assert.ok(kinds(all).has('queue_grows'));
  assert.ok(kinds(all).has('out_of_reach'));
});

test('a static batch has its cold stoves told, with their number as it is', async () => {
  const engine = await test_engine();
  engine.open('2');
  engine.set('slots', 24);
  let told = 0;
  captions_of(engine, '2', ({ caption }) => {
    if (caption?.kind !== 'cold') return;
    told += 1;
    assert.equal(caption.cold, engine.view.get('slots') - engine.view.get('running'));
  });
  assert.ok(told > 0);
});

test('free stoves are told after the first order is served, as they are, and without blinking', async () => {
  const engine = await test_engine();
  for (const [shift, slots, batching] of [
    ['1', 8, 1],
    ['1', 24, 1],
    ['2', 24, 0],
    ['2', 24, 1],
  ] as const) {
    engine.open(shift);
    engine.set('slots', slots);
    if (shift !== '1') engine.set('batching', batching);
    let told = 0;
    let since_ms: number | null = null;
    captions_of(engine, shift, ({ at_ms, caption }) => {
      const { view } = engine;
      if (caption?.kind !== 'lull') {
        if (since_ms !== null) assert.ok(at_ms - since_ms >= 2_500, `gone after ${at_ms}`);
        since_ms = null;
        return;
      }
      since_ms ??= at_ms;
      told += 1;
      assert.ok(view.get('served') > 0, `told at ${at_ms} ms, before the first is served`);
      assert.ok(view.get('running') < view.get('slots'), `no stove is free at ${at_ms} ms`);
      assert.equal(caption.to_come, view.get('orders') - view.get('arrived'));
      assert.ok(caption.to_come > 0);
    });
    // A static batch has cold stoves, which take nobody.
    assert.equal(told > 0, batching === 1, `shift ${shift}, ${slots} at once: told ${told} times`);
  }
});

test('a full memory and what is sent back are told', async () => {
  const engine = await test_engine();
  engine.open('3');
  engine.set('kv_cache', 1);
  engine.set('slots', 8);
  const found = kinds(captions_of(engine, '3'));
  assert.ok(found.has('preempted') || found.has('memory_holds'), [...found].join(' '));
});

test('a caption stays long enough to be read, unless a more telling one comes', async () => {
  const engine = await test_engine();
  engine.open('2');
  let since_ms = 0;
  let before: Caption | null = null;
  const short: string[] = [];
  captions_of(engine, '2', ({ at_ms, caption }) => {
    if (caption?.kind === before?.kind) return;
    const is_over = ['cold', 'queue_grows'].includes(before?.kind ?? '');
    const outranked = caption?.kind === 'lost' || caption?.kind === 'out_of_reach';
    if (before && at_ms - since_ms < 2_500 && !outranked && !is_over) {
      short.push(`${before.kind} → ${caption?.kind} after ${at_ms - since_ms} ms`);
    }
    before = caption;
    since_ms = at_ms;
  });
  assert.deepEqual(short, []);
});

test('that the goal is out of reach is told, whatever is shown as it happens', async () => {
  const engine = await test_engine();
  const silent: string[] = [];
  for (const shift of ['1', '2', '3']) {
    for (const slots of [1, 2, 3, 4, 48, 64]) {
      engine.open(shift);
      engine.set('slots', slots);
      const info = engine.shift(shift);
      const may_lose = info.orders - info.orders_needed;
      let since_ms = Infinity;
      const all = captions_of(engine, shift, ({ at_ms }) => {
        if (lost(engine) > may_lose) since_ms = Math.min(since_ms, at_ms);
      });
      // One that comes in the very last seconds has no room left.
      if (since_ms > info.duration_ms - 8_000) continue;
      if (!kinds(all).has('out_of_reach')) silent.push(`shift ${shift}, ${slots} at once`);
    }
  }
  assert.deepEqual(silent, []);
});

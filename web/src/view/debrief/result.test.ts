import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine } from '../../engine/engine.ts';
import { words_in, languages, test_engine } from '../../text/testing.ts';
import { combinations_of } from './curve.ts';
import { causes, read_result, type Result } from './result.ts';
import { stars_of } from './stars.ts';
import { could_sentence, recompute_sentence, verdict_sentence } from './verdict.ts';

const engine = await test_engine();

type Setting = [
  at_ms: number,
  lever: 'slots' | 'batching' | 'kv_cache' | 'weight_bits',
  value: number,
];

function play(number: number, settings: Setting[], on: Engine = engine): Result {
  const shift = String(number);
  on.open(shift);
  for (const [at_ms, lever, value] of settings) {
    if (at_ms > 0) on.advance_to(at_ms);
    on.set(lever, value);
  }
  on.advance_to(on.shift(shift).duration_ms);
  return read_result(on, on.shift(shift));
}

/** A spread of runs over all shifts: every combination with few, some and many slots, and changes. */
function* runs(): Generator<Result> {
  for (let shift = 1; shift <= 3; ++shift) {
    for (const slots of [1, 7, 33, 64]) {
      if (shift === 1) yield play(1, [[0, 'slots', slots]]);
      for (const batching of shift > 1 ? [0, 1] : []) {
        if (shift === 2)
          yield play(2, [
            [0, 'slots', slots],
            [0, 'batching', batching],
          ]);
        for (const kv_cache of shift === 3 ? [0, 1] : []) {
          for (const weight_bits of [8, 16]) {
            yield play(3, [
              [0, 'slots', slots],
              [0, 'batching', batching],
              [0, 'kv_cache', kv_cache],
              [0, 'weight_bits', weight_bits],
            ]);
          }
        }
      }
    }
  }
  yield play(2, [
    [0, 'slots', 12],
    [22_000, 'batching', 1],
    [40_000, 'slots', 20],
  ]);
}

test('every order is served or lost for one cause, at one time', () => {
  for (const result of runs()) {
    const by_cause = causes.reduce((sum, cause) => sum + result.lost_by[cause], 0);
    assert.equal(by_cause, result.lost);
    assert.equal(result.served + result.lost, result.orders);
    assert.equal(result.lost_at_ms.length, result.lost);
    assert.equal(result.verdict.lost, result.lost);
    assert.equal(result.verdict.passed === 1, result.passed);
    const last = result.moments.at(-1);
    assert.equal(last?.at_ms, result.info.duration_ms);
    assert.equal(last?.served, result.served);
  }
});

test('the longest in the house waited no less than any that was served', () => {
  for (const result of runs()) {
    assert.ok(result.longest);
    assert.ok(result.longest.wait_ms >= result.wait_p95_ms - 1, JSON.stringify(result.longest));
  }
});

test('a star is missed by something exactly when it is missed', () => {
  const seen = new Set<number>();
  for (const result of runs()) {
    const stars = stars_of(result);
    seen.add(result.stars);
    assert.equal(stars.serve.orders_short === 0, result.passed);
    assert.equal(stars.serve.state === 'met', result.stars >= 1);
    assert.equal(stars.quick.state === 'met', result.stars >= 2);
    assert.equal(stars.lean.state === 'met', result.stars >= 3);
    if (result.stars >= 2) assert.equal(stars.quick.over_ms, 0);
    if (result.stars >= 3) assert.equal(stars.lean.over, 0);
    // The first star not reached is missed, never just waiting for the one before it.
    const states = [stars.serve.state, stars.quick.state, stars.lean.state];
    if (result.stars < 3) assert.equal(states[result.stars], 'missed');
  }
  assert.ok(seen.has(0) && seen.size > 1, 'runs of several kinds');
});

test('as many orders are short as would have made the run pass', () => {
  for (const result of runs()) {
    const { orders_short } = stars_of(result).serve;
    const enough = result.served + orders_short;
    assert.ok(enough * 100 >= result.orders * result.info.pass_percent);
    if (orders_short === 0) continue;
    assert.ok((enough - 1) * 100 < result.orders * result.info.pass_percent);
  }
});

test('a star whose own mark is met waits for the one before it', () => {
  const result = play(1, [[0, 'slots', 1]]);
  assert.equal(result.passed, false);
  const stars = stars_of({ ...result, wait_p95_ms: result.info.par_wait_ms });
  assert.deepEqual(
    [stars.serve.state, stars.quick.state, stars.lean.state],
    ['missed', 'held', 'held'],
  );
});

test('nothing served is no quick service', () => {
  const stars = stars_of({ ...play(1, []), served: 0, wait_p95_ms: 0, stars: 0 });
  assert.equal(stars.quick.state, 'missed');
});

test('the reference of each shift gets all its stars', () => {
  for (let shift = 1; shift <= 3; ++shift) {
    const info = engine.shift(String(shift));
    const settings: Setting[] = [[0, 'slots', info.reference_slots]];
    if (info.shows_batching) settings.push([0, 'batching', info.reference_batching]);
    if (info.shows_kv_cache) settings.push([0, 'kv_cache', info.reference_kv_cache]);
    if (info.shows_weight_bits) settings.push([0, 'weight_bits', info.reference_weight_bits]);
    const result = play(shift, settings);
    assert.equal(result.stars, 3, `shift ${shift}`);
    const stars = stars_of(result);
    assert.deepEqual(
      [stars.serve.state, stars.quick.state, stars.lean.state],
      ['met', 'met', 'met'],
    );
  }
});

test('each kind of verdict has a sentence of its own for a win and for a loss', () => {
  const numbers = { ...play(1, []) };
  for (const language of languages) {
    const text = words_in(language);
    const said = new Set<string>();
    let count = 0;
    for (const kind_name of Object.keys(text.debrief.verdict) as Result['verdict']['kind_name'][]) {
      for (const passed of kind_name === 'nothing_lost' ? [true] : [true, false]) {
        const verdict = { ...numbers.verdict, kind_name };
        said.add(verdict_sentence(text, { ...numbers, passed, verdict }));
        count += 1;
      }
    }
    assert.equal(said.size, count);
    assert.equal(count, 13);
  }
});

test('the verdict of a run names the numbers of that run', () => {
  const kinds = new Set<string>();
  for (const result of runs()) {
    const { kind_name, lost, lost_to_this } = result.verdict;
    kinds.add(kind_name);
    for (const language of languages) {
      const said = verdict_sentence(words_in(language), result);
      if (lost > 1) assert.match(said, new RegExp(`\\b${lost}\\b`), said);
      if (lost > 1) assert.match(said, new RegExp(`\\b${lost_to_this}\\b`), said);
    }
    if (kind_name === 'nothing_lost') assert.equal(lost, 0);
    // A token took those that died on the stove longer than they would wait for one.
    if (kind_name === 'step_too_slow') {
      const { lost_us_per_token, pace_allowed_us } = result.verdict;
      assert.ok(lost_us_per_token > pace_allowed_us, `${lost_us_per_token}`);
    }
  }
  for (const kind of [
    'nothing_lost',
    'no_free_slot',
    'static_batch',
    'memory_full',
    'step_too_slow',
  ]) {
    assert.ok(kinds.has(kind), `some run is held back by ${kind}`);
  }
});

test('what a failed run could have done is what its combination does at best', () => {
  for (const result of runs()) {
    const { rows } = engine.sweep(result.info.key, 0, 512);
    const lines = combinations_of(result.info, rows);
    for (const language of languages) {
      const said = could_sentence(words_in(language), result, lines);
      assert.equal(said === null, result.passed);
    }
  }
  const rush_hour = combinations_of(engine.shift('2'), engine.sweep('2', 0, 512).rows);
  const never = could_sentence(words_in('en'), play(2, [[0, 'slots', 8]]), rush_hour);
  assert.match(never ?? '', /^No number of stoves passes with static/);
  const slots = could_sentence(
    words_in('en'),
    play(2, [
      [0, 'slots', 2],
      [0, 'batching', 1],
    ]),
    rush_hour,
  );
  assert.match(slots ?? '', /^With continuous, \d+ to \d+ at once would pass\.$/);
});

test('computing context again is told exactly of runs without the KV cache, and once', () => {
  for (const slots of [1, 4, 9, 64]) {
    for (const weight_bits of [8, 16]) {
      for (const kv_cache of [0, 1]) {
        const result = play(3, [
          [0, 'slots', slots],
          [0, 'kv_cache', kv_cache],
          [0, 'weight_bits', weight_bits],
        ]);
        const words = `${verdict_sentence(words_in('en'), result)} ${recompute_sentence(words_in('en'), result)}`;
        const times = words.split('that was not cached').length - 1;
        assert.equal(times, kv_cache ? 0 : 1, words);
      }
    }
  }
});

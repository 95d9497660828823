// Holds what the debrief says and what the kitchen did together, on many runs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Batching, Hold, Lever, tables } from '../../engine/abi.gen.ts';
import type { Command, Engine } from '../../engine/engine.ts';
import { levers_shown, values_of } from '../../state/levers.ts';
import { make_format } from '../../text/format.ts';
import { languages, names_with_digits, test_engine, words_in } from '../../text/testing.ts';
import { changes_of } from './changes.ts';
import { combinations_of, passing_intervals } from './curve.ts';
import { combination_name } from './names.ts';
import { passing_ranges, passing_words } from './passing.ts';
import { play_commands, random_runs, dice } from './random_runs.ts';
import { moment_every_ms, read_result, type Result } from './result.ts';
import { sweep_in_pieces } from './sweep.ts';
import { recompute_sentence, saved_sentence, verdict_sentence } from './verdict.ts';
import {
  best_sentence,
  future_of,
  future_sentence,
  kept_throughout,
  none_is_enough,
  search_in_pieces,
  value_then,
} from './what_if.ts';

const engine = await test_engine();
// Lessons, a day of each lesson's kind, and a kitchen of the player's own.
const free = engine.free_key(engine.free_fields().map((field) => field.initial));
const shifts = ['1', '2', '3', 'd1', 'd2', 'd3', free];
const many = 60;

/** What a run went through, seen from outside: step by step, in another engine. */
interface Seen {
  holds: Set<number>;
  was_static: boolean;
  had_no_cache: boolean;
  busy_us: number;
  tokens: number;
  preemptions: number;
}

function watch(result: Result): Seen {
  const other = engine.another();
  other.open_replay(result.replay);
  other.advance_to(1);
  const { view } = other;
  const seen: Seen = {
    holds: new Set(),
    was_static: false,
    had_no_cache: false,
    busy_us: 0,
    tokens: 0,
    preemptions: 0,
  };
  while (!view.get('ended')) {
    seen.holds.add(view.get('hold'));
    seen.was_static ||= view.get('batching') === Batching.static_batch;
    seen.had_no_cache ||= view.get('kv_cache') === 0;
    const end_us = Math.min(view.get('step_end_us'), 1_000 * result.info.duration_ms);
    if (view.get('running') > 0) seen.busy_us += end_us - view.get('step_start_us');
    other.finish_step();
  }
  seen.tokens = view.get('tokens_made');
  seen.preemptions = view.get('preemptions');
  return seen;
}

test('a cause is only named where the kitchen was held by it', () => {
  const named = new Set<string>();
  for (const result of random_runs(engine, shifts, many)) {
    const seen = watch(result);
    const { kind_name } = result.verdict;
    named.add(kind_name);
    const where = `${result.replay}: ${kind_name}`;
    for (const cause of ['no_free_slot', 'static_batch', 'memory_full'] as const) {
      if (result.lost_by[cause] > 0) assert.ok(seen.holds.has(Hold[cause]), `${where}, ${cause}`);
    }
    if (kind_name === 'static_batch') assert.ok(seen.was_static, where);
    if (kind_name === 'memory_full') assert.ok(seen.holds.has(Hold.memory_full), where);
    if (kind_name === 'recompute') assert.ok(seen.had_no_cache || seen.preemptions > 0, where);
    assert.equal(result.verdict.preemptions, seen.preemptions, where);
  }
  assert.ok(named.size >= 4, [...named].join());
});

test('what a token cost is the time the GPU worked over the tokens it made', () => {
  for (const result of random_runs(engine, shifts, many)) {
    const { busy_us, tokens } = watch(result);
    const { run_us_per_token } = result.verdict;
    if (tokens === 0) assert.equal(run_us_per_token, 0);
    // The last step may end after the shift; times are whole microseconds.
    else assert.ok(Math.abs(busy_us / tokens - run_us_per_token) < 0.01 * run_us_per_token + 2);
  }
});

test('a factor in the sentence is that of the two times beside it', () => {
  for (const result of random_runs(engine, shifts, many)) {
    const { run_us_per_token: run, alone_us_per_token: alone } = result.verdict;
    const factor = alone / run;
    for (const language of languages) {
      const said = saved_sentence(words_in(language), result);
      const format = make_format(language);
      assert.ok(said.includes(format.milliseconds(run)), said);
      if (factor > 1.05) assert.ok(said.includes(format.factor(factor)), said);
      if (factor < 0.95) assert.ok(said.includes(format.factor(1 / factor)), said);
    }
  }
});

const numbers_in = (said: string): string[] =>
  said.replace(names_with_digits, '').match(/\d[\d.,]*\d|\d/g) ?? [];

test('every number in the sentences is one of that run', () => {
  for (const result of random_runs(engine, shifts, many)) {
    const { verdict } = result;
    for (const language of languages) {
      const text = words_in(language);
      const format = make_format(language);
      const known = new Set(
        [
          format.count(verdict.lost),
          format.count(verdict.lost_to_this),
          format.count(verdict.preemptions),
          format.seconds(verdict.hold_ms),
          format.decimal(verdict.slots_busy_milli / 1000, 1),
          format.decimal(verdict.slots_cold_milli / 1000, 1),
          format.milliseconds(verdict.lost_us_per_token, 0),
          format.milliseconds(verdict.pace_allowed_us, 0),
          format.share(verdict.prefill_permille, 1000),
          format.milliseconds(verdict.run_us_per_token),
          format.milliseconds(verdict.alone_us_per_token),
          format.factor(verdict.alone_us_per_token / verdict.run_us_per_token),
          format.factor(verdict.run_us_per_token / verdict.alone_us_per_token),
        ].flatMap(numbers_in),
      );
      const said = [
        verdict_sentence(text, result),
        recompute_sentence(text, result) ?? '',
        saved_sentence(text, result),
      ].join(' ');
      for (const number of numbers_in(said)) assert.ok(known.has(number), `${number}: ${said}`);
    }
  }
});

/** The commands of the other future, put together here once more. */
function other_commands(result: Result, change: Command): Command[] {
  const kept = result.commands.filter(
    (one) => one.lever !== change.lever || one.at_ms < change.at_ms,
  );
  const after = kept.findIndex((one) => one.at_ms > change.at_ms);
  kept.splice(after < 0 ? kept.length : after, 0, change);
  return kept;
}

test('another future is what comes of really playing it', () => {
  const roll = dice(7);
  for (const result of random_runs(engine, shifts, many)) {
    const levers = levers_shown(result.info);
    const lever = levers[roll(levers.length)]!;
    const values = values_of(result.info, lever);
    const change = {
      at_ms: 1_000 * roll(60),
      lever: Lever[lever],
      value: values[roll(values.length)]!,
    };
    const { outcome, moments } = engine.what_if(change.at_ms, lever, change.value, moment_every_ms);
    const shift = result.info.key;
    const really = play_commands(engine.another(), shift, other_commands(result, change));
    const where = `${result.replay}: ${lever} ${change.value} at ${change.at_ms}`;
    assert.equal(outcome.served, really.served, where);
    assert.equal(outcome.saved, really.served - result.served, where);
    assert.equal(outcome.passed === 1, really.passed, where);
    assert.deepEqual(moments, really.moments, where);
    const before = (moment: { at_ms: number }): boolean => moment.at_ms < change.at_ms;
    assert.deepEqual(moments.filter(before), result.moments.filter(before), where);
    const said = future_sentence(words_in('en'), result, { ...change, lever }, outcome);
    const by = Math.abs(outcome.saved);
    assert.match(said, outcome.saved > 0 ? /more/ : outcome.saved < 0 ? /fewer/ : /just as many/);
    if (by > 0) assert.ok(said.includes(`**${by} `), said);
    assert.ok(said.includes(`${outcome.served} of ${result.orders}`), said);
    assert.equal(/would have passed|Passed all the same/.test(said), really.passed, said);
    assert.equal(outcome.stars, really.stars, where);
    const told = /(?:with|only) (\d) stars?/.exec(said)?.[1];
    const tells = really.passed && result.info.has_stars && result.stars !== really.stars;
    assert.equal(told, tells ? `${really.stars}` : undefined, said);
    if (told && result.passed) assert.ok(said.includes(`instead of ${result.stars}`), said);
  }
});

async function best_of(on: Engine): ReturnType<typeof search_in_pieces> {
  return search_in_pieces(on, new AbortController().signal, () => {});
}

test('the best change serves as many more as it says, and no change tried serves more', async () => {
  const roll = dice(11);
  for (const result of random_runs(engine, shifts, 12)) {
    const best = await best_of(engine);
    assert.notEqual(best, undefined);
    if (best) {
      const commands = other_commands(result, { ...best, lever: Lever[best.lever] });
      const really = play_commands(engine.another(), result.info.key, commands);
      assert.equal(really.served - result.served, best.saved, result.replay);
      assert.ok(best.saved > 0);
      assert.equal(really.passed, best.passed === 1);
      assert.notEqual(value_then(result, best.lever, best.at_ms), best.value, result.replay);
      const said = best_sentence(words_in('en'), result, best);
      assert.ok(said.includes(` ${best.saved} more served`), said);
      assert.equal(said.includes('is passed'), really.passed && !result.passed, said);
      assert.equal(said.includes('not enough'), !really.passed, said);
      assert.equal(best.future.outcome.stars, really.stars, result.replay);
      const fewer = result.info.has_stars && result.passed && really.stars < result.stars;
      assert.equal(said.includes('but only'), Boolean(fewer), said);
      assert.equal(none_is_enough(result, best), !really.passed, said);
    }
    for (let tries = 0; tries < 20; ++tries) {
      const levers = levers_shown(result.info);
      const lever = levers[roll(levers.length)]!;
      const values = values_of(result.info, lever);
      const value = values[roll(values.length)]!;
      const { outcome } = engine.what_if(1_000 * roll(60), lever, value, moment_every_ms);
      assert.ok(
        outcome.saved <= Math.max(0, best?.saved ?? 0),
        `${result.replay} ${lever} ${value}`,
      );
    }
  }
});

test('where no single change is enough, the settings named instead pass from start to end', async () => {
  // The shifts as they come, and a kitchen no setting can keep up with.
  const most = engine.free_fields().map((field) => field.last);
  for (const shift of ['2', '3', engine.free_key(most)]) {
    const result = play_commands(engine, shift, []);
    const { info } = result;
    assert.ok(none_is_enough(result, await best_of(engine)), shift);
    assert.equal(none_is_enough(result, undefined), false);
    const signal = new AbortController().signal;
    const outcomes = await sweep_in_pieces(engine, shift, signal, () => {});
    const lines = combinations_of(info, outcomes!);
    const passing = lines.filter((line) => passing_intervals(line).length > 0);
    for (const language of languages) {
      const text = words_in(language);
      const said = passing_words(text, info, lines);
      if (passing.length === 0) assert.deepEqual(said, [text.debrief.curve.range_nothing]);
      for (const [at, line] of passing.entries()) {
        assert.ok(said[at]!.includes(combination_name(text, info, line)), said[at]);
        assert.ok(said[at]!.includes(passing_ranges(text, line)), said[at]);
      }
    }
    for (const line of passing) {
      const { from } = passing_intervals(line)[0]!;
      const settings = { ...line, slots: from };
      const commands = levers_shown(info).map((name) => ({
        at_ms: 0,
        lever: Lever[name],
        value: settings[name],
      }));
      assert.ok(play_commands(engine.another(), shift, commands).passed, `${shift} ${from}`);
    }
    assert.equal(passing.length > 0, info.lesson > 0, shift);
  }
});

test('a future offered to be played is the one that was shown', () => {
  let offered = 0;
  for (const result of random_runs(engine, shifts, many)) {
    const [lever] = levers_shown(result.info);
    const values = values_of(result.info, lever!);
    const change = { at_ms: 0, lever: lever!, value: values.at(-1)! };
    const settings = kept_throughout(result, change);
    const one_lever_only = changes_of(result.info, result.commands).every(
      (one) => one.lever === change.lever,
    );
    if (settings) assert.ok(one_lever_only);
    assert.equal(kept_throughout(result, { ...change, at_ms: 1_000 }), null);
    if (!settings) continue;
    offered += 1;
    const { outcome } = engine.what_if(0, change.lever, change.value, moment_every_ms);
    const commands = levers_shown(result.info).map((name) => ({
      at_ms: 0,
      lever: Lever[name],
      value: settings[name],
    }));
    const played = play_commands(engine.another(), result.info.key, commands);
    assert.equal(played.served, outcome.served, result.replay);
  }
  assert.ok(offered > 5, `${offered}`);
});

test('a run with as many changes as one can have has the futures that could be played', async () => {
  const golden = new URL('../../../../tests/golden/shift_3_flapping.replay', import.meta.url);
  const [, replay] = /^replay (.*)$/m.exec(readFileSync(golden, 'utf8'))!;
  engine.open_replay(replay!);
  engine.advance_to(engine.shift('3').duration_ms);
  const result = read_result(engine, engine.shift('3'));
  assert.equal(result.commands.length, tables.commands.rows);
  const seen = { some: 0, none: 0 };
  const best = await best_of(engine);
  for (const lever of levers_shown(result.info)) {
    for (const value of values_of(result.info, lever).slice(0, 8)) {
      for (let at_ms = 0; at_ms < result.info.duration_ms; at_ms += 5_000) {
        const change = { at_ms, lever, value };
        const future = future_of(engine, change);
        const commands = other_commands(result, { ...change, lever: Lever[lever] });
        const where = `${lever} ${value} at ${at_ms}`;
        assert.equal(future === null, commands.length > tables.commands.rows, where);
        seen[future ? 'some' : 'none'] += 1;
        assert.ok((future?.outcome.saved ?? 0) <= Math.max(0, best?.saved ?? 0), where);
        for (const language of languages) {
          const text = words_in(language);
          const said = future_sentence(text, result, change, future?.outcome ?? null);
          const none = text.what_if.one_too_many({ changes: tables.commands.rows });
          assert.equal(said === none, future === null, where);
        }
      }
    }
  }
  assert.ok(seen.some > 20 && seen.none > 20, JSON.stringify(seen));
});

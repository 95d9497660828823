import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as abi from './abi.gen.ts';
import {
  Engine,
  EngineError,
  ReplayRefused,
  ShiftRefused,
  type Exports,
  type FreeFieldName,
} from './engine.ts';

const path =
  process.env['LK_WASM'] ??
  fileURLToPath(new URL('../../../build/wasm/kitchen.wasm', import.meta.url));
if (!existsSync(path)) throw new Error(`${path} is missing: build it first (./dev wasm)`);
const module = await WebAssembly.compile(readFileSync(path));
const instance = (): Exports => new WebAssembly.Instance(module, {}).exports as unknown as Exports;

/** The run in full: settings, served and the hash, as the engine writes them when it is over. */
const result = (engine: Engine): string => engine.write_replay();

/** A run with a change in it, a little time at a time as the page does. */
function play(engine: Engine): void {
  engine.open('1');
  engine.set('slots', 20);
  for (let at_ms = 0; at_ms <= 60_000; at_ms += 500) {
    if (at_ms === 12_000) engine.set('slots', 40);
    engine.advance_to(at_ms);
  }
}

/** An instance whose `name` traps at its call number `at`; later instances do only if `always`. */
function trapping(
  name: 'lk_advance_to' | 'lk_set' | 'lk_read_commands' | 'lk_open_replay' | 'lk_search_changes',
  at: number,
  always = false,
): () => Exports {
  let made = 0;
  let calls = 0;
  return () => {
    made += 1;
    const exports = instance();
    if (made > 1 && !always) return exports;
    return {
      ...exports,
      [name]: (...values: number[]) => {
        calls += 1;
        if (calls >= at) throw new WebAssembly.RuntimeError('unreachable');
        return exports[name](...values);
      },
    };
  };
}

test('a run is passed with the reference settings and failed with the defaults', () => {
  const engine = new Engine(instance);
  for (let lesson = 1; lesson <= engine.shift('1').shift_count; lesson += 1) {
    const shift = String(lesson);
    const info = engine.shift(shift);
    assert.equal(info.key, shift);
    assert.equal(info.lesson, lesson);
    engine.open(shift);
    engine.advance_to(info.duration_ms);
    assert.equal(engine.view.get('passed'), 0, `shift ${shift}, defaults`);
    engine.open(shift);
    engine.set('slots', info.reference_slots);
    if (info.shows_batching) engine.set('batching', info.reference_batching);
    if (info.shows_kv_cache) engine.set('kv_cache', info.reference_kv_cache);
    if (info.shows_weight_bits) engine.set('weight_bits', info.reference_weight_bits);
    engine.advance_to(info.duration_ms);
    assert.equal(engine.view.get('passed'), 1, `shift ${shift}, reference`);
  }
});

test('after a trap the run goes on in a new instance and ends with the same hash', () => {
  const whole = new Engine(instance);
  play(whole);
  for (const at of [1, 30, 121]) {
    const broken = new Engine(trapping('lk_advance_to', at));
    play(broken);
    assert.equal(result(broken), result(whole), `trap at call ${at}`);
    assert.deepEqual(broken.commands(), whole.commands());
  }
  const broken = new Engine(trapping('lk_set', 2));
  play(broken);
  assert.equal(result(broken), result(whole), 'trap in a change of a setting');
});

test('a trap while the commands are read loses no change', () => {
  const whole = new Engine(instance);
  play(whole);
  for (const at of [1, 2]) {
    const broken = new Engine(trapping('lk_read_commands', at));
    play(broken);
    assert.equal(result(broken), result(whole), `trap at reading ${at}`);
    assert.deepEqual(broken.commands(), whole.commands());
  }
});

test('a replay is opened again from its text, and goes on from there when changed', () => {
  const whole = new Engine(instance);
  play(whole);
  const replay = whole.write_replay();
  for (const [name, at] of [
    ['lk_open_replay', 1],
    ['lk_read_commands', 1],
    ['lk_advance_to', 2],
  ] as const) {
    const broken = new Engine(trapping(name, at));
    broken.open_replay(replay);
    broken.advance_to(30_000);
    broken.advance_to(60_000);
    assert.deepEqual(broken.commands(), whole.commands(), name);
    assert.equal(result(broken), result(whole), name);
  }
  const runs = [instance, trapping('lk_advance_to', 2)].map((made) => {
    const engine = new Engine(made);
    engine.open_replay(replay);
    engine.advance_to(20_000);
    engine.set('slots', 7);
    engine.advance_to(60_000);
    return result(engine);
  });
  assert.equal(runs[1], runs[0]);
  assert.notEqual(runs[0], result(whole));
});

test('after two traps in a row nothing half built is used', () => {
  const whole = new Engine(instance);
  play(whole);
  let made = 0;
  const broken = new Engine(() => {
    made += 1;
    const exports = instance();
    const traps = made <= 2;
    return {
      ...exports,
      lk_set: (...values: number[]) => {
        if (traps) throw new WebAssembly.RuntimeError('unreachable');
        return exports.lk_set(...values);
      },
    };
  });
  broken.open('1');
  assert.throws(() => broken.set('slots', 20));
  play(broken);
  assert.equal(made, 3);
  assert.equal(result(broken), result(whole));
});

test('a trap comes in where a replay is looked at, too', () => {
  const whole = new Engine(instance);
  play(whole);
  const replay = whole.write_replay();
  const broken = new Engine(trapping('lk_advance_to', 1));
  broken.open_replay(replay);
  broken.advance_to(60_000);
  assert.equal(result(broken), result(whole));
});

test('an engine that traps twice in a row says so', () => {
  const broken = new Engine(trapping('lk_advance_to', 5, true));
  broken.open('1');
  assert.throws(
    () => play(broken),
    (error) => error instanceof EngineError && error.kind === 'trapped',
  );
});

test('a module of another layout or version is not used', () => {
  const other = (change: Partial<Exports>) => () => ({ ...instance(), ...change });
  for (const change of [{ lk_layout_hash: () => 1 }, { lk_abi_version: () => 99 }]) {
    assert.throws(
      () => new Engine(other(change)),
      (error) => error instanceof EngineError && error.kind === 'wrong_module',
    );
  }
});

test('what the engine refuses is thrown under its name', () => {
  const engine = new Engine(instance);
  const refuses = (status: keyof typeof abi.Status, call: () => void): void =>
    assert.throws(call, (error) => error instanceof EngineError && error.status === status);
  refuses('no_run', () => engine.advance_to(1));
  engine.open('1');
  refuses('value_out_of_range', () => engine.set('slots', 65));
  refuses('lever_not_shown', () => engine.set('kv_cache', 0));
  refuses('not_over', () => engine.verdict());
  assert.equal(engine.view.get('lever_slots'), engine.shift('1').default_slots);
});

test('a key that names no shift is refused with its reason, and the open run stays', () => {
  const engine = new Engine(instance);
  assert.equal(engine.key, null);
  engine.open('2');
  engine.advance_to(5_000);
  const refusal = (key: string): ShiftRefused => {
    for (const call of [
      () => engine.open(key),
      () => engine.shift(key),
      () => engine.sweep(key, 0, 1),
    ]) {
      assert.throws(call, ShiftRefused);
    }
    try {
      engine.open(key);
    } catch (error) {
      if (error instanceof ShiftRefused) return error;
    }
    throw new Error(`${key} was opened`);
  };
  assert.equal(refusal('').reason, 'empty');
  assert.equal(refusal('x'.repeat(10_000)).reason, 'too_long');
  const { reason, found, first, last } = refusal('9');
  assert.deepEqual([reason, found, first, last], ['unknown_lesson', 9, 1, 3]);
  assert.deepEqual([refusal('2z').reason, refusal('2z').at], ['not_a_shift', 1]);
  assert.equal(engine.key, '2');
  assert.equal(engine.view.get('now_ms'), 5_000);
});

test('a replay of a shift that does not exist says which', () => {
  const engine = new Engine(instance);
  play(engine);
  const replay = engine.write_replay().replace(/^lk(\d+)-1-/, 'lk$1-9-');
  assert.throws(
    () => engine.open_replay(replay),
    (error) =>
      error instanceof ReplayRefused &&
      error.reason === 'unknown_shift' &&
      error.shift?.reason === 'unknown_lesson' &&
      error.shift.found === 9,
  );
  const lever = engine.write_replay().replace(/-0n20\./, '-0n99.');
  assert.throws(
    () => engine.open_replay(lever),
    (error) =>
      error instanceof ReplayRefused &&
      error.reason === 'value_out_of_range' &&
      error.shift === null &&
      error.info.lever === abi.Lever.slots &&
      error.info.lever_last === 64,
  );
});

test('a free kitchen is made of its values, and its key gives them back', () => {
  const engine = new Engine(instance);
  const fields = engine.free_fields();
  assert.equal(fields[0]?.name, 'seed');
  const values = fields.map((field) => field.initial);
  const initial = engine.free_key(values);
  assert.deepEqual(engine.free_values(initial), values);
  assert.equal(engine.shift(initial).kind, abi.ShiftKind.free);
  assert.equal(engine.shift(initial).has_stars, 0);
  for (const end of ['first', 'last'] as const) {
    const changed = fields.map((field) => (field.name === 'seed' ? field[end] : field.initial));
    const key = engine.free_key(changed);
    assert.deepEqual(engine.free_values(key), changed);
    engine.open(key);
    engine.advance_to(60_000);
    assert.equal(engine.view.get('ended'), 1);
    const other = new Engine(instance);
    assert.equal(other.open_replay(engine.write_replay()), key);
  }
});

test('what no free kitchen can be made of is refused with its field and range', () => {
  const engine = new Engine(instance);
  const fields = engine.free_fields();
  const refused = (name: FreeFieldName, value: number): ShiftRefused => {
    const values = fields.map((field) => (field.name === name ? value : field.initial));
    try {
      engine.free_key(values);
    } catch (error) {
      if (error instanceof ShiftRefused) return error;
      throw error;
    }
    throw new Error(`${name} ${value} was taken`);
  };
  for (const { name, first, last, step } of fields) {
    for (const value of [first - step, last + step, -1e12, 2 ** 32 + first]) {
      const error = refused(name, value);
      assert.equal(error.reason, 'value_out_of_range', `${name} ${value}`);
      assert.equal(error.field, name);
      assert.deepEqual([error.first, error.last, error.step], [first, last, step]);
    }
  }
  assert.equal(refused('prompt_tokens_min', 500).reason, 'min_over_max');
  assert.equal(refused('weights_mb', 24_100).reason, 'weights_over_memory');
  assert.throws(() => engine.free_key([1]), RangeError);
  assert.throws(() => engine.free_key(fields.map(() => 1.5)), RangeError);
  assert.throws(() => engine.free_values('fs0z'), ShiftRefused);
});

test('a replay opens the same run; a broken one leaves the open run alone', () => {
  const engine = new Engine(instance);
  play(engine);
  const replay = engine.write_replay();
  const played = result(engine);

  const other = new Engine(instance);
  other.open_replay(replay);
  assert.equal(other.view.get('now_ms'), 0);
  assert.equal(other.key, '1');
  other.advance_to(60_000);
  assert.equal(result(other), played);

  other.open('2');
  other.advance_to(5_000);
  const served = other.view.get('served');
  assert.ok(served > 0);
  for (const [text, reason] of [
    ['', 'empty'],
    ['x'.repeat(9_000), 'too_long'],
    ['nonsense', 'not_a_replay'],
    [replay.slice(0, -1), 'truncated'],
    [`${replay}0`, 'trailing_text'],
  ] as const) {
    assert.throws(
      () => other.open_replay(text),
      (error) => error instanceof ReplayRefused && error.reason === reason,
      reason,
    );
  }
  other.advance_to(5_000);
  assert.equal(other.key, '2');
  assert.equal(other.view.get('served'), served);
});

test('the sweep in pieces is the sweep as a whole', () => {
  const engine = new Engine(instance);
  const { size, rows } = engine.sweep('2', 0, 1_000);
  assert.equal(rows.length, size);
  const pieces = [];
  for (let first = 0; first < size; first += 50) pieces.push(...engine.sweep('2', first, 50).rows);
  assert.deepEqual(pieces, rows);
});

/** The best change of the run that is over, searched in pieces. */
function best_change(engine: Engine): ReturnType<Engine['search_changes']> {
  let found = engine.search_changes(0, 100);
  for (let first = 100; first < found.size; first += 100) found = engine.search_changes(first, 100);
  return found;
}

test('the best change serves what it says when it is tried', () => {
  const engine = new Engine(instance);
  play(engine);
  const served = engine.view.get('served');
  const { size, best } = best_change(engine);
  assert.equal(size, 60 * 63);
  assert.ok(best);
  assert.equal(best.lever, abi.Lever.slots);
  const { outcome, moments } = engine.what_if(best.at_ms, 'slots', best.value, 500);
  assert.equal(outcome.served, best.served);
  assert.equal(outcome.saved, best.saved);
  assert.equal(outcome.served - served, best.saved);
  assert.equal(outcome.passed, best.passed);
  assert.equal(moments.length, engine.timeline(500).length);
  assert.equal(moments.at(-1)?.served, best.served);
});

test('a trap amid the search for the best change loses nothing of it', () => {
  const whole = new Engine(instance);
  play(whole);
  for (const at of [1, 2, 20]) {
    const broken = new Engine(trapping('lk_search_changes', at));
    play(broken);
    assert.deepEqual(best_change(broken), best_change(whole), `trap at piece ${at}`);
  }
});

test('the second kitchen is one for all, and whoever finds another run in it has its own again', () => {
  const engine = new Engine(instance);
  const { beside } = engine;
  assert.equal(engine.beside, beside);
  const played = (key: string, slots: number): string => {
    engine.open(key);
    engine.set('slots', slots);
    engine.advance_to(engine.shift(key).duration_ms);
    return engine.write_replay();
  };
  const state = (): string => {
    const { now_ms, served, hash_low, hash_high } = beside.view.row(0);
    return `${beside.key} ${now_ms} ${served} ${hash_low} ${hash_high}`;
  };
  const runs = [played('d3', 9), played('2', 5), played('d3', 4)];
  const moments = runs.flatMap((run) => [20_000, 60_000, 10_000].map((at_ms) => ({ run, at_ms })));
  const alone = moments.map(({ run, at_ms }) => {
    beside.open_replay(run);
    beside.advance_to(at_ms);
    return state();
  });
  assert.equal(new Set(alone).size, alone.length);
  for (const stride of [2, 4, 5, 7]) {
    moments.forEach((_, at) => {
      const which = (at * stride) % moments.length;
      beside.seek(moments[which]!.run, moments[which]!.at_ms);
      assert.equal(state(), alone[which]);
      if (at % 3 === 0) assert.throws(() => beside.open_replay('nonsense'), ReplayRefused);
    });
  }
  // A change makes it another run, which is not gone on with.
  beside.seek(runs[0]!, 10_000);
  beside.set('slots', 1);
  beside.seek(runs[0]!, 20_000);
  assert.equal(state(), alone[0]);
});

test('of the shifts asked for only those of late are kept', () => {
  let asked = 0;
  const engine = new Engine(() => {
    const exports = instance();
    const lk_shift = (length: number): number => {
      asked += 1;
      return exports.lk_shift(length);
    };
    return { ...exports, lk_shift };
  });
  const fields = engine.free_fields();
  const initial = fields.map((field) => field.initial);
  const lesson = engine.shift('1');
  for (let at = 0; at < 200; ++at) {
    const values = [...initial];
    values[0] = fields[0]!.first + (at % 100) * fields[0]!.step;
    engine.shift(engine.free_key(values));
    assert.equal(engine.shift('1'), lesson);
  }
  assert.equal(asked, 201);
});

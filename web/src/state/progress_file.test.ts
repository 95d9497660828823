import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { languages, test_engine, words_in } from '../text/testing.ts';
import {
  best_result,
  best_stars,
  free_kept,
  free_kept_max,
  keep_last_levers,
  keep_run,
  keep_stars,
  last_levers,
  shifts_kept,
  type BestRun,
} from './progress.ts';
import {
  file_bytes_max,
  merge_progress,
  ProgressRefused,
  read_progress,
  write_progress,
} from './progress_file.ts';
import { daily_key } from './key_form.ts';
import { today } from './places.ts';
import { keep, NotKept } from './store.ts';
import { fake_storage } from './testing.ts';

const engine = await test_engine();

/** A run of a shift with one setting from start to end. */
function run_of(shift: string, slots: number): BestRun {
  engine.open(shift);
  engine.set('slots', slots);
  engine.advance_to(engine.shift(shift).duration_ms);
  const { view } = engine;
  return {
    replay: engine.write_replay(),
    served: view.get('served'),
    orders: view.get('orders'),
    stars: view.get('stars'),
    wait_p95_ms: view.get('wait_p95_ms'),
  };
}

const poor = run_of('1', 2);
const good = run_of('1', 30);

beforeEach(() => fake_storage());

/** A file whose one entry is that of shift 1. */
const file_with = (entry: unknown): string =>
  JSON.stringify({ format: 'llm-kitchen-progress', version: 1, shifts: { 1: entry } });

async function refusal_of(file: string): Promise<ProgressRefused> {
  const before = JSON.stringify(localStorage);
  try {
    await read_progress(file, engine.another());
  } catch (cause) {
    assert.ok(cause instanceof ProgressRefused, String(cause));
    assert.equal(JSON.stringify(localStorage), before, 'nothing is kept of a refused file');
    return cause;
  }
  assert.fail(`not refused: ${file}`);
}

test('what is saved is loaded elsewhere', async () => {
  keep_stars('1', 2);
  keep_run('1', good);
  keep_last_levers('1', 'slots=30');
  keep_last_levers('2', 'slots=9&batching=1');
  const { file, shifts } = write_progress();
  assert.equal(shifts, 2);
  fake_storage();
  const progress = await read_progress(file, engine.another());
  assert.deepEqual(shifts_kept(), [], 'reading keeps nothing');
  assert.equal(merge_progress(progress).better, 1);
  assert.ok((best_stars('1') ?? 0) >= 2);
  assert.deepEqual(best_result('1'), good);
  assert.equal(last_levers('1'), 'slots=30');
  assert.equal(last_levers('2'), 'slots=9&batching=1');
  assert.equal(write_progress().file.replace(/"stars": \d/, ''), file.replace(/"stars": \d/, ''));
});

test('days of a third of a year are written without making one of them', () => {
  for (let day = 1; day <= 120; day += 1) {
    const run = { replay: `lk1-d${day}-`, served: 1, orders: 2, stars: 0, wait_p95_ms: 3 };
    keep_run(daily_key(day), run);
    keep_last_levers(daily_key(day), 'slots=30&batching=1');
  }
  // There is no engine that could make one.
  const { file, shifts, unreadable } = write_progress();
  assert.equal(shifts, 120);
  assert.equal(unreadable, 0);
  assert.deepEqual(JSON.parse(file).shifts.d120, {
    levers: { slots: 30, batching: 1 },
    run: 'lk1-d120-',
  });
});

test('what can’t be written is told', () => {
  keep_stars('1', 2);
  keep('run.1', 'not of this page');
  keep('stars.-', '2');
  const { file, shifts, unreadable } = write_progress();
  assert.equal(shifts, 1);
  assert.equal(unreadable, 2);
  assert.deepEqual(JSON.parse(file).shifts, { 1: { stars: 2 } });
});

test('of two, the better is kept, whichever way round', async () => {
  keep_stars('1', 1);
  keep_run('1', good);
  const worse = await read_progress(file_with({ run: poor.replay }), engine.another());
  assert.equal(merge_progress(worse).better, 0);
  assert.deepEqual(best_result('1'), good);
  assert.equal(best_stars('1'), 1);
  fake_storage();
  keep_run('1', poor);
  const better = await read_progress(file_with({ stars: 3, run: good.replay }), engine.another());
  assert.equal(merge_progress(better).better, 1);
  assert.deepEqual(best_result('1'), good);
  assert.equal(best_stars('1'), 3);
});

test('settings that are there stay', async () => {
  keep_last_levers('1', 'slots=5');
  merge_progress(await read_progress(file_with({ levers: { slots: 9 } }), engine.another()));
  assert.equal(last_levers('1'), 'slots=5');
});

test('a run’s result is what it is when played, not what a file says', async () => {
  const progress = await read_progress(file_with({ run: good.replay }), engine.another());
  merge_progress(progress);
  assert.equal(best_result('1')?.served, good.served);
});

test('a run under other rules is left out, and its stars count', async () => {
  const other = good.replay.replace(/^lk\d+/, 'lk999');
  const progress = await read_progress(file_with({ stars: 1, run: other }), engine.another());
  assert.equal(progress.other_rules, 1);
  merge_progress(progress);
  assert.equal(best_stars('1'), 1);
  assert.equal(best_result('1'), null);
});

test('the first thing that is wrong is named with its place, its value and what could stand there', async () => {
  const tomorrow = daily_key(today() + 1);
  const forged = good.replay.replace(/n30/, 'n31');
  const file = { format: 'llm-kitchen-progress', version: 1, shifts: {} };
  const cases: [string, ProgressRefused['problem'], Partial<ProgressRefused['details']>][] = [
    ['', 'not_json', {}],
    ['{"format":', 'not_json', {}],
    ['[]', 'not_progress', {}],
    ['null', 'not_progress', {}],
    ['{}', 'not_progress', {}],
    [JSON.stringify({ ...file, format: 'x' }), 'not_progress', {}],
    [JSON.stringify({ ...file, version: 2 }), 'wrong_version', { found: '2', last: 1 }],
    [JSON.stringify({ ...file, more: 1 }), 'unknown_field', { at: 'more' }],
    [JSON.stringify({ ...file, shifts: [] }), 'not_an_object', { at: 'shifts', found: '[]' }],
    [JSON.stringify({ ...file, shifts: { 9: {} } }), 'unknown_shift', { found: '"9"' }],
    [JSON.stringify({ ...file, shifts: { '': {} } }), 'unknown_shift', { found: '""' }],
    [
      '{"format":"llm-kitchen-progress","version":1,"shifts":{"__proto__":{}}}',
      'unknown_shift',
      {},
    ],
    [
      JSON.stringify({ ...file, shifts: { [tomorrow]: { stars: 1 } } }),
      'day_ahead',
      { at: 'shifts', found: `"${tomorrow}"` },
    ],
    [file_with(7), 'not_an_object', { at: 'shifts.1', found: '7' }],
    [file_with({ star: 1 }), 'unknown_field', { at: 'shifts.1.star' }],
    [
      file_with({ stars: 4 }),
      'out_of_range',
      { at: 'shifts.1.stars', found: '4', first: 1, last: 3 },
    ],
    [file_with({ stars: '2' }), 'out_of_range', { at: 'shifts.1.stars', found: '"2"' }],
    [file_with({ stars: 1.5 }), 'out_of_range', { found: '1.5' }],
    [file_with({ levers: [] }), 'not_an_object', { at: 'shifts.1.levers' }],
    [
      file_with({ levers: { slots: 65 } }),
      'out_of_range',
      { at: 'shifts.1.levers.slots', found: '65', first: 1, last: 64 },
    ],
    [file_with({ levers: { kv_cache: 1 } }), 'unknown_field', { at: 'shifts.1.levers.kv_cache' }],
    [file_with({ levers: { toString: 1 } }), 'unknown_field', {}],
    [file_with({ run: 5 }), 'not_a_text', { at: 'shifts.1.run', found: '5' }],
    [file_with({ run: 'hello' }), 'run_refused', { at: 'shifts.1.run', found: '"hello"' }],
    [file_with({ run: forged }), 'run_refused', { at: 'shifts.1.run' }],
    [file_with({ run: run_of('2', 3).replay }), 'other_shift', { at: 'shifts.1.run' }],
    ['x'.repeat(file_bytes_max + 1), 'too_large', { last: file_bytes_max }],
  ];
  for (const [text, problem, details] of cases) {
    const refused = await refusal_of(text);
    assert.equal(refused.problem, problem, text.slice(0, 200));
    for (const [name, value] of Object.entries(details)) {
      assert.equal(refused.details[name as keyof typeof details], value, text.slice(0, 200));
    }
    // Each has words, in every language.
    for (const language of languages) {
      assert.ok(words_in(language).progress.problem[problem], language);
    }
  }
});

test('an error in the last entry keeps the first from being kept, too', async () => {
  const shifts = { 1: { stars: 3 }, 2: { stars: 9 } };
  await refusal_of(JSON.stringify({ format: 'llm-kitchen-progress', version: 1, shifts }));
  assert.deepEqual(shifts_kept(), []);
});

test('one’s own free kitchens stay; of a file’s, those played last fill the room that is left', async () => {
  const keys = Array.from({ length: free_kept_max + 2 }, (_, place) => `fs${place + 1}z`);
  const [first = '', second = '', ...rest] = keys;
  for (const key of [second, ...rest.slice(0, -1)].reverse()) keep_last_levers(key, 'slots=9');
  const { file } = write_progress();
  const in_file = Object.keys(JSON.parse(file).shifts);
  assert.deepEqual(in_file, free_kept(), 'in the order they were played in');
  assert.equal(in_file.length, free_kept_max);
  const progress = await read_progress(file, engine.another());

  fake_storage();
  assert.deepEqual(merge_progress(progress), { loaded: 20, better: 0, left_out: 0 });
  assert.deepEqual(free_kept(), in_file);

  fake_storage();
  const own = [...rest.slice(-2), first];
  for (const key of own.toReversed()) keep_last_levers(key, 'slots=5');
  // One of the file's is one's own already.
  const { loaded, left_out } = merge_progress(progress);
  assert.equal(loaded, 18);
  assert.equal(left_out, 2);
  const others = in_file.filter((key) => !own.includes(key));
  assert.deepEqual(free_kept(), [...own, ...others.slice(0, free_kept_max - own.length)]);
  assert.deepEqual(shifts_kept(), free_kept().toSorted());
  for (const key of own) assert.equal(last_levers(key), 'slots=5', key);
});

test('where the browser has no room for all of it, nothing changes', async () => {
  const file = file_with({ stars: 2, levers: { slots: 9 }, run: good.replay });
  const progress = await read_progress(file, engine.another());
  fake_storage({ room: 120 });
  keep('stars.2', '1');
  assert.throws(() => merge_progress(progress), NotKept);
  assert.deepEqual(Object.entries(localStorage), [['llm-kitchen.stars.2', '1']]);
  assert.equal(best_stars('1'), null);
  assert.equal(best_stars('2'), 1);
});

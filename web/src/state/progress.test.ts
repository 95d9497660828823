import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { forget_everything } from './kept.ts';
import {
  best_result,
  best_run,
  best_stars,
  free_kept_max,
  keep_last_levers,
  keep_run,
  keep_stars,
  last_levers,
  shifts_kept,
  type BestRun,
} from './progress.ts';
import { keep, read_kept, store_refused } from './store.ts';
import { fake_storage } from './testing.ts';

beforeEach(() => fake_storage());

test('nothing is known of a shift that was never played', () => {
  assert.equal(best_stars('1'), null);
  assert.equal(best_run('1'), null);
  assert.equal(last_levers('1'), '');
});

test('stars only ever rise', () => {
  assert.equal(keep_stars('2', 2), true);
  assert.equal(keep_stars('2', 1), false);
  assert.equal(keep_stars('2', 2), false);
  assert.equal(best_stars('2'), 2);
  assert.equal(keep_stars('2', 3), true);
  assert.equal(best_stars('2'), 3);
  assert.equal(best_stars('1'), null);
});

/** A run by its text and what it came to. */
const run = (replay: string, served: number, stars = 0, wait_p95_ms = 4_000): BestRun => ({
  replay,
  served,
  orders: 60,
  stars,
  wait_p95_ms,
});

test('the best run has most stars, then served most, then waits least; the first of two alike stays', () => {
  assert.equal(keep_run('d7', run('lk1-d7-a', 10)), true);
  assert.equal(keep_run('d7', run('lk1-d7-b', 10)), false);
  assert.equal(keep_run('d7', run('lk1-d7-c', 9)), false);
  assert.equal(best_run('d7'), 'lk1-d7-a');
  assert.equal(keep_run('d7', run('lk1-d7-d', 11)), true);
  assert.deepEqual(best_result('d7'), run('lk1-d7-d', 11));
  assert.equal(keep_run('d7', run('lk1-d7-e', 11, 0, 4_001)), false);
  assert.equal(keep_run('d7', run('lk1-d7-f', 11, 0, 3_999)), true);
  assert.equal(keep_run('d7', run('lk1-d7-g', 11, 1, 9_000)), true, 'stars before the wait');
  assert.equal(keep_run('d7', run('lk1-d7-h', 10, 3)), true, 'stars before the served');
  assert.equal(keep_run('d7', run('lk1-d7-i', 60, 2, 0)), false);
  assert.equal(best_run('d7'), 'lk1-d7-h');
});

test('a run that served nobody is still a run', () => {
  assert.equal(keep_run('1', run('lk1-1-', 0)), true);
  assert.equal(best_run('1'), 'lk1-1-');
});

test('a run under other rules gives way to any under these', () => {
  keep_run('1', run('lk1-1-a', 50));
  assert.equal(keep_run('1', run('lk2-1-b', 40)), true);
  assert.equal(best_run('1'), 'lk2-1-b');
});

test('what was not written by the page counts as nothing', () => {
  for (const bad of ['', 'x', '{}', 'null', '{"replay":1,"served":2,"orders":3}', '[1]']) {
    keep('run.1', bad);
    assert.equal(best_result('1'), null, bad);
  }
  for (const bad of [{ served: 61 }, { stars: undefined }, { wait_p95_ms: 1.5 }, { replay: 7 }]) {
    keep('run.1', JSON.stringify({ ...run('lk1-1-', 50), ...bad }));
    assert.equal(best_result('1'), null, JSON.stringify(bad));
  }
  for (const bad of ['0', '4', '1.5', 'many', '-1']) {
    keep('stars.1', bad);
    assert.equal(best_stars('1'), null, bad);
  }
});

test('of free kitchens only the last ones played are kept', () => {
  keep_stars('1', 1);
  for (let kitchen = 0; kitchen < free_kept_max + 2; kitchen += 1) {
    keep_last_levers(`f${kitchen}`, 'slots=3');
    keep_run(`f${kitchen}`, run('lk1-f', 1));
  }
  // Played again, so no longer the oldest.
  keep_last_levers('f2', 'slots=4');
  keep_last_levers('fnew', 'slots=5');
  const free = shifts_kept().filter((shift) => shift.startsWith('f'));
  assert.equal(free.length, free_kept_max);
  for (const [kitchen, levers] of [
    ['f0', ''],
    ['f1', ''],
    ['f2', 'slots=4'],
    ['f3', ''],
    ['fnew', 'slots=5'],
  ] as const) {
    assert.equal(last_levers(kitchen), levers, kitchen);
  }
  assert.equal(best_run('f0'), null);
  assert.equal(best_stars('1'), 1);
});

test('a browser that takes nothing still plays on with what it has', () => {
  fake_storage({ room: 0 });
  assert.equal(keep_stars('1', 2), true);
  assert.equal(best_stars('1'), 2);
  assert.equal(store_refused(), true);
  fake_storage();
});

test('everything is forgotten, and only what is the page’s', () => {
  keep_stars('1', 2);
  keep('theme', 'dark');
  localStorage.setItem('another.page', 'stays');
  forget_everything();
  assert.deepEqual(shifts_kept(), []);
  assert.equal(read_kept('theme'), null);
  assert.equal(localStorage.getItem('another.page'), 'stays');
});

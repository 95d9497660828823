import assert from 'node:assert/strict';
import { test } from 'node:test';
import { words_in } from '../../text/testing.ts';
import { ignored_words } from './ignored.ts';

const limits = { shift_count: 3, slots_max: 64 };
const said = (part: string): string => ignored_words([part], limits, words_in('en'));

test('what is left out of a link is named, with what could stand there', () => {
  assert.match(said('slots=65'), /slots=65 \(1 to 64\)/);
  assert.match(said('shift=99'), /shift=99 \(1 to 3, daily, a day such as d1, or free\)/);
  assert.match(said('bits=12'), /bits=12 \(8 or 16\)/);
  assert.match(said('kv=1'), /kv=1 \(off or on\)/);
  assert.match(ignored_words(['slots=0'], limits, words_in('id')), /slots=0 \(1 sampai 64\)/);
});

test('a setting of another shift is called that', () => {
  assert.match(ignored_words([], limits, words_in('en'), ['kv=on']), /: kv=on \(not a setting/);
});

test('a value of any length leaves room for the rest', () => {
  const long = said(`slots=${'9'.repeat(500)}`);
  assert.ok(long.length < 140, long);
  assert.match(long, /9… \(1 to 64\)/);
});

test('what can’t be seen in a value doesn’t act', () => {
  assert.match(said('slots=\u202e9\u0000'), /slots=�9� \(1 to 64\)/);
});

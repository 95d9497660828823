import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as abi from '../engine/abi.gen.ts';
import { read_address, setting_words, write_address } from './url.ts';

const limits = { shift_count: 3, slots_max: 64, languages: ['en', 'id'] };

test('an address with everything in it', () => {
  const place = read_address(
    '?lang=id&shift=3&slots=12&batching=static&kv=off&bits=8&embed=1',
    '#r=1.abc-_',
    limits,
  );
  assert.deepEqual(place, {
    shift: '3',
    levers: { slots: 12, batching: abi.Batching.static_batch, kv_cache: 0, weight_bits: 8 },
    embed: true,
    replay: '1.abc-_',
    ignored: [],
  });
});

test('an empty address says nothing', () => {
  assert.deepEqual(read_address('', '', limits), {
    shift: null,
    levers: {},
    embed: false,
    replay: null,
    ignored: [],
  });
});

test('a replay is found in the query too, where a mailer has moved the fragment', () => {
  assert.equal(read_address('?r=abc', '', limits).replay, 'abc');
});

test('what the sentence around a link has left at the end of a replay is no part of it', () => {
  const replay = 'lk1-1-0n27.-00112233445566778899-0123456789abcdef';
  for (const end of ['', '.', ',', ')', '>', ').', '”', '…', '!?', ' ']) {
    const hash = `#r=${replay}${encodeURIComponent(end)}`;
    assert.equal(read_address('', hash, limits).replay, replay, end);
  }
  for (const damaged of [`${replay}0`, `${replay}x.`, replay.slice(0, -1), 'lk1-1-0n27.']) {
    assert.equal(read_address('', `#r=${damaged}`, limits).replay, damaged);
  }
});

test('a heading on the page is no replay', () => {
  assert.equal(read_address('', '#faq', limits).replay, null);
});

test('what can’t be set is left out and named', () => {
  for (const bad of ['0', '65', '-1', 'abc', '1e1', '1.5', ' 2', '', '99999']) {
    const place = read_address(`?slots=${encodeURIComponent(bad)}`, '', limits);
    assert.deepEqual(place.levers, {}, bad);
    assert.deepEqual(place.ignored, [`slots=${bad}`]);
  }
  const place = read_address('?shift=4&batching=toString&kv=1&bits=12', '', limits);
  assert.equal(place.shift, null);
  assert.deepEqual(place.levers, {});
  assert.deepEqual(place.ignored, ['shift=4', 'batching=toString', 'kv=1', 'bits=12']);
});

test('what is written is read back', () => {
  const place = {
    language: 'en',
    shift: '2',
    levers: { slots: 7, batching: abi.Batching.continuous },
    embed: true,
    replay: '2.xyz',
  };
  const written = write_address(place);
  assert.equal(written, '?lang=en&shift=2&slots=7&batching=continuous&embed=1#r=2.xyz');
  const [search = '', hash = ''] = written.split('#');
  const back = read_address(search, `#${hash}`, limits);
  assert.equal(back.shift, '2');
  assert.deepEqual(back.levers, place.levers);
  assert.equal(back.replay, '2.xyz');
  assert.equal(back.embed, true);
});

test('a language that there is not is named', () => {
  assert.deepEqual(read_address('?lang=xx&shift=1', '', limits).ignored, ['lang=xx']);
  assert.deepEqual(read_address('?lang=id&shift=1', '', limits).ignored, []);
});

test('a setting is written as an address has it', () => {
  assert.equal(setting_words('slots', 9), 'slots=9');
  assert.equal(setting_words('kv_cache', 0), 'kv=off');
  assert.equal(setting_words('weight_bits', 12), null);
});

test('a shift is a lesson, a day or a free kitchen', () => {
  for (const shift of ['1', '3', 'daily', 'free', 'd333', 'fs9.m24']) {
    assert.equal(read_address(`?shift=${shift}`, '', limits).shift, shift);
  }
  for (const bad of ['0', '4', '1.5', '01', 'x', 'D3', 'f-', 'f%20', 'toString', '']) {
    const place = read_address(`?shift=${bad}`, '', limits);
    assert.equal(place.shift, null, bad);
    assert.equal(place.ignored.length, 1, bad);
  }
});

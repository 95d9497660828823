// The seam between C++ and the page: wasm/abi.h. Every call answers with a status; no argument traps.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { abi, compiled, open_module } from './module.mjs';

/** Numbers a caller should not pass. */
const strange = [-2_147_483_648, -1, 0, 2, 64, 65, 1_000, 2_147_483_647];

const ended = (shift, ...levers) => {
  const module = open_module();
  module.call('open', shift);
  for (const [lever, value] of levers) module.call('set', abi.Lever[lever], value);
  module.call('advance_to', 60_000);
  return module;
};

test('nothing is imported, and nothing exported but the calls and the memory', () => {
  assert.deepEqual(WebAssembly.Module.imports(compiled), []);
  const names = WebAssembly.Module.exports(compiled).map(({ name }) => name);
  for (const name of names) assert.match(name, /^(?:lk_\w+|memory|_initialize)$/);
});

test('version and layout are those that the page was generated with', () => {
  const { exports } = open_module();
  assert.equal(exports.lk_abi_version(), abi.ABI_VERSION);
  assert.equal(exports.lk_layout_hash() >>> 0, abi.LAYOUT_HASH);
});

test('memory never grows, so that views stay attached', () => {
  const { exports } = open_module();
  const before = exports.memory.buffer;
  assert.throws(() => exports.memory.grow(1), RangeError);
  assert.equal(exports.memory.buffer, before);
});

test('tables lie apart from each other and within the memory', () => {
  const { exports } = open_module();
  const spans = Object.values(abi.tables).map(({ index, fields, rows }) => {
    const start = exports.lk_address(index);
    return [start, start + 4 * rows * Object.keys(fields).length];
  });
  const text = exports.lk_address(abi.TEXT_TABLE);
  spans.push([text, text + abi.TEXT_BYTES_MAX]);
  spans.sort(([a], [b]) => a - b);
  for (const [place, [start, end]] of spans.entries()) {
    assert.ok(start > 0);
    assert.ok(end <= (spans[place + 1]?.[0] ?? exports.memory.buffer.byteLength));
  }
});

test('an unknown table has no address', () => {
  const { exports } = open_module();
  for (const number of [-1, abi.TEXT_TABLE + 1, 99, 2_147_483_647, -2_147_483_648]) {
    assert.equal(exports.lk_address(number), 0);
  }
});

test('before a run is open every call on it says so', () => {
  const module = open_module();
  const calls = {
    set: [0, 5],
    give: [0, 0, 5],
    advance_to: [0],
    finish_step: [],
    refresh: [],
    preview: [1, 1],
    read_commands: [],
    read_timeline: [100],
    read_verdict: [],
    what_if: [0, 0, 5, 500],
    search_changes: [0, 1],
    write_replay: [],
  };
  for (const [name, values] of Object.entries(calls)) {
    assert.equal(module.call(name, ...values), 'no_run', name);
  }
});

test('shifts are found by their key', () => {
  const module = open_module();
  assert.equal(module.call('shift', '1'), 'ok');
  const count = module.get('shift_info', 'shift_count');
  assert.equal(count, 3);
  for (const name of ['shift', 'open', 'sweep']) {
    const call = (key) => module.call(name, key, 0, 1);
    for (let number = 1; number <= count; number += 1) assert.equal(call(`${number}`), 'ok');
    assert.equal(call('d42'), 'ok');
    assert.equal(call('fs42z'), 'ok');
    for (const key of [
      '',
      '0',
      `${count + 1}`,
      '-1',
      '01',
      'x',
      '1 ',
      '\0',
      'f',
      'a'.repeat(129),
    ]) {
      assert.equal(call(key), 'shift_refused', `${name} ${key}`);
    }
    for (const length of [-2_147_483_648, -1, abi.TEXT_BYTES_MAX + 1, 2_147_483_647]) {
      assert.equal(module.call(name, length, 0, 1), 'value_out_of_range', `${name} ${length}`);
    }
  }
});

test('a key that is refused says why', () => {
  const module = open_module();
  const refused = {
    empty: '',
    too_long: 'a'.repeat(129),
    not_a_shift: '1x',
    unknown_lesson: '9',
    day_out_of_range: 'd0',
    truncated: 'fs42',
    trailing_text: 'fs42z1',
    unknown_field: 'fj5z',
    not_canonical: 'fs1z',
    value_out_of_range: 'fs0z',
    min_over_max: 'fp61z',
    weights_over_memory: 'fy15900z',
    no_orders: 'fr0g0z',
  };
  for (const [name, key] of Object.entries(refused)) {
    assert.equal(module.call('shift', key), 'shift_refused', name);
    assert.equal(module.get('shift_refusal', 'error'), abi.ShiftError[name], name);
  }
  module.call('shift', 'fs1000000z');
  const of = (field) => module.get('shift_refusal', field);
  assert.deepEqual(
    [of('field'), of('found'), of('first'), of('last'), of('step'), of('at')],
    [abi.FreeField.seed, 1_000_000, 1, 999_999, 1, 2],
  );
  module.call('shift', '7');
  assert.deepEqual([of('field'), of('found'), of('first'), of('last')], [-1, 7, 1, 3]);
});

test('a free kitchen is made of its values', () => {
  const module = open_module();
  assert.equal(module.call('free_fields'), 'ok');
  const fields = Object.values(abi.FreeField);
  for (const field of fields) {
    module.set('free_values', 'value', field, module.get('free_fields', 'initial', field));
  }
  assert.equal(module.call('free_key'), 'ok');
  assert.equal(module.text(), 'fz');
  module.set('free_values', 'value', abi.FreeField.seed, 42);
  assert.equal(module.call('free_key'), 'ok');
  assert.equal(module.text(), 'fs42z');
  assert.equal(module.call('free_values', 'fs77z'), 'ok');
  assert.equal(module.get('free_values', 'value', abi.FreeField.seed), 77);
  for (const value of [-2_147_483_648, -1, 0, 1_000_000, 2_147_483_647]) {
    for (const field of fields) {
      module.set('free_values', 'value', field, value);
      module.call('free_key');
    }
    assert.equal(module.call('free_key'), 'shift_refused', `${value}`);
  }
  assert.equal(module.call('free_values', '1'), 'shift_refused');
  assert.equal(module.call('free_values', -1), 'value_out_of_range');
});

test('an unknown shift leaves the open run as it was', () => {
  const module = ended('1', ['slots', 30]);
  const hash = module.hash();
  assert.equal(module.call('open', '9'), 'shift_refused');
  assert.equal(module.hash(), hash);
});

test('levers not shown and values out of range are refused', () => {
  const module = open_module();
  module.call('open', '1');
  for (const value of [-1, 0, 65, 2_147_483_647, -2_147_483_648]) {
    assert.equal(module.call('set', abi.Lever.slots, value), 'value_out_of_range');
    assert.equal(module.call('give', 5, abi.Lever.slots, value), 'value_out_of_range');
  }
  for (const lever of [-1, 1, 2, 3, 4, 99, 2_147_483_647]) {
    assert.equal(module.call('set', lever, 1), 'lever_not_shown', `lever ${lever}`);
    assert.equal(module.call('give', 5, lever, 1), 'lever_not_shown', `lever ${lever}`);
  }
  module.call('read_commands');
  assert.equal(module.get('view', 'command_count'), 0);
});

test('times outside the shift, or before what has happened, are refused', () => {
  const module = open_module();
  module.call('open', '1');
  for (const at_ms of [-1, 60_000, 2_147_483_647, -2_147_483_648]) {
    assert.equal(module.call('give', at_ms, abi.Lever.slots, 5), 'time_out_of_range');
  }
  assert.equal(module.call('give', 500, abi.Lever.slots, 5), 'ok');
  assert.equal(module.call('give', 499, abi.Lever.slots, 6), 'time_out_of_range');
  module.call('advance_to', 1_000);
  assert.equal(module.call('advance_to', 999), 'time_out_of_range');
  assert.equal(module.call('advance_to', -1), 'time_out_of_range');
  assert.equal(module.get('view', 'now_ms'), 1_000);
});

test('time ends with the shift', () => {
  const module = open_module();
  module.call('open', '1');
  assert.equal(module.call('advance_to', 2_147_483_647), 'ok');
  assert.equal(module.get('view', 'now_ms'), 60_000);
  assert.equal(module.get('view', 'ended'), 1);
  assert.equal(module.call('set', abi.Lever.slots, 5), 'shift_over');
  assert.equal(module.call('finish_step'), 'ok');
  assert.equal(module.get('view', 'now_ms'), 60_000);
});

test('what is only known at the end is refused before it', () => {
  const module = open_module();
  module.call('open', '1');
  module.call('advance_to', 59_999);
  assert.equal(module.call('read_verdict'), 'not_over');
  assert.equal(module.call('write_replay'), 'not_over');
  assert.equal(module.call('what_if', 0, 0, 5, 500), 'not_over');
  assert.equal(module.call('search_changes', 0, 1), 'not_over');
  module.call('advance_to', 60_000);
  assert.equal(module.call('read_verdict'), 'ok');
  assert.equal(module.call('write_replay'), 'ok');
});

test('commands beyond the most that there may be are refused', () => {
  const module = open_module();
  module.call('open', '1');
  for (let i = 0; i < 500; i += 1) module.call('give', 0, abi.Lever.slots, 1 + (i % 64));
  assert.equal(module.call('give', 0, abi.Lever.slots, 1), 'too_many_commands');
  assert.equal(module.call('read_commands'), 'ok');
  assert.equal(module.get('view', 'command_count'), 500);
  module.call('advance_to', 60_000);
  assert.equal(module.call('write_replay'), 'ok');
});

test('a preview is that of the levers as they stand', () => {
  const module = open_module();
  module.call('open', '3');
  for (const [requests, context] of [
    [0, 1],
    [65, 1],
    [1, 0],
    [1, 5_001],
    [-1, -1],
  ]) {
    assert.equal(module.call('preview', requests, context), 'value_out_of_range');
  }
  module.call('set', abi.Lever.kv_cache, 1);
  assert.equal(module.call('preview', 1, 1), 'ok');
  const parts = ['weights_us', 'requests_us', 'kv_read_us', 'prefill_us'];
  const step_us = () => parts.reduce((sum, part) => sum + module.get('preview', part), 0);
  assert.equal(step_us(), 21_200);
  module.call('set', abi.Lever.weight_bits, 8);
  module.call('preview', 8, 101);
  assert.equal(module.get('preview', 'requests'), 7, 'an eighth has no room in the memory');
  assert.equal(step_us(), 10_000 + 7 * 1_200 + 7 * 100 * 2);
  assert.equal(module.call('preview', 64, 5_000), 'ok');
  // The slowest step that a free kitchen can have is still told as it is.
  assert.equal(module.call('open', 'fw100000h20000c5000y200000x100k1z'), 'ok');
  module.call('set', abi.Lever.kv_cache, 0);
  assert.equal(module.call('preview', 64, 5_000), 'ok');
  assert.equal(step_us(), 100_000 + 64 * 20_000 + 64 * 5_000 * 5_000);
});

test('a timeline fits its table or is refused', () => {
  const module = ended('2', ['batching', 1]);
  for (const every_ms of [-1, 0, 1, 58, -2_147_483_648]) {
    assert.equal(module.call('read_timeline', every_ms), 'value_out_of_range', `${every_ms}`);
  }
  assert.equal(module.call('read_timeline', 60), 'ok');
  const count = module.get('view', 'moment_count');
  assert.equal(count, 1_001);
  assert.equal(module.get('moments', 'at_ms', count - 1), 60_000);
  assert.equal(module.get('moments', 'served', count - 1), module.get('view', 'served'));
  assert.equal(module.call('read_timeline', 2_147_483_647), 'ok');
  assert.equal(module.get('view', 'moment_count'), 2);
});

test('another future is that of the run with the change', () => {
  const module = ended('1');
  const own = module.get('view', 'served');
  assert.equal(module.call('what_if', 0, abi.Lever.slots, 30, 500), 'ok');
  const other = ended('1', ['slots', 30]);
  for (const name of ['orders', 'served', 'passed', 'stars', 'wait_p95_ms']) {
    assert.equal(module.get('what_if', name), other.get('view', name), name);
  }
  assert.equal(module.get('what_if', 'saved'), other.get('view', 'served') - own);
  const count = module.get('view', 'moment_count');
  assert.equal(count, 121);
  assert.equal(module.get('moments', 'served', count - 1), other.get('view', 'served'));
  assert.equal(module.get('view', 'served'), own, 'the run itself stays as it was');
});

test('a change that nobody could make has no future', () => {
  const module = ended('1');
  const slots = abi.Lever.slots;
  assert.equal(module.call('what_if', 0, abi.Lever.kv_cache, 0, 500), 'lever_not_shown');
  assert.equal(module.call('what_if', 0, slots, 65, 500), 'value_out_of_range');
  assert.equal(module.call('what_if', 0, slots, 5, 58), 'value_out_of_range');
  assert.equal(module.call('what_if', -1, slots, 5, 500), 'time_out_of_range');
  assert.equal(module.call('what_if', 60_000, slots, 5, 500), 'time_out_of_range');
});

test('changes are searched in pieces that follow each other', () => {
  const best = (module) =>
    Object.keys(abi.BestChangeRow).map((name) => module.get('best_change', name));
  const whole = ended('2');
  assert.equal(whole.call('search_changes', 0, 2_147_483_647), 'ok');
  const size = whole.get('best_change', 'size');
  assert.equal(size, 60 * 64);
  assert.equal(whole.get('best_change', 'found'), 1);
  const pieces = ended('2');
  for (let first = 0; first < size; first += 71) {
    assert.equal(pieces.call('search_changes', first, 71), 'ok');
  }
  assert.deepEqual(best(pieces), best(whole));
  for (const [first, count] of [
    [size, 1],
    [1, 1],
    [-1, 1],
    [0, 0],
    [0, -1],
  ]) {
    assert.equal(whole.call('search_changes', first, count), 'value_out_of_range');
  }
  assert.deepEqual(best(pieces), best(whole), 'a refused piece changes nothing');
});

test('another run has another search', () => {
  const module = ended('1');
  module.call('search_changes', 0, 100);
  module.call('open', '1');
  module.call('advance_to', 60_000);
  assert.equal(module.get('best_change', 'searched'), 0);
  assert.equal(module.call('search_changes', 100, 100), 'value_out_of_range');
  assert.equal(module.call('search_changes', 0, 100), 'ok');
});

test('a sweep in pieces is the sweep', () => {
  const module = open_module();
  assert.equal(module.call('sweep', '3', 0, 512), 'ok');
  const served = () =>
    Array.from({ length: 512 }, (_, row) => module.get('outcomes', 'served', row));
  const whole = served();
  const pieces = open_module();
  for (let first = 0; first < 512; first += 31) pieces.call('sweep', '3', first, 31);
  const served_in_pieces = whole.map((_, row) => pieces.get('outcomes', 'served', row));
  assert.deepEqual(served_in_pieces, whole);
  assert.equal(pieces.get('view', 'outcome_count'), 512);
});

test('a sweep outside its space is refused', () => {
  const module = open_module();
  assert.equal(module.call('sweep', '0', 0, 1), 'shift_refused');
  for (const [first, count] of [
    [-1, 1],
    [64, 1],
    [0, 0],
    [0, -1],
    [2_147_483_647, 1],
  ]) {
    assert.equal(
      module.call('sweep', '1', first, count),
      'value_out_of_range',
      `${first} ${count}`,
    );
  }
  assert.equal(module.call('sweep', '1', 63, 2_147_483_647), 'ok');
});

test('orders are listed with the crowd and their places', () => {
  const module = open_module();
  module.call('open', '1');
  module.call('advance_to', 15_000);
  const rows = Array.from({ length: module.get('view', 'orders') }, (_, row) => row);
  const places = rows.map((row) => module.get('orders', 'queue_place', row)).filter((p) => p >= 0);
  assert.deepEqual(
    places.sort((a, b) => a - b),
    places.map((_, place) => place),
  );
  assert.equal(places.length, module.get('view', 'waiting'));
  const with_status = (name) =>
    rows.filter((row) => module.get('orders', 'status', row) === abi.OrderStatus[name]).length;
  assert.equal(with_status('running'), module.get('view', 'running'));
  assert.equal(with_status('served'), module.get('view', 'served'));
});

test('a refused replay says why and leaves the open run as it was', () => {
  const reference = new URL('../golden/shift_1_reference.replay', import.meta.url);
  const replay = /^replay (.+)$/m.exec(readFileSync(reference, 'utf8'))[1];
  const module = ended('2');
  const hash = module.hash();
  const version = /^lk(\d+)/.exec(replay)[1];
  const refused = {
    empty: '',
    too_long: 'a'.repeat(8_001),
    not_a_replay: 'hello',
    wrong_version: 'lk999-1-',
    truncated: replay.slice(0, -1),
    unknown_shift: `lk${version}-4-`,
    unknown_lever: `lk${version}-1-0x5.`,
    lever_not_shown: `lk${version}-1-0b1.`,
    value_out_of_range: `lk${version}-1-0n65.`,
    time_out_of_range: `lk${version}-1-60000n5.`,
    time_goes_back: `lk${version}-1-5n5.4n5.`,
    too_many_commands: `lk${version}-1-${'0n5.'.repeat(501)}`,
    trailing_text: `${replay}0`,
    diverged: replay.slice(0, -1) + (replay.endsWith('0') ? '1' : '0'),
  };
  assert.deepEqual(
    new Set(['ok', ...Object.keys(refused)]),
    new Set(Object.keys(abi.ReplayError)),
    'one case for each error there is',
  );
  for (const [name, text] of Object.entries(refused)) {
    assert.equal(module.call('open_replay', text), 'replay_refused', name);
    assert.equal(module.get('replay_info', 'error'), abi.ReplayError[name], name);
    assert.equal(module.hash(), hash, name);
  }
  assert.equal(module.call('open_replay', -1), 'value_out_of_range');
  assert.equal(module.call('open_replay', abi.TEXT_BYTES_MAX + 1), 'value_out_of_range');
});

// 4294967297 is 1 in 32 bits: it was reported as "shift 1 is unknown".
test('a number too large for the table is not shown as another one', () => {
  const module = open_module();
  assert.equal(module.call('open_replay', 'lk4294967297-1-'), 'replay_refused');
  assert.equal(module.get('replay_info', 'found'), 2_147_483_647);
});

test('no argument traps', () => {
  // The last is as slow and as full as a free kitchen can be.
  const slowest = 'fr297g8o20q500u400l50m1000b30000a500w100000h20000c5000d100000y1000x1000k100000z';
  for (const shift of ['', '1', '3', slowest]) {
    const module = open_module();
    if (shift) assert.equal(module.call('open', shift), 'ok');
    for (const a of strange) {
      for (const name of ['address', 'shift', 'read_timeline', 'open_replay']) {
        module.exports[`lk_${name}`](a);
      }
      for (const b of strange) {
        module.exports.lk_set(a, b);
        module.exports.lk_preview(a, b);
        if (b <= 64) module.exports.lk_search_changes(a, b);
        for (const c of strange) {
          module.exports.lk_give(a, b, c);
          module.exports.lk_what_if(a, b, c, a);
          if (c <= 2) module.exports.lk_sweep(a, b, c);
        }
      }
    }
    module.call('advance_to', 60_000);
    if (shift) assert.equal(module.get('view', 'ended'), 1);
    for (const a of strange) {
      for (const b of strange) {
        if (b <= 64) module.exports.lk_search_changes(a, b);
        for (const c of strange) module.exports.lk_what_if(a, b, c, 500);
      }
    }
  }
});

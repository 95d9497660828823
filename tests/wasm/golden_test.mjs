// The golden runs of tests/golden through WebAssembly: the same hashes as natively.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { abi, open_module } from './module.mjs';

const folder = new URL('../golden/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.replay'));

/** The format stands in tests/golden/README.md. */
function read_golden(name) {
  const golden = { commands: [], figures: {} };
  for (const line of readFileSync(new URL(name, folder), 'utf8').trimEnd().split('\n')) {
    const [key, ...words] = line.split(' ');
    if (key === '#') continue;
    if (key === 'shift') golden.shift = words[0];
    else if (key === 'replay') golden.replay = words[0];
    else if (key === 'at') {
      const [at_ms, lever, value] = words;
      golden.commands.push([Number(at_ms), abi.Lever[lever], Number(value)]);
    } else golden.figures[key] = Number(words[0]);
  }
  return golden;
}

function open_with_commands(module, golden) {
  assert.equal(module.call('open', golden.shift), 'ok');
  for (const command of golden.commands) assert.equal(module.call('give', ...command), 'ok');
}

function assert_outcome(module, golden) {
  const hash = golden.replay.slice(-16);
  assert.equal(module.hash(), hash);
  for (const [name, figure] of Object.entries(golden.figures)) {
    if (!(name in abi.View)) continue;
    assert.equal(module.get('view', name), figure, name);
  }
  const view = (field) => module.get('view', field);
  const lost = ['no_free_slot', 'static_batch', 'memory_full', 'step_too_slow'].reduce(
    (sum, cause) => sum + view(`left_${cause}`),
    0,
  );
  assert.equal(view('served') + lost + view('unfinished'), view('orders'));
  assert.equal(view('arrived'), view('orders'));
}

test('there are golden runs', () => assert.ok(files.length >= 12, `${files.length} found`));

for (const name of files) {
  const golden = read_golden(name);

  test(`${name} plays to its hash and figures`, () => {
    const module = open_module();
    open_with_commands(module, golden);
    assert.equal(module.call('advance_to', 60_000), 'ok');
    assert_outcome(module, golden);
    assert.equal(module.call('write_replay'), 'ok');
    assert.equal(module.text(), golden.replay);
  });

  test(`${name} plays to its hash in the steps of a screen`, () => {
    const module = open_module();
    open_with_commands(module, golden);
    for (let frame = 0; frame * 16.67 < 60_000; frame += 1) {
      assert.equal(module.call('advance_to', Math.floor(frame * 16.67)), 'ok');
    }
    module.call('advance_to', 60_000);
    assert_outcome(module, golden);
  });

  test(`${name} plays to its hash step by step`, () => {
    const module = open_module();
    open_with_commands(module, golden);
    while (module.get('view', 'ended') === 0) assert.equal(module.call('finish_step'), 'ok');
    assert_outcome(module, golden);
  });

  test(`${name} is verified and opened from its text`, () => {
    const module = open_module();
    assert.equal(module.call('open_replay', golden.replay), 'ok');
    assert.equal(module.text(), golden.shift);
    assert.equal(module.get('view', 'now_ms'), 0);
    module.call('advance_to', 60_000);
    assert_outcome(module, golden);
  });
}

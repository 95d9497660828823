// lab.wasm: the serving engine and the costs of real deployments give the same figures and hashes as
// natively. The files in lab/ are played natively by lab_test (wasm/lab_test.cc), in every build.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { compiled, open_lab, parse_lab_text } from './lab_module.mjs';

const folder = new URL('lab/', import.meta.url);
const read = (name) => parse_lab_text(readFileSync(new URL(name, folder), 'utf8'));
const count_of = ({ settings }) => settings.get('traffic.requests');

test('nothing is imported, and nothing exported but the calls and the memory', () => {
  assert.deepEqual(WebAssembly.Module.imports(compiled), []);
  const names = WebAssembly.Module.exports(compiled).map(({ name }) => name);
  for (const name of names) assert.match(name, /^(?:lab_\w+|memory|_initialize)$/);
});

test('memory never grows, so that views stay attached', () => {
  const { exports } = open_lab();
  assert.throws(() => exports.memory.grow(1), RangeError);
});

const files = readdirSync(folder);
test('there are runs to play', () => assert.deepEqual(files.sort(), ['storm.lab', 'w_2000.lab']));

for (const name of files) {
  const golden = read(name);

  test(`${name} gives the native figures and hashes`, () => {
    const lab = open_lab();
    lab.set_up(golden.settings);
    lab.draw();
    lab.run(count_of(golden));
    assert.deepEqual(lab.figures(), golden.figures);
  });

  test(`${name} gives them from rows, and again in an instance that was used`, () => {
    const lab = open_lab();
    lab.set_up(golden.settings);
    lab.draw();
    const rows = lab.requests(count_of(golden));
    lab.run(10);
    assert.notDeepEqual(lab.figures(), golden.figures);
    lab.put_requests(rows.map((row) => row.map(Number)));
    lab.run(rows.length);
    assert.deepEqual(lab.figures(), golden.figures);
  });
}

test('what is wrong is said, and nothing runs before it is set up', () => {
  const lab = open_lab();
  const { settings } = read('w_2000.lab');
  for (const early of [() => lab.draw(), () => lab.run(1)]) {
    assert.throws(early, /nothing is set up/);
  }
  assert.throws(() => lab.figures(), /nothing was run/);
  for (const name of lab.setting_names) {
    for (const bad of [NaN, -1, 1e300, -Infinity]) {
      const changed = new Map(settings).set(name, bad);
      assert.throws(() => lab.set_up(changed), new RegExp(`^Error: ${name} is `), `${name} ${bad}`);
    }
  }
  assert.throws(() => lab.set_up(new Map(settings).set('wings', 2)), /no setting wings/);
  lab.set_up(settings);
  for (const count of [-1, 0, lab.rows_max + 1, 2_147_483_647, -2_147_483_648]) {
    assert.throws(() => lab.run(count), /the number of requests is/);
  }
  lab.put_requests([
    [7, 1, 1],
    [6, 1, 1],
  ]);
  assert.throws(() => lab.run(2), /^Error: request 2 arrives at 6 ps; it must be from 7/);
  lab.put_requests([[0, 0, 1]]);
  assert.throws(() => lab.run(1), /^Error: request 1 has 0 prompt/);
});

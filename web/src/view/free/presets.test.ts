import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as abi from '../../engine/abi.gen.ts';
import type { Levers } from '../../state/levers.ts';
import { test_engine } from '../../text/testing.ts';
import { preset_names, preset_values, type PresetName } from './presets.ts';

const engine = await test_engine();
const fields = engine.free_fields();
const key_of = (name: PresetName): string => engine.free_key(preset_values(fields, name));

/** With these levers from start to end; the rest as the kitchen begins. */
function run(
  name: PresetName,
  levers: Partial<Levers>,
): { served: number; passed: boolean; prefill_permille: number; kind: number } {
  const key = key_of(name);
  engine.open(key);
  for (const [lever, value] of Object.entries(levers)) engine.set(lever as keyof Levers, value);
  engine.advance_to(engine.shift(key).duration_ms);
  const { kind, prefill_permille } = engine.verdict();
  const { view } = engine;
  return { served: view.get('served'), passed: view.get('passed') === 1, prefill_permille, kind };
}

const { static_batch, continuous } = abi.Batching;
const best_served = (name: PresetName, batching: number): number =>
  Math.max(...[4, 8, 12, 16, 24, 32, 64].map((slots) => run(name, { slots, batching }).served));

test('every preset is a kitchen of its own that can be passed, and not by leaving it as it is', () => {
  const keys = preset_names.map(key_of);
  assert.equal(new Set(keys).size, keys.length);
  for (const [place, name] of preset_names.entries()) {
    const key = keys[place] ?? '';
    assert.deepEqual(engine.free_values(key), preset_values(fields, name));
    assert.equal(engine.shift(key).kind, abi.ShiftKind.free);
    assert.equal(run(name, {}).passed, false, `${name} passes untouched`);
    const { rows } = engine.sweep(key, 0, 512);
    assert.ok(
      rows.some(({ passed }) => passed),
      name,
    );
  }
});

test('chat: refilling stoves pays', () => {
  assert.ok(best_served('chat', continuous) > 1.5 * best_served('chat', static_batch));
});

test('code: much of a step is reading prompts', () => {
  assert.ok(run('code', { slots: 16 }).prefill_permille > 300);
  assert.ok(run('chat', { slots: 16 }).prefill_permille < 200);
});

test('documents: the KV cache fills the memory', () => {
  const wide = run('documents', { slots: 16, kv_cache: 1, weight_bits: 16 });
  assert.equal(wide.kind, abi.VerdictKind.memory_full);
  assert.ok(run('documents', { slots: 16, kv_cache: 1, weight_bits: 8 }).passed);
});

test('rush: too many at once, and all are late', () => {
  assert.ok(run('rush', { slots: 27 }).passed);
  assert.equal(run('rush', { slots: 10 }).passed, false);
  assert.equal(run('rush', { slots: 64 }).passed, false);
});

test('small GPU: only with 8-bit weights is there room to cook', () => {
  const { rows } = engine.sweep(key_of('small_gpu'), 0, 512);
  const passing = rows.filter(({ passed }) => passed);
  assert.ok(passing.length > 0 && passing.every(({ weight_bits }) => weight_bits === 8));
});

test('huge GPU: light every stove', () => {
  assert.ok(run('huge_gpu', { slots: 64 }).passed);
  assert.equal(run('huge_gpu', { slots: 12 }).passed, false);
});

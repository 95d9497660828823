import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as abi from '../engine/abi.gen.ts';
import { test_engine } from '../text/testing.ts';
import { preview_us } from './frame.ts';
import { question_of, type Question } from './prediction.ts';
import { question_kinds } from './question_kinds.ts';

async function question<Kind extends Question['kind']>(
  kind: Kind,
): Promise<Extract<Question, { kind: Kind }>> {
  const shift = Object.keys(question_kinds).find((key) => question_kinds[key] === kind);
  const found = question_of(shift as string, await test_engine());
  assert.ok(found?.kind === kind);
  return found as Extract<Question, { kind: Kind }>;
}

test('each lesson asks something, and the right choice is one of its choices', async () => {
  const engine = await test_engine();
  for (const shift of ['1', '2', '3']) {
    const asked = question_of(shift, engine);
    assert.ok(asked && (asked.choices as readonly string[]).includes(asked.right), shift);
    assert.equal(engine.shift(shift)[`shows_${asked.shows.lever}`], 1, shift);
  }
  assert.equal(question_of('d333', engine), null);
});

test('the shared read: its numbers are those the kitchen shows for one order and for eight', async () => {
  const { numbers, right } = await question('share');
  const engine = await test_engine();
  engine.open('1');
  assert.equal(numbers.one_us, preview_us(engine.preview(1, 1)));
  assert.equal(numbers.many_us, preview_us(engine.preview(numbers.slots, 1)));
  assert.equal(right, 'barely');
});

test('the static batch: it is one that this crowd makes, and nobody comes in before its end', async () => {
  const { numbers, right } = await question('static_wait');
  const engine = await test_engine();
  engine.open('2');
  engine.set('batching', abi.Batching.static_batch);
  engine.set('slots', numbers.slots);
  engine.advance_to(engine.shift('2').duration_ms);
  const { orders } = engine;
  const all = Array.from({ length: engine.view.get('orders') }, (_, order) => order);
  const long = all.filter((one) => orders.get('output_tokens', one) === numbers.tokens_long);
  const found = long.some((one) => {
    const start_us = orders.get('admitted_us', one);
    const batch = all.filter((other) => orders.get('admitted_us', other) === start_us);
    const ends_ms = batch.map((other) =>
      Math.round((orders.get('ended_us', other) - start_us) / 1000),
    );
    return (
      batch.length === numbers.slots &&
      Math.min(...ends_ms) === numbers.first_ms &&
      Math.max(...ends_ms) === numbers.last_ms
    );
  });
  assert.ok(found, 'no such batch');
  assert.ok(numbers.next_ms >= numbers.last_ms);
  assert.equal(right, 'last');
});

test('8-bit weights: memory and step are those of the same step before and after', async () => {
  const { numbers, right } = await question('eight_bit');
  assert.equal(numbers.weights_16_mb, 2 * numbers.weights_8_mb);
  // Only the read of the weights gets shorter.
  assert.equal(numbers.step_16_us - numbers.step_8_us, numbers.read_16_us - numbers.read_8_us);
  assert.ok(numbers.step_8_us > numbers.step_16_us / 2);
  assert.equal(right, 'both');
});

test('working out an answer leaves the run on screen as it was', async () => {
  const engine = await test_engine();
  engine.open('2');
  engine.set('slots', 12);
  engine.advance_to(10_000);
  const before = engine.view.row(0);
  question_of('2', engine);
  assert.deepEqual(engine.view.row(0), before);
});

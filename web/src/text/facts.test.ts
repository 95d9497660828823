import assert from 'node:assert/strict';
import { test } from 'node:test';
import { facts_of } from './facts_of.ts';
import { make_format } from './format.ts';
import { real } from './real.ts';
import { entries_of, languages, names_with_digits, test_engine, words_in } from './testing.ts';

const engine = await test_engine();
const facts = facts_of(engine);
const info = engine.shift('3');

test('the facts are the constants they name', () => {
  const one_order_us = info.weights_read_us + info.per_request_us + info.per_token_us;
  assert.equal(facts.alone_us, one_order_us);
  assert.equal(facts.weights_us, info.weights_read_us);
  assert.equal(facts.one_more_us, info.per_request_us + info.per_token_us);
  assert.equal(facts.weights_mb, info.weights_mb);
  assert.equal(facts.weights_8bit_mb, info.weights_mb / 2);
  assert.equal(facts.kv_kb_per_token, info.kv_kb_per_token);
  assert.equal(facts.eight_bit_factor, one_order_us / (one_order_us - info.weights_read_us / 2));
  const together_us = info.weights_read_us + facts.example_slots * facts.one_more_us;
  assert.equal(facts.together_us, together_us / facts.example_slots);
  for (let number = 1; number <= facts.shift_count; ++number) {
    const shift = engine.shift(String(number));
    assert.equal(shift.duration_ms, facts.duration_ms);
    assert.equal(shift.pass_percent, facts.pass_percent);
    assert.equal(shift.weights_read_us, facts.weights_us);
  }
});

test('what the kitchen shows for one order', () => {
  assert.equal(Math.round(facts.alone_us / 1000), 21);
  assert.equal(Math.round(1_000_000 / facts.alone_us), 47);
});

test('continuous batching is told to serve as much more as it does', () => {
  const { rows } = engine.sweep('2', 0, 512);
  const served = rows.filter((row) => row.slots === facts.refill_slots).map((row) => row.served);
  assert.equal(served.length, 2);
  assert.equal(facts.refill_factor, Math.max(...served) / Math.min(...served));
  assert.ok(facts.refill_factor > 1.5, `${facts.refill_factor}`);
});

/** Each number of a text, as it is written. */
const numbers_in = (said: string): string[] =>
  said.replace(names_with_digits, '').match(/\d[\d.,]*\d|\d/g) ?? [];

test('every number in what is to be learnt is a fact or measured on real GPUs', () => {
  for (const language of languages) {
    const { shift, learn } = words_in(language);
    const format = make_format(language);
    // Whatever unit and rounding a text chooses, it is one of these.
    const known = new Set(
      [...Object.values(facts), ...Object.values(real)].flatMap((value) =>
        [value, value / 1000]
          .flatMap((scaled) => [0, 1, 2].map((digits) => format.decimal(scaled, digits)))
          .concat(numbers_in(format.milliseconds(value)), numbers_in(format.seconds(value))),
      ),
    );
    for (const { key, say } of entries_of({ shift, learn })) {
      if (key === 'learn.link_to') continue;
      const said = typeof say === 'string' ? say : say(facts);
      for (const number of numbers_in(said)) {
        assert.ok(known.has(number), `${language} ${key} names ${number}: ${said}`);
      }
      assert.doesNotMatch(said, /undefined|NaN/, key);
    }
  }
});

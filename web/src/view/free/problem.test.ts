import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ShiftRefused, type FreeFieldName } from '../../engine/engine.ts';
import { make_format } from '../../text/format.ts';
import { languages, test_engine, words_in } from '../../text/testing.ts';
import { no_number, problem_words, refused_words } from './problem.ts';

const engine = await test_engine();
const fields = engine.free_fields();
const format = make_format('en');
const text = words_in('en');

function refusal_of(call: () => unknown): ShiftRefused {
  try {
    call();
  } catch (cause) {
    if (cause instanceof ShiftRefused) return cause;
    throw cause;
  }
  assert.fail('not refused');
}

const with_values = (changes: Partial<Record<FreeFieldName, number>>): ShiftRefused =>
  refusal_of(() => engine.free_key(fields.map(({ name, initial }) => changes[name] ?? initial)));

test('what can’t be built says why, at the field to change', () => {
  for (const [changes, field, words] of [
    [{ weights_mb: 24_100 }, 'weights_mb', /memory of 24\sGB/],
    [{ prompt_tokens_min: 61 }, 'prompt_tokens_min', /longest, 60\stokens/],
    [{ output_tokens_min: 91 }, 'output_tokens_min', /longest, 90\stokens/],
    [{ memory_mb: 200_100 }, 'memory_mb', /From 1\sGB to 200\sGB, in steps of 0\.1\sGB/],
    [{ orders_per_min: 301 }, 'orders_per_min', /From 0\sper min to 300\sper min, in steps of 3/],
    [{ orders_per_min: 0, groups: 0 }, null, /Nobody/],
  ] as const) {
    const refused = with_values(changes);
    assert.equal(refused.field, field);
    assert.match(problem_words(text, format, fields, refused) ?? '', words);
  }
});

test('a field without a number has its range told', () => {
  const memory = fields.find(({ name }) => name === 'memory_mb');
  assert.ok(memory);
  assert.match(problem_words(text, format, fields, no_number(memory)) ?? '', /From 1\sGB to/);
});

test('a link that leads to no kitchen says why', () => {
  for (const [key, words] of [
    ['f', /end of its link is missing/],
    ['fr30', /end of its link is missing/],
    ['fzz', /follows its code/],
    ['f?z', /damaged at character 2/],
    ['fr9999z', /Orders: 9,999\sper min\. From 0/],
    ['fr0g0z', /Nobody/],
    ['fx99900z', /Weights in 16-\u2060bit: 99\.9\sGB\. .*24\sGB/],
    [`fr${'1'.repeat(300)}z`, /./],
  ] as const) {
    const refused = refusal_of(() => engine.shift(key));
    for (const language of languages) {
      const said = refused_words(words_in(language), make_format(language), fields, refused);
      assert.doesNotMatch(said, /undefined|NaN/, said);
    }
    assert.match(refused_words(text, format, fields, refused), words);
  }
});

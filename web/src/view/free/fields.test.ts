import assert from 'node:assert/strict';
import { test } from 'node:test';
import { make_format } from '../../text/format.ts';
import { languages, test_engine, words_in } from '../../text/testing.ts';
import { digits_of, from_shown, groups, shown_of, to_shown, value_words } from './fields.ts';

const engine = await test_engine();
const fields = engine.free_fields();

test('every field of the engine is in one group, and nothing else is', () => {
  const shown = groups.flatMap((group) => Object.keys(group.fields));
  assert.deepEqual([...shown].sort(), fields.map(({ name }) => name).sort());
  assert.equal(new Set(shown).size, shown.length);
});

test('a value is the same after it was shown', () => {
  for (const field of fields) {
    const shown = shown_of(field.name);
    for (const value of [field.first, field.first + field.step, field.initial, field.last]) {
      const typed = Number(to_shown(value, shown).toFixed(digits_of(field, shown)));
      assert.equal(from_shown(typed, shown), value, field.name);
    }
  }
});

test('a number that is between two steps is not bent to one', () => {
  assert.equal(from_shown(0.1234, shown_of('per_request_us')), 123.4);
});

test('values have their unit', () => {
  const field = fields.find(({ name }) => name === 'per_request_us');
  assert.ok(field);
  const said = languages.map((language) =>
    value_words(words_in(language), make_format(language), field, 1140),
  );
  assert.deepEqual(new Set(said), new Set(['1.14\u00a0ms', '1,14\u00a0ms']));
});

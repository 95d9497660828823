import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ShiftError } from '../../engine/abi.gen.ts';
import { daily_first, daily_last, daily_starts_utc_ms } from '../../engine/daily.ts';
import { ShiftRefused } from '../../engine/engine.ts';
import { make_format } from '../../text/format.ts';
import { languages, test_engine, words_in } from '../../text/testing.ts';
import { astray_words, type Astray, type AstrayWords } from './astray.ts';

const engine = await test_engine();

/** What the engine says of a key. */
function refusal_of(key: string): ShiftRefused {
  try {
    engine.shift(key);
  } catch (cause) {
    assert.ok(cause instanceof ShiftRefused);
    return cause;
  }
  assert.fail(`not refused: ${key}`);
}

test('a day without a proof, one out of range and a damaged key each have words of their own', () => {
  const row = { at: 0, found: 5, first: 0, last: 0, step: 0, field: -1 };
  const refusals: [string, ShiftRefused][] = [
    ['d5', new ShiftRefused({ ...row, error: ShiftError.no_proof })],
    ['d0', refusal_of('d0')],
    ['d5x', refusal_of('d5x')],
  ];
  for (const language of languages) {
    const text = words_in(language);
    const reasons = refusals.map(([key, refused]) => {
      const astray = { kind: 'refused', key, refused } as const;
      return astray_words(text, make_format(language), engine.free_fields(), astray, 0).reason;
    });
    assert.equal(new Set(reasons).size, 3, language);
    assert.equal(reasons[2], text.daily.refused.damaged, language);
    assert.match(reasons[0] ?? '', /5/, language);
  }
});

test('where the clock shows a day without a shift, the way on is the first lesson', () => {
  for (const language of languages) {
    const text = words_in(language);
    const words_at = (astray: Astray, now_ms: number): AstrayWords =>
      astray_words(text, make_format(language), engine.free_fields(), astray, now_ms);
    const before = daily_starts_utc_ms(daily_first) - 1;
    const after = daily_starts_utc_ms(daily_last + 1);
    const ahead = { kind: 'ahead', day: 5 } as const;
    const never = { kind: 'refused', key: 'd0', refused: refusal_of('d0') } as const;
    for (const now_ms of [before, after]) {
      const clock = words_at({ kind: 'clock' }, now_ms);
      assert.equal(clock.reason, text.daily.clock.reason);
      assert.equal(clock.way_on.shift, '1');
      assert.equal(words_at(never, now_ms).way_on.shift, '1');
    }
    assert.deepEqual(words_at(ahead, before), words_at({ kind: 'clock' }, before));
    assert.equal(words_at(ahead, daily_starts_utc_ms(4)).way_on.shift, 'daily');
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { make_format } from '../../text/format.ts';
import { languages, test_engine, words_in } from '../../text/testing.ts';
import { changes_of } from './changes.ts';
import { random_runs } from './random_runs.ts';
import { result_lines } from './summary.ts';

const engine = await test_engine();

test('the summary says what was played, how it ended and with which settings', () => {
  for (const result of random_runs(engine, ['1', '2', '3'], 30)) {
    for (const language of languages) {
      const text = words_in(language);
      const format = make_format(language);
      const [heading, score, settings, ...more] = result_lines(text, format, result);
      assert.deepEqual(more, []);
      assert.match(heading ?? '', /LLM Kitchen/);
      assert.ok(
        score?.startsWith(result.passed ? text.debrief.passed : text.debrief.failed),
        score,
      );
      assert.ok(score?.includes(format.share(result.served, result.orders)), score);
      assert.equal(
        score?.includes(text.common.stars({ stars: result.stars, stars_max: 3 })),
        result.passed,
      );
      assert.doesNotMatch(settings ?? '', /undefined|NaN/);
    }
  }
});

test('a run with many changes has a summary that still fits a message', () => {
  engine.open('1');
  for (let at_ms = 2_000; at_ms < 50_000; at_ms += 2_000) {
    engine.advance_to(at_ms);
    engine.set('slots', 1 + (at_ms % 64));
  }
  engine.advance_to(60_000);
  for (const result of random_runs(engine, ['1'], 40)) {
    const [, , settings] = result_lines(words_in('en'), make_format('en'), result);
    const changes = changes_of(result.info, result.commands).length;
    assert.equal(settings?.split(';').length, 1 + Math.min(changes, 6), settings);
    assert.ok((settings?.length ?? 0) < 400);
  }
});

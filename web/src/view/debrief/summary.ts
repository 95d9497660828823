import type { Format } from '../../text/format.ts';
import type { Text } from '../../text/index.ts';
import { stars_max } from '../../state/progress.ts';
import { shift_heading } from '../../state/shift_name.ts';
import { setters_of } from './names.ts';
import type { Result } from './result.ts';

/** A run may have hundreds of changes; a message holds this many. */
const changes_max = 5;

/** What was set at the start, and the changes after it, in one sentence. */
function settings_sentence(text: Text, result: Result): string {
  const words = text.share;
  const [start, ...changes] = setters_of(text, result.info, result.commands);
  const told = changes
    .slice(0, changes_max)
    .map((change) => words.change({ at_ms: change.at_ms, change: change.words }));
  const more = changes.length - told.length;
  if (more > 0) told.push(words.more_changes({ more }));
  return words.settings({ settings: [start?.words ?? '', ...told].join('; ') });
}

/** The result in plain sentences, a line each: to be pasted, or spoken by a screen reader. */
export function result_lines(text: Text, format: Format, result: Result): string[] {
  const { info, passed, stars, served, orders } = result;
  const words = text.share;
  const numbers = { share: format.share(served, orders), served, orders };
  const score = passed ? words.passed(numbers) : words.failed(numbers);
  const earned = passed && info.has_stars ? ` ${text.common.stars({ stars, stars_max })}.` : '';
  const heading = words.heading({ title: shift_heading(text, info) });
  return [heading, `${score}${earned}`, settings_sentence(text, result)];
}

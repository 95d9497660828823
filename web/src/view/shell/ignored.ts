import { short } from '../../state/short.ts';
import { allowed_for, type Limits } from '../../state/url.ts';
import type { Text } from '../../text/en/index.ts';

/**
 * What of an address can't be set ("slots=65"), and what could stand there instead. `unused` could
 * be set, but on another shift.
 */
export function ignored_words(
  ignored: string[],
  limits: Limits,
  text: Text,
  unused: string[] = [],
): string {
  const { notice } = text.play;
  const parts = ignored.map((part) => {
    const allowed = allowed_for(part.slice(0, part.indexOf('=')), limits);
    if (!allowed) return short(part);
    if ('words' in allowed) {
      const [first, second] = allowed.words;
      return notice.ignored_choice({ part: short(part), first, second });
    }
    const range = { part: short(part), from: 1, to: allowed.to };
    return allowed.also
      ? notice.ignored_shift({ ...range, ...allowed.also })
      : notice.ignored_range(range);
  });
  for (const part of unused) parts.push(notice.ignored_here({ part }));
  return notice.ignored({ parts: parts.join('; ') });
}

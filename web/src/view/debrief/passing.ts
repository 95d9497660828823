import type { ShiftInfo } from '../../engine/engine.ts';
import type { Text } from '../../text/index.ts';
import { passing_intervals, type Combination } from './curve.ts';
import { combination_name } from './names.ts';

/** Which settings pass, a sentence each: "continuous: 8 to 64 at once". */
export function passing_words(
  text: Text,
  info: ShiftInfo,
  lines: readonly Combination[],
): string[] {
  const words = text.debrief.curve;
  const sentences: string[] = [];
  for (const line of lines) {
    const intervals = passing_intervals(line);
    if (intervals.length === 0) continue;
    const ranges = intervals.map((interval) => words.range(interval)).join(', ');
    const setting = combination_name(text, info, line);
    sentences.push(setting ? words.range_of({ setting, ranges }) : words.range_only({ ranges }));
  }
  if (sentences.length < lines.length) sentences.push(words.range_nothing_else);
  return sentences;
}

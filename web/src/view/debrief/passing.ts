import type { ShiftInfo } from '../../engine/engine.ts';
import type { Text } from '../../text/index.ts';
import { passing_intervals, type Combination } from './curve.ts';
import { combination_name } from './names.ts';

/** The slots that pass with a combination: "8 to 64"; empty where none does. */
export function passing_ranges(text: Text, line: Combination): string {
  return passing_intervals(line)
    .map((interval) => text.debrief.curve.range(interval))
    .join(', ');
}

/** Which settings pass if kept from start to end, a sentence each: "continuous: 8 to 64 at once". */
export function passing_words(
  text: Text,
  info: ShiftInfo,
  lines: readonly Combination[],
): string[] {
  const words = text.debrief.curve;
  const sentences: string[] = [];
  for (const line of lines) {
    const ranges = passing_ranges(text, line);
    if (!ranges) continue;
    const setting = combination_name(text, info, line);
    sentences.push(setting ? words.range_of({ setting, ranges }) : words.range_only({ ranges }));
  }
  if (sentences.length === 0) return [words.range_nothing];
  if (sentences.length < lines.length) sentences.push(words.range_nothing_else);
  return sentences;
}

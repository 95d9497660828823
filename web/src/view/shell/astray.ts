import type { FreeField, ShiftRefused } from '../../engine/engine.ts';
import { daily_alias, free_alias } from '../../state/places.ts';
import type { Format, Text } from '../../text/index.ts';
import { left_until } from '../daily/time.ts';
import { refused_words } from '../free/problem.ts';

/**
 * Why an address leads to no shift. ahead: to a day that isn't here yet; it comes at `at_ms`.
 * refused: the engine doesn't take the key.
 */
export type Astray =
  | { kind: 'ahead'; day: number; at_ms: number }
  | { kind: 'refused'; key: string; refused: ShiftRefused };

export interface AstrayWords {
  heading: string;
  reason: string;
  way_on: { name: string; shift: string };
}

export function astray_words(
  text: Text,
  format: Format,
  fields: readonly FreeField[],
  astray: Astray,
  now_ms: number,
): AstrayWords {
  const { daily, free } = text;
  const to_today = { name: daily.ahead.play_today, shift: daily_alias };
  if (astray.kind === 'ahead') {
    const left = left_until(astray.at_ms, now_ms);
    return {
      heading: daily.ahead.heading(astray),
      reason: left.days > 0 ? daily.ahead.in_days(left) : daily.ahead.in_hours(left),
      way_on: to_today,
    };
  }
  if (astray.key.startsWith('d')) {
    const { first, last } = astray.refused;
    return {
      heading: daily.refused.heading,
      // Only a number out of range has a range.
      reason: first < last ? daily.refused.day(astray.refused) : daily.refused.damaged,
      way_on: to_today,
    };
  }
  return {
    heading: free.refused.heading,
    reason: `${refused_words(text, format, fields, astray.refused)} ${free.refused.way_on}`,
    way_on: { name: free.refused.open, shift: free_alias },
  };
}

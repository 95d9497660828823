import * as abi from '../../engine/abi.gen.ts';
import { daily_starts_utc_ms } from '../../engine/daily.ts';
import type { FreeField, ShiftRefused } from '../../engine/engine.ts';
import { kind_of_key } from '../../state/key_form.ts';
import { daily_alias, first_shift, free_alias, has_day } from '../../state/places.ts';
import type { Format, Text } from '../../text/index.ts';
import { left_until } from '../daily/time.ts';
import { refused_words } from '../free/problem.ts';

/**
 * Why an address leads to no shift. ahead: to a day that isn't here yet. clock: to today's, and the
 * device's clock shows a day that never has one. refused: the engine doesn't take the key.
 */
export type Astray =
  | { kind: 'ahead'; day: number }
  | { kind: 'clock' }
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
  const clock_holds = has_day(now_ms);
  const way_on = clock_holds
    ? { name: daily.ahead.play_today, shift: daily_alias }
    : { name: daily.clock.play_first, shift: first_shift };
  // By such a clock any day is years ahead.
  if (astray.kind === 'clock' || (astray.kind === 'ahead' && !clock_holds)) {
    return { heading: daily.clock.heading, reason: daily.clock.reason, way_on };
  }
  if (astray.kind === 'ahead') {
    const left = left_until(daily_starts_utc_ms(astray.day), now_ms);
    return {
      heading: daily.ahead.heading(astray),
      reason: left.days > 0 ? daily.ahead.in_days(left) : daily.ahead.in_hours(left),
      way_on,
    };
  }
  if (kind_of_key(astray.key) === abi.ShiftKind.daily) {
    return {
      heading: daily.refused.heading,
      reason: day_words(daily, astray.refused),
      way_on,
    };
  }
  return {
    heading: free.refused.heading,
    reason: `${refused_words(text, format, fields, astray.refused)} ${free.refused.way_on}`,
    way_on: { name: free.refused.open, shift: free_alias },
  };
}

function day_words({ refused }: Text['daily'], why: ShiftRefused): string {
  if (why.reason === 'day_out_of_range') return refused.day(why);
  if (why.reason === 'no_proof') return refused.no_proof(why);
  return refused.damaged;
}

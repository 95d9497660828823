import * as abi from '../engine/abi.gen.ts';
import type { ShiftInfo } from '../engine/engine.ts';
import type { Text } from '../text/index.ts';

/** The text keys of the lessons, by number: game/shift_*.cc. */
const text_keys = ['how_many', 'rush_hour', 'memory'] as const;

export function shift_key(lesson: number): (typeof text_keys)[number] {
  const key = text_keys[lesson - 1];
  if (key === undefined) throw new RangeError(`lesson ${lesson} has no texts`);
  return key;
}

/** What a shift is called: "Rush hour", "Daily 333: Rush hour", "Free kitchen". */
export function shift_title(text: Text, info: ShiftInfo): string {
  if (info.kind === abi.ShiftKind.free) return text.free.title;
  const lesson = text.shift[shift_key(info.lesson)].title;
  return info.kind === abi.ShiftKind.daily ? text.daily.title({ day: info.day, lesson }) : lesson;
}

/** The same as the heading of a page of its own: "Shift 2: Rush hour". */
export function shift_heading(text: Text, info: ShiftInfo): string {
  const title = shift_title(text, info);
  if (info.kind !== abi.ShiftKind.lesson) return title;
  return text.play.heading({ number: info.number, title });
}

/** One line before the start: what is new here. */
export function shift_arrives(text: Text, info: ShiftInfo): string {
  if (info.kind === abi.ShiftKind.free) return text.free.arrives;
  if (info.kind === abi.ShiftKind.daily) return text.daily.arrives;
  return text.shift[shift_key(info.lesson)].arrives;
}

/** Said as the kitchen opens. */
export function shift_started(text: Text, info: ShiftInfo, slots: number): string {
  const { day, duration_ms } = info;
  if (info.kind === abi.ShiftKind.free) return text.free.started({ duration_ms, slots });
  if (info.kind === abi.ShiftKind.daily) return text.daily.started({ day, duration_ms, slots });
  return text.play.say.start(info, slots);
}

import type { Moment } from '../../engine/engine.ts';
import type { Point } from './curve.ts';

/** Lost orders per second of the shift; what was lost at its very end counts in the last one. */
export function lost_per_second(lost_at_ms: readonly number[], duration_ms: number): number[] {
  const seconds = new Array<number>(duration_ms / 1000).fill(0);
  for (const at_ms of lost_at_ms) {
    const second = Math.min(Math.floor(at_ms / 1000), seconds.length - 1);
    seconds[second] = (seconds[second] ?? 0) + 1;
  }
  return seconds;
}

/** A line that keeps each value until the next moment, as counts do. */
export function steps_of(
  moments: readonly Moment[],
  value: (moment: Moment) => number,
  x: (at_ms: number) => number,
  y: (value: number) => number,
): Point[] {
  const points: Point[] = [];
  for (const moment of moments) {
    const at = { x: x(moment.at_ms), y: y(value(moment)) };
    const last = points.at(-1);
    if (last && last.y !== at.y) points.push({ x: at.x, y: last.y });
    points.push(at);
  }
  return points;
}

/** The row of a table every so many ms, the last moment included. */
export function rows_every(moments: readonly Moment[], every_ms: number): Moment[] {
  return moments.filter((moment, at) => moment.at_ms % every_ms === 0 || at === moments.length - 1);
}

/** A number at or above `value` that reads well at the top of an axis. */
export function axis_top(value: number): number {
  for (let ten = 1; ; ten *= 10) {
    for (const factor of [1, 2, 3, 4, 6, 8, 10]) {
      if (factor * ten >= value && factor * ten >= 4) return factor * ten;
    }
  }
}

/** The slots allowed over time, as a line of steps. */
export function limit_points(
  slot_commands: readonly { at_ms: number; value: number }[],
  default_slots: number,
  duration_ms: number,
): { at_ms: number; slots: number }[] {
  const before = slot_commands.filter((command) => command.at_ms === 0);
  const points = [{ at_ms: 0, slots: before.at(-1)?.value ?? default_slots }];
  for (const { at_ms, value } of slot_commands) {
    if (at_ms === 0) continue;
    points.push({ at_ms, slots: points.at(-1)!.slots }, { at_ms, slots: value });
  }
  points.push({ at_ms: duration_ms, slots: points.at(-1)!.slots });
  return points;
}

export interface Flag {
  x: number;
  number: string;
  /** null where it would run into the next flag; the list below the plot has it. */
  label: string | null;
  label_x: number;
  anchor: 'start' | 'end';
}

const flag_room = 14;

/** Where the flags of the changes stand, and which of them have room for their words. */
export function flags_of(
  changes: readonly { x: number; label: string; number: string }[],
  right: number,
  width_of: (label: string) => number,
): Flag[] {
  let free_from = 0;
  return changes.map(({ x, label, number }, at) => {
    const next = changes[at + 1]?.x ?? Infinity;
    const width = width_of(label) + flag_room;
    const after = x + width <= Math.min(next - flag_room, right);
    const before = !after && next === Infinity && x - width >= free_from;
    free_from = after ? x + width : x + flag_room;
    return {
      x,
      number,
      label: after || before ? label : null,
      label_x: after ? x + flag_room : x - flag_room,
      anchor: after ? 'start' : 'end',
    };
  });
}

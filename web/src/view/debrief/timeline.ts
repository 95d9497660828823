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

/** One flag above the plot: a change, or several that stand too close for a flag each. */
export interface Flag {
  x: number;
  width: number;
  /** "2", or "2–4" for several. */
  numbers: string;
  /** null where it would run into the next flag; the list below the plot has it. */
  label: string | null;
  label_x: number;
  anchor: 'start' | 'end';
}

const flag_width = 18;
const flag_gap = 4;

interface Placed {
  x: number;
  label: string;
  number: string;
}

/** Where the flags of the changes stand, and which of them have room for their words. */
export function flags_of(
  changes: readonly Placed[],
  right: number,
  width_of: (label: string) => number,
): Flag[] {
  const groups: Placed[][] = [];
  for (const change of changes) {
    const last = groups.at(-1)?.at(-1);
    if (last && change.x - last.x < flag_width + flag_gap) groups.at(-1)?.push(change);
    else groups.push([change]);
  }
  let free_from = 0;
  return groups.map((group, at) => {
    const [first, last] = [group[0]!, group.at(-1)!];
    const x = (first.x + last.x) / 2;
    const width = group.length === 1 ? flag_width : Math.max(last.x - first.x, 20) + flag_width;
    const next = groups[at + 1]?.[0]?.x ?? Infinity;
    const beside = width / 2 + flag_gap;
    const needed = beside + width_of(first.label);
    const single = group.length === 1;
    const after = single && x + needed <= Math.min(next - flag_width, right);
    const before = single && !after && next === Infinity && x - needed >= free_from;
    free_from = x + (after ? needed : beside);
    return {
      x,
      width,
      numbers: single ? first.number : `${first.number}–${last.number}`,
      label: after || before ? first.label : null,
      label_x: after ? x + beside : x - beside,
      anchor: after ? 'start' : 'end',
    };
  });
}

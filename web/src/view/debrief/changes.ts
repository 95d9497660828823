import { Lever } from '../../engine/abi.gen.ts';
import type { Command, Lever as LeverName, ShiftInfo } from '../../engine/engine.ts';
import { default_levers, lever_names, type Levers as Settings } from '../../state/levers.ts';

export { lever_names, type Settings };

/** One lever moved in mid-shift. */
export interface Change {
  at_ms: number;
  lever: LeverName;
  from: number;
  to: number;
}

/** Moves of one lever this close together are one change: a slider being dragged. */
const drag_ms = 1_000;

export function lever_name(lever: number): LeverName {
  const name = lever_names.find((one) => Lever[one] === lever);
  if (name === undefined) throw new RangeError(`lever ${lever}`);
  return name;
}

/** The settings a run began with: the defaults and what was set before the start. */
export function first_settings(info: ShiftInfo, commands: readonly Command[]): Settings {
  const settings = default_levers(info);
  for (const { at_ms, lever, value } of commands) {
    if (at_ms === 0) settings[lever_name(lever)] = value;
  }
  return settings;
}

/** The settings it ended with. */
export function last_settings(info: ShiftInfo, commands: readonly Command[]): Settings {
  const settings = default_levers(info);
  for (const { lever, value } of commands) settings[lever_name(lever)] = value;
  return settings;
}

/** What the player changed after the start, a drag as one change, and back again as none. */
export function changes_of(info: ShiftInfo, commands: readonly Command[]): Change[] {
  const settings = first_settings(info, commands);
  const changes: Change[] = [];
  const moved_last_ms = new Map<Change, number>();
  for (const { at_ms, lever, value } of commands) {
    if (at_ms === 0) continue;
    const name = lever_name(lever);
    const drag = changes.findLast((change) => change.lever === name);
    if (drag && at_ms - (moved_last_ms.get(drag) ?? 0) <= drag_ms) {
      drag.to = value;
      moved_last_ms.set(drag, at_ms);
    } else {
      const change = { at_ms, lever: name, from: settings[name], to: value };
      changes.push(change);
      moved_last_ms.set(change, at_ms);
    }
    settings[name] = value;
  }
  return changes.filter((change) => change.from !== change.to);
}

/** Slots allowed at once, averaged over the time of the shift. */
export function slots_mean(info: ShiftInfo, commands: readonly Command[]): number {
  let slots = info.default_slots;
  let since_ms = 0;
  let sum = 0;
  for (const { at_ms, lever, value } of commands) {
    if (lever !== Lever.slots) continue;
    sum += slots * (at_ms - since_ms);
    slots = value;
    since_ms = at_ms;
  }
  return (sum + slots * (info.duration_ms - since_ms)) / info.duration_ms;
}

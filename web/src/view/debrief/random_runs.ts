// Only for tests: runs as players might play them, the same ones every time.
import type { Command, Engine, Lever } from '../../engine/engine.ts';
import { Lever as lever_numbers } from '../../engine/abi.gen.ts';
import { levers_shown, values_of } from '../../state/levers.ts';
import { lever_name } from './changes.ts';
import { read_result, type Result } from './result.ts';

/** Whole numbers from 0 to below `end`, from a 32-bit mix of a counter. */
export function dice(seed: number): (end: number) => number {
  let state = seed >>> 0;
  return (end) => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) % end;
  };
}

/** Plays commands in order of time to the end, and leaves the run open. */
export function play_commands(engine: Engine, shift: string, commands: readonly Command[]): Result {
  engine.open(shift);
  for (const { at_ms, lever, value } of commands) {
    if (at_ms > 0) engine.advance_to(at_ms);
    engine.set(lever_name(lever), value);
  }
  engine.advance_to(engine.shift(shift).duration_ms);
  return read_result(engine, engine.shift(shift));
}

function random_commands(engine: Engine, shift: string, roll: (end: number) => number): Command[] {
  const info = engine.shift(shift);
  const command = (at_ms: number, lever: Lever): Command => {
    const values = values_of(info, lever);
    return { at_ms, lever: lever_numbers[lever], value: values[roll(values.length)]! };
  };
  const levers = levers_shown(info);
  // Set up first, each lever or not; then a few changes, sometimes two at once.
  const start = levers.filter(() => roll(4) > 0).map((lever) => command(0, lever));
  const changes = Array.from({ length: roll(5) }, () =>
    command(1 + roll(info.duration_ms - 1), levers[roll(levers.length)]!),
  );
  return [...start, ...changes.sort((a, b) => a.at_ms - b.at_ms)];
}

/** `count` runs of the shifts by turns. The run stays open until the next one is asked for. */
export function* random_runs(
  engine: Engine,
  shifts: readonly string[],
  count: number,
): Generator<Result> {
  const roll = dice(20_260_101);
  for (let at = 0; at < count; ++at) {
    const shift = shifts[at % shifts.length]!;
    yield play_commands(engine, shift, random_commands(engine, shift, roll));
  }
}

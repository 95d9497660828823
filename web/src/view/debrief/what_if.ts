import {
  EngineError,
  type BestChange,
  type Engine,
  type Lever as LeverName,
  type WhatIf as Future,
} from '../../engine/engine.ts';
import { Lever } from '../../engine/abi.gen.ts';
import type { Text } from '../../text/index.ts';
import { first_settings, lever_name, type Settings } from './changes.ts';
import { setting_name } from './names.ts';
import { in_pieces } from './pieces.ts';
import { moment_every_ms, type Result } from './result.ts';

/** One lever kept at one value from a moment on. */
export interface WhatIf {
  at_ms: number;
  lever: LeverName;
  value: number;
}

/**
 * The other future; null where nobody could play it, for the run has as many changes as one can have
 * already.
 */
export function future_of(engine: Engine, change: WhatIf): Future | null {
  try {
    return engine.what_if(change.at_ms, change.lever, change.value, moment_every_ms);
  } catch (error) {
    if (error instanceof EngineError && error.status === 'too_many_commands') return null;
    throw error;
  }
}

/** The best single change, and its future. */
export type Best = Omit<BestChange, 'lever'> & { lever: LeverName; future: Future };

/**
 * The single change that would have served the most more; null where none would have served one order
 * more, undefined when `signal` called the search off.
 */
export async function search_in_pieces(
  engine: Engine,
  signal: AbortSignal,
  told: (done: number, of: number) => void,
): Promise<Best | null | undefined> {
  let best: BestChange | null = null as BestChange | null;
  const is_whole = await in_pieces(
    signal,
    (done, count) => {
      const found = engine.search_changes(done, count);
      best = found.best;
      return { done: Math.min(found.size, done + count), of: found.size };
    },
    told,
  );
  if (!is_whole) return undefined;
  if (!best) return null;
  const lever = lever_name(best.lever);
  const future = engine.what_if(best.at_ms, lever, best.value, moment_every_ms);
  return { ...best, lever, future };
}

/** What a lever was set to at a moment, by a command of that very moment too. */
export function value_then(result: Result, lever: LeverName, at_ms: number): number {
  const { info, commands } = result;
  const since = commands.findLast((one) => one.lever === Lever[lever] && one.at_ms <= at_ms);
  return since?.value ?? first_settings(info, commands)[lever];
}

/** "12 at once instead of 4"; where nothing is set anew, "12 at once all along". */
function change_sentence(text: Text, result: Result, change: WhatIf): string {
  const words = text.what_if;
  const then = value_then(result, change.lever, change.at_ms);
  const to = setting_name(text, change.lever, change.value);
  const others = commands_besides(result, change.lever) ? words.others_kept : '';
  if (then === change.value) return words.kept({ to }) + others;
  // "12 instead of 4 at once" needs no second "at once", but names like "static" stand alone.
  const from = setting_name(text, change.lever, then);
  const instead =
    change.lever === 'slots'
      ? words.instead_slots({ to: change.value, from: then })
      : words.instead({ to, from });
  return instead + others;
}

/** Whether another lever was moved in mid-shift: the other future keeps that. */
const commands_besides = ({ commands }: Result, lever: LeverName): boolean =>
  commands.some((one) => one.at_ms > 0 && one.lever !== Lever[lever]);

/** What the button says that plays the shift again with that change from the start. */
export const play_words = (text: Text, { lever, value }: Omit<WhatIf, 'at_ms'>): string =>
  text.what_if.play({ setting: setting_name(text, lever, value) });

/** The best single change as one sentence. */
export function best_sentence(text: Text, result: Result, best: Best): string {
  const words = text.what_if;
  const told = words.best({
    at_ms: best.at_ms,
    change: change_sentence(text, result, best),
    saved: best.saved,
  });
  return told + end_of(words.best_end, result, best.future.outcome);
}

/** What the other future comes to beside the run; the two sentences have ends of their own. */
function end_of(
  ends: Text['what_if']['end' | 'best_end'],
  { passed, stars: before }: Result,
  { passed: would_pass, stars }: Future['outcome'],
): string {
  if (!would_pass) return ends.fails;
  if (!passed) return ends.passes({ stars });
  if (stars === before) return ends.plain;
  return stars > before ? ends.more_stars({ stars, before }) : ends.fewer_stars({ stars, before });
}

/** Whether the run is lost, and would have been with every single change: null is none that helps. */
export function none_is_enough(result: Result, best: Best | null | undefined): boolean {
  return !result.passed && best !== undefined && best?.passed !== 1;
}

/** How the other future compares, in a sentence; null: there is none. */
export function future_sentence(
  text: Text,
  result: Result,
  change: WhatIf,
  outcome: Future['outcome'] | null,
): string {
  const words = text.what_if;
  if (!outcome) return words.one_too_many({ changes: result.commands.length });
  const numbers = {
    at_ms: change.at_ms,
    change: change_sentence(text, result, change),
    orders: result.orders,
    served: outcome.served,
    by: Math.abs(outcome.saved),
  };
  const told =
    outcome.saved > 0
      ? words.more(numbers)
      : outcome.saved < 0
        ? words.fewer(numbers)
        : words.same(numbers);
  // Only a change picked by hand can lose what was passed: the best one serves more.
  const is_lost = result.passed && !outcome.passed;
  return `${told} ${is_lost ? words.would_fail : end_of(words.end, result, outcome)}`;
}

/**
 * The settings that are the other future from start to end, so that it can be played just so; null
 * where it has a change in mid-shift.
 */
export function kept_throughout(result: Result, change: WhatIf): Settings | null {
  if (change.at_ms > 0) return null;
  const { info, commands } = result;
  if (commands_besides(result, change.lever)) return null;
  return { ...first_settings(info, commands), [change.lever]: change.value };
}

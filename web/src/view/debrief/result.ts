import { LossCause, OrderStatus, VerdictKind } from '../../engine/abi.gen.ts';
import type { Command, Engine, Moment, ShiftInfo, Verdict } from '../../engine/engine.ts';

/** Why an order was lost; `unfinished`: it was still in the house when the shift ended. */
export type Cause = Exclude<keyof typeof LossCause, 'none'> | 'unfinished';
export const causes: readonly Cause[] = [
  'no_free_slot',
  'static_batch',
  'memory_full',
  'step_too_slow',
  'unfinished',
];

/** The order that spent the longest in the house, from its arrival to its end. */
export interface Longest {
  /** Its number as the kitchen shows it, from 1. */
  order: number;
  wait_ms: number;
  /** null when it was served. */
  cause: Cause | null;
}

/** A run that is over, copied out of the engine: the debrief shows nothing else. */
export interface Result {
  info: ShiftInfo;
  passed: boolean;
  stars: number;
  orders: number;
  served: number;
  lost: number;
  lost_by: Record<Cause, number>;
  wait_p50_ms: number;
  wait_p95_ms: number;
  longest: Longest | null;
  running_mean: number;
  running_peak: number;
  verdict: Verdict & { kind_name: keyof typeof VerdictKind };
  commands: Command[];
  moments: Moment[];
  /** When each lost order was lost, in order of arrival. */
  lost_at_ms: number[];
  /** The run as text: whoever opens it has this very run. */
  replay: string;
}

/** Close enough that a step of the kitchen shows, and below the engine's 1,024 rows. */
export const moment_every_ms = 250;

/** Copies the run that is open and over. */
export function read_result(engine: Engine, info: ShiftInfo): Result {
  // Calls first: the windows on view and orders are read once they have all been made.
  const moments = engine.timeline(moment_every_ms);
  const commands = engine.commands();
  const verdict = engine.verdict();
  const replay = engine.write_replay();
  const view = engine.view;
  const served = view.get('served');
  const orders = view.get('orders');
  return {
    info,
    passed: view.get('passed') === 1,
    stars: view.get('stars'),
    orders,
    served,
    lost: orders - served,
    lost_by: {
      no_free_slot: view.get('left_no_free_slot'),
      static_batch: view.get('left_static_batch'),
      memory_full: view.get('left_memory_full'),
      step_too_slow: view.get('left_step_too_slow'),
      unfinished: view.get('unfinished'),
    },
    wait_p50_ms: view.get('wait_p50_ms'),
    wait_p95_ms: view.get('wait_p95_ms'),
    ...read_orders(engine, orders, info.duration_ms),
    running_mean: view.get('mean_running_milli') / 1000,
    running_peak: view.get('running_peak'),
    verdict: { ...verdict, kind_name: verdict_name(verdict.kind) },
    commands,
    moments,
    replay,
  };
}

function read_orders(
  engine: Engine,
  orders: number,
  duration_ms: number,
): Pick<Result, 'longest' | 'lost_at_ms'> {
  let longest: Longest | null = null;
  const lost_at_ms: number[] = [];
  for (let row = 0; row < orders; ++row) {
    const cause = cause_of(engine.orders.get('status', row), engine.orders.get('cause', row));
    const end_ms =
      cause === 'unfinished' ? duration_ms : Math.round(engine.orders.get('ended_us', row) / 1000);
    const wait_ms = end_ms - Math.round(engine.orders.get('arrival_us', row) / 1000);
    if (cause !== null) lost_at_ms.push(end_ms);
    if (longest === null || wait_ms > longest.wait_ms) longest = { order: row + 1, wait_ms, cause };
  }
  return { longest, lost_at_ms };
}

function cause_of(status: number, cause: number): Cause | null {
  if (status === OrderStatus.served) return null;
  if (status !== OrderStatus.left) return 'unfinished';
  const name = causes.find((one) => one !== 'unfinished' && LossCause[one] === cause);
  if (name === undefined) throw new RangeError(`an order left for cause ${cause}`);
  return name;
}

function verdict_name(kind: number): keyof typeof VerdictKind {
  const names = Object.keys(VerdictKind) as (keyof typeof VerdictKind)[];
  const name = names.find((one) => VerdictKind[one] === kind);
  if (name === undefined) throw new RangeError(`verdict of kind ${kind}`);
  return name;
}

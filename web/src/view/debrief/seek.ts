import type { Engine } from '../../engine/engine.ts';
import { lost, step_us } from '../../state/frame.ts';
import { lever_names, type Settings } from './changes.ts';
import type { Result } from './result.ts';

/** What a kitchen is like at one moment, in numbers. */
export interface MomentFacts {
  running: number;
  waiting: number;
  served: number;
  lost: number;
  /** 0 with nothing running. */
  step_us: number;
  memory_mb: number;
  weights_mb: number;
  kv_mb: number;
  levers: Settings;
}

export function facts_at(engine: Engine): MomentFacts {
  const { view } = engine;
  const levers = Object.fromEntries(
    lever_names.map((lever) => [lever, view.get(`lever_${lever}`)]),
  ) as Settings;
  return {
    running: view.get('running'),
    waiting: view.get('waiting'),
    served: view.get('served'),
    lost: lost(engine),
    step_us: step_us(engine),
    memory_mb: view.get('memory_mb'),
    weights_mb: view.get('weights_mb'),
    kv_mb: view.get('kv_used_mb'),
    levers,
  };
}

/** The moment to look at first: the first loss, or else when most cooked at once. */
export function telling_moment(result: Result): number {
  if (result.lost_at_ms.length > 0) return Math.min(...result.lost_at_ms);
  const most = Math.max(...result.moments.map((moment) => moment.running));
  return result.moments.find((moment) => moment.running === most)?.at_ms ?? 0;
}

import { untrack } from 'svelte';
import type { Engine } from '../../engine/engine.ts';
import { fill_frame, new_frame, type Frame } from '../../state/frame.ts';
import type { Scene } from '../../state/scene.ts';
import type { Settings } from './changes.ts';
import type { Result } from './result.ts';
import { facts_at, telling_moment, type MomentFacts } from './seek.ts';

/** How much faster than the shift itself it is played back. */
export const playback_speed = 4;
/** A frame moves time on by at most this much: a hidden page plays nothing in the background. */
const frame_ms_max = 100;

/**
 * A run that is over, at the moment that is looked at. Played beside the one on screen, from the run's
 * replay, so each moment is the very state the run had then.
 */
export class Lookback implements Scene {
  readonly engine: Engine;
  readonly frame: Frame;
  readonly digits_due = true;
  at_ms = $state(0);
  playing = $state(false);
  stoves = $state(1);
  facts: MomentFacts;

  private readonly replay: string;
  private readonly duration_ms: number;
  private readonly painters = new Set<() => void>();
  private request = 0;
  private wall_ms = -1;

  constructor(engine: Engine, result: Result) {
    this.engine = engine;
    this.replay = result.replay;
    this.duration_ms = result.info.duration_ms;
    this.frame = new_frame(result.info.slots_max);
    this.facts = $state.raw(this.look(telling_moment(result)));
  }

  get levers(): Settings {
    return this.facts.levers;
  }

  go_to(at_ms: number): void {
    this.facts = this.look(Math.round(at_ms));
    untrack(() => {
      for (const paint of this.painters) paint();
    });
  }

  toggle(): void {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.at_ms >= this.duration_ms) this.go_to(0);
    this.playing = true;
    this.wall_ms = -1;
    this.request = requestAnimationFrame(this.tick);
  }

  pause(): void {
    this.playing = false;
    cancelAnimationFrame(this.request);
  }

  on_paint(paint: () => void): () => void {
    this.painters.add(paint);
    untrack(paint);
    return () => this.painters.delete(paint);
  }

  private look(at_ms: number): MomentFacts {
    this.engine.seek(this.replay, at_ms);
    this.at_ms = at_ms;
    fill_frame(this.frame, this.engine);
    const facts = facts_at(this.engine);
    this.stoves = Math.max(facts.levers.slots, this.frame.slots_taken_end);
    return facts;
  }

  private readonly tick = (wall_ms: number): void => {
    const passed_ms = this.wall_ms < 0 ? 0 : Math.min(frame_ms_max, wall_ms - this.wall_ms);
    this.wall_ms = wall_ms;
    this.go_to(Math.min(this.duration_ms, this.at_ms + passed_ms * playback_speed));
    if (this.at_ms >= this.duration_ms) this.pause();
    else this.request = requestAnimationFrame(this.tick);
  };
}

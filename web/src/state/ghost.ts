import { EngineError, ReplayRefused, type Engine } from '../engine/engine.ts';

/**
 * The best run on a shift, played again beside the one on screen: in an engine of its own, from its
 * replay, so that it does what it did whatever the player does now.
 */
export class Ghost {
  private readonly engine: Engine;
  private replay: string | null = null;
  private now_ms = 0;

  /** `engine` is the one on screen; it is only asked for another. */
  constructor(engine: Engine) {
    this.engine = engine.another();
  }

  /** Takes up a run from its replay text; false, and none, when the text doesn't hold any more. */
  open(replay: string | null): boolean {
    this.replay = null;
    this.now_ms = 0;
    if (replay === null) return false;
    try {
      this.engine.open_replay(replay);
    } catch (error) {
      // Of older rules, or not written by this page: then there is nothing to race against.
      if (error instanceof ReplayRefused || error instanceof EngineError) return false;
      throw error;
    }
    this.replay = replay;
    return true;
  }

  /** Orders it had served by a time of the shift; null with no run. */
  served_at(now_ms: number): number | null {
    if (this.replay === null) return null;
    // Time only goes forward; a run begun anew begins the other anew.
    if (now_ms < this.now_ms && !this.open(this.replay)) return null;
    this.now_ms = now_ms;
    this.engine.advance_to(now_ms);
    return this.engine.view.get('served');
  }
}

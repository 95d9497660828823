import { EngineError, ReplayRefused, type Engine } from '../engine/engine.ts';

/**
 * The best run on a shift, played again beside the one on screen: in the second engine, from its
 * replay, so that it does what it did whatever the player does now.
 */
export class Ghost {
  private readonly engine: Engine;
  private replay: string | null = null;

  /** `engine` is the one on screen; it is only asked for the second. */
  constructor(engine: Engine) {
    this.engine = engine.beside;
  }

  /** Takes up a run of a shift from its replay text; false, and none, when the text doesn't hold any more. */
  open(shift: string, replay: string | null): boolean {
    this.replay = null;
    if (replay === null) return false;
    try {
      // Whoever wrote it under this shift: another one's run is nothing to race against.
      if (this.engine.open_replay(replay) !== shift) return false;
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
    this.engine.seek(this.replay, now_ms);
    return this.engine.view.get('served');
  }
}

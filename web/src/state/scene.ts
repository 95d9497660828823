import type { Engine } from '../engine/engine.ts';
import type { Frame } from './frame.ts';
import type { Levers } from './levers.ts';

/**
 * What the picture of a kitchen is drawn from: the run that is played (Session), or a moment of one
 * that is looked back at.
 */
export interface Scene {
  readonly engine: Engine;
  readonly frame: Frame;
  /** What the levers show. */
  readonly levers: Readonly<Levers>;
  /** Stoves drawn: as many as the limit allows, and those still cooking beyond it. */
  readonly stoves: number;
  /** Whether painters write digits this time. */
  readonly digits_due: boolean;
  /** Calls `paint` now and after every change, until the returned function is called. */
  on_paint(paint: () => void): () => void;
}

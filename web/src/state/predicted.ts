import type { Engine } from '../engine/engine.ts';
import { question_of, type Choice, type Prediction } from './prediction.ts';
import { answer_kept } from './prediction.svelte.ts';

/** What was guessed on this shift, with the truth; null when nothing was. Reactive. */
export function prediction_of(shift: string, engine: Engine): Prediction | null {
  const chosen = answer_kept(shift);
  const question = chosen ? question_of(shift, engine) : null;
  if (!question || !(question.choices as readonly string[]).includes(chosen)) return null;
  return { ...question, chosen: chosen as Choice };
}

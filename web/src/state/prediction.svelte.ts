import type { Engine } from '../engine/engine.ts';
import { question_kinds, question_of, type Choice, type Prediction } from './prediction.ts';
import { keep, read_kept } from './store.ts';

const skipped = 'skipped';

/** What was answered in this visit, by shift; what is kept from earlier ones stands in the store. */
const answers: Record<string, string> = $state({});
let wanted = $state(read_kept('questions') !== 'off');

const answer_kept = (shift: string): string | null =>
  answers[shift] ?? read_kept(`question.${shift}`);

/** Whether questions are asked at all. Asking for them again forgets what was answered. */
export const questions = {
  get on(): boolean {
    return wanted;
  },
  set on(on: boolean) {
    wanted = on;
    keep('questions', on ? 'on' : 'off');
    if (on) for (const shift of Object.keys(question_kinds)) ask_again(shift);
  },
};

/** Whether a shift's question is still to be asked. */
export function wants_question(shift: string): boolean {
  return wanted && shift in question_kinds && !answer_kept(shift);
}

/** Notes what was guessed; null: the question was passed over. Either way it is not asked again. */
export function answer_question(shift: string, chosen: Choice | null): void {
  answers[shift] = chosen ?? skipped;
  keep(`question.${shift}`, answers[shift]);
}

/** The next run of this shift asks once more. */
export function ask_again(shift: string): void {
  answers[shift] = '';
  keep(`question.${shift}`, '');
}

/** What was guessed on this shift, with the truth; null when nothing was. Reactive. */
export function prediction_of(shift: string, engine: Engine): Prediction | null {
  const chosen = answer_kept(shift);
  const question = chosen ? question_of(shift, engine) : null;
  if (!question || !(question.choices as readonly string[]).includes(chosen as string)) return null;
  return { ...question, chosen: chosen as Choice };
}

import { put, read } from './kept.ts';
import { kept_switch } from './kept_switch.svelte.ts';
import type { Choice } from './prediction.ts';
import { question_kinds } from './question_kinds.ts';

const skipped = 'skipped';
const asking = kept_switch('questions', true);

/** What a kept answer begins with once its question is to be asked again. */
const again = '?';

const kept = (shift: string): string => read(`question.${shift}`) ?? '';
/** What was answered, `skipped` or nothing. Reactive. */
export const answer_kept = (shift: string): string => kept(shift).replace(again, '');

const keep_answer = (shift: string, answer: string): void => put(`question.${shift}`, answer);

/** Whether questions are asked at all. Switching them on has each asked once more. */
export const questions = {
  get on(): boolean {
    return asking.on;
  },
  set on(on: boolean) {
    asking.on = on;
    if (on) for (const shift of Object.keys(question_kinds)) ask_again(shift);
  },
};

/** Whether a shift's question is still to be asked, or once more. */
export function wants_question(shift: string): boolean {
  return asking.on && shift in question_kinds && (asks_again(shift) || !answer_kept(shift));
}

/** Notes what was guessed; null: the question was passed over. Either way it is not asked again. */
export function answer_question(shift: string, chosen: Choice | null): void {
  keep_answer(shift, chosen ?? skipped);
}

/** Whether the next run of this shift asks once more. Reactive. */
export function asks_again(shift: string): boolean {
  return kept(shift).startsWith(again);
}

/** Has the next run of this shift ask once more; what was guessed stays until then. */
export function ask_again(shift: string, on = true): void {
  keep_answer(shift, (on ? again : '') + answer_kept(shift));
}

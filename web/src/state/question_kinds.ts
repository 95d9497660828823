import type { Question } from './prediction.ts';

/** Which shift asks what. By itself: the first screen asks for no more of the questions than this. */
export const question_kinds: Record<string, Question['kind']> = {
  1: 'share',
  2: 'static_wait',
  3: 'eight_bit',
};

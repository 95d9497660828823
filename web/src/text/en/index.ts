import { common } from './common.ts';
import { debrief } from './debrief.ts';
import { learn } from './learn.ts';
import { play } from './play.ts';
import { refusal } from './refusal.ts';
import { shift } from './shift.ts';

export const words = { common, shift, play, debrief, refusal, learn };

/** What every language has: the same keys, each taking the same values. */
export type Text = typeof words;

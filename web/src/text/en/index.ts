import { first } from './first.ts';
import { rest } from './rest.ts';

/** What every language has: the same keys, each taking the same values. */
export type Text = Omit<typeof first, 'debrief'> & typeof rest;

export const words: Text = { ...first, ...rest };

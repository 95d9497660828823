import { make_format } from '../format.ts';

const f = make_format('en');

/** The best run, shown beside the one that is played. */
export const ghost = {
  setting: 'Show my best run',
  served: (v: { served: number }) => `best run: ${f.count(v.served)}`,
};

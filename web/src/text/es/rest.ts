import type { RestText } from '../en/rest.ts';
import { debrief } from './debrief.ts';
import { histogram } from './histogram.ts';
import { learn } from './learn.ts';
import { offline } from './offline.ts';
import { prediction } from './prediction.ts';
import { progress } from './progress.ts';
import { share } from './share.ts';
import { what_if } from './what_if.ts';

export const rest: RestText = {
  debrief,
  learn,
  prediction,
  offline,
  progress,
  what_if,
  histogram,
  share,
};

import type { Text } from '../en/index.ts';
import { common } from './common.ts';
import { daily } from './daily.ts';
import { debrief } from './debrief.ts';
import { ghost } from './ghost.ts';
import { histogram } from './histogram.ts';
import { free } from './free.ts';
import { learn } from './learn.ts';
import { offline } from './offline.ts';
import { play } from './play.ts';
import { prediction } from './prediction.ts';
import { progress } from './progress.ts';
import { refusal } from './refusal.ts';
import { settings } from './settings.ts';
import { share } from './share.ts';
import { shift } from './shift.ts';
import { what_if } from './what_if.ts';

export const words: Text = {
  common,
  shift,
  play,
  debrief,
  refusal,
  learn,
  prediction,
  offline,
  progress,
  settings,
  what_if,
  histogram,
  share,
  ghost,
  daily,
  free,
};

import { common } from './common.ts';
import { daily } from './daily.ts';
import { free } from './free.ts';
import { ghost } from './ghost.ts';
import { play } from './play.ts';
import { refusal } from './refusal.ts';
import { settings } from './settings.ts';
import { shift } from './shift.ts';
import { star } from './star.ts';

/** What is read on the first screen, with the messages that may stand in its place. */
export const first = {
  common,
  shift,
  play,
  settings,
  ghost,
  daily,
  free,
  refusal,
  debrief: { star },
};

export type FirstText = typeof first;

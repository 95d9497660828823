import type { FirstText } from '../en/first.ts';
import { common } from './common.ts';
import { daily } from './daily.ts';
import { free } from './free.ts';
import { ghost } from './ghost.ts';
import { play } from './play.ts';
import { refusal } from './refusal.ts';
import { settings } from './settings.ts';
import { shift } from './shift.ts';
import { star } from './star.ts';

export const first: FirstText = {
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

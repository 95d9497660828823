import type { Text } from '../en/index.ts';
import { first } from './first.ts';
import { rest } from './rest.ts';

export const words: Text = { ...first, ...rest };

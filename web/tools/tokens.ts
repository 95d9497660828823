// The colours of tokens.css, for pictures and files that have no style sheet.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const sheet = readFileSync(join(import.meta.dirname, '../src/view/base/tokens.css'), 'utf8');

/** The value of a colour token in one theme, such as "#fbf4e9". */
export function colour(token: string, theme: 'light' | 'dark' = 'light'): string {
  const found = new RegExp(
    `^\\s*--${token}:\\s*(?:light-dark\\((#[0-9a-f]{6}),\\s*(#[0-9a-f]{6})\\)|(#[0-9a-f]{6}));`,
    'm',
  ).exec(sheet);
  const value = found?.[3] ?? found?.[theme === 'light' ? 1 : 2];
  if (!value) throw new Error(`tokens.css has no plain colour --${token}`);
  return value;
}

// Cuts the two fonts down to the characters and weights the page uses. Kept beside the installed
// packages, so that it runs once per version.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subset_font from 'subset-font';
import { characters_of_texts } from './languages.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');

/** Printable ASCII, what numbers, pictures and signs need beyond it, and what the texts do. */
const characters =
  Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('') +
  '\u00a0·×÷±½¼–—‘’“”…→←↑↓≈≤≥−' +
  characters_of_texts();

const fonts = {
  heading: {
    file: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
    weights: { min: 600, max: 800 },
  },
  text: {
    file: '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
    weights: { min: 400, max: 700 },
  },
};

/** One weight of a font as TrueType, for pictures drawn outside a browser. */
export async function font_for_pictures(
  name: keyof typeof fonts,
  weight: number,
): Promise<Uint8Array> {
  return subset_font(readFileSync(join(modules, fonts[name].file)), characters, {
    targetFormat: 'truetype',
    variationAxes: { wght: { min: weight, max: weight } },
  });
}

/** Returns the folder with the cut fonts. */
export async function subset_fonts(): Promise<string> {
  const recipe = readFileSync(fileURLToPath(import.meta.url));
  const lock = readFileSync(join(root, 'package-lock.json'));
  const key = createHash('sha256')
    .update(recipe)
    .update(lock)
    .update(characters)
    .digest('hex')
    .slice(0, 16);
  const folder = join(modules, '.cache', 'fonts', key);
  mkdirSync(folder, { recursive: true });
  for (const [name, { file, weights }] of Object.entries(fonts)) {
    const target = join(folder, `${name}.woff2`);
    if (existsSync(target)) continue;
    const cut = await subset_font(readFileSync(join(modules, file)), characters, {
      targetFormat: 'woff2',
      variationAxes: { wght: weights },
    });
    writeFileSync(target, cut);
  }
  return folder;
}

// Compares how the page looks with pictures kept in tests/browser/references/.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { require_page, root } from './harness.mjs';

// What playwright's own test runner compares with (pixelmatch), without that runner.
const { utils } = require_page('playwright-core/lib/coreBundle');
const { PNG } = require_page('playwright-core/lib/utilsBundle');
const compare = utils.getComparator('image/png');

const references = join(root, 'tests/browser/references');
const found_in = join(root, 'build/looks');
const how_to_update = 'node tests/browser/looks_test.mjs --update';

/**
 * Another build of the browser draws the edges of letters differently: `threshold` (0 to 1) is how far a
 * pixel's colour may be off, the ratio how many pixels may be off by more. A line of text that is gone or
 * one pixel lower is above both.
 */
const tolerance = { threshold: 0.1, maxDiffPixelRatio: 0.001 };

/** Without alpha and packed hard: what is kept in the repository is small. */
const packed = (png) =>
  PNG.sync.write(PNG.sync.read(png), {
    colorType: 2,
    filterType: 0,
    deflateLevel: 9,
    deflateStrategy: 0,
  });

/** What is wrong with a PNG against another; null where they look alike. */
export const difference = (actual, expected) => compare(actual, expected, tolerance);

/** Says what differs from the kept picture, null where nothing does. `update` keeps this one instead. */
export function look(name, actual, update = false) {
  const reference = join(references, `${name}.png`);
  if (update) {
    mkdirSync(references, { recursive: true });
    writeFileSync(reference, packed(actual));
    return null;
  }
  if (!existsSync(reference)) return `${reference} is missing; if it is new: ${how_to_update}`;
  const found = difference(actual, readFileSync(reference));
  if (!found) return null;
  mkdirSync(found_in, { recursive: true });
  const write = (kind, bytes) => {
    const path = join(found_in, `${name}.${kind}.png`);
    writeFileSync(path, bytes);
    return path;
  };
  const paths = [write('actual', actual), ...(found.diff ? [write('diff', found.diff)] : [])];
  return `${name}: ${found.errorMessage} See ${paths.join(', ')}; if it is meant: ${how_to_update}`;
}

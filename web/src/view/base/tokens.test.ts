import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

type Theme = 'light' | 'dark';

/** Every colour of tokens.css, for both themes. */
function read_tokens(css: string): Record<Theme, Map<string, string>> {
  const tokens = { light: new Map<string, string>(), dark: new Map<string, string>() };
  const pattern = /--([\w-]+):\s*(?:light-dark\((#\w{6}),\s*(#\w{6})\)|(#\w{6}))/g;
  for (const [, name = '', light, dark, both] of css.matchAll(pattern)) {
    tokens.light.set(name, light ?? both ?? '');
    tokens.dark.set(name, dark ?? both ?? '');
  }
  return tokens;
}

/** WCAG 2 contrast of two colours. */
function contrast(a: string, b: string): number {
  const luminance = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

const tokens = read_tokens(readFileSync(new URL('tokens.css', import.meta.url), 'utf8'));

const text_pairs = [
  ...['ink', 'muted', 'action', 'good', 'bad', 'warn'].flatMap((text) =>
    ['paper', 'card'].map((ground) => [text, ground] as const),
  ),
  ['ink', 'well'],
  ['muted', 'well'],
  ['ink', 'note'],
  ['muted', 'note'],
  ['paper', 'ink'],
  ['on-action', 'action'],
  ['on-action', 'action-hover'],
  ['on-weights', 'weights'],
  ['on-requests', 'requests'],
  ['on-kv', 'kv'],
  ['on-prefill', 'prefill'],
  ['on-cold', 'cold'],
  ['ink', 'plate'],
  ['ink', 'dish'],
  ['ink', 'garnish'],
  ['ink', 'ticket'],
  ['muted', 'ticket'],
] as const;

/** Parts that carry meaning, on what they stand on. */
const part_pairs = [
  ['edge', 'card'],
  ['edge', 'paper'],
  ['weights', 'well'],
  ['requests-edge', 'well'],
  ['kv', 'well'],
  ['prefill', 'well'],
  ['good', 'well'],
  ['bad', 'well'],
  ['warn', 'well'],
  ['flame', 'card'],
  ['flame', 'well'],
  ['pan', 'card'],
  ['pan', 'well'],
  ['kv', 'ticket'],
  ['dish-edge', 'plate'],
  ['action', 'card'],
] as const;

for (const theme of ['light', 'dark'] as const) {
  for (const [pairs, least] of [
    [text_pairs, 4.5],
    [part_pairs, 3],
  ] as const) {
    test(`${theme}: every ${least === 3 ? 'part' : 'text'} has a contrast of ${least}`, () => {
      const low: string[] = [];
      for (const [front, ground] of pairs) {
        const colours = [front, ground].map((name) => tokens[theme].get(name));
        assert.ok(colours[0] && colours[1], `${front} or ${ground} is no token`);
        const found = contrast(colours[0], colours[1]);
        if (found < least) low.push(`${front} on ${ground}: ${found.toFixed(2)}`);
      }
      assert.deepEqual(low, []);
    });
  }
}

test('contrast is what WCAG says it is', () => {
  assert.equal(contrast('#000000', '#ffffff').toFixed(1), '21.0');
  assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48');
});

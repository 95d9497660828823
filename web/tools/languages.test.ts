import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { characters_of_texts } from './languages.ts';

/** Whether the font files cover a character, by the ranges their package states. */
function range_of(font: string): (character: string) => boolean {
  const file = new URL(
    `../node_modules/@fontsource-variable/${font}/unicode.json`,
    import.meta.url,
  );
  const { latin } = JSON.parse(readFileSync(fileURLToPath(file), 'utf8')) as { latin: string };
  const ranges = latin.split(',').map((range) => {
    const [from = '', to = from] = range.slice(2).split('-');
    return [parseInt(from, 16), parseInt(to, 16)] as const;
  });
  return (character) => {
    const code = character.codePointAt(0) ?? 0;
    return ranges.some(([from, to]) => code >= from && code <= to);
  };
}

test('every letter of the texts is in both fonts, so that no word mixes two', () => {
  const letters = [...characters_of_texts()].filter((character) => /\p{L}|\p{M}/u.test(character));
  assert.ok(letters.length > 0);
  for (const font of ['atkinson-hyperlegible-next', 'bricolage-grotesque']) {
    const has = range_of(font);
    assert.ok(has('ñ') && !has('ł'), font);
    assert.deepEqual(
      letters.filter((letter) => !has(letter)),
      [],
      font,
    );
  }
});

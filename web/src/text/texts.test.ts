import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { all_words, both, entries_of, say_with, type Entry } from './testing.ts';

const by_key = (entries: Entry[]): Map<string, Entry> =>
  new Map(entries.map((entry) => [entry.key, entry]));
const en = by_key(entries_of(all_words.en));
const id = by_key(entries_of(all_words.id));
/** Enough for a text to take each of its turns: none, one, several. */
const samples = [0, 1, 7];

function placeholders(entry: Entry): string[] {
  const read = new Set<string>();
  for (const sample of samples) say_with(entry, sample, read);
  return [...read].sort();
}

test('both languages have the same texts with the same placeholders', () => {
  assert.deepEqual([...id.keys()].sort(), [...en.keys()].sort());
  for (const [key, entry] of en) {
    assert.deepEqual(placeholders(id.get(key)!), placeholders(entry), key);
  }
});

test('every text says something, and closes what it sets in bold', () => {
  for (const entry of [...en.values(), ...id.values()]) {
    for (const sample of samples) {
      const said = say_with(entry, sample);
      assert.notEqual(said.trim(), '', entry.key);
      assert.doesNotMatch(said, /undefined|NaN|\[object|\$\{/, entry.key);
      assert.equal((said.split('**').length - 1) % 2, 0, `${entry.key}: ${said}`);
    }
  }
});

test('no sentence is left in the other language', () => {
  for (const [key, entry] of en) {
    const words = say_with(entry, 7).match(/\p{L}{2,}/gu) ?? [];
    if (words.length < 4) continue;
    assert.notEqual(say_with(id.get(key)!, 7), say_with(entry, 7), key);
  }
});

/** Names that have a digit in them; every other number is a placeholder. */
const names_with_digits = /\b(?:8|16)-bit\b|\bRTX 4090\b/g;
/** Decimals to show, and the step from one unit to the next: no fact of the kitchen. */
const plain_numbers = new Set(['0', '1', '2', '3', '1000']);

function text_files(): string[] {
  return both.flatMap((language) => {
    const folder = fileURLToPath(new URL(`${language}/`, import.meta.url));
    return readdirSync(folder).map((name) => folder + name);
  });
}

/** Numbers that stand in a text's own words, or in its code as if they were a fact. */
function stray_numbers(file: string, source: string): string[] {
  const stray: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    ) {
      if (/\d/.test(node.text.replace(names_with_digits, ''))) stray.push(node.text);
    } else if (ts.isNumericLiteral(node) && !plain_numbers.has(node.text)) {
      stray.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.ESNext, true));
  return stray;
}

test('every number in a text is a placeholder', () => {
  for (const file of text_files()) {
    assert.deepEqual(stray_numbers(file, readFileSync(file, 'utf8')), [], file);
  }
});

test('the search for stray numbers finds one', () => {
  assert.deepEqual(stray_numbers('x.ts', "export const x = 'for 60 seconds';"), ['for 60 seconds']);
  assert.deepEqual(stray_numbers('x.ts', 'export const x = `${f.count(60)} s`;'), ['60']);
  assert.deepEqual(stray_numbers('x.ts', 'export const x = `a ${y} b 4`;'), [' b 4']);
  assert.deepEqual(stray_numbers('x.ts', "export const x = '8-bit';"), []);
});

test('the fonts have every character of the texts', () => {
  const fonts = readFileSync(new URL('../../tools/fonts.ts', import.meta.url), 'utf8');
  const beyond_ascii = /'\\u00a0(.*)';/.exec(fonts)?.[1];
  assert.ok(beyond_ascii, 'tools/fonts.ts names the characters beyond ASCII');
  const known = new Set(`\u00a0${beyond_ascii}`);
  for (const entry of [...en.values(), ...id.values()]) {
    for (const character of say_with(entry, 7)) {
      const ascii = character >= ' ' && character <= '~';
      assert.ok(ascii || known.has(character), `${entry.key} has “${character}”`);
    }
  }
});

test('each shift of the game has its texts', () => {
  const folder = fileURLToPath(new URL('../../../game/', import.meta.url));
  const keys = readdirSync(folder)
    .filter((name) => /^shift_\d.*\.cc$/.test(name) && !name.endsWith('_test.cc'))
    .sort()
    .map((name) => /text_key = "(\w+)"/.exec(readFileSync(folder + name, 'utf8'))?.[1]);
  assert.deepEqual(Object.keys(all_words.en.shift), keys);
});

const words_of = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? [];

/** Runs of `length` words that both have. */
function shared_runs(ours: string[], theirs: string[], length: number): string[] {
  const run = (words: string[], at: number): string => words.slice(at, at + length).join(' ');
  const known = new Set(theirs.map((_, at) => run(theirs, at)));
  return ours
    .map((_, at) => run(ours, at))
    .filter((_, at) => at + length <= ours.length)
    .filter((words) => known.has(words));
}

test('the search for borrowed sentences finds one', () => {
  const theirs = words_of('Satu dua tiga empat lima enam tujuh.');
  assert.equal(shared_runs(words_of('dua tiga, empat lima enam tujuh'), theirs, 6).length, 1);
  assert.equal(shared_runs(words_of('dua tiga empat lima enam'), theirs, 6).length, 0);
});

const source = new URL('../../../../shared/source/llm-kitchen.id.txt', import.meta.url);
test(
  'no sentence is borrowed from the source document',
  { skip: existsSync(source) ? false : 'the source document is not here' },
  () => {
    const theirs = words_of(readFileSync(source, 'utf8'));
    for (const entry of [...en.values(), ...id.values()]) {
      for (const sample of [1, 60]) {
        assert.deepEqual(shared_runs(words_of(say_with(entry, sample)), theirs, 6), [], entry.key);
      }
    }
  },
);

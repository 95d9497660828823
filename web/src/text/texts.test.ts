import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { first_of_all, type Language } from './language.ts';
import {
  all_facts,
  entries_of,
  languages,
  names_with_digits,
  say_with,
  text_files,
  words_in,
  type Entry,
} from './testing.ts';

type ByKey = ReadonlyMap<string, Entry>;

const by_key = (words: object): ByKey =>
  new Map(entries_of(words).map((entry) => [entry.key, entry]));
const texts = new Map<Language, ByKey>(
  languages.map((language) => [language, by_key(words_in(language))]),
);
const first = texts.get(first_of_all)!;
const others = [...texts].filter(([language]) => language !== first_of_all);
const all_entries = [...texts].flatMap(([language, entries]) =>
  [...entries.values()].map((entry) => ({ ...entry, language })),
);
/** Enough for a text to take each of its turns: none, one, several. */
const samples = [0, 1, 7];

function placeholders(entry: Entry): string[] {
  const read = new Set<string>();
  for (const sample of samples) say_with(entry, sample, read);
  return [...read].sort();
}

/** What differs between two languages, one line each. */
function differences(ours: ByKey, theirs: ByKey): string[] {
  const found = [];
  for (const [key, entry] of theirs) {
    const same = ours.get(key);
    if (!same) found.push(`${key} is missing`);
    else if (typeof same.say !== typeof entry.say) found.push(`${key} is a ${typeof same.say}`);
    else if (String(placeholders(same)) !== String(placeholders(entry)))
      found.push(`${key} says ${placeholders(same)}, not ${placeholders(entry)}`);
  }
  for (const key of ours.keys()) if (!theirs.has(key)) found.push(`${key} is too many`);
  return found;
}

test('there are several languages, each with its texts and its own name', () => {
  assert.ok(languages.length >= 3 && languages.includes(first_of_all), `${languages}`);
  for (const [language, facts] of all_facts) {
    assert.ok(Intl.getCanonicalLocales(language).includes(language), language);
    // Without its data the browser would write another language's numbers.
    assert.deepEqual(Intl.NumberFormat.supportedLocalesOf(language), [language]);
    for (const said of [facts.name, facts.unloaded, facts.load_again, facts.no_script])
      assert.notEqual(said.trim(), '', language);
  }
  const names = [...all_facts.values()].map(({ name }) => name);
  assert.equal(new Set(names).size, names.length, `${names}`);
});

test('every language has the same texts with the same placeholders', () => {
  for (const [language, entries] of others) {
    assert.deepEqual(differences(entries, first), [], language);
  }
});

test('the comparison finds what is missing, too many or says something else', () => {
  const right = by_key({ a: 'x', b: (v: { n: number }) => `${v.n}`, c: { d: 'y' } });
  assert.deepEqual(differences(right, right), []);
  const wrong = by_key({ a: () => 'x', b: (v: { m: number }) => `${v.m}`, e: 'z' });
  assert.deepEqual(differences(wrong, right), [
    'a is a function',
    'b says m, not n',
    'c.d is missing',
    'e is too many',
  ]);
  // Only used in one of its turns: still a placeholder.
  const sometimes = by_key({ b: (v: { n: number; m: number }) => (v.n === 1 ? `${v.m}` : 'x') });
  assert.deepEqual(differences(sometimes, by_key({ b: (v: { n: number }) => `${v.n}` })), [
    'b says m,n, not n',
  ]);
});

test('every text says something, and closes what it sets in bold', () => {
  for (const entry of all_entries) {
    for (const sample of samples) {
      const said = say_with(entry, sample);
      const where = `${entry.language} ${entry.key}: ${said}`;
      assert.notEqual(said.trim(), '', where);
      assert.doesNotMatch(said, /undefined|NaN|\[object|\$\{|\s\s|\s[.,;:!?](?:\s|$)/, where);
      assert.equal((said.split('**').length - 1) % 2, 0, where);
    }
  }
});

test('no sentence is left in another language', () => {
  for (const [language, entries] of others) {
    for (const [key, entry] of first) {
      const words = say_with(entry, 7).match(/\p{L}{2,}/gu) ?? [];
      if (words.length < 4) continue;
      assert.notEqual(say_with(entries.get(key)!, 7), say_with(entry, 7), `${language} ${key}`);
    }
  }
});

/** Decimals to show, and the step from one unit to the next: no fact of the kitchen. */
const plain_numbers = new Set(['0', '1', '2', '3', '1000']);

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
  for (const file of languages.flatMap(text_files)) {
    assert.deepEqual(stray_numbers(file, readFileSync(file, 'utf8')), [], file);
  }
});

test('the search for stray numbers finds one', () => {
  assert.deepEqual(stray_numbers('x.ts', "export const x = 'for 60 seconds';"), ['for 60 seconds']);
  assert.deepEqual(stray_numbers('x.ts', 'export const x = `${f.count(60)} s`;'), ['60']);
  assert.deepEqual(stray_numbers('x.ts', 'export const x = `a ${y} b 4`;'), [' b 4']);
  assert.deepEqual(stray_numbers('x.ts', "export const x = '8-bit, 16\u00a0bits';"), []);
});

test('each text file writes numbers as its own language does', () => {
  for (const language of languages) {
    for (const file of text_files(language)) {
      const asked = readFileSync(file, 'utf8').matchAll(/make_format\('([^']*)'\)/g);
      for (const [, named] of asked) assert.equal(named, language, file);
    }
  }
});

test('each shift of the game has its texts', () => {
  const folder = fileURLToPath(new URL('../../../game/', import.meta.url));
  const keys = readdirSync(folder)
    .filter((name) => /^shift_\d.*\.cc$/.test(name) && !name.endsWith('_test.cc'))
    .sort()
    .map((name) => /text_key = "(\w+)"/.exec(readFileSync(folder + name, 'utf8'))?.[1]);
  assert.deepEqual(Object.keys(words_in(first_of_all).shift), keys);
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
    for (const entry of all_entries) {
      for (const sample of [1, 60]) {
        assert.deepEqual(shared_runs(words_of(say_with(entry, sample)), theirs, 6), [], entry.key);
      }
    }
  },
);

// The first screen is drawn before the rest of its language is there, and so are the parts that don't wait for
// it: they may read only what is in first.ts.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { languages } from './testing.ts';

const source = resolve(import.meta.dirname, '..');

interface Part {
  [section: string]: object;
}

/** The files that come with `entry`: what is imported, but not as a type and not when it is needed. */
function files_with(entry: string): string[] {
  const found = new Set<string>();
  const waiting = [join(source, entry)];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const imports = readFileSync(file, 'utf8').matchAll(
      /^\s*(?:import|export)\s+(?!type\b)(?:[^;'"]*?\sfrom\s+)?'(\.{1,2}\/[^']+\.(?:ts|svelte))'/gm,
    );
    for (const [, path] of imports) waiting.push(resolve(dirname(file), path as string));
  }
  return [...found].filter((file) => !/\/src\/text\//.test(file));
}

/** The texts that a file reads: "play", and of a section that is cut in two "debrief.star". */
function texts_read(code: string): string[] {
  const dotted = [...code.matchAll(/\btext\.(\w+)(?:\.(\w+))?/g)].map(([, section, key]) =>
    section === 'debrief' ? `${section}.${key}` : (section as string),
  );
  const taken = [...code.matchAll(/\{([\w\s,:]+)\}\s*=\s*text\b(?!\.)/g)].flatMap(([, names]) =>
    (names as string).split(',').map((name) => (name.split(':')[0] as string).trim()),
  );
  return [...dotted, ...taken].filter(Boolean);
}

/** The parts that are fetched later and don't wait for the rest of the texts. */
function parts_without_rest(): string[] {
  const code = readFileSync(join(source, 'state/later.svelte.ts'), 'utf8');
  const found = code.matchAll(/new Later\(\s*\(\) =>\s*import\('\.\.\/([^']+)'\)/g);
  return [...found].map(([, path]) => path as string);
}

test('the first screen reads only the texts that come with it', async () => {
  const { first } = (await import('./en/first.ts')) as { first: Part };
  const parts = parts_without_rest();
  assert.ok(parts.includes('view/free/free.svelte'), `${parts}`);
  assert.ok(!parts.includes('view/later.ts'), `${parts}`);
  const files = [...new Set(['main.ts', ...parts].flatMap(files_with))];
  assert.ok(files.length > 40, `${files.length} files`);
  assert.ok(!files.some((file) => file.endsWith('debrief.svelte')), 'the debrief comes later');
  const read = files.flatMap((file) =>
    texts_read(readFileSync(file, 'utf8')).map((name) => ({
      file: file.slice(source.length),
      name,
    })),
  );
  const has = new Set(Object.keys(first));
  // In settings.svelte the question before forgetting is there once the panel's part is.
  const wrong = read.filter(({ file, name }) => {
    if (file.endsWith('/settings.svelte') && name === 'progress') return false;
    const [section, key] = name.split('.') as [string, string?];
    return !has.has(section) || (key !== undefined && !(key in (first[section] as object)));
  });
  assert.deepEqual(wrong, []);
  for (const section of Object.keys(first)) {
    assert.ok(
      read.some(({ name }) => name.split('.')[0] === section),
      `${section} is for later`,
    );
  }
});

test('what reads texts is found', () => {
  assert.deepEqual(
    texts_read('text.play.run; text.debrief.star.serve; const { goal, a: b } = text;'),
    ['play', 'debrief.star', 'goal', 'a'],
  );
  assert.deepEqual(texts_read('const { goal } = text.play;'), ['play']);
});

test('each language is cut in two at the same place', async () => {
  for (const language of languages) {
    const { first } = (await import(`./${language}/first.ts`)) as { first: Part };
    const { rest } = (await import(`./${language}/rest.ts`)) as { rest: Part };
    const { words } = (await import(`./${language}/index.ts`)) as { words: Part };
    const both = Object.keys(first).filter((section) => section in rest);
    assert.deepEqual(both, ['debrief'], language);
    // What comes first is a part of what comes whole later.
    for (const [key, value] of Object.entries(first['debrief'] as object))
      assert.equal((rest['debrief'] as Record<string, unknown>)[key], value, `${language}: ${key}`);
    assert.deepEqual(
      Object.keys({ ...first, ...rest }).sort(),
      Object.keys(words).sort(),
      language,
    );
  }
});

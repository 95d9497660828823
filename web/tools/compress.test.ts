import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  compress,
  engine_bytes_max,
  over_budget,
  page_bytes_max,
  sums_of,
  type FileSize,
} from './compress.ts';
import { languages } from './languages.ts';

const file = (name: string, gz: number): FileSize => ({ name, raw: gz, br: gz, gz });

test('a page within its budget is let through, one over it is not', () => {
  const found = (...rows: FileSize[]): number => over_budget(sums_of(rows)).length;
  assert.equal(found(file('assets/a.js', page_bytes_max)), 0);
  assert.equal(found(file('assets/a.js', page_bytes_max), file('b.js', 1)), languages.length);
  assert.equal(found(file('assets/kitchen.wasm', engine_bytes_max + 1)), 1);
});

test('each language counts by itself, and pictures not at all', () => {
  const { pages, pictures } = sums_of([
    file('assets/index-Ab12Cd34.js', 100),
    file('assets/en-Ab12Cd34.js', 20),
    file('cheat-sheet.en.html', 3),
    file('assets/id-Ab12Cd34.js', 50),
    file('assets/identity-Ab12Cd34.js', 1_000),
    file('share.id.png', 7_000),
  ]);
  assert.equal(pages['en'], 1_123);
  assert.equal(pages['id'], 1_150);
  assert.equal(pictures, 7_000);
});

test('what is written beside a file unpacks to it; what gains nothing is not written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'compress-'));
  try {
    const words = 'one order, one stove. '.repeat(100);
    writeFileSync(join(folder, 'words.js'), words);
    writeFileSync(join(folder, 'tiny.js'), 'x');
    const rows = compress(folder);
    assert.equal(brotliDecompressSync(readFileSync(join(folder, 'words.js.br'))).toString(), words);
    assert.equal(gunzipSync(readFileSync(join(folder, 'words.js.gz'))).toString(), words);
    assert.ok(!existsSync(join(folder, 'tiny.js.br')));
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['tiny.js', 'words.js'],
    );
    // A second time nothing is packed twice.
    assert.deepEqual(compress(folder), rows);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

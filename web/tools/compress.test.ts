import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compress, engine_bytes_max, over_budget, page_bytes_max } from './compress.ts';

const file = (name: string, gz: number) => ({ name, raw: gz, br: gz, gz });

test('a page within its budget is let through, one over it is not', () => {
  assert.deepEqual(over_budget([file('a.js', page_bytes_max)]), []);
  assert.equal(over_budget([file('a.js', page_bytes_max), file('b.js', 1)]).length, 1);
  assert.equal(over_budget([file('kitchen.wasm', engine_bytes_max + 1)]).length, 1);
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

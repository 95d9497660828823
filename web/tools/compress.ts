// Writes .br and .gz beside every built file that gains by it, and holds the page to its budget:
// what a visitor downloads in all, compressed, with fonts and engine, for the larger language.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export const page_bytes_max = 180_000;
export const engine_bytes_max = 30_000;

interface FileSize {
  name: string;
  raw: number;
  br: number;
  gz: number;
}

const brotli = (bytes: Buffer): Buffer =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

const gzip = (bytes: Buffer): Buffer => gzipSync(bytes, { level: 9 });

function files_below(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Compresses a folder in place; returns one row per file: name, raw, br and gz bytes. */
export function compress(folder: string): FileSize[] {
  return files_below(folder).map((file) => {
    const bytes = readFileSync(file);
    const row: FileSize = {
      name: relative(folder, file),
      raw: bytes.length,
      br: bytes.length,
      gz: bytes.length,
    };
    for (const [ending, pack] of [
      ['br', brotli],
      ['gz', gzip],
    ] as const) {
      const packed = pack(bytes);
      if (packed.length >= bytes.length) continue;
      writeFileSync(`${file}.${ending}`, packed);
      row[ending] = statSync(`${file}.${ending}`).size;
    }
    return row;
  });
}

/** What is over budget, one line each. gzip counts: it is the larger, and some hosts have no brotli. */
export function over_budget(rows: FileSize[]): string[] {
  const total = rows.reduce((sum, row) => sum + row.gz, 0);
  const engine = rows
    .filter((row) => row.name.endsWith('.wasm'))
    .reduce((sum, row) => sum + row.gz, 0);
  const found = [];
  if (total > page_bytes_max)
    found.push(`the page is ${total} bytes compressed, at most ${page_bytes_max}`);
  if (engine > engine_bytes_max)
    found.push(`the engine is ${engine} bytes compressed, at most ${engine_bytes_max}`);
  return found;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
  const rows = compress(dist);
  for (const row of rows) {
    console.log(
      `${String(row.raw).padStart(8)} ${String(row.gz).padStart(8)} gz ${String(row.br).padStart(8)} br  ${row.name}`,
    );
  }
  const sum = (key: 'raw' | 'gz' | 'br'): number =>
    rows.reduce((total, row) => total + row[key], 0);
  console.log(
    `${String(sum('raw')).padStart(8)} ${String(sum('gz')).padStart(8)} gz ${String(sum('br')).padStart(8)} br  in all`,
  );
  const findings = over_budget(rows);
  for (const finding of findings) console.error(`over budget: ${finding}`);
  process.exitCode = findings.length ? 1 : 0;
}

// Writes .br and .gz beside every built file that gains by it, and holds the page to its budget:
// what a visitor downloads in all, compressed, with fonts, engine, service worker and cheat sheet, in
// each language. Pictures are for launchers and shared links, and the page loads none; their sum is
// stated apart.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Language } from '../src/text/language.ts';
import { languages } from './languages.ts';

export const page_bytes_max = 220_000;
/** As every browser with WebAssembly takes it, in brotli. */
export const engine_bytes_max = 30_000;

export interface FileSize {
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

/** Which language a file is for, by its name: "assets/id-Ab12Cd34.js", "cheat-sheet.id.html". */
function language_of(name: string): Language | undefined {
  return languages.find((language) =>
    new RegExp(`^(?:assets/)?(?:cheat-sheet\\.)?${language}[.-]`).test(name),
  );
}

const is_picture = (name: string): boolean => name.endsWith('.png');

const gzip_sum = (rows: readonly FileSize[]): number => rows.reduce((sum, { gz }) => sum + gz, 0);

export interface Sums {
  /** The page in each language, all its parts together, in gzip: some hosts have no brotli. */
  pages: Record<Language, number>;
  /** In brotli. */
  engine: number;
  pictures: number;
}

export function sums_of(rows: readonly FileSize[]): Sums {
  const page_in = (language: Language): number =>
    gzip_sum(
      rows.filter(({ name }) => !is_picture(name) && (language_of(name) ?? language) === language),
    );
  return {
    pages: Object.fromEntries(languages.map((language) => [language, page_in(language)])),
    engine: rows.filter(({ name }) => name.endsWith('.wasm')).reduce((sum, { br }) => sum + br, 0),
    pictures: gzip_sum(rows.filter(({ name }) => is_picture(name))),
  };
}

/** What is over budget, one line each. */
export function over_budget({ pages, engine }: Sums): string[] {
  const found = Object.entries(pages)
    .filter(([, bytes]) => bytes > page_bytes_max)
    .map(
      ([language, bytes]) =>
        `the page in “${language}” is ${bytes} bytes compressed, at most ${page_bytes_max}`,
    );
  if (engine > engine_bytes_max)
    found.push(`the engine is ${engine} bytes compressed, at most ${engine_bytes_max}`);
  return found;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const dist = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
  const rows = compress(dist);
  const column = (value: number): string => String(value).padStart(8);
  for (const { raw, gz, br, name } of rows) {
    console.log(`${column(raw)} ${column(gz)} gz ${column(br)} br  ${name}`);
  }
  const sums = sums_of(rows);
  for (const [language, bytes] of Object.entries(sums.pages)) {
    console.log(`${column(bytes)} gz  the page in “${language}”, of ${page_bytes_max}`);
  }
  console.log(`${column(sums.engine)} br  the engine, of ${engine_bytes_max}`);
  console.log(`${column(sums.pictures)} gz  pictures, which the page doesn’t load`);
  const findings = over_budget(sums);
  for (const finding of findings) console.error(`over budget: ${finding}`);
  process.exitCode = findings.length ? 1 : 0;
}

#!/usr/bin/env node
// The mechanical checks of the source tree and of what is built from it. Each prints one line per
// finding and exits 1 when there is any; a check that finds nothing to look at fails too.
//
//   mechanical.mjs includes <root>                      who may include whom
//   mechanical.mjs words <root>                         what may not appear in sim/ and game/
//   mechanical.mjs paths <root>                         no tracked file names a machine's folder
//   mechanical.mjs imports <module.wasm>                the page's module imports nothing
//   mechanical.mjs libm <nm> <libm.so> <archive>...     sim and game call nothing of libm
//
// mechanical_test.mjs shows each of them fail on a bad sample.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Headers the engine may use: containers, integers, nothing with a clock, a float or I/O. */
const simStdHeaders = [
  'algorithm',
  'array',
  'bit',
  'cassert',
  'compare',
  'concepts',
  'cstddef',
  'cstdint',
  'initializer_list',
  'iterator',
  'limits',
  'memory',
  'numeric',
  'optional',
  'span',
  'tuple',
  'type_traits',
  'utility',
  'vector',
];
const gameStdHeaders = [
  ...simStdHeaders,
  'charconv',
  'functional',
  'string',
  'string_view',
  'variant',
];

/**
 * One row per folder with C++ in it: the folders it may include, and the angle-bracket headers it may
 * use (null: any). A test beside its source keeps its folder's row but may use any angle-bracket header
 * and testHeaders.
 */
export const includeTable = {
  sim: { folders: ['sim'], headers: simStdHeaders },
  game: { folders: ['game', 'sim'], headers: gameStdHeaders },
  real: { folders: ['real', 'sim'], headers: null },
  wasm: { folders: ['wasm', 'game', 'real', 'sim'], headers: null },
  server: { folders: ['server', 'game', 'sim'], headers: null },
  cli: { folders: ['cli', 'server', 'game', 'real', 'sim'], headers: null },
  tests: { folders: ['tests', 'cli', 'server', 'wasm', 'game', 'real', 'sim'], headers: null },
  // A fuzzer is a test: it compares with the stepwise reference in tests/.
  fuzz: {
    folders: ['fuzz', 'tests', 'cli', 'server', 'wasm', 'game', 'real', 'sim'],
    headers: null,
  },
  bench: { folders: ['bench', 'cli', 'server', 'wasm', 'game', 'real', 'sim'], headers: null },
  cmake: { folders: [], headers: null },
};

const bannedWords = [
  [/\b(?:float|double|long)\b/, 'its size or its rounding depends on the target'],
  [/(?<![\w.])(?:\d[\d']*\.\d*|\.\d+|\d[\d']*[eE][+-]?\d)/, 'a floating-point literal'],
  [/\bunordered_\w+/, 'its order depends on the library'],
  [
    /\bstd::(?:ranges::)?(?:sort|partial_sort|nth_element|shuffle|sample)\b/,
    'equal keys are ordered differently by each library; use std::stable_sort',
  ],
  [/\bstd::hash\b/, 'its value depends on the library'],
  [
    /<(?:random|cmath|math\.h|chrono|ctime|time\.h|thread|iostream|fstream|cstdio|stdio\.h)>/,
    'no randomness, float, clock or I/O of the platform',
  ],
];

/** Blanks comments, and string and character literals unless keepStrings; line numbers stay. */
export function stripCpp(text, { keepStrings = false } = {}) {
  const token =
    /\/\/(?:\\\n|[^\n])*|\/\*[\s\S]*?\*\/|R"([^()\s\\]*)\([\s\S]*?\)\1"|"(?:\\.|[^"\\\n])*"|\b\d(?:[\w.]|'\w)*|'(?:\\.|[^'\\\n])*'/g;
  return text.replace(token, (match) => {
    if (/^\d/.test(match)) return match;
    const isComment = match.startsWith('/');
    if (!isComment && keepStrings) return match;
    return (isComment ? ' ' : '""') + '\n'.repeat(match.split('\n').length - 1);
  });
}

const lineOf = (text, index) => text.slice(0, index).split('\n').length;
const isCpp = (path) => /\.(?:h|cc|def|inc)$/.test(path);
const isTest = (path) => /_test\.(?:h|cc)$/.test(path);
const folderOf = (path) => path.split('/')[0];
/** What a test beside its source may include out of tests/. */
const testHeaders = ['tests/temporary_folder.h'];
const isForTest = (path, header) => isTest(path) && testHeaders.includes(header);

/** files: Map of path to text. Returns findings. */
export function checkIncludes(files) {
  const findings = [];
  for (const [path, text] of files) {
    if (isCpp(path)) findings.push(...checkIncludesOfFile(path, text, files));
    if (
      /^web\/src\/.*\.(?:ts|js|svelte)$/.test(path) &&
      !/^web\/src\/(?:engine|text)\//.test(path)
    ) {
      const use = /\bWebAssembly\s*\.|typeof\s+WebAssembly/.exec(text);
      if (use)
        findings.push(
          `${path}:${lineOf(text, use.index)}: WebAssembly is used by web/src/engine only`,
        );
    }
  }
  return findings;
}

function checkIncludesOfFile(path, text, files) {
  const row = includeTable[folderOf(path)];
  if (!row) return [`${path}:1: folder ${folderOf(path)} has no row in the include table`];
  const findings = [];
  const code = stripCpp(text, { keepStrings: true });
  for (const match of code.matchAll(/^[ \t]*#[ \t]*include[ \t]*(\S+)/gm)) {
    const at = `${path}:${lineOf(code, match.index)}`;
    const angle = /^<(.+)>$/.exec(match[1]);
    const quoted = /^"(.+)"$/.exec(match[1]);
    if (angle) {
      if (row.headers && !isTest(path) && !row.headers.includes(angle[1])) {
        findings.push(`${at}: <${angle[1]}> is not on the list of ${folderOf(path)}/`);
      }
    } else if (!quoted) {
      findings.push(`${at}: cannot read ${match[1]}; name the header itself`);
    } else if (!row.folders.includes(folderOf(quoted[1])) && !isForTest(path, quoted[1])) {
      findings.push(
        `${at}: ${folderOf(path)}/ may not include "${quoted[1]}"; it may include ${row.folders.join(', ') || 'nothing'}`,
      );
    } else if (!files.has(quoted[1])) {
      findings.push(`${at}: "${quoted[1]}" doesn't exist; paths start at the root`);
    }
  }
  return findings;
}

export function checkWords(files) {
  const findings = [];
  for (const [path, text] of files) {
    if (!/^(?:sim|game)\//.test(path) || !isCpp(path) || isTest(path)) continue;
    const code = stripCpp(text);
    code.split('\n').forEach((line, index) => {
      for (const [pattern, why] of bannedWords) {
        const hit = pattern.exec(line);
        if (hit) findings.push(`${path}:${index + 1}: ${hit[0]}: ${why}`);
      }
    });
    for (const index of sizeTypeMembers(code)) {
      findings.push(
        `${path}:${lineOf(code, index)}: size_t as state: 64 bits native, 32 in wasm; use int32_t or int64_t`,
      );
    }
  }
  return findings;
}

/** Where a struct or class has a data member with size_t in its type. */
function sizeTypeMembers(code) {
  const found = [];
  const inClass = [false];
  let start = 0;
  const endStatement = (end) => {
    const statement = code.slice(start, end);
    const name = /\bsize_t\b/.exec(statement);
    const isMember = !/[(]|\b(?:static|using|typedef|operator)\b/.test(statement);
    if (name && isMember && inClass.at(-1)) found.push(start + name.index);
    start = end + 1;
  };
  for (const { 0: c, index } of code.matchAll(/[{};]/g)) {
    const opensClass = /\b(?:struct|class|union)\b[^;(){}]*$/.test(code.slice(start, index));
    if (c !== '{' || !opensClass) endStatement(index);
    start = index + 1;
    if (c === '{') inClass.push(opensClass);
    if (c === '}') inClass.pop();
  }
  return found;
}

/** files: Map of path to text of every tracked file. */
export function checkPaths(files) {
  const findings = [];
  for (const [path, text] of files) {
    for (const match of text.matchAll(/(?<![\w.}])\/(?:work|root|farm)\//g)) {
      findings.push(`${path}:${lineOf(text, match.index)}: ${match[0]} is a path of one machine`);
    }
  }
  return findings;
}

export function checkImports(bytes) {
  const module = new WebAssembly.Module(bytes);
  if (WebAssembly.Module.exports(module).length === 0) return ['the module exports nothing'];
  return WebAssembly.Module.imports(module).map(
    (entry) => `imports ${entry.module}.${entry.name} (${entry.kind})`,
  );
}

const run = (command, args) =>
  execFileSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28 });

export function checkLibm(nm, libm, archives) {
  // "0000000000012345 W exp@@GLIBC_2.29"
  const names = new Set(
    [...run(nm, ['-D', '--defined-only', libm]).matchAll(/ [TtWwiVuB] ([^@\s]+)/g)].map(
      (match) => match[1],
    ),
  );
  for (const known of ['exp', 'pow', 'sqrt', 'log1pf']) {
    if (!names.has(known)) return [`${libm} doesn't define ${known}; is it libm?`];
  }
  const findings = [];
  for (const archive of archives) {
    const symbols = run(nm, [archive]);
    if (!/ [TtWwVu] /.test(symbols)) findings.push(`${archive} defines no function`);
    for (const match of run(nm, ['-u', archive]).matchAll(/\bU (\S+)/g)) {
      if (names.has(match[1])) findings.push(`${archive}: calls ${match[1]} of libm`);
    }
  }
  return findings;
}

/** Sources of the folders in the table and of web/src, as they are on disk. */
function readSources(root) {
  const files = new Map();
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== 'node_modules') walk(path);
      else if (entry.isFile() && /\.(?:h|cc|def|inc|ts|js|svelte)$/.test(entry.name)) {
        files.set(path, readFileSync(join(root, path), 'utf8'));
      }
    }
  };
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    const notOurs = entry.name.startsWith('.') || /^(?:build.*|node_modules|web)$/.test(entry.name);
    if (entry.isDirectory() && !notOurs) walk(entry.name);
  }
  if (existsSync(join(root, 'web/src'))) walk('web/src');
  if (![...files.keys()].some((path) => path.startsWith('sim/')))
    throw new Error(`no source in ${root}/sim`);
  return files;
}

function readTracked(root) {
  // A clone made by another user is read all the same; this only lists.
  const list = run('git', ['-c', 'safe.directory=*', '-C', root, 'ls-files', '-z'])
    .split('\0')
    .filter(Boolean);
  if (list.length === 0) throw new Error(`git tracks no file in ${root}`);
  return new Map(
    list
      .filter((path) => existsSync(join(root, path)))
      .map((path) => [path, readFileSync(join(root, path), 'latin1')]),
  );
}

function main([check, ...args]) {
  const checks = {
    includes: () => checkIncludes(readSources(args[0])),
    words: () => checkWords(readSources(args[0])),
    paths: () => checkPaths(readTracked(args[0])),
    imports: () => checkImports(readFileSync(args[0])),
    libm: () => checkLibm(args[0], args[1], args.slice(2)),
  };
  const wanted = check === 'libm' ? args.length >= 3 : args.length === 1;
  if (!Object.hasOwn(checks, check ?? '') || !wanted) {
    console.error(
      'usage: mechanical.mjs includes|words|paths ROOT, imports MODULE, libm NM LIBM ARCHIVE...',
    );
    return 2;
  }
  const findings = checks[check]();
  for (const finding of findings) console.log(finding);
  return findings.length === 0 ? 0 : 1;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = main(process.argv.slice(2));
}

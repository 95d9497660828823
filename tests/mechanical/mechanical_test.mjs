// Every mechanical check must fail on a bad sample and pass on a good one. Run by ctest, which says
// where the sample archives are.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import {
  checkImports,
  checkIncludes,
  checkLibm,
  checkPaths,
  checkWords,
  stripCpp,
} from '../../tools/mechanical.mjs';

const tool = fileURLToPath(new URL('../../tools/mechanical.mjs', import.meta.url));

const tree = (files) => new Map(Object.entries(files));

function assertOneFinding(findings, expected) {
  assert.equal(findings.length, 1, findings.join('\n'));
  assert.ok(findings[0].startsWith(expected), findings[0]);
}

test('includes: a good tree has no finding', () => {
  assert.deepEqual(
    checkIncludes(
      tree({
        'sim/a.h': '#include <vector>\n',
        'sim/a_test.cc': '#include <gtest/gtest.h>\n#include "sim/a.h"\n',
        'cli/c_test.cc': '#include "tests/temporary_folder.h"\n',
        'tests/temporary_folder.h': '',
        'game/b.cc': '#include <string>\n#include "sim/a.h"\n// #include "cli/c.h"\n',
        'cli/c.cc': '#include <CLI/CLI.hpp>\n#include "game/b.h"\n',
        'game/b.h': '',
        'web/src/engine/load.ts': 'WebAssembly.instantiate(bytes)',
        'web/src/text/en.ts': "'Your browser has no WebAssembly. Use another.'",
      }),
    ),
    [],
  );
});

const badIncludes = {
  'sim includes game': { 'sim/a.cc': '\n#include "game/b.h"\n', 'game/b.h': '' },
  'game includes cli': { 'game/a.cc': '\n#include "cli/b.h"\n', 'cli/b.h': '' },
  'a test in sim includes game': { 'sim/a_test.cc': '\n#include "game/b.h"\n', 'game/b.h': '' },
  'wasm includes cli': { 'wasm/a.cc': '\n#include "cli/b.h"\n', 'cli/b.h': '' },
  'cli includes tests': { 'cli/a.cc': '\n#include "tests/b.h"\n', 'tests/b.h': '' },
  'cli includes what is for its tests': {
    'cli/a.cc': '\n#include "tests/temporary_folder.h"\n',
    'tests/temporary_folder.h': '',
  },
  'a test in cli includes tests': { 'cli/a_test.cc': '\n#include "tests/b.h"\n', 'tests/b.h': '' },
  'bench includes fuzz': { 'bench/a.cc': '\n#include "fuzz/b.h"\n', 'fuzz/b.h': '' },
  'sim uses a header off its list': { 'sim/a.cc': '\n#include <map>\n' },
  'sim uses a third-party header': { 'sim/a.cc': '\n#  include <fmt/core.h>\n' },
  'a relative include': { 'sim/a.cc': '\n#include "b.h"\n', 'sim/b.h': '' },
  'a header that is not there': { 'sim/a.cc': '\n#include "sim/gone.h"\n' },
  'an include by macro': { 'sim/a.cc': '\n#include HEADER\n' },
  'the page uses WebAssembly outside its engine': {
    'web/src/view/a.ts': '\nWebAssembly.compile(x)',
  },
};
for (const [name, files] of Object.entries(badIncludes)) {
  test(`includes: ${name}`, () => {
    assertOneFinding(checkIncludes(tree(files)), `${Object.keys(files)[0]}:2: `);
  });
}

test('includes: a folder without a row', () => {
  assertOneFinding(checkIncludes(tree({ 'extra/a.cc': '' })), 'extra/a.cc:1: ');
});

test('words: a good file has no finding', () => {
  const text = `
    // double, float, std::sort, 1.5
    /* long
       unordered_map */
    const char* kText = "a long double";
    const char* kRaw = R"x(long " double)x";
    constexpr int64_t kBig = 1'000'000; char c = '"'; int64_t d = 0x1e5;
    void f(std::vector<int64_t>& v) { std::stable_sort(v.begin(), v.end()); size_t n = v.size(); use(n); }
    struct Good { static constexpr size_t kSize = 3; size_t size() const { return 1; } int32_t longest; };
  `;
  assert.deepEqual(
    checkWords(tree({ 'sim/a.cc': text, 'sim/a_test.cc': 'double x;', 'cli/b.cc': 'double x;' })),
    [],
  );
});

const badWords = {
  float: 'float x;',
  double: 'double x;',
  long: 'long x;',
  'unsigned long long': 'unsigned long long x;',
  'a literal': 'auto x = 1.5;',
  'a literal with exponent': 'auto x = 1e9;',
  'a literal without digits before': 'auto x = .5;',
  unordered: 'std::unordered_map<int32_t, int32_t> m;',
  sort: 'std::sort(a, b);',
  'ranges sort': 'std::ranges::sort(a);',
  shuffle: 'std::shuffle(a, b, g);',
  hash: 'std::hash<int32_t> h;',
  random: '#include <random>',
  cmath: '#include <cmath>',
  chrono: '#include <chrono>',
  stdio: '#include <cstdio>',
  'after a comment': '/* x */ double y;',
  'after a quote character': "char c = '\"'; double y;",
  'size_t state': 'struct S { int32_t a; size_t n; };',
  'size_t state with a value': 'struct S { size_t n = 0; };',
  'size_t state in braces': 'struct S { std::size_t n{0}; };',
  'size_t in a container': 'class S : T { std::vector<size_t> n; };',
  'size_t state after a function': 'class S { int32_t f() const { return 1; } size_t n_; };',
};
for (const [name, line] of Object.entries(badWords)) {
  for (const folder of ['sim', 'game']) {
    test(`words: ${name} in ${folder}`, () => {
      assertOneFinding(checkWords(tree({ [`${folder}/a.h`]: `\n${line}\n` })), `${folder}/a.h:2: `);
    });
  }
}

test('words: literals with digit separators and raw strings are read as one', () => {
  assert.equal(stripCpp(`a = 1'0'0; R"(x)" "y\\"z" 'q' // c`).trim(), `a = 1'0'0; "" "" ""`);
});

// Written in two parts, so that this file itself passes.
const machine = '/wo' + 'rk/main';
test('paths: a machine path in a tracked file', () => {
  assertOneFinding(checkPaths(tree({ 'a.md': `x\nsee ${machine}/x\n` })), 'a.md:2: ');
  assert.deepEqual(
    checkPaths(tree({ 'a.md': `see docs${machine} and ../root/x and https://a.org/network/b` })),
    [],
  );
});

/** A module with the given import section; the one function exported is its own. */
function wasmModule({ withImport }) {
  const section = (id, bytes) => [id, bytes.length, ...bytes];
  const name = (text) => [text.length, ...Buffer.from(text)];
  return Uint8Array.from([
    0x00,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(1, [1, 0x60, 0, 0]),
    ...(withImport ? section(2, [1, ...name('env'), ...name('now'), 0, 0]) : []),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('run'), 0, withImport ? 1 : 0]),
    ...section(10, [1, 2, 0, 0x0b]),
  ]);
}

test('imports: a module that imports', () => {
  assertOneFinding(checkImports(wasmModule({ withImport: true })), 'imports env.now');
  assert.deepEqual(checkImports(wasmModule({ withImport: false })), []);
  assertOneFinding(
    checkImports(Uint8Array.from([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0])),
    'the module exports nothing',
  );
});

const { KITCHEN_NM: nm, KITCHEN_LIBM: libm, KITCHEN_LIBM_BAD_SAMPLE: badArchive } = process.env;
test('libm: an archive that calls pow', { skip: !nm && 'ctest names the sample archive' }, () => {
  assertOneFinding(checkLibm(nm, libm, [badArchive]), `${badArchive}: calls pow`);
  const libc = libm.replace('libm.so.6', 'libc.so.6');
  assertOneFinding(checkLibm(nm, libc, [badArchive]), `${libc} doesn't define`);
});

test('the command fails on a bad tree, an empty tree and a wrong call', () => {
  const root = mkdtempSync(join(tmpdir(), 'mechanical-'));
  try {
    const call = (...args) => spawnSync(process.execPath, [tool, ...args], { encoding: 'utf8' });
    const write = (path, text) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    assert.notEqual(call('words', root).status, 0);
    write('sim/a.h', 'double x;\n#include <cmath>\n');
    write('cli/a.md', `at ${machine}/x\n`);
    assert.equal(call('includes', root).status, 1);
    assert.equal(call('words', root).status, 1);
    assert.equal(call('words', root).stdout.split('\n')[0].slice(0, 17), 'sim/a.h:1: double');
    execFileSync('git', ['init', '-q', root]);
    assert.notEqual(call('paths', root).status, 0);
    execFileSync('git', ['-C', root, 'add', '.']);
    assert.equal(call('paths', root).status, 1);
    write('cli/a.md', 'clean');
    assert.equal(call('paths', root).status, 0);
    write('bad.wasm', wasmModule({ withImport: true }));
    assert.equal(call('imports', join(root, 'bad.wasm')).status, 1);
    assert.equal(call('nonsense', root).status, 2);
  } finally {
    rmSync(root, { recursive: true });
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAst } from 'vite';
import { reassigned } from './reassigned.ts';

const found = (code: string): string[] => [...reassigned(parseAst(code)).keys()];

test('what only the top level sets is set once the module has run', () => {
  assert.deepEqual(
    found('let a = 1; a = 2; a += 3; a++; for (a of [4]) { a = 5 } if (a) a = 6'),
    [],
  );
  assert.deepEqual(found('const a = {}; function f() { a.b = 1; a[f] = 2; return a.b++ }'), []);
});

test('every way in which a function gives a name another value is found', () => {
  for (const setting of [
    'a = 1',
    'a += 1',
    'a ??= 1',
    'a++',
    '--a',
    '[a] = [1]',
    '[b.c, ...a] = [1]',
    '({ a } = {})',
    '({ b: [a = 1] } = {})',
    '({ ...a } = {})',
    'for (a of []);',
    'for (a in {});',
    'for ([a] of []);',
    'for (let b = (a = 1); b; );',
    'if (b) { let c; { a = 1 } }',
    'b.c(() => (a = 1))',
    'return `${a++}`',
    'b: try { a = 1 } catch { }',
  ]) {
    assert.deepEqual(found(`let a, b; function f() { ${setting} }`), ['a'], setting);
  }
});

test('every kind of code that runs later is looked into', () => {
  for (const later of [
    'const f = () => a++',
    'const f = function () { a++ }',
    'const f = async function* () { a++ }',
    'const f = { get g() { return a++ } }',
    'function f(b = a++) { var a }',
    'function f() { { let a } a++ }',
    'function f() { for (let a;;) break; a++ }',
    'function f() { try {} catch (a) {} a++ }',
    'function f() { function g() { var a } a++ }',
    'function f() { (function a() {}); a++ }',
    'function f() { class B { m() { a++ } } }',
    'class B { c = a++ }',
    'class B { static m() { a++ } }',
    'const B = class { set c(b) { a = b } }',
  ]) {
    assert.deepEqual(found(`let a; ${later}`), ['a'], later);
  }
});

test('another thing of the same name is another thing', () => {
  for (const other of [
    'function f(a) { a = 1 }',
    'function f({ b: [a = 1] }, ...c) { a = 1 }',
    'function f(...a) { a = 1 }',
    'const f = (a) => (a = 1)',
    'function f() { let a; a = 1 }',
    'function f() { a = 1; { if (f) for (;;) var a } }',
    'function f() { var { b: a } = f; return () => a++ }',
    'function f() { for (let a = 0; ; a++); }',
    'function f() { for (let a of f) a = 1 }',
    'function f() { try {} catch ({ a }) { a = 1 } }',
    'function f() { switch (f) { case 1: let a; default: a = 1 } }',
    'function f() { function a() {} a = 1 }',
    'const f = function a() { a = 1 }',
    'const f = class a { m() { a = 1 } }',
    'class B { static { let a; a = 1 } }',
    '{ let a; function f() { a = 1 } }',
    'for (let a = 0; a < 1; a++) { (() => a++)() }',
  ]) {
    assert.deepEqual(found(`let a; ${other}`), [], other);
  }
});

test('it says where', () => {
  const code = 'let a; function f() { g(); a = 2; a = 3 }';
  const at = reassigned(parseAst(code)).get('a');
  assert.equal(code.slice(at?.start, at?.end), 'a = 2');
});

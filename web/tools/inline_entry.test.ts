import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { constants, runInThisContext } from 'node:vm';
import { handed_over, inline_entry } from './inline_entry.ts';

const inline = (code: string): string => inline_entry(code, 'assets/index-Ab12Cd34.js').script;

/** A built page in a folder: its script is run as index.html does, and then a part. */
async function run_page(folder: string, entry: string, part: string): Promise<object> {
  const { script, shim } = inline_entry(entry, 'assets/index.js');
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'assets/index.js'), shim);
  writeFileSync(join(folder, 'assets/part.js'), part);
  const page = pathToFileURL(join(folder, 'index.html')).href;
  Object.assign(globalThis, { document: { baseURI: page } });
  runInThisContext(script, {
    filename: page,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  return import(pathToFileURL(join(folder, 'assets/part.js')).href);
}

test('a part that comes later imports from the script as if it were a file, and is found by it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'inline-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const part = await run_page(
    folder,
    `const url = new URL("engine.wasm", import.meta.url).href;
     const resolved = import.meta.resolve("./engine.wasm");
     function load() { return import(\`./part.js\`) }
     class Thing {}
     export { url as $, resolved as in, load, Thing as t };`,
    `import { $ as url, in as resolved, load, t as Thing } from "./index.js";
     export const seen = { url, resolved, name: Thing.name };
     export { load };`,
  );
  const engine = pathToFileURL(join(folder, 'assets/engine.wasm')).href;
  const { seen, load } = part as { seen: object; load: () => Promise<unknown> };
  assert.deepEqual(seen, { url: engine, resolved: engine, name: 'Thing' });
  assert.equal(await load(), part);
  // What it left can neither be changed nor stands in anyone's way.
  assert.ok(Object.isFrozen(Reflect.get(globalThis, handed_over)));
  assert.ok(!Object.keys(globalThis).includes(handed_over));
  assert.equal(Reflect.deleteProperty(globalThis, handed_over), false);
});

test('nothing of it is global but what it hands on', () => {
  runInThisContext(inline('var inner_a = 1; function inner_b() {}'));
  assert.ok(!('inner_a' in globalThis) && !('inner_b' in globalThis));
});

test('imports lead into the folder of the parts', () => {
  assert.match(inline('a(import(`./b.js`))'), /a\(import\("\.\/assets\/b\.js"\)\)/);
});

test('what only a module can say is refused', () => {
  for (const code of ['await a', 'import{a}from"./a.js"', 'import"./a.js"'])
    assert.throws(() => inline(code), /it can only be a module/, code);
  assert.throws(() => inline('a\n-->b'), /begins with -->/);
});

test('an address that can’t be known, or leads elsewhere, is refused', () => {
  for (const code of [
    'import(a)',
    'import(`./${a}.js`)',
    'import("../a.js")',
    'import("/a.js")',
    'import("https://example.org/a.js")',
  ])
    assert.throws(() => inline(code), /it imports/, code);
  for (const code of ['f(import.meta)', 'import.meta.dirname', 'import.meta[url]'])
    assert.throws(() => inline(code), /of import\.meta only url and resolve/, code);
  assert.throws(() => inline('const kitchen_meta = import.meta.url'), /a kitchen_meta of its own/);
});

test('what would end the script is written another way, and is the same text', () => {
  const code = 'globalThis.said=["</script>",`<!--${1}<SCRIPT`,/<!--/u.source,"<!>"]';
  const script = inline(code);
  assert.doesNotMatch(script, /<!--|<\/?script/i);
  const said = (text: string): string[] => {
    runInThisContext(text);
    return Reflect.get(globalThis, 'said') as string[];
  };
  const [end, start, source = ''] = said(script);
  assert.deepEqual([end, start], said(code).slice(0, 2));
  assert.ok(new RegExp(source, 'u').test('<!--'));
});

test('where it is no text, or the way it is written matters, it is refused', () => {
  for (const code of ['a<!--b', 'String.raw`</script>`', '"\\</script>"', '/* <!-- */a'])
    assert.throws(() => inline(code), /it says </, code);
  assert.throws(() => inline('`\r`'), /HTML makes another one/);
});

test('what is exported keeps its value, or the name of what changes is told', () => {
  assert.match(inline('let a=1;a=2;export{a as b};'), /Object\.freeze\(\{b:a\}\)/);
  assert.throws(
    () => inline('let a;function f(){a=[1]}export{a as b,f};'),
    /it exports a and changes it later, in “a=\[1\]”/,
  );
  assert.match(inline('let a;function f(){a=1}export{f};'), /\{f:f\}/);
});

test('exports of another form are refused', () => {
  for (const code of [
    'export const a=1',
    'export default 1',
    'export*from"./a.js"',
    'export{a}from"./a.js"',
  ])
    assert.throws(() => inline(code), /it exports/, code);
});

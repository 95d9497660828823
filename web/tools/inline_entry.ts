// The page's script as it stands in index.html, so that it comes with the document and not a round trip
// later: a classic script, since one of those has run when it has been put in (src/boot.ts). Parts that come
// later import from it by its address, which a script in a document doesn't have: there stands a few lines'
// file instead that hands on what this script left for it.
import { dirname } from 'node:path';
import { parseAst, Visitor, type ESTree } from 'vite';
import { reassigned } from './reassigned.ts';

/** Where the script leaves what it exports. */
export const handed_over = 'kitchen_exports';
/** In the script's place for `import.meta`: what is written beside `assets` is found there. */
const meta = 'kitchen_meta';

/** Text to put in place of some of the code. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

export interface InlineEntry {
  /** What stands between the tags in index.html. */
  script: string;
  /** What lies at the address that it had. */
  shim: string;
}

function edited(code: string, edits: readonly Edit[]): string {
  let done = '';
  let at = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < at) throw new Error(`two changes of the same code: ${code.slice(start, at)}`);
    done += code.slice(at, start) + text;
    at = end;
  }
  return done + code.slice(at);
}

const refused = (why: string): Error =>
  new Error(`inline_entry: the page’s script can’t stand in index.html: ${why}`);

/** What a module specifier says, where it is plain text. */
function plain_text(source: ESTree.Expression): string | undefined {
  if (source.type === 'Literal' && typeof source.value === 'string') return source.value;
  if (source.type === 'TemplateLiteral' && source.expressions.length === 0)
    return source.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}

/** Addresses of other parts were relative to the folder; now they are to index.html. */
function moved_imports(code: string, program: ESTree.Program, folder: string): Edit[] {
  const edits: Edit[] = [];
  const move = (source: ESTree.Expression): void => {
    const to = plain_text(source);
    if (!to?.startsWith('./'))
      throw refused(`it imports ${code.slice(source.start, source.end)}, not "./" and a name`);
    const { start, end } = source;
    edits.push({ start, end, text: JSON.stringify(`./${folder}/${to.slice(2)}`) });
  };
  new Visitor({ ImportExpression: ({ source }) => move(source) }).visit(program);
  return edits;
}

/** `import.meta` would be about index.html. */
function moved_meta(code: string, program: ESTree.Program): Edit[] {
  const edits: Edit[] = [];
  let known = 0;
  new Visitor({
    MetaProperty({ meta: { name }, start, end }) {
      if (name === 'import') edits.push({ start, end, text: meta });
    },
    MemberExpression({ object, property, computed }) {
      if (object.type !== 'MetaProperty' || object.meta.name !== 'import') return;
      const name = !computed && property.type === 'Identifier' ? property.name : '';
      if (name === 'url' || name === 'resolve') known += 1;
    },
  }).visit(program);
  if (known < edits.length)
    throw refused('of import.meta only url and resolve are known to mean the same there');
  if (edits.length > 0 && code.includes(meta)) throw refused(`it has a ${meta} of its own`);
  return edits;
}

/** What an inline script must not hold: it would end the script, or have its end passed over. */
const markup = /<(?=!--|\/?script)/gi;

/** Where the markup is text, `<` is written another way. */
function escaped_markup(code: string, program: ESTree.Program): Edit[] {
  const texts: ESTree.Span[] = [];
  const raw: ESTree.Span[] = [];
  new Visitor({
    Literal: (literal) => void texts.push(literal),
    TemplateElement: (element) => void texts.push(element),
    // Its function can see how a text was written.
    TaggedTemplateExpression: ({ quasi }) => void raw.push(quasi),
  }).visit(program);
  const is_in = (at: number) => (node: ESTree.Span) => node.start <= at && at < node.end;
  return [...code.matchAll(markup)].map(({ index: start }) => {
    if (!texts.some(is_in(start)) || raw.some(is_in(start)) || code[start - 1] === '\\')
      throw refused(`it says ${code.slice(start, start + 8)}, and not in plain text`);
    return { start, end: start + 1, text: '\\x3c' };
  });
}

/** The names that a module exports, each with its own: { t: 'start' } of `export { start as t }`. */
function exports_of(program: ESTree.Program): Map<string, string> {
  const names = new Map<string, string>();
  for (const statement of program.body) {
    if (!statement.type.startsWith('Export')) continue;
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration || statement.source)
      throw refused(`it exports by something else than a list of its names`);
    for (const { local, exported } of statement.specifiers) {
      if (local.type !== 'Identifier' || exported.type !== 'Identifier')
        throw refused('it exports a name in quotes');
      names.set(exported.name, local.name);
    }
  }
  return names;
}

/** The hand-over copies, so what is exported must keep its value. */
function assert_constant(code: string, program: ESTree.Program, exported: Iterable<string>): void {
  const changed = reassigned(program);
  for (const name of exported) {
    const at = changed.get(name);
    if (!at) continue;
    throw refused(
      `it exports ${name} and changes it later, in “${code.slice(at.start, at.end).slice(0, 80)}”, ` +
        'which other parts would not see: let them call a function that reads or does it',
    );
  }
}

/** What a module in the folder would be told. */
const meta_of = (folder: string): string =>
  `const ${meta}={url:new URL("./${folder}/",document.baseURI).href,` +
  `resolve:to=>new URL(to,${meta}.url).href};`;

const hand_over = (names: ReadonlyMap<string, string>): string =>
  `Object.defineProperty(globalThis,"${handed_over}",{value:Object.freeze({` +
  `${[...names].map(([exported, local]) => `${exported}:${local}`).join()}})});`;

function shim_of(names: ReadonlyMap<string, string>): string {
  const exported = [...names.keys()];
  const taken = exported.map((name, place) => `${name}:e${place}`);
  const given = exported.map((name, place) => `e${place} as ${name}`);
  return `const{${taken.join()}}=globalThis.${handed_over};export{${given.join()}};\n`;
}

/** Only a module can say some things, such as `await` outside of a function. */
function as_script(code: string): string {
  try {
    parseAst(code, { sourceType: 'script' });
  } catch (cause) {
    throw refused(`it can only be a module: ${String(cause)}`);
  }
  return code;
}

/** Makes both of the page's script: its code, and its file below index.html, as in "assets/index.js". */
export function inline_entry(code: string, file: string): InlineEntry {
  // A classic script takes a line that begins so for a comment.
  if (/^\s*-->/m.test(code)) throw refused('a line of it begins with -->');
  if (/[\r\0]/.test(code)) throw refused('it holds a character that HTML makes another one');
  const program = parseAst(code);
  const folder = dirname(file);
  const names = exports_of(program);
  assert_constant(code, program, names.values());
  const metas = moved_meta(code, program);
  const body = edited(code, [
    ...program.body
      .filter(({ type }) => type.startsWith('Export'))
      .map(({ start, end }) => ({ start, end, text: hand_over(names) })),
    ...moved_imports(code, program, folder),
    ...metas,
    ...escaped_markup(code, program),
  ]);
  const head = metas.length > 0 ? meta_of(folder) : '';
  return {
    script: as_script(`"use strict";(()=>{${head}${body.trim()}\n})();`),
    shim: shim_of(names),
  };
}

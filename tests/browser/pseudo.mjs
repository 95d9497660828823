// Makes a language that nobody speaks out of the built English one: every text longer by two fifths
// and with accents, as the longest languages would be.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './harness.mjs';

const ts = createRequire(join(root, 'web/package.json'))('typescript');

const accented = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', n: 'ñ', A: 'Á', E: 'É', O: 'Ó' };

/** "Pause" → "Páúsé é": each word with accents, the whole longer by two fifths. */
export function pseudo_text(text) {
  const letters = (text.match(/\p{L}/gu) ?? []).length;
  if (letters < 2) return text;
  const written = text.replace(/\p{L}/gu, (letter) => accented[letter] ?? letter);
  const [, body, tail] = /^(.*?)([^\p{L}\p{N}]*)$/su.exec(written);
  let more = '';
  while (more.length < letters * 0.4) more += more.length % 6 === 5 ? ' ' : 'é';
  return `${body}${letters > 12 ? ' ' : ''}${more.trimEnd()}${tail}`;
}

/** Whether a string of the chunk is one that is shown, and not a name that the code compares or imports. */
function is_shown(node) {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return false;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return false;
  if (ts.isCallExpression(parent) && parent.arguments[0] === node && parent.arguments.length === 1)
    return node.text.length > 5; // not make_format(`en`)
  if (ts.isBinaryExpression(parent) && /[=!]==?/.test(parent.operatorToken.getText())) return false;
  return !(ts.isPropertyAssignment(parent) && parent.name === node);
}

/** The built chunk of a language with each of its texts made so. */
export function pseudo_chunk(code) {
  const source = ts.createSourceFile('chunk.js', code, ts.ScriptTarget.ESNext, true);
  const changes = [];
  const visit = (node) => {
    const whole = ts.isStringLiteralLike(node);
    const part = ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (part || (whole && is_shown(node))) {
      const text = pseudo_text(node.text);
      if (text !== node.text) {
        const escaped = text.replace(/[\\`]|\$\{/g, '\\$&');
        const start = node.getStart();
        const open = ts.isTemplateMiddleOrTemplateTail(node) ? '}' : '`';
        const close = ts.isTemplateHead(node) || ts.isTemplateMiddle(node) ? '${' : '`';
        changes.push({ start, end: node.getEnd(), text: open + escaped + close });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  let made = code;
  for (const { start, end, text } of changes.reverse())
    made = made.slice(0, start) + text + made.slice(end);
  return made;
}

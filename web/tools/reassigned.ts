// Which of a module's own top-level names are given another value after the module has run. Whoever copies
// what a module exports (tools/inline_entry.ts) would go on with the old value.
import type { ESTree } from 'vite';

type Node = ESTree.Node;
type Names = ReadonlySet<string>;

const with_more = (names: Names, more: Iterable<string>): Names => new Set([...names, ...more]);

const is_node = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const children = (node: Node): Node[] => Object.values(node).flat().filter(is_node);

const is_function = (node: Node): node is ESTree.Function | ESTree.ArrowFunctionExpression =>
  node.type === 'FunctionDeclaration' ||
  node.type === 'FunctionExpression' ||
  node.type === 'ArrowFunctionExpression';

const is_class = (node: Node): node is ESTree.Class =>
  node.type === 'ClassDeclaration' || node.type === 'ClassExpression';

/** The names that a pattern binds or assigns to: x of `{ a: [x = 1] }`. A member, as in `a.b = 1`, is none. */
function names_in(pattern: Node | null): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap(names_in);
    case 'Property':
      return names_in(pattern.value);
    case 'ArrayPattern':
      return pattern.elements.flatMap(names_in);
    case 'RestElement':
      return names_in(pattern.argument);
    case 'AssignmentPattern':
      return names_in(pattern.left);
    default:
      return [];
  }
}

const names_of = ({ declarations }: ESTree.VariableDeclaration): string[] =>
  declarations.flatMap(({ id }) => names_in(id));

/** What `var` declares somewhere in a function's body: it holds in all of the body. */
function hoisted_in(node: Node): string[] {
  if (is_function(node) || is_class(node)) return [];
  const own = node.type === 'VariableDeclaration' && node.kind === 'var' ? names_of(node) : [];
  return [...own, ...children(node).flatMap(hoisted_in)];
}

/** What a statement declares for the block that it stands in. */
function declared_by(statement: Node): string[] {
  if (statement.type === 'VariableDeclaration')
    return statement.kind === 'var' ? [] : names_of(statement);
  if (is_function(statement) || is_class(statement)) return names_in(statement.id);
  return [];
}

/** What holds inside a node and not around it; a function's own is another matter. */
function declared_inside(node: Node): string[] {
  switch (node.type) {
    case 'BlockStatement':
    case 'StaticBlock':
      return node.body.flatMap(declared_by);
    case 'SwitchStatement':
      return node.cases.flatMap(({ consequent }) => consequent.flatMap(declared_by));
    case 'ForStatement':
      return node.init ? declared_by(node.init) : [];
    case 'ForInStatement':
    case 'ForOfStatement':
      return declared_by(node.left);
    case 'CatchClause':
      return names_in(node.param);
    case 'ClassExpression':
      return names_in(node.id);
    default:
      return [];
  }
}

/** The names that a node itself gives another value. */
function assigned_by(node: Node): string[] {
  switch (node.type) {
    case 'AssignmentExpression':
    case 'ForInStatement':
    case 'ForOfStatement':
      return names_in(node.left);
    case 'UpdateExpression':
      return names_in(node.argument);
    default:
      return [];
  }
}

/**
 * The module's top-level names that its functions and classes assign to, and where first. What its top
 * level does is done once it has run.
 */
export function reassigned(program: ESTree.Program): Map<string, ESTree.Span> {
  const found = new Map<string, ESTree.Span>();

  /** `hidden`: the names that mean something else here; `later`: whether this may run after the top level. */
  function look(node: Node, hidden: Names, later: boolean): void {
    if (is_function(node)) return look_into(node, hidden);
    const inside = with_more(hidden, declared_inside(node));
    const own = later ? assigned_by(node).filter((name) => !inside.has(name)) : [];
    for (const name of own) if (!found.has(name)) found.set(name, node);
    for (const child of children(node)) look(child, inside, later || is_class(node));
  }

  function look_into(
    { type, id, params, body }: ESTree.Function | ESTree.ArrowFunctionExpression,
    hidden: Names,
  ): void {
    const own = type === 'FunctionExpression' ? names_in(id) : [];
    const in_params = with_more(hidden, [...own, ...params.flatMap(names_in)]);
    for (const param of params) look(param, in_params, true);
    if (body) look(body, with_more(in_params, hoisted_in(body)), true);
  }

  look(program, new Set(), false);
  return found;
}

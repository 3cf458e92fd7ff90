import path from 'node:path';
import { parseSync } from '@swc/core';

/** Content of a file of the repository, or null when there is none. */
export type ReadFile = (file: string) => string | null;

interface Node {
  readonly type?: unknown;
  readonly value?: unknown;
  readonly cooked?: unknown;
}

/** A call with a title: `test`, `describe`, `journey`, or a suite of a support file. */
interface TitledCall {
  readonly titles: readonly string[];
  readonly body: readonly unknown[];
}

interface TestFile {
  readonly calls: readonly TitledCall[];
  readonly declared: ReadonlyMap<string, unknown>;
  readonly imported: ReadonlyMap<string, { readonly from: string; readonly name: string }>;
}

type Verdict = 'absent' | 'without-assertion' | 'asserts';

/**
 * Finds a test by a part of its title, and an assertion in it.
 *
 * - A test is a call of `test`, `describe`, or of a function that is declared in the same file or imported from `tests/`, such
 *   as `journey`, whose first argument is a text and which has a further argument. The rows of its `.each` table count as
 *   its title too. One that is skipped or still to be written is none.
 * - An assertion is a call of `expect`, or of a function that is declared in the same file, or imported from `tests/`,
 *   and asserts itself. A `describe` asserts when a test in it does. A method of an object is not followed.
 */
export function createTestSearch(read: ReadFile): (file: string, name: string) => Verdict {
  const files = new Map<string, TestFile | null>();
  const fileOf = (file: string): TestFile | null => {
    const known = files.get(file);
    if (known !== undefined) return known;
    const text = read(file);
    const found = text === null ? null : readTests(file, text);
    files.set(file, found);
    return found;
  };

  const asserts = (file: string, node: unknown, seen: Set<unknown>): boolean => {
    if (seen.has(node)) return false;
    seen.add(node);
    const names = namesUsed(node);
    if (names.has('expect')) return true;
    const own = fileOf(file);
    if (!own) return false;
    return [...names].some((name) => {
      const declaration = own.declared.get(name);
      if (declaration !== undefined) return asserts(file, declaration, seen);
      const source = own.imported.get(name);
      const imported = source && fileOf(source.from)?.declared.get(source.name);
      return source !== undefined && imported !== undefined && asserts(source.from, imported, seen);
    });
  };

  return (file, name) => {
    const named = fileOf(file)?.calls.filter(({ titles }) => titles.some((title) => title.includes(name))) ?? [];
    if (named.length === 0) return 'absent';
    return named.some(({ body }) => asserts(file, body, new Set())) ? 'asserts' : 'without-assertion';
  };
}

function readTests(file: string, text: string): TestFile {
  const program = parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x') });
  const calls: { readonly callee: unknown; readonly title: unknown; readonly body: readonly unknown[] }[] = [];
  const declared = new Map<string, unknown>();
  const imported = new Map<string, { readonly from: string; readonly name: string }>();
  for (const node of nodesIn(program.body)) {
    if (node.type === 'CallExpression') {
      const [title, ...body] = listIn(node, 'arguments').map((argument) => partOf(argument, 'expression'));
      if (isText(title) && body.length > 0) calls.push({ callee: partOf(node, 'callee'), title, body });
    } else if (node.type === 'FunctionDeclaration') declared.set(nameIn(node, 'identifier'), partOf(node, 'body'));
    else if (node.type === 'VariableDeclarator') declared.set(nameIn(node, 'id'), partOf(node, 'init'));
    else if (node.type === 'ImportDeclaration') {
      const from = supportFile(file, String((partOf(node, 'source') as Node).value));
      for (const one of from === null ? [] : listIn(node, 'specifiers')) {
        const local = nameIn(one, 'local');
        imported.set(local, { from: from ?? '', name: nameIn(one, 'imported') || local });
      }
    }
  }
  const isTest = (callee: unknown): boolean => {
    if ([...namesUsed(callee)].some((name) => left.has(name))) return false;
    const own = nameIn({ callee }, 'callee');
    return runners.has(rootOf(callee)) || (own !== '' && (declared.has(own) || imported.has(own)));
  };
  return {
    calls: calls
      .filter(({ callee }) => isTest(callee))
      .map(({ callee, title, body }) => {
        const tables = [...namesUsed(callee)].map((name) => declared.get(name));
        return { titles: textsIn([title, callee, ...tables]), body };
      }),
    declared,
    imported,
  };
}

/** The test runner's own functions, and the names of those that skip a test. */
const runners: ReadonlySet<string> = new Set(['test', 'describe']);
const left: ReadonlySet<string> = new Set(['skip', 'skipIf', 'todo']);

/** The name that a callee begins with: `test` of `test.each(rows)`. */
function rootOf(callee: unknown): string {
  const inner = partOf(callee, 'object') ?? partOf(callee, 'callee') ?? partOf(callee, 'tag');
  return inner === undefined ? nameIn({ callee }, 'callee') : rootOf(inner);
}

/** The file in `tests/` that an import names; null for any other, which holds no assertions. */
function supportFile(importer: string, specifier: string): string | null {
  const from = specifier.startsWith('.')
    ? path.posix.join(path.posix.dirname(importer), specifier)
    : specifier.replace(/^#/, '');
  return from.startsWith('tests/') ? from : null;
}

function nodesIn(node: unknown, found: Node[] = []): readonly Node[] {
  if (typeof node !== 'object' || node === null) return found;
  if ('type' in node) found.push(node);
  for (const child of Object.values(node)) nodesIn(child, found);
  return found;
}

const isText = (node: unknown): boolean =>
  typeof node === 'object' &&
  node !== null &&
  'type' in node &&
  (node.type === 'StringLiteral' || node.type === 'TemplateLiteral');

const textsIn = (node: unknown): string[] =>
  nodesIn(node).flatMap(({ type, value, cooked }) => {
    const text = type === 'StringLiteral' ? value : type === 'TemplateElement' ? cooked : null;
    return typeof text === 'string' ? [text] : [];
  });

const namesUsed = (node: unknown): Set<string> =>
  new Set(nodesIn(node).flatMap(({ type, value }) => (type === 'Identifier' ? [String(value)] : [])));

const partOf = (node: unknown, part: string): unknown =>
  typeof node === 'object' && node !== null ? Reflect.get(node, part) : undefined;

function listIn(node: unknown, part: string): readonly unknown[] {
  const list = partOf(node, part);
  return Array.isArray(list) ? list : [];
}

const nameIn = (node: unknown, part: string): string => {
  const name = partOf(partOf(node, part), 'value');
  return typeof name === 'string' ? name : '';
};

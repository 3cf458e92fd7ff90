import { parseSync } from '@swc/core';

/** Attributes whose text is shown or read aloud. */
const spoken: ReadonlySet<string> = new Set([
  'alt',
  'title',
  'label',
  'text',
  'heading',
  'hint',
  'detail',
  'placeholder',
  'summary',
  'caption',
  'description',
  'message',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'aria-placeholder',
]);

const letters = /\p{L}{2,}/u;

/** Letters of Portuguese and Spanish that code does not use: a string with them is text for people. */
const accented = /[À-ÖØ-öø-ÿ¿¡ª]/u;

interface Node {
  readonly type?: unknown;
  readonly value?: unknown;
  readonly cooked?: unknown;
  readonly name?: unknown;
}

/**
 * Texts for people in a source file instead of a `*.copy.json`: between tags, in attributes that are shown or read aloud,
 * and strings in Portuguese or Spanish.
 */
export function textInCode(source: string, isView: boolean): readonly string[] {
  const found: string[] = [];
  const visit = (node: unknown, place: 'child' | 'spoken' | null): void => {
    if (Array.isArray(node)) {
      for (const one of node as readonly unknown[]) visit(one, place);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    const { type, value, cooked, name } = node as Node;
    const text = typeof value === 'string' ? value : typeof cooked === 'string' ? cooked : '';
    if (type === 'JSXText' && letters.test(text)) found.push(text.trim());
    if (type === 'StringLiteral' || type === 'TemplateElement') {
      if (accented.test(text) || (place !== null && letters.test(text))) found.push(text.trim());
    }
    for (const [key, child] of Object.entries(node)) visit(child, placeOf(type, key, nameOf(name), place));
  };
  visit(parseSync(source, { syntax: 'typescript', tsx: isView }).body, null);
  return found;
}

/** What a node's text is to the page's reader. An expression's own parts are code again. */
function placeOf(type: unknown, key: string, attribute: string, place: 'child' | 'spoken' | null): typeof place {
  if (type === 'JSXAttribute') return key === 'value' && spoken.has(attribute) ? 'spoken' : null;
  if (type === 'JSXElement' || type === 'JSXFragment') return key === 'children' ? 'child' : null;
  const isSameContext =
    type === 'JSXExpressionContainer' ||
    type === 'TemplateLiteral' ||
    type === 'ParenthesisExpression' ||
    (type === 'ConditionalExpression' && key !== 'test') ||
    (type === 'BinaryExpression' && key === 'right');
  return isSameContext ? place : null;
}

function nameOf(name: unknown): string {
  if (typeof name !== 'object' || name === null) return '';
  const { value, namespace, name: own } = name as Readonly<Record<string, unknown>>;
  if (typeof value === 'string') return value;
  return `${nameOf(namespace)}-${nameOf(own)}`;
}

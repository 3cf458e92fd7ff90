import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '#src/kernel/json/json.ts';
import { isList } from './input.ts';

/**
 * Where an answer differs from what a vector expects, in words; empty when it does not. Every member of an expected
 * object must be there and equal, `prose` members aside; members that the vector does not name are free.
 */
export function differences(expected: JsonValue, actual: unknown, prose: readonly string[], path = 'answer'): string[] {
  if (isPolicy(expected)) return actual === undefined || actual === null ? [`${path}: a decision is asked for`] : [];
  if (typeof expected !== 'object' || expected === null || isList(expected)) {
    return isDeepStrictEqual(actual, expected) ? [] : [`${path}: expected ${show(expected)}, got ${show(actual)}`];
  }
  if (typeof actual !== 'object' || actual === null)
    return [`${path}: expected ${show(expected)}, got ${show(actual)}`];
  const members = new Map<string, unknown>(Object.entries(actual));
  return Object.entries(expected)
    .filter(([name]) => !prose.includes(name))
    .flatMap(([name, value]) => differences(value, members.get(name), prose, name));
}

/** The sources disagree or are silent and ask for a decision, which any definite answer is: POLICY.md lists ours. */
export function isPolicy(expected: JsonValue): boolean {
  return typeof expected === 'string' && /^policy\b/i.test(expected);
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

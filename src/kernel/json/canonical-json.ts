import type { JsonValue } from './json.ts';

/**
 * Canonical JSON (RFC 8785): no blanks, members in the order of their UTF-16 code units, each name once. Numbers must be
 * safe integers, so that all implementations write them alike; any other throws.
 */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value as Readonly<Record<string, JsonValue>>);
    const inOrder = members.sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${inOrder.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
  }
  if (typeof value === 'number' && (!Number.isSafeInteger(value) || Object.is(value, -0)))
    throw new TypeError(`${value} is no whole number that every reader writes alike`);
  return JSON.stringify(value);
}

import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';

/** Reads a vector's input; each throws when the input has another shape, which counts as a failure of that vector. */
export function asObject(value: JsonValue | undefined): JsonObject {
  if (typeof value !== 'object' || value === null || isList(value)) throw new TypeError('input: an object is expected');
  return value;
}

export function asText(value: JsonValue | undefined): string {
  if (typeof value !== 'string') throw new TypeError('input: text is expected');
  return value;
}

export function asNumber(value: JsonValue | undefined): number {
  if (typeof value !== 'number') throw new TypeError('input: a number is expected');
  return value;
}

/** Text, or undefined when the member is absent. */
export function optionalText(value: JsonValue | undefined): string | undefined {
  return value === undefined || value === null ? undefined : asText(value);
}

/** A number or a number in text, as text. */
export function asNumeric(value: JsonValue | undefined): string {
  return typeof value === 'number' ? String(value) : asText(value);
}

export function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

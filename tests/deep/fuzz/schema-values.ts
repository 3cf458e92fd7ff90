import fc from 'fast-check';
import type { JsonSchema } from './fuzz.types.ts';

type Fields = Readonly<Record<string, JsonSchema>>;

/** What is looked at of a schema; everything else in it is words. */
interface Shape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Fields;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Values that mean something to the product, by the name of their field. */
export type Hints = Readonly<Record<string, readonly unknown[]>>;

/** Values that a schema allows: mostly such as the product knows, and those at its edges. */
export function valuesOf(schema: JsonSchema, hints: Hints, name = ''): fc.Arbitrary<unknown> {
  const plain = plainValues(schema, hints);
  const known = hints[name];
  return known ? fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: plain }) : plain;
}

function plainValues(schema: JsonSchema, hints: Hints): fc.Arbitrary<unknown> {
  if (typeof schema === 'boolean') return fc.jsonValue();
  const shape = schema as Shape;
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return fc.oneof(...choices.map((one) => valuesOf(one, hints)));
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if (shape.const !== undefined) return fc.constant(shape.const);
  switch (Array.isArray(shape.type) ? shape.type[0] : shape.type) {
    case 'object':
      return objects(shape, hints);
    case 'array':
      return fc.array(shape.items ? valuesOf(shape.items, hints) : fc.jsonValue(), {
        minLength: shape.minItems ?? 0,
        maxLength: Math.min(shape.maxItems ?? 3, (shape.minItems ?? 0) + 3),
      });
    case 'integer':
      return numbers(shape, fc.integer({ min: low(shape), max: high(shape) }));
    case 'number':
      return numbers(shape, fc.double({ min: low(shape), max: high(shape), noNaN: true }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return texts(shape);
    default:
      return fc.jsonValue();
  }
}

function objects({ properties = {}, required = [], additionalProperties }: Shape, hints: Hints): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema, hints, name)]),
  );
  const named = fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
  if (typeof additionalProperties !== 'object') return named;
  const more = fc.dictionary(
    fc.constantFrom('token', 'document', 'phone', 'keep', 'means', 'points', 'x'),
    valuesOf(additionalProperties, hints),
    { maxKeys: 3 },
  );
  return fc.tuple(named, more).map(([one, other]) => ({ ...one, ...other }));
}

function low({ minimum }: Shape): number {
  return Math.max(minimum ?? -(2 ** 31), -(2 ** 31));
}

function high({ maximum }: Shape): number {
  return Math.min(maximum ?? 2 ** 31 - 1, 2 ** 31 - 1);
}

function numbers(shape: Shape, between: fc.Arbitrary<number>): fc.Arbitrary<number> {
  const edges = [shape.minimum, shape.maximum].filter((edge) => edge !== undefined);
  return edges.length === 0 ? between : fc.oneof(between, fc.constantFrom(...edges));
}

function texts({ minLength = 0, maxLength = 60, pattern, format }: Shape): fc.Arbitrary<string> {
  if (format === 'date-time') return fc.date({ noInvalidDate: true, min: new Date(0) }).map((at) => at.toISOString());
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern), { maxLength: 200 });
  const edges = [minLength, maxLength].map((length) => 'x'.repeat(length));
  return fc.oneof(fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 30) }), fc.constantFrom(...edges));
}

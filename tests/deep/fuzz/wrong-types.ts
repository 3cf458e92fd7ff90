import type { WireRequest } from '#tests/support/http/raw-http.ts';
import type { JsonSchema, Operation } from './fuzz.types.ts';

/** What is looked at of a schema here: types, not what is allowed within them. */
interface Shape {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
}

/** The first place of a body or a query that is of another type than OpenAPI says; null where all is, or nothing is said. */
export function wrongTypeIn(operation: Operation, request: WireRequest): string | null {
  const [path = '', query = ''] = request.path.split(/\?(.*)/s);
  // What was put into an address may have made it another operation's.
  if (operation.answers === null || request.path.includes('#') || !isOf(operation, path)) return null;
  return wrongInBody(operation, request) ?? wrongInQuery(operation, new URLSearchParams(query));
}

function isOf({ address }: Operation, path: string): boolean {
  const [own, asked] = [address.split('/'), path.split('/')];
  return (
    own.length === asked.length &&
    own.every((part, at) => (part.startsWith('{') ? (asked[at] ?? '') !== '' : part === asked[at]))
  );
}

function wrongInBody({ body: schema }: Operation, { headers, body }: WireRequest): string | null {
  const types = headers.filter(([name]) => name === 'content-type').map(([, value]) => value);
  if (schema === null || body === null || types.join() !== 'application/json') return null;
  const text = body.toString('utf8');
  try {
    return wrongType(schema, JSON.parse(text), 'the body');
  } catch {
    // It is no JSON, and has no types.
    return null;
  }
}

/** Where a value is of another type than its schema says. */
export function wrongType(schema: JsonSchema, value: unknown, at: string): string | null {
  if (typeof schema === 'boolean') return null;
  const { type, properties = {}, additionalProperties = true, items = true, ...shape } = schema as Shape;
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) {
    const wrong = choices.map((one) => wrongType(one, value, at));
    return wrong.includes(null) ? null : (wrong[0] ?? null);
  }
  const types = typeof type === 'string' ? [type] : (type ?? []);
  if (types.length > 0 && !types.some((one) => isOfType(one, value)))
    return `${at}, which is no ${types.join(' or ')}: ${JSON.stringify(value)?.slice(0, 60) ?? 'nothing'}`;
  const inside: readonly (readonly [JsonSchema, unknown, string])[] = Array.isArray(value)
    ? value.map((one: unknown, index) => [items, one, `${at}[${index}]`])
    : typeof value === 'object' && value !== null
      ? Object.entries(value).map(([name, one]) => [
          Object.hasOwn(properties, name) ? (properties[name] ?? true) : additionalProperties,
          one,
          `${at}.${name}`,
        ])
      : [];
  for (const [own, one, where] of inside) {
    const wrong = wrongType(own, one, where);
    if (wrong !== null) return wrong;
  }
  return null;
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** A query is text: a number stands there as its figures, and a name that stands twice is a list. */
function wrongInQuery({ parameters }: Operation, query: URLSearchParams): string | null {
  for (const { name, schema } of parameters.filter((one) => one.in === 'query')) {
    const { type } = typeof schema === 'boolean' ? {} : (schema as Shape);
    const values = query.getAll(name);
    if (typeof type !== 'string' || type === 'array') continue;
    if (values.length > 1) return `two of ${name}, which is one ${type}`;
    const wrong = values.find((value) => !isWritten(type, value));
    if (wrong !== undefined) return `${name}, which is no ${type}: ${wrong.slice(0, 60)}`;
  }
  return null;
}

function isWritten(type: string, text: string): boolean {
  if (type === 'boolean') return text === 'true' || text === 'false';
  if (type !== 'integer' && type !== 'number') return true;
  return text.trim() !== '' && isOfType(type, Number(text)) && Number.isFinite(Number(text));
}

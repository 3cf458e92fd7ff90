/** The parts of a JSON schema that the pages use. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly description?: string;
}

/** Deeper than any schema of this API, so that a recursive schema ends. */
const deepest = 8;

/** Example values by field name. */
const byName: Readonly<Record<string, unknown>> = {
  name: 'Maria da Silva',
  email: 'maria@exemplo.com.br',
  phone: '(11) 96123-4567',
  seller: 'ana',
  source: 'campanha',
  business: 'wiseup-online',
  brand: 'wise-up',
  productCode: 'wise-up-online',
  product: 'wise-up-online',
  planId: 'wup-annual-t',
  plan: 'wup-annual-t',
  method: 'a-method-of-the-plan',
  market: 'BR',
  operation: 'BR',
  locale: 'pt-BR',
  amount: 114_000,
  total: 114_000,
  totalValue: 114_000,
  value: 9_500,
  currency: 'BRL',
  document: '111.444.777-35',
  voucher: 'BEMVINDO10',
  orderNumber: '1042',
  reason: 'goodwill',
  eventId: '1042',
  state: 'captured',
  route: '/success',
  redirect: '/challenge',
  city: 'Campinas',
  region: 'SP',
};

/** Optional fields that most calls send. */
const usuallySent = new Set(['name', 'email', 'phone', 'document', 'seller', 'source', 'leadId', 'quoteId', 'planId']);

const byFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-11-24T12:00:00Z',
  date: '2026-11-24',
  email: 'maria@exemplo.com.br',
  uri: 'https://school.example/page',
  uuid: '0198c0de-0000-7000-8000-000000000000',
};

/**
 * A stable example of a schema: the schema's own value, or a usual value for the field's name. `isBody`: leaves out optional
 * fields that are not in `usuallySent`.
 */
export function exampleOf(schema: Schema | undefined, name = '', depth = 0, isBody = false): unknown {
  if (schema === undefined || depth > deepest) return null;
  if (schema.const !== undefined) return schema.const;
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.enum) return schema.enum.includes(byName[name]) ? byName[name] : schema.enum[0];
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((one) => exampleOf(one, name, depth + 1, isBody)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return exampleOf(choices.find(({ type }) => type !== 'null') ?? choices[0], name, depth + 1, isBody);
  const [type] = [schema.type ?? (schema.properties ? 'object' : '')].flat().filter((one) => one !== 'null');
  if (type === 'object') return objectExample(schema, depth, isBody);
  if (type === 'array') return schema.items ? [exampleOf(schema.items, singular(name), depth + 1, isBody)] : [];
  if (type === 'boolean') return schema.default ?? true;
  if (type === 'integer' || type === 'number') return numberExample(schema, name);
  if (type === 'string') return schema.default ?? stringExample(schema, name);
  return schema.default ?? null;
}

function objectExample(
  { properties, additionalProperties, required = [] }: Schema,
  depth: number,
  isBody: boolean,
): unknown {
  const named = Object.entries(properties ?? {})
    .filter(([key]) => !isBody || required.includes(key) || usuallySent.has(key))
    .map(([key, one]) => [key, exampleOf(one, key, depth + 1, isBody)]);
  if (named.length === 0 && typeof additionalProperties === 'object')
    return { field: exampleOf(additionalProperties, 'field', depth + 1) };
  return Object.fromEntries(named);
}

const singular = (name: string): string => name.replace(/s$/, '');

function numberExample({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER, default: given }: Schema, name: string) {
  const usual = byName[name];
  const value = typeof given === 'number' ? given : typeof usual === 'number' ? usual : Math.max(1, minimum);
  return Math.min(Math.max(value, minimum), maximum);
}

function stringExample({ format, pattern, minLength = 0, maxLength = 10_000 }: Schema, name: string): string {
  const known = byName[name];
  const all = [
    typeof known === 'string' ? known : undefined,
    format === undefined ? undefined : byFormat[format],
    /Id$|^id$/.test(name)
      ? `${name === 'id' ? 'xxx' : name.slice(0, 3).toLowerCase()}_0123456789ABCDEFGHIJKL`
      : undefined,
    'ord_0123456789ABCDEFGHIJKL',
    'ticket-4711-of-ana',
    '1042',
    'text',
    '0'.repeat(Math.max(minLength, 1)),
  ];
  const fits = (text: string): boolean =>
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text));
  const first = all.slice(0, 3).find((one) => one !== undefined && fits(one));
  return (
    first ??
    (pattern === undefined ? ['text', '0'.repeat(minLength)] : all.slice(3)).find(
      (one) => one !== undefined && fits(one),
    ) ??
    '…'
  );
}

import fc from 'fast-check';
import {
  invalidBodies,
  invalidBytes,
  invalidHeaders,
  invalidJson,
  invalidText,
  invalidTypes,
} from './invalid-values.ts';
import type { CaseBody, FuzzCase, Operation, Parameter, Sender } from './fuzz.types.ts';
import { type ValidRequest, validRequests } from './valid-requests.ts';
import { valuesOf } from './schema-values.ts';
import { hints } from './user-values.ts';

/** Bytes of an address: what may stand there stands, everything else is written as UTF-8, lone surrogates as bytes of none. */
export function inAddress(text: string, isRaw: boolean): string {
  const marks = text.split(/(«[^»]*»)/);
  return marks
    .map((part) => {
      if (part.startsWith('«')) return part;
      const bytes = Buffer.from(part, 'utf8');
      return [...bytes]
        .map((byte) => {
          const sign = String.fromCharCode(byte);
          const stands = isRaw ? byte > 0x20 && byte !== 0x7f : /[\w.~-]/.test(sign);
          return stands ? sign : `%${byte.toString(16).padStart(2, '0')}`;
        })
        .join('');
    })
    .join('');
}

const parts = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.tuple(invalidText, fc.boolean()) },
);

/** A value as it stands in a path or query: a good one, or something else. */
function written(parameter: Parameter): fc.Arbitrary<string> {
  return fc.tuple(valuesOf(parameter.schema, hints, parameter.name), parts).map(([value, bad]) => {
    if (bad) return inAddress(bad[0], bad[1]);
    return inAddress(typeof value === 'string' ? value : JSON.stringify(value), false);
  });
}

const strayPairs = [
  ...['__proto__=1', '__proto__[x]=1', 'constructor.prototype=1', 'a[]=1&a[]=2', 'a[b][c]=1', '=', '&&&', 'x=%ff'],
  ...['x=%', 'x=%00', 'unknown=1', 'leadId=1&leadId=2', `x=${'y'.repeat(9000)}`, 'email=«A.email»', 'x=1;y=2', '?'],
];

export function queryOf(parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const pairs = parameters
    .filter((one) => one.in === 'query')
    .map((one) =>
      fc.tuple(written(one), written(one), fc.integer({ min: 0, max: 9 })).map(([value, other, dice]) => {
        const pair = `${one.name}=${value}`;
        // Twice the same says the same, whichever of them is taken.
        if (dice === 9) return [pair, `${one.name}=${other === value ? `${other}0` : other}`];
        return one.isNeeded ? (dice === 0 ? [] : [pair]) : dice < 5 ? [pair] : [];
      }),
    );
  const stray = fc.oneof(
    { weight: 8, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: fc.constantFrom(...strayPairs).map((one) => [one]) },
  );
  return fc.tuple(fc.tuple(...pairs), stray).map(([own, more]) => {
    const all = [...own.flat(), ...more];
    return all.length === 0 ? '' : `?${all.join('&')}`;
  });
}

export function pathOf({ address, parameters }: Operation): fc.Arbitrary<string> {
  const own = parameters.filter((one) => one.in === 'path');
  return fc
    .tuple(...own.map(written))
    .map((values) => own.reduce((path, { name }, at) => path.replace(`{${name}}`, () => values[at] ?? ''), address));
}

export const headersOf: fc.Arbitrary<[string, string][]> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<[string, string][]>([]) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...invalidHeaders).map(([name, value]): [string, string][] => [[name, value]]),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 50, max: 900 })
      .map((count) => Array.from({ length: count }, (_, at): [string, string] => [`x-${String(at)}`, '1'])),
  },
);

type Change = (value: unknown) => { readonly value: unknown; readonly mustRefuse: string | null };

/** Walks to a place in a JSON value by numbers, and puts something else there. */
function replaced(value: unknown, way: readonly number[], put: (there: unknown) => unknown): unknown {
  const [first, ...rest] = way;
  if (first === undefined) return put(value);
  if (Array.isArray(value)) {
    if (value.length === 0) return put(value);
    const at = first % value.length;
    return value.map((one: unknown, index) => (index === at ? replaced(one, rest, put) : one));
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    if (entries.length === 0) return put(value);
    const at = first % entries.length;
    return Object.fromEntries(
      entries.map(([name, one], index) => [name, index === at ? replaced(one, rest, put) : one]),
    );
  }
  return put(value);
}

const way = fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 3 });
const changes: fc.Arbitrary<Change> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Change>((value) => ({ value, mustRefuse: null })) },
  {
    weight: 6,
    arbitrary: fc.tuple(way, invalidJson).map(([at, bad]): Change => (value) => ({
      value: replaced(value, at, () => bad),
      mustRefuse: null,
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('isAdmin', 'state', 'paid', 'total', 'sessionToken', 'cardNumber'), invalidJson)
      .map(
        ([name, bad]): Change =>
          (value) =>
            typeof value === 'object' && value !== null && !Array.isArray(value)
              ? { value: { ...value, [name]: bad }, mustRefuse: `the field ${name}` }
              : { value, mustRefuse: null },
      ),
  },
  {
    weight: 1,
    arbitrary: fc.nat({ max: 30 }).map((at): Change => (value) => ({
      value:
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).filter((_, index, all) => index !== at % all.length))
          : value,
      mustRefuse: null,
    })),
  },
);

interface Sent {
  readonly body: CaseBody;
  readonly type: string | null;
  readonly mustRefuse: string | null;
}

const none: Sent = { body: { kind: 'none' }, type: null, mustRefuse: null };

function bodies({ body: schema, method }: Operation): fc.Arbitrary<Sent> {
  if (method === 'GET') return fc.constant(none);
  const raw = fc.oneof(
    fc.constantFrom(...invalidBodies).map((text): Sent => ({
      body: { kind: 'text', text },
      type: 'application/json',
      mustRefuse: text.includes('«deep') || text.includes('_proto__') ? 'a body of no use' : null,
    })),
    fc
      .constantFrom(...invalidBytes)
      .map((hex): Sent => ({ body: { kind: 'hex', hex }, type: 'application/json', mustRefuse: null })),
    fc
      .constantFrom(...invalidTypes)
      .map((type): Sent => ({ body: { kind: 'text', text: '{}' }, type, mustRefuse: null })),
    fc.constant(none),
  );
  if (schema === null) return fc.oneof(raw, fc.constant(none));
  const good = fc.tuple(valuesOf(schema, hints), changes).map(([value, change]): Sent => {
    const { value: sent, mustRefuse } = change(value);
    return { body: { kind: 'text', text: JSON.stringify(sent) ?? '' }, type: 'application/json', mustRefuse };
  });
  return fc.oneof({ weight: 7, arbitrary: good }, { weight: 1, arbitrary: raw });
}

export function sendersOf({ requiresStaff }: Operation): fc.Arbitrary<Sender> {
  return requiresStaff
    ? fc.constantFrom<Sender[]>('operator', 'operator', 'operator', 'A', 'stranger')
    : fc.constantFrom<Sender[]>('A', 'A', 'A', 'B', 'stranger', 'operator');
}

const keys = fc.oneof(
  { weight: 6, arbitrary: fc.constant<string | null>('«fresh»') },
  { weight: 1, arbitrary: fc.constantFrom<(string | null)[]>(null, 'short', 'k'.repeat(20), 'k'.repeat(300)) },
);

/** A request that gets through, and mostly goes wrong in one place. */
function nearlyGood(operation: Operation, good: readonly ValidRequest[]): fc.Arbitrary<FuzzCase> {
  return fc
    .record({
      base: fc.constantFrom(...good),
      change: changes,
      sender: sendersOf(operation),
      extra: headersOf,
      key: keys,
    })
    .map(({ base, change, sender, extra, key }): FuzzCase => {
      const { value, mustRefuse } = change(base.body);
      // Marks that stand for a number lose their quotes.
      const text = (JSON.stringify(value) ?? '').replaceAll(/"(«[AB]\.\w+Total»)"/g, '$1');
      return {
        sender: base.as ?? sender,
        method: operation.method,
        path: base.path,
        headers: [
          ...(text === '' ? [] : [['content-type', 'application/json'] as const]),
          ...(key === null || operation.method === 'GET' ? [] : [['idempotency-key', key] as const]),
          ...extra,
        ],
        body: text === '' ? { kind: 'none' } : { kind: 'text', text },
        mustRefuse,
      };
    });
}

/** Requests to an operation of the API. */
export function apiCases(operation: Operation): fc.Arbitrary<FuzzCase> {
  const good = validRequests[operation.name];
  const any = anyCases(operation);
  return good ? fc.oneof(nearlyGood(operation, good), any) : any;
}

function anyCases(operation: Operation): fc.Arbitrary<FuzzCase> {
  return fc
    .record({
      sender: sendersOf(operation),
      path: pathOf(operation),
      query: queryOf(operation.parameters),
      extra: headersOf,
      key: keys,
      sent: bodies(operation),
    })
    .map(({ sender, path, query, extra, key, sent }) => ({
      sender,
      method: operation.method,
      path: path + query,
      headers: [
        ...(sent.type === null ? [] : [['content-type', sent.type] as const]),
        ...(key === null || operation.method === 'GET' ? [] : [['idempotency-key', key] as const]),
        ...extra,
      ],
      body: sent.body,
      mustRefuse: sent.mustRefuse,
    }));
}

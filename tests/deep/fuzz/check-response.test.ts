import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { PROBLEM_TYPE } from '#src/kernel/http/problems/problem.ts';
import type { WireAnswer } from '#tests/support/http/raw-http.ts';
import type { Answers, FuzzCase, Operation } from './fuzz.types.ts';
import { checkResponse } from './check-response.ts';
import { checkMemoryGrowth } from './memory-use.ts';
import { fakeUsers } from './fake-users.ts';

const users = fakeUsers('http://127.0.0.1:1');

const answers: Answers = new Map<number, ReadonlyMap<string, z.ZodType | null>>([
  [201, new Map([['application/json', z.object({ id: z.string() })]])],
  [404, new Map([[PROBLEM_TYPE, null]])],
  [422, new Map([[PROBLEM_TYPE, null]])],
]);
const api: Operation = {
  name: 'POST /api/v1/lead',
  method: 'POST',
  address: '/api/v1/lead',
  kind: 'api',
  parameters: [],
  body: null,
  answers,
  requiresStaff: false,
};
const page: Operation = {
  ...api,
  name: 'GET /payment',
  method: 'GET',
  address: '/payment',
  kind: 'page',
  answers: null,
};

const asked: FuzzCase = {
  sender: 'A',
  method: 'POST',
  path: '/api/v1/lead',
  headers: [['content-type', 'application/json']],
  body: { kind: 'text', text: '{}' },
  mustRefuse: null,
};

function answer(status: number, type: string, body: string, headers: Record<string, string> = {}): WireAnswer {
  const all = { 'content-type': type, ...headers };
  return { status, headers: all, setCookies: [], body: Buffer.from(body), milliseconds: 1 };
}

const created = answer(201, 'application/json', '{"id":"lea_1"}');
const refused = answer(404, PROBLEM_TYPE, '{"code":"not-found","status":404}');
const drawn = answer(200, 'text/html; charset=utf-8', '<!doctype html><html lang="pt-BR"><p>Olá</p></html>');

function kinds(
  operation: Operation,
  one: WireAnswer | 'timeout' | 'hung-up',
  about: Partial<FuzzCase> = {},
  said = new Set<string>(),
): string[] {
  const { path, body } = { ...asked, ...about };
  const text = body.kind === 'text' ? body.text : '';
  const { headers } = asked;
  const request = { method: 'POST', path, headers, body: Buffer.from(text) };
  return checkResponse(operation, { ...asked, ...about }, { request, answer: one, said }, users).map(
    ({ kind }) => kind,
  );
}

describe('a good answer', () => {
  test.each([
    ['what is described', api, created],
    ['a refusal that is described', api, refused],
    ['a page', page, drawn],
  ] as const)('is let be: %s', (_what, operation, one) => {
    expect(kinds(operation, one)).toEqual([]);
  });

  test('may say of the sender what is the sender’s, and say back what was sent', () => {
    const own = answer(201, 'application/json', JSON.stringify({ id: users.a.email }));
    expect(kinds(api, own)).toEqual([]);
    const other = answer(201, 'application/json', JSON.stringify({ id: users.b.email }));
    expect(kinds(api, other, { path: `/api/v1/lead?email=${users.b.email}` })).toEqual([]);
    const form = { kind: 'text', text: `email=${encodeURIComponent(users.b.email)}` } as const;
    expect(kinds(api, other, { body: form })).toEqual([]);
    expect(kinds(api, other, {}, new Set([users.b.email]))).toEqual([]);
    expect(kinds(api, other)).toEqual(['echo']);
  });
});

describe('a planted bug is seen:', () => {
  const problem = (status: number, code: string): WireAnswer =>
    answer(status, PROBLEM_TYPE, JSON.stringify({ code, status }));
  const says = (text: string): WireAnswer => answer(201, 'application/json', JSON.stringify({ id: text }));

  test.each<readonly [what: string, kind: string, operation: Operation, one: WireAnswer | 'timeout' | 'hung-up']>([
    ['a failure', 'status-5xx', api, problem(500, 'unexpected')],
    ['a page that fails', 'status-5xx', page, answer(500, 'text/plain', 'failed')],
    ['no answer in time', 'timeout', api, 'timeout'],
    ['nothing but a closed connection', 'hung-up', api, 'hung-up'],
    ['a status that is not described', 'undocumented', api, problem(409, 'lead-gone')],
    ['a body that is not as described', 'undocumented', api, answer(201, 'application/json', '{"name":1}')],
    ['a type that is not described', 'undocumented', api, answer(201, 'text/html', '{"id":"x"}')],
    ['a status that no page has', 'undocumented', page, answer(418, 'text/html', '<html lang="pt-BR">')],
    ['a refusal that is no problem document', 'not-a-problem', api, answer(404, 'application/json', '{"error":1}')],
    ['a code with another status', 'not-a-problem', api, problem(422, 'not-found')],
    ['a page in no language', 'not-a-page', page, answer(200, 'text/html', '<html><p>Hi</p></html>')],
    ['a page of bare JSON errors', 'not-a-page', page, answer(404, 'text/plain', 'Not found')],
    ['a stack', 'insides', api, says('at pay (file:///app/src/pay.ts:3:1)')],
    ['a file’s name', 'insides', api, says('/home/node/src/pay.ts')],
    ['the database’s words', 'insides', api, says('invalid byte sequence for encoding')],
    ['an error’s class', 'insides', api, says('TypeError: x is not a function')],
    ['somebody else’s e-mail', 'echo', api, says(users.b.email)],
    ['somebody else’s document in digits', 'echo', api, says(users.b.document.replaceAll(/\D/g, ''))],
    ['somebody else’s name in a header', 'echo', api, { ...created, headers: { ...created.headers, x: users.b.name } }],
    ['a tag as it was sent', 'script', page, answer(200, 'text/html', '<html lang="pt-BR"><svg/onload=fuzz>')],
    ['a way to a stranger’s site', 'astray', page, answer(307, 'text/html', '', { location: '//evil.example' })],
    ['a header that the request wrote', 'astray', api, { ...created, headers: { ...created.headers, 'x-fuzz': '1' } }],
  ])('%s', (_what, kind, operation, one) => {
    expect(kinds(operation, one)).toContain(kind);
  });

  test('what must be refused and is taken', () => {
    expect(kinds(api, created, { mustRefuse: 'the field paid' })).toEqual(['taken']);
    expect(kinds(api, refused, { mustRefuse: 'the field paid' })).toEqual([]);
  });

  test('memory that grows by a kilobyte for each of ten thousand requests', () => {
    const used = (megabytes: number) => ({ rss: 0, heapUsed: megabytes * 1024 * 1024, external: 0 });
    expect(checkMemoryGrowth(used(87.7), used(89.6))).toBeNull();
    expect(checkMemoryGrowth(used(89.6), used(87.7))).toBeNull();
    expect(checkMemoryGrowth(used(87.7), used(97.5))).toBe('the heap grew by 9.8 MB');
  });
});

describe('a value of another type than is described', () => {
  const described: Operation = {
    ...api,
    name: 'POST /api/v1/lead/{leadId}',
    address: '/api/v1/lead/{leadId}',
    parameters: [
      { in: 'query', name: 'limit', isNeeded: false, schema: { type: 'integer' } },
      { in: 'query', name: 'voucher', isNeeded: false, schema: { type: 'string' } },
    ],
    body: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        amount: { type: 'integer' },
        consent: { type: 'boolean' },
        // What the document itself allows as either is neither's wrong type.
        value: { anyOf: [{ type: 'number' }, { type: 'string' }, { type: 'null' }] },
        parts: { type: 'array', items: { type: 'object', properties: { method: { type: 'string' } } } },
        fields: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
  };
  const taken = (body: unknown, query = '', one = created): string[] => {
    const about = { path: `/api/v1/lead/led_1${query}`, body: { kind: 'text', text: JSON.stringify(body) } } as const;
    return kinds(described, one, about);
  };

  test.each([
    ['no object', []],
    ['nothing', null],
    ['a number for a text', { name: 1 }],
    ['null for a text', { name: null }],
    ['a list for a text', { name: ['Maria'] }],
    ['a text for a number', { amount: '100' }],
    ['a broken number', { amount: 0.5 }],
    ['a word for yes', { consent: 'true' }],
    ['one for yes', { consent: 1 }],
    ['an object for a list', { parts: { 0: { method: 'pix' } } }],
    ['a wrong type within a list', { parts: [{ method: 'pix' }, { method: 2 }] }],
    ['a wrong type by any name', { fields: { token: {} } }],
    ['what is none of several types', { value: [] }],
  ])('is seen where it is taken, and not where it is refused: %s', (_what, body) => {
    expect(taken(body)).toEqual(['wrong-type']);
    expect(taken(body, '', refused)).toEqual([]);
  });

  test.each(['?limit=many', '?limit=', '?limit=1.5', '?limit=1&limit=2', '?voucher=A&voucher=B'])(
    'is seen in a query: %s',
    (query) => {
      expect(taken({}, query)).toEqual(['wrong-type']);
      expect(taken({}, query, refused)).toEqual([]);
    },
  );

  test('is nothing that the document allows', () => {
    const good = {
      name: 'Maria',
      amount: 100,
      consent: true,
      value: null,
      parts: [{ method: 'pix' }],
      fields: { a: '' },
    };
    for (const value of ['1', 1, null])
      expect(taken({ ...good, value, unknown: 1 }, '?limit=20&voucher=1')).toEqual([]);
  });

  test('is not looked for in what is no JSON of ours, or is another operation’s', () => {
    const body = { kind: 'text', text: '{"name":1}' } as const;
    expect(kinds(described, created, { path: '/api/v1/lead/led_1', body })).toEqual(['wrong-type']);
    for (const path of ['/api/v1/lead/', '/api/v1/lead/led_1/phones', '/api/v1/lead/led_1#?limit=x'])
      expect(kinds(described, created, { path, body })).toEqual([]);
    expect(kinds(described, created, { path: '/api/v1/lead/led_1', body: { kind: 'text', text: '{"name":' } })).toEqual(
      [],
    );
  });
});

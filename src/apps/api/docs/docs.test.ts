import { gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fullAccess } from '#src/kernel/env/operator-scopes.ts';
import { type ApiWorld, createApiWorld } from '#tests/support/worlds/api-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { serveDocs } from './serve-docs.server.ts';
import { exampleOf } from './schema-example.ts';

const token = 'an-operator-says-a-long-word-of-their-own';
const operators = [{ name: 'ana', token, scopes: fullAccess }];
let database: TestDatabase;
let world: ApiWorld;
/** A server whose documents are not published. */
let closed: FastifyInstance;
const empty = { info: { title: 'Nothing' }, paths: {}, webhooks: {} };
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createApiWorld(database, { operators, docs: { isOpen: true, isStaffOpen: false } });
  closed = Fastify();
  serveDocs(closed, { operators, docs: { isOpen: false, isStaffOpen: false }, origins: new Set() }, () => empty);
  await closed.ready();
});
afterAll(async () => {
  await world.close();
  await closed.close();
  await database.close();
});

const get = (url: string, headers: Readonly<Record<string, string>> = {}, of: FastifyInstance = world.app) =>
  of.inject({ url, headers });
const asOperator = { authorization: `Bearer ${token}` };
const open = ['/api/docs', '/api/openapi.json'];
const staff = ['/api/docs/staff', '/api/openapi-staff.json'];

describe('the API documentation', () => {
  test.each(open)('is built once and cached by its readers: %s', async (url) => {
    const first = await get(url);
    expect(first.headers['cache-control']).toBe('public, max-age=300');
    const etag = String(first.headers['etag']);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const again = await get(url, { 'if-none-match': `"other", W/${etag}` });
    expect([again.statusCode, again.payload]).toEqual([304, '']);
    const packed = await get(url, { 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.rawPayload).equals(first.rawPayload)).toBe(true);
    expect(packed.rawPayload.length).toBeLessThan(first.rawPayload.length / 4);
  });

  test('serves a hundred readers with the cost of less than one uncached page', async () => {
    const began = performance.now();
    for (let reader = 0; reader < 100; reader += 1) await get('/api/docs', { 'accept-encoding': 'br' });
    // 25 ms each when measured; the bound leaves room for a busy machine.
    expect(performance.now() - began).toBeLessThan(1_200);
  });

  test.each([...open, ...staff])('is absent where it is not enabled: %s', async (url) => {
    expect((await get(url.replace('/api', ''), {}, closed)).statusCode).toBe(404);
  });

  test.each(staff)('is for operators alone: %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
    const answer = await get(url, asOperator);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    expect((await get(url.replace('/api', ''), asOperator, closed)).statusCode).toBe(200);
  });

  test('has no staff call in its public document, and every call in one of the two', async () => {
    const pathsOf = async (url: string) => Object.keys((await get(url, asOperator)).json().paths as object);
    const [ours, theirs] = [await pathsOf('/api/openapi.json'), await pathsOf('/api/openapi-staff.json')];
    expect(theirs).toEqual(expect.arrayContaining(['/api/v1/payouts', '/api/v1/orders/{orderId}/refunds']));
    expect(ours.filter((path) => theirs.includes(path))).toEqual([]);
    expect(ours).toContain('/api/v2/payment');
    expect((await get('/api/docs')).payload).not.toContain('/api/v1/payouts');
  });
});

describe('the API reference page', () => {
  test('has an index, guides, examples and calls to copy, and shows no raw backtick outside them', async () => {
    const { payload, headers } = await get('/api/docs');
    for (const id of ['authentication', 'idempotency', 'errors', 'webhooks', 'post-v2-payment', 'message-order-paid'])
      expect([id, payload.includes(`id="${id}"`), payload.includes(`href="#${id}"`)]).toEqual([id, true, true]);
    expect(payload).toContain("curl -X POST 'http://localhost:3000/api/v2/payment'");
    expect(payload).toContain('Idempotency-Key: 5f0c2b1e-purchase-of-maria');
    expect(payload.replaceAll(/<(pre|script|style)[\s\S]*?<\/\1>/g, '')).not.toMatch(/>[^<]*`[^<]*</);
    expect(String(headers['content-security-policy'])).toMatch(
      /^default-src 'none'; style-src 'sha256-.+'; script-src 'sha256-.+'; .*require-trusted-types-for 'script'/,
    );
    expect(payload).not.toMatch(/ style=|onclick=/);
  });

  test('of the staff API shows the operator’s token in its calls', async () => {
    const { payload } = await get('/api/docs/staff', asOperator);
    expect(payload).toContain('-H &quot;authorization: Bearer $OPERATOR_TOKEN&quot;');
  });
});

describe('an API example', () => {
  test.each([
    [{ type: 'integer', minimum: 5 }, 'count', 5],
    [{ type: 'string', format: 'date' }, 'dueOn', '2026-11-24'],
    [{ anyOf: [{ type: 'null' }, { type: 'string', const: 'x' }] }, 'a', 'x'],
    [{ type: 'array', items: { enum: ['pix', 'card'] } }, 'methods', ['pix']],
    [{ type: 'string', pattern: '^[a-z]{3}_[\\w-]{22}$' }, 'orderId', 'ord_0123456789ABCDEFGHIJKL'],
  ])('of %j as %s matches its schema: %j', (schema, name, value) => {
    expect(exampleOf(schema, name)).toEqual(value);
  });
});

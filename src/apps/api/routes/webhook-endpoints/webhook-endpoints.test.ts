import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveLead } from '#src/domain/checkout/leads/index.server.ts';
import { webhookEventTypes } from '#src/domain/messaging/webhooks/index.ts';
import { createWebhookDispatcher, endpointSecrets, rotateSecret } from '#src/domain/messaging/webhooks/index.server.ts';
import { openSession } from '#src/domain/checkout/sessions/index.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { type ApiWorld, createApiWorld } from '#tests/support/worlds/api-world.server.ts';
import { fullAccess } from '#src/kernel/env/operator-scopes.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { sessionStart } from '#tests/support/worlds/domain-world.server.ts';
import { webhooksTo, schoolEndpoints } from '#tests/support/worlds/webhook-world.server.ts';

const operatorToken = 'a word of the operator, long enough to stand'.replaceAll(' ', '-');
const authorization = `Bearer ${operatorToken}`;

interface Posted {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

let database: TestDatabase;
let world: ApiWorld;
let status = 200;
const posted: Posted[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const origin = 'https://school.example';
  const webhooks = {
    ...webhooksTo(origin, schoolEndpoints(origin)),
    post: async (url: string, body: string, headers: Readonly<Record<string, string>>) => {
      posted.push({ url, body, headers });
      return { kind: 'status' as const, status, headers: {}, json: undefined, isRepeat: false };
    },
  };
  world = await createApiWorld(
    database,
    { operators: [{ name: 'operator', token: operatorToken, scopes: fullAccess }] },
    { webhooks },
  );
});
afterAll(async () => {
  await world.close();
  await database.close();
});

const folder = '/api/v1/webhooks/endpoints';
async function operate(method: 'GET' | 'POST', path: string, body?: unknown) {
  return world.newBuyer().call(method, `${folder}${path}`, body, { authorization });
}

async function bring(): Promise<void> {
  const courier = createWebhookDispatcher(world.ctx);
  await courier.tick();
  await courier.idle();
}

/** Creates a lead, which sends a webhook to the backend. */
async function createLead(): Promise<void> {
  const session = await openSession(world.ctx, { browserHash: newSecret(), ...sessionStart });
  const contact = { name: 'Maria da Silva', email: 'maria@example.com', phone: '+5511961234567' };
  await saveLead(world.ctx, session, { ...contact, consents: [], ip: '127.0.0.1' });
}

describe('the operator API of outgoing webhooks', () => {
  test('admits a valid token; for others it is not found', async () => {
    const otherBuyer = world.newBuyer();
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/school/platform/open'],
      ['POST', '/school/platform/replay'],
      ['GET', '/school/platform/deliveries'],
    ] as const)
      expect((await otherBuyer.call(method, `${folder}${path}`, method === 'POST' ? {} : undefined)).status).toBe(404);
  });

  test('lists endpoints and their messages, and sends one again', async () => {
    status = 500;
    await createLead();
    await bring();
    const seen = await operate('GET', '');
    expect(seen.json['endpoints']).toMatchObject([
      { id: 'school/platform', state: 'open', secretNumber: 1 },
      { id: 'office/backend', waiting: 1, failures: 1 },
    ]);
    const list = await operate('GET', '/office/backend/deliveries?state=waiting');
    const [delivery] = list.json['deliveries'] as { eventId: string; messageId: string }[];
    expect(delivery).toMatchObject({ type: 'lead.created', lastStatus: 500, lastFailure: 'status-500', tries: 1 });
    status = 204;
    const eventId = delivery?.eventId ?? '';
    expect((await operate('POST', '/office/backend/replay', { eventId })).json).toEqual({ count: 1 });
    await bring();
    expect(posted.map(({ headers }) => headers['webhook-id'])).toEqual([delivery?.messageId, delivery?.messageId]);
    expect((await operate('GET', '/office/backend/deliveries')).json['deliveries']).toMatchObject([
      { state: 'delivered', lastStatus: 204, nextTryAt: null },
    ]);
  });

  test('sends a period again, all of it or the failed messages', async () => {
    const span = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
    expect((await operate('POST', '/office/backend/replay', span)).json).toEqual({ count: 0 });
    expect((await operate('POST', '/office/backend/replay', { ...span, onlyMissed: false })).json).toEqual({
      count: 1,
    });
    const long = { ...span, to: '2020-01-02T00:00:00Z', onlyMissed: false };
    expect((await operate('POST', '/office/backend/replay', long)).json).toEqual({ count: 0 });
    expect((await operate('POST', '/office/backend/replay', { eventId: '999' })).status).toBe(404);
    expect((await operate('POST', '/office/backend/replay', { eventId: 'x' })).status).toBe(422);
    expect((await operate('POST', '/nobody/backend/replay', span)).status).toBe(404);
  });

  test('rotates a secret by command alone; later messages verify with either one, by the standard’s library', async () => {
    for (const [method, path] of [['GET', 'secret'] as const, ['POST', 'rotate'] as const])
      expect((await operate(method, `/office/backend/${path}`, method === 'POST' ? {} : undefined)).status).toBe(404);
    const before = await endpointSecrets(world.ctx, 'office/backend');
    expect(before).toMatchObject({ before: null });
    const after = await rotateSecret(world.ctx, 'office/backend', 1);
    expect(after).toMatchObject({ before: { secret: before?.secret } });
    posted.length = 0;
    await createLead();
    await bring();
    const sent = posted.find(({ url }) => url.endsWith('/backend'));
    for (const secret of [before?.secret, after?.secret])
      expect(new Webhook(String(secret)).verify(sent?.body ?? '', sent?.headers ?? {})).toMatchObject({
        type: 'lead.created',
        version: 1,
      });
    expect(() => new Webhook(String(after?.secret)).verify(`${sent?.body} `, sent?.headers ?? {})).toThrow(
      'No matching',
    );
  });

  test('reopens a disabled endpoint; before that nothing is sent there again', async () => {
    status = 410;
    await createLead();
    await bring();
    const span = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
    expect((await operate('GET', '')).json['endpoints']).toMatchObject([{}, { id: 'office/backend', state: 'ended' }]);
    const refused = await operate('POST', '/office/backend/replay', span);
    expect(refused).toMatchObject({ status: 409, json: { code: 'endpoint-ended' } });
    expect((await operate('POST', '/office/backend/open', {})).status).toBe(204);
    status = 200;
    expect((await operate('POST', '/office/backend/replay', span)).json).toEqual({ count: 1 });
  });
});

describe('the OpenAPI document', () => {
  test('contains each sent webhook, with its schema, for programs and people', async () => {
    const document = (await world.newBuyer().call('GET', '/api/openapi.json')).json;
    const { webhooks } = document as { webhooks: Record<string, { post: { requestBody: object } }> };
    expect(Object.keys(webhooks)).toEqual([...webhookEventTypes]);
    expect(JSON.stringify(webhooks['order.paid']?.post.requestBody)).toContain('"amount"');
    const page = await world.app.inject('/api/docs');
    for (const type of webhookEventTypes) expect(page.body).toContain(`<code>${type}</code>`);
  });
});

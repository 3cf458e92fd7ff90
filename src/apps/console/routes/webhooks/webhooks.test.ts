import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WebhookEndpoint, WebhooksPort } from '#src/domain/messaging/webhooks/index.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { type ConsoleUser, type ConsoleWorld, createConsoleWorld } from '#tests/support/worlds/console-world.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';

const platform: WebhookEndpoint = {
  ...{ id: 'school/platform', kind: 'platform', url: 'https://school.example/hooks' },
  ...{ types: new Set(['access.granted']), wantsDocument: false, lead: { route: null, planType: null } },
};
const secretOf = (_id: string, number: number) =>
  `whsec_${Buffer.from(`secret number ${number}`.padEnd(24)).toString('base64')}`;
const webhooks: WebhooksPort = {
  endpoints: [platform],
  endpointsOf: (brand) => (brand === 'school' ? [platform] : []),
  brandsOf: () => ['school'],
  secretOf,
  post: () => Promise.reject(new Error('Nothing is sent here')),
  close: () => undefined,
};

let database: TestDatabase;
let world: ConsoleWorld;
let fabio: ConsoleUser;
let eventId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createConsoleWorld(database, { ctx: { webhooks } });
  fabio = world.user('fabio', ['operator@brand:school']);
});
afterAll(async () => {
  await world.close();
  await database.close();
});

/** A sale whose access event failed once at the platform and was given up. */
beforeEach(async () => {
  const { session, quote } = await world.buyer();
  const { orderId } = accepted(await world.pay(session, quote));
  const { rows } = await database.pool.query<{ id: string }>(
    `select id::text from outbox_events where order_id = $1 and type = 'access-granted'`,
    [orderId],
  );
  eventId = rows[0]?.id ?? '';
  await database.pool.query(`insert into webhook_endpoints (id) values ('school/platform') on conflict do nothing`);
  await database.pool.query(
    `insert into webhook_deliveries (endpoint_id, event_id, state, tries, last_status, last_failure, created_at)
     values ('school/platform', $1, 'given-up', 1, 503, 'status-503', now())`,
    [eventId],
  );
  await database.pool.query(
    `insert into webhook_tries (endpoint_id, event_id, n, at, status, failure, ms)
     values ('school/platform', $1, 1, $2, 503, 'status-503', 412)`,
    [eventId, world.clock.now()],
  );
});

const path = '/webhooks/endpoints/school/platform';
const audit = async () =>
  (
    await database.pool.query(
      `select action, actor, subject_id, detail from audit_log where subject_kind = 'webhook-endpoint' order by id desc limit 1`,
    )
  ).rows[0];

describe('an endpoint in the list', () => {
  test('has its state, what was given up, and its response times of the last day', async () => {
    const { status, json } = await fabio.get('/webhooks/endpoints');
    expect(status).toBe(200);
    expect(json['endpoints']).toEqual([
      expect.objectContaining({
        ...{ id: 'school/platform', state: 'open', mayReplay: true, mayRotate: true, types: ['access.granted'] },
        recent: { tries: expect.any(Number), failed: expect.any(Number), p95Ms: 412 },
      }),
    ]);
  });

  test('is not there for somebody of another brand, nor are its deliveries', async () => {
    const other = world.user('other', ['operator@brand:conquer']);
    expect((await other.get('/webhooks/endpoints')).json['endpoints']).toEqual([]);
    expect((await other.get(`${path}/deliveries`)).status).toBe(404);
  });
});

describe('a delivery', () => {
  test('is listed by its state, page by page', async () => {
    const { json } = await fabio.get(`${path}/deliveries?state=given-up`);
    expect(json['deliveries']).toContainEqual(expect.objectContaining({ eventId, state: 'given-up', lastStatus: 503 }));
    const before = await fabio.get(`${path}/deliveries?before=${eventId}`);
    expect(before.json['deliveries']).not.toContainEqual(expect.objectContaining({ eventId }));
  });

  test('shows each try, and its message as composed now without the student’s data', async () => {
    const { json } = await fabio.get(`${path}/deliveries/${eventId}`);
    expect(json['tryList']).toEqual([expect.objectContaining({ n: 1, status: 503, ms: 412 })]);
    expect(json['body']).toMatchObject({ type: 'access.granted', data: { student: { name: '•••', email: '•••' } } });
    expect(JSON.stringify(json)).not.toContain('maria');
  });

  test('is sent again by an operator, which the audit log keeps', async () => {
    expect((await fabio.post(`${path}/replay`, { eventId })).json).toEqual({ count: 1 });
    const { json } = await fabio.get(`${path}/deliveries/${eventId}`);
    expect(json['state']).toBe('waiting');
    expect(await audit()).toMatchObject({
      action: 'webhook.replay',
      actor: 'staff:fabio',
      detail: { eventId, count: 1 },
    });
  });

  test('is not sent again by an auditor, who only looks', async () => {
    const gil = world.user('gil', ['auditor@*']);
    expect((await gil.get(`${path}/deliveries/${eventId}`)).status).toBe(200);
    expect((await gil.post(`${path}/replay`, { eventId })).status).toBe(403);
  });
});

describe('a secret', () => {
  test('is rotated by a fresh sign-in only, shown once, and never in the audit log', async () => {
    const earlier = new Date(world.clock.now().getTime() - 3_600_000);
    const stale = world.user('stale', ['operator@*'], { authenticatedAt: earlier });
    expect((await stale.post(`${path}/rotate`, { overlapHours: 24 })).status).toBe(403);
    const fresh = world.user('fresh', ['operator@*'], { authenticatedAt: world.clock.now() });
    const { json } = await fresh.post(`${path}/rotate`, { overlapHours: 24 });
    const number = Number(json['secretNumber']);
    expect(json).toMatchObject({ secret: secretOf('', number), overlapUntil: expect.any(String) });
    const entry = await audit();
    expect(entry).toMatchObject({ action: 'webhook.rotate', detail: { overlapHours: 24, secretNumber: number } });
    expect(JSON.stringify(entry)).not.toContain('whsec_');
  });

  test('signs messages that the check knows by its number, also after a rotation', async () => {
    const at = world.clock.now();
    const message = { id: 'evt_1', timestamp: String(Math.floor(at.getTime() / 1000)), body: '{"type":"x"}' };
    const signature = new Webhook(secretOf('', 1)).sign('evt_1', at, message.body);
    const check = async (change: object) =>
      (await fabio.post(`${path}/check-signature`, { ...message, signature, ...change })).json;
    expect(await check({})).toMatchObject({ result: 'signed', secretNumber: 1 });
    expect(await check({ body: '{"type":"y"}' })).toEqual({ result: 'unsigned' });
    expect(await check({ id: 'evt_2' })).toEqual({ result: 'unsigned' });
  });
});

test('an endpoint that has ended is opened again, which the audit log keeps', async () => {
  await database.pool.query(`update webhook_endpoints set ended_at = now()`);
  expect((await fabio.post(`${path}/replay`, { eventId })).status).toBe(409);
  expect((await fabio.post(`${path}/open`)).json).toEqual({ state: 'open' });
  expect(await audit()).toMatchObject({ action: 'webhook.open', subject_id: 'school/platform' });
  expect((await fabio.post(`${path}/replay`, { eventId })).status).toBe(200);
});

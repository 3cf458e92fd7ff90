import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '#tests/support/worlds/api-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { guardRequests } from '#src/kernel/http/server/request-guard.server.ts';
import { strictHeaders } from '#src/kernel/http/server/strict-headers.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { silentLog } from '#src/kernel/log/log.server.ts';
import { streamOrder } from './status-stream.server.ts';
import { streamLimits, acquireStreamSlot } from './stream-limit.server.ts';

let database: TestDatabase;
let world: ApiWorld;
let origin: string;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createApiWorld(database);
  origin = await world.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await world.close();
  await database.close();
});

/** Reads events until one satisfies `done`; returns all of them. */
async function readUntil(body: ReadableStream<Uint8Array>, done: (event: string) => boolean): Promise<string[]> {
  const events: string[] = [];
  let text = '';
  for await (const chunk of body) {
    text += new TextDecoder().decode(chunk);
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) events.push(part);
    if (events.some(done)) break;
  }
  return events;
}

test('a status stream sends the state at once, the payment when it happens, and only to the order’s browser', async () => {
  const buyer = world.newBuyer();
  const lead = await buyer.call('POST', '/api/v1/lead', {
    name: 'Maria da Silva',
    email: 'maria@exemplo.com.br',
    phone: '(11) 96123-4567',
    productCode: 'wise-up-online',
  });
  world.gateway.behavior = 'await';
  const body = {
    sfLeadId: lead.json['id'],
    amount: 114_000,
    business: 'wiseup-online',
    productCode: 'wise-up-online',
    document: '390.533.447-05',
    paymentMethods: [{ method: 'pix' }],
  };
  const paid = await buyer.call('POST', '/api/v2/payment', body, { 'idempotency-key': newSecret() });
  const url = `${origin}/api/v1/order/${String(paid.json['orderId'])}/events`;
  expect((await fetch(url)).status).toBe(404);

  const leaving = new AbortController();
  const stream = await fetch(url, { headers: { cookie: buyer.cookie }, signal: leaving.signal });
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  if (!stream.body) throw new Error('The stream has no body');
  const reading = readUntil(stream.body, (event) => event.includes('"state":"paid"'));
  world.gateway.receive(String(paid.json['attemptId']));
  await world.notify(String(paid.json['attemptId']));
  const events = await reading;
  leaving.abort();
  expect(events[0]).toContain('event: status\ndata: {"state":"open","attempt":');
  expect(events.at(-1)).toContain('"state":"captured"');
  expect(events).toHaveLength(new Set(events).size);
});

test('a status stream has the strict headers of every answer', async () => {
  const app = Fastify();
  guardRequests(app, { publicOrigin: 'https://checkout.example', allowsLoopback: true, log: silentLog });
  app.get('/events', (_, reply) => streamOrder(world.ctx, reply, 'ord_none', async () => 'one'));
  const leaving = new AbortController();
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const { headers } = await fetch(`${address}/events`, { signal: leaving.signal });
  leaving.abort();
  await app.close();
  expect(Object.fromEntries(headers)).toMatchObject(strictHeaders(true));
  expect(headers.get('content-type')).toContain('text/event-stream');
});

test('a status stream is limited to five of an order, and its slot is free again once it ends', async () => {
  const buyer = world.newBuyer();
  world.gateway.behavior = 'await';
  const body = {
    ...{ name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '(11) 96123-4567', amount: 114_000 },
    ...{ business: 'wiseup-online', productCode: 'wise-up-online', document: '390.533.447-05' },
    paymentMethods: [{ method: 'pix' }],
  };
  const paid = await buyer.call('POST', '/api/v2/payment', body, { 'idempotency-key': newSecret() });
  const order = `${origin}/api/v1/order/${String(paid.json['orderId'])}`;
  const headers = { cookie: buyer.cookie };
  const leaving = new AbortController();
  const statuses: number[] = [];
  const held: Response[] = [];
  for (let round = 0; round < 20; round += 1) {
    const some = Array.from({ length: 100 }, async () => {
      const answer = await fetch(`${order}/events`, { headers, signal: leaving.signal });
      // A response without a reference is closed by the garbage collector.
      if (answer.ok) held.push(answer);
      else await answer.body?.cancel();
      return answer.status;
    });
    statuses.push(...(await Promise.all(some)));
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(streamLimits.order);
  expect(held).toHaveLength(streamLimits.order);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  // Without a stream, `/status` answers.
  expect((await fetch(`${order}/status`, { headers })).status).toBe(200);
  leaving.abort();
  const again = new AbortController();
  const freed = async () => (await fetch(`${order}/events`, { headers, signal: again.signal })).status;
  await expect.poll(freed).toBe(200);
  again.abort();
});

test('a status stream is limited to fifty of an address, whatever their orders', () => {
  const places = Array.from({ length: 60 }, (_, index) => acquireStreamSlot(`ord-${index}`, '2804:14c:65:9::1'));
  expect(places.filter((place) => place !== null)).toHaveLength(streamLimits.address);
  expect(acquireStreamSlot('ord-x', '2804:14c:65:a::1')).not.toBeNull();
  for (const leave of places) leave?.();
  expect(acquireStreamSlot('ord-y', '2804:14c:65:9::1')).not.toBeNull();
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sandboxSecrets } from '#src/apps/outside-world/accounts.server.ts';
import { settleCredits, sweepAttempts } from '#src/domain/payments/index.server.ts';
import { createPixGateway } from '#src/gateways/pix-bcb/gateway.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { type ApiWorld, createApiWorld } from '#tests/support/api-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.server.ts';
import { type Arrival, openOutsideStage, type OutsideStage } from './outside-stage.server.ts';

const { pix } = sandboxSecrets;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The bank's clock is right; ours is as far from it as the test says. */
let wrongByMs: number;
let stage: OutsideStage;
let database: TestDatabase;
let world: ApiWorld;
let warned: string[];

beforeEach(async () => {
  wrongByMs = 0;
  warned = [];
  stage = await openOutsideStage();
  database = await createTestDatabase();
  const clock = { now: () => new Date(stage.clock.now().getTime() + wrongByMs) };
  const gateway = createPixGateway({
    ...pix,
    baseUrl: `${stage.world.origin}/pix-bank`,
    notificationKeys: [pix.notificationSecret],
    addressSecret: pix.notificationSecret,
    account: { agency: '0001', number: '0123456' },
    clock,
  });
  const warn = (event: string, fields: object = {}): void =>
    void warned.push(`${event} ${'reason' in fields ? String(fields.reason) : ''}`);
  world = await createApiWorld(
    database,
    {},
    {
      clock,
      gateways: { choose: () => gateway, byId: (id) => (id === gateway.id ? gateway : null), all: () => [gateway] },
      log: { info: () => undefined, warn, error: () => undefined },
      config: {
        // Messages come to the stage, which hands them on as they are.
        publicOrigin: new URL(stage.notificationUrl).origin,
        quoteLifeSeconds: 1800,
        maxDeclinedTries: 5,
        declinePauseSeconds: 900,
        codeKey: 'a key of the tests',
      },
    },
  );
});
afterEach(async () => {
  await world.close();
  await stage.close();
  await database.close();
});

/** Somebody pays by Pix: the bank takes the money, and tells us of it in a message that it really signed. */
async function payByPix(): Promise<Arrival> {
  const buyer = world.newBuyer();
  const productCode = 'wise-up-online';
  const contact = { name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '(11) 96123-4567' };
  const lead = await buyer.call('POST', '/api/v1/lead', { ...contact, productCode, seller: 'ana', source: 'campanha' });
  const body = {
    ...{ sfLeadId: String(lead.json['id']), amount: 114_000, business: 'wiseup-online', productCode },
    ...{ document: '390.533.447-05', paymentMethods: [{ method: 'pix' }] },
  };
  const order = await buyer.call('POST', '/api/v2/payment', body, { 'idempotency-key': newSecret() });
  expect(order).toMatchObject({ status: 202, json: { state: 'awaiting-buyer' } });
  const { instructions } = order.json as { instructions: { code: string } };
  expect((await stage.ask('POST', '/sandbox/pix/pay', { code: instructions.code })).status).toBe(200);
  const [arrival] = await stage.arrived(1);
  if (!arrival) throw new Error('The bank said nothing');
  return arrival;
}

/** The message at our own address, byte for byte; what it leads to is done before this answers. */
async function hand({ path, headers, body }: Arrival, change: Readonly<Record<string, string>> = {}): Promise<number> {
  const { 'content-length': _length, host: _host, connection: _connection, ...sent } = headers;
  const answer = await world.app.inject({ method: 'POST', url: path, payload: body, headers: { ...sent, ...change } });
  // It is acknowledged before it is looked into.
  await expect.poll(waiting).toBe(0);
  return answer.statusCode;
}

async function waiting(): Promise<number> {
  const rows = await database.db.selectFrom('notifications').select('id').where('state', '=', 'stored').execute();
  return rows.length;
}

async function kept() {
  const { db } = database;
  const [orders, books, letters, grants, messages] = await Promise.all([
    db.selectFrom('orders').select(['state', 'received']).execute(),
    db.selectFrom('ledger_transfers').select(['kind', 'amount']).execute(),
    db.selectFrom('messages').select('kind').where('kind', '=', 'order-paid').execute(),
    db.selectFrom('access_grants').select('state').execute(),
    db.selectFrom('notifications').select('event_id').where('event_id', 'not like', 'credit/%').execute(),
  ]);
  return { orders, books, letters, grants, messages: messages.length };
}

const unpaid = {
  orders: [{ state: 'open', received: 0n }],
  books: [],
  letters: [],
  grants: [],
  messages: 0,
};
const paidOnce = {
  orders: [{ state: 'paid', received: 114_000n }],
  books: [{ kind: 'capture-principal', amount: 114_000n }],
  letters: [{ kind: 'order-paid' }],
  grants: [{ state: 'active' }],
};

describe.each([
  ['three days behind', -3 * dayMs],
  ['ten minutes behind', -10 * minuteMs],
  ['ten minutes ahead', 10 * minuteMs],
  ['three days ahead', 3 * dayMs],
])('with our clock %s', (_name, shift) => {
  test('T-53 a genuine message is refused, and its money is found all the same by our own look', async () => {
    wrongByMs = shift;
    const message = await payByPix();
    expect(await hand(message)).toBe(401);
    expect(warned).toContain('notification-refused stale');
    expect(await kept()).toEqual(unpaid);
    // What the worker does from minute to minute, until the code's time is over.
    for (let minute = 0; minute < 35 && (await kept()).books.length === 0; minute += 1) {
      stage.clock.advance(minuteMs);
      await settleCredits(world.ctx);
      await sweepAttempts(world.ctx);
    }
    expect(await kept()).toEqual({ ...paidOnce, messages: 0 });
  });

  test('T-53 the same message replayed is refused for as long as it is old, and changes nothing while it is good', async () => {
    const message = await payByPix();
    expect(await hand(message)).toBe(200);
    expect(await kept()).toEqual({ ...paidOnce, messages: 1 });
    expect(await hand(message)).toBe(200);
    wrongByMs = shift;
    expect(await hand(message)).toBe(401);
    // A thief who writes today's time into it cannot sign that.
    const today = String(Math.floor(world.ctx.clock.now().getTime() / 1000));
    expect(await hand(message, { 'x-pix-timestamp': today })).toBe(401);
    wrongByMs = 0;
    stage.clock.advance(Math.abs(shift));
    expect(await hand(message)).toBe(401);
    expect(await kept()).toEqual({ ...paidOnce, messages: 1 });
  });
});

test('T-53 a refused message, of which anybody can send any number, takes no room; the bank’s own comes again and is taken', async () => {
  wrongByMs = 3 * dayMs;
  const message = await payByPix();
  for (let count = 0; count < 100; count += 1) {
    const forged = { ...message, body: Buffer.from(`${message.body.toString()}${' '.repeat(count)}`) };
    expect(await hand(forged)).toBe(401);
  }
  expect(await kept()).toEqual(unpaid);
  // The clock is put right: what the bank sends again (it signs anew each time) is as good as the first would have been.
  wrongByMs = 0;
  expect(await hand(message)).toBe(200);
  expect(await kept()).toEqual({ ...paidOnce, messages: 1 });
});

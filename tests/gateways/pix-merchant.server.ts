import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import { createPixGateway } from '#src/gateways/pix-bcb/gateway.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { type ApiWorld, createApiWorld } from '#tests/support/worlds/api-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { type CompletedDelivery, openSandboxWorld, type SandboxWorld } from './suite/sandbox-world.server.ts';

const pix = sandboxSecrets.companies['pix-bcb'];
/** Longer than any look at a message takes. */
const patienceMs = 15_000;

/** Our API with the real gateway for Pix at the sandbox's bank, whose messages the test hands on to it. */
export interface PixMerchant {
  readonly sandboxWorld: SandboxWorld;
  readonly database: TestDatabase;
  readonly world: ApiWorld;
  /** Warnings in our log, as `event reason`. */
  readonly warned: readonly string[];
  /** The bank's clock is right; ours is so far from it. */
  wrongByMs: number;
  /** Somebody pays by Pix: the bank takes the money, and tells us of it in a message that it really signed. */
  payByPix(): Promise<CompletedDelivery>;
  /** A message at our own address, byte for byte; what it leads to is done before its status is answered. */
  hand(message: CompletedDelivery, change?: Readonly<Record<string, string>>): Promise<number>;
  /** What there is of orders, money, letters, access, and messages that were kept. */
  kept(): Promise<unknown>;
  close(): Promise<void>;
}

/** What `kept` answers before the money is known. */
export const unpaid = { orders: [{ state: 'open', received: 0n }], books: [], emails: [], grants: [], messages: 0 };
/** And once it is, but for the messages. */
export const paidOnce = {
  orders: [{ state: 'paid', received: 114_000n }],
  books: [{ kind: 'capture-principal', amount: 114_000n }],
  emails: [{ kind: 'order-paid' }],
  grants: [{ state: 'active' }],
};

export async function openPixMerchant(): Promise<PixMerchant> {
  const sandboxWorld = await openSandboxWorld();
  const database = await createTestDatabase();
  const { db } = database;
  const warned: string[] = [];
  const clock = { now: () => new Date(sandboxWorld.clock.now().getTime() + shop.wrongByMs) };
  const gateway = createPixGateway({
    ...pix,
    baseUrl: `${sandboxWorld.world.origin}/pix-bank`,
    notificationKeys: [pix.notificationSecret],
    addressSecret: pix.notificationSecret,
    account: { agency: '0001', number: '0123456' },
    clock,
  });
  const warn = (event: string, fields: object = {}): void =>
    void warned.push(`${event} ${'reason' in fields ? String(fields.reason) : ''}`);

  async function waiting(): Promise<number> {
    const rows = db.selectFrom('incoming_webhooks').select('id').where('state', '=', 'stored').where('tries', '=', 0);
    return (await rows.execute()).length;
  }

  const shop: Omit<PixMerchant, 'world'> = {
    sandboxWorld,
    database,
    warned,
    wrongByMs: 0,
    async payByPix() {
      const buyer = world.newBuyer();
      const product = { productCode: 'wise-up-online' };
      const contact = { name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '(11) 96123-4567' };
      const from = { seller: 'ana', source: 'campanha' };
      const lead = await buyer.call('POST', '/api/v1/lead', { ...contact, ...product, ...from });
      const body = {
        ...{ sfLeadId: String(lead.json['id']), amount: 114_000, business: 'wiseup-online', ...product },
        ...{ document: '390.533.447-05', paymentMethods: [{ method: 'pix' }] },
      };
      const order = await buyer.call('POST', '/api/v2/payment', body, { 'idempotency-key': newSecret() });
      if (order.json['state'] !== 'awaiting-buyer') throw new Error(JSON.stringify(order));
      const { instructions } = order.json as { instructions: { code: string } };
      const paid = await sandboxWorld.ask('POST', '/sandbox/pix/pay', { code: instructions.code });
      if (paid.status !== 200) throw new Error(JSON.stringify(paid));
      const [arrival] = await sandboxWorld.arrived(1);
      if (!arrival) throw new Error('The bank said nothing');
      return arrival;
    },
    async hand({ path, headers, body }, change = {}) {
      const { 'content-length': _length, host: _host, connection: _connection, ...sent } = headers;
      const to = { method: 'POST', url: path, payload: body, headers: { ...sent, ...change } } as const;
      const { statusCode } = await world.app.inject(to);
      // It is acknowledged before it is looked into.
      const until = performance.now() + patienceMs;
      while ((await waiting()) > 0) {
        if (performance.now() > until) throw new Error('Nobody looked at the message');
        await new Promise((resume) => setTimeout(resume, 10));
      }
      return statusCode;
    },
    async kept() {
      const [orders, books, emails, grants, messages] = await Promise.all([
        db.selectFrom('orders').select(['state', 'received']).execute(),
        db.selectFrom('ledger_transfers').select(['kind', 'amount']).execute(),
        db.selectFrom('emails').select('kind').where('kind', '=', 'order-paid').execute(),
        db.selectFrom('access_grants').select('state').execute(),
        db.selectFrom('incoming_webhooks').select('event_id').where('event_id', 'not like', 'credit/%').execute(),
      ]);
      return { orders, books, emails, grants, messages: messages.length };
    },
    async close() {
      await world.close();
      await sandboxWorld.close();
      await database.close();
    },
  };
  const world = await createApiWorld(
    database,
    {},
    {
      clock,
      gateways: { choose: () => gateway, byId: (id) => (id === gateway.id ? gateway : null), all: () => [gateway] },
      log: { info: () => undefined, warn, error: () => undefined },
      config: {
        // The bank sends its messages to the stage.
        publicOrigin: new URL(sandboxWorld.notificationUrl).origin,
        quoteLifetimeSeconds: 1800,
        maxDeclinedAttempts: 5,
        declinePauseSeconds: 900,
        codeKey: 'a key of the tests',
      },
    },
  );
  return Object.assign(shop, { world });
}

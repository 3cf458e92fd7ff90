import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandboxServer } from '#sandbox/sandbox.server.ts';
import type { GatewayFact } from '#src/domain/payments/index.ts';
import { applyGatewayFact, pollAttempt, pay } from '#src/domain/payments/index.server.ts';
import { currentQuote } from '#src/domain/checkout/quotes/index.server.ts';
import { openSession } from '#src/domain/checkout/sessions/index.server.ts';
import { saveLead } from '#src/domain/checkout/leads/index.server.ts';
import { newId, newSecret } from '#src/kernel/ids/ids.server.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { cardToken } from '#tests/gateways/suite/charges.server.ts';
import { createSandboxDomain, type SandboxDomain, sandboxEnv } from '#tests/support/worlds/sandbox-domain.server.ts';
import { permutations } from '#tests/support/permutations.ts';
import { withoutRowLocks } from '#tests/support/database/disable-locks.server.ts';

const price = 114_000n;

let folder: string;
let sandbox: Sandbox;
let database: TestDatabase;
let domain: SandboxDomain;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'matricula-back-'));
  const secrets = sandboxEnv('http://127.0.0.1:1');
  sandbox = await startSandboxServer({ port: 0, smtpPort: 0, dataDir: folder, clock: new VirtualClock(), secrets });
  database = await createTestDatabase({ poolSize: 30 });
  domain = createSandboxDomain(database.address, sandbox.origin);
});
afterAll(async () => {
  await domain.close();
  await database.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A course that was paid by card at the stand-in, over real HTTP. */
async function paidByCard() {
  const { ctx } = domain;
  const session = await openSession(ctx, {
    ...{ browserHash: newSecret(), brand: 'wise-up', variant: 'online', business: 'wiseup-online' },
    ...{ productCode: 'wise-up-online', offer: '', flowId: 'default', market: 'BR', locale: 'pt-BR' },
    ...{ seller: 'performance', source: 'direto', link: {} },
  });
  const buyer = { name: 'Maria da Silva', email: 'maria@example.com', phone: '+5511961234567' };
  await saveLead(ctx, session, { ...buyer, consents: [], ip: '127.0.0.1' });
  const quote = accepted(await currentQuote(ctx, session));
  const card = {
    token: await cardToken({ world: sandbox, clock: domain.clock }, '4111111111111111'),
    brand: 'visa',
    last4: '1111',
    expiry: '12/30',
  };
  const paid = accepted(
    await pay(ctx, {
      ...{ sessionId: session.id, idempotencyKey: newSecret(), quoteId: quote.id },
      tenders: [{ method: 'credit-card', installments: 1, fields: { document: '529.982.247-25', ...card } }],
      browser: { userAgent: 'test', language: 'pt-BR', ip: '127.0.0.1' },
    }),
  );
  expect(paid.state).toBe('captured');
  return paid;
}

async function reverse(charge: string, kind: 'refund' | 'dispute', amount: number): Promise<number> {
  const answer = await fetch(`${sandbox.origin}/sandbox/card/reverse`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ charge, kind, amount }),
  });
  return answer.status;
}

function inBook(attemptId: string) {
  const found = sandbox.book().charges.find(({ reference }) => reference === attemptId);
  if (!found) throw new Error(`The book has no ${attemptId}`);
  return found;
}

/** What our books say the acquirer holds of an order. */
async function held(orderId: string): Promise<number> {
  const { rows } = await database.pool.query<{ sum: bigint }>(
    `select coalesce(sum(case when debit_account like 'gateway/%' then amount else -amount end), 0)::bigint as sum
     from ledger_transfers where order_id = $1`,
    [orderId],
  );
  return Number(rows[0]?.sum ?? 0n);
}

describe('fifty refunds at once', () => {
  test('T-34 of 60 % each: one is made, none more, and the books say the same', async () => {
    const { orderId, attemptId } = await paidByCard();
    const gateway = domain.ctx.gateways.byId('test-acquirer');
    const row = await database.db
      .selectFrom('attempts')
      .selectAll()
      .where('id', '=', attemptId)
      .executeTakeFirstOrThrow();
    const amount = { amount: row.amount, currency: 'BRL' } as const;
    const charge = { attemptId, serial: row.serial, reference: row.reference, amount, movementId: '' };
    const part = { amount: (row.amount * 60n) / 100n, currency: 'BRL' } as const;
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => gateway?.refund?.(charge, part, newId('ref'))),
    );
    expect(answers.filter((answer) => answer?.kind === 'fact')).toHaveLength(1);
    for (const wrong of [0n, -part.amount, row.amount]) {
      const answer = await gateway?.refund?.(charge, { amount: wrong, currency: 'BRL' }, newId('ref'));
      expect(answer?.kind).toBe('silent');
    }
    await Promise.all(Array.from({ length: 50 }, () => pollAttempt(domain.ctx, attemptId, 'webhook')));
    const book = inBook(attemptId);
    expect(book.refunded).toBe(Number(part.amount));
    expect(await held(orderId)).toBe(book.captured - book.refunded);
    const order = await database.db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    expect([order.state, order.returned]).toEqual(['paid', part.amount]);
  });

  test.each(['returned = received + 1', 'returned = -1', "state = 'refunded'"])(
    'T-34 the database itself refuses an order with %s',
    async (change) => {
      const { orderId } = await paidByCard();
      await expect(database.pool.query(`update orders set ${change} where id = $1`, [orderId])).rejects.toThrow(
        'violates check constraint',
      );
    },
  );
});

describe('an unrequested refund or dispute', () => {
  test('in any mix of parts, reported by many at once: our ledger equals the acquirer’s (I4, I5)', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { orderId, attemptId } = await paidByCard();
      const parts = [10_000, 25_000, 30_000, 49_000].toSorted(() => Math.random() - 0.5);
      for (const part of parts) {
        const look = () => pollAttempt(domain.ctx, attemptId, 'webhook');
        const back = reverse(attemptId, Math.random() < 0.5 ? 'refund' : 'dispute', part);
        await Promise.all([look(), back, look(), look()]);
        await Promise.all([look(), look()]);
        const { captured, refunded, disputed } = inBook(attemptId);
        expect(await held(orderId)).toBe(captured - refunded - disputed);
      }
      const order = await database.db
        .selectFrom('orders')
        .select(['state', 'received', 'returned'])
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow();
      expect(order).toEqual({ state: 'refunded', received: price, returned: price });
    }
  });
});

/** A paid order and what its gateway said of it, day after day: bought, a part refunded, the rest disputed. */
async function story(world: DomainWorld) {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'await';
  const { orderId, attemptId } = accepted(await world.pay(session, quote, { method: 'by-code' }));
  world.gateway.receive(attemptId);
  world.gateway.giveBack(attemptId, 40_000n, 'refund');
  world.gateway.giveBack(attemptId, 74_000n, 'chargeback');
  const movements = world.gateway.book.get(attemptId)?.movements ?? [];
  const days = movements.map((_, day): GatewayFact => ({
    state: 'captured',
    movements: movements.slice(0, day + 1),
    at: new Date(),
  }));
  return { orderId, attemptId, days: [...days, { state: 'failed', movements: [], at: new Date() } as const] };
}

async function traces(db: TestDatabase['db'], orderId: string) {
  const order = await db
    .selectFrom('orders')
    .select(['state', 'received', 'returned'])
    .where('id', '=', orderId)
    .executeTakeFirst();
  const of = (table: 'ledger_transfers' | 'reconciliation_exceptions') =>
    db.selectFrom(table).select(['kind', 'amount']).where('order_id', '=', orderId).orderBy('kind').execute();
  const emails = await db.selectFrom('emails').select('kind').where('order_id', '=', orderId).orderBy('kind').execute();
  return { order, books: await of('ledger_transfers'), tasks: await of('reconciliation_exceptions'), emails };
}

const expected = {
  order: { state: 'refunded', received: price, returned: price },
  books: [
    { kind: 'capture-principal', amount: price },
    { kind: 'dispute-principal', amount: 74_000n },
    { kind: 'refund-principal', amount: 40_000n },
  ],
  tasks: [
    { kind: 'dispute', amount: 74_000n },
    { kind: 'refund', amount: 40_000n },
  ],
  emails: [{ kind: 'order-paid' }, { kind: 'order-refunded' }, { kind: 'payment-instructions' }],
};

describe('facts about captures, refunds and disputes', () => {
  test('T-21 in each of its orders, each thing twice, leaves the same rows', async () => {
    const world = createDomainWorld(database);
    for (const turn of permutations([0, 1, 2, 3])) {
      const { orderId, attemptId, days } = await story(world);
      for (const day of turn.flatMap((index) => [index, index])) {
        const fact = days[day];
        if (fact) await applyGatewayFact(world.ctx, attemptId, fact, 'webhook');
      }
      expect(await traces(database.db, orderId)).toEqual(expected);
    }
  });

  test('T-18 by twenty at once leaves the same rows', async () => {
    const world = createDomainWorld(database);
    for (let round = 0; round < 10; round += 1) {
      const { orderId, attemptId, days } = await story(world);
      const crowd = Array.from({ length: 5 }, () => days).flat();
      await Promise.all(crowd.map((fact) => applyGatewayFact(world.ctx, attemptId, fact, 'webhook')));
      expect(await traces(database.db, orderId)).toEqual(expected);
    }
  });

  test('planted bug: without locks and unique rules it is booked twice', async () => {
    const broken = await createTestDatabase({ poolSize: 30 });
    try {
      const world = createDomainWorld(await withoutRowLocks(broken));
      let wrong = 0;
      for (let round = 0; round < 10 && wrong === 0; round += 1) {
        const { orderId, attemptId, days } = await story(world);
        const crowd = Array.from({ length: 5 }, () => days).flat();
        await Promise.allSettled(crowd.map((fact) => applyGatewayFact(world.ctx, attemptId, fact, 'webhook')));
        const left = await traces(broken.db, orderId);
        const text = (value: object): string =>
          JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? String(item) : item));
        if (text(left) !== text(expected)) wrong += 1;
      }
      expect(wrong).toBeGreaterThan(0);
    } finally {
      await broken.close();
    }
  });
});

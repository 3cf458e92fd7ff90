import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import type { LateFeeTerms, Product } from '#src/domain/catalog/products/index.ts';
import {
  type GatewayPort,
  refundPart,
  handleWebhook,
  receiveWebhook,
  refundOrder,
  reconcileCredits,
  sweepAttempts,
} from '#src/domain/payments/index.server.ts';
import { createSlipBankGateway } from '#src/gateways/slip-bank/gateway.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { effectiveDueDay } from '#src/kernel/time/due-day.ts';
import { addDays, daysBetween, type LocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { rail } from '#src/rails/bank-slip/rail.ts';
import { railServer } from '#src/rails/bank-slip/rail.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, course, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { openSandboxWorld, type SandboxWorld } from '#tests/gateways/suite/sandbox-world.server.ts';

const rates: LateFeeTerms = { fine: '2.00', monthlyInterest: '1.00' };
const day = 86_400;
let database: TestDatabase;
let sandboxWorld: SandboxWorld;
let world: DomainWorld;

function productWith(late: LateFeeTerms | null): Product {
  const methods = [{ method: 'bankslip', active: true, planId: 'plan-year', late }];
  return { ...course, plans: course.plans.map((plan) => ({ ...plan, methods })) };
}

function open(late: LateFeeTerms | null): GatewayPort {
  const slip = sandboxSecrets.companies['slip-bank'];
  const gateway = createSlipBankGateway({
    baseUrl: `${sandboxWorld.world.origin}/slip-bank`,
    user: slip.user,
    secret: slip.secret,
    notificationKeys: [slip.notificationSecret],
    clock: sandboxWorld.clock,
  });
  const base = createDomainWorld(database).ctx;
  world = createDomainWorld(database, {
    clock: sandboxWorld.clock,
    catalog: { ...base.catalog, product: () => productWith(late) },
    rails: { byMethod: () => rail, byId: () => rail, server: () => railServer },
    gateways: { choose: () => gateway, byId: () => gateway, all: () => [gateway] },
    config: { ...base.config, publicOrigin: new URL(sandboxWorld.notificationUrl).origin },
  });
  return gateway;
}

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  sandboxWorld = await openSandboxWorld();
  open(rates);
});
afterEach(() => sandboxWorld.close());

async function buy(): Promise<{ orderId: string; reference: string; dueOn: LocalDate }> {
  const { session, quote } = await world.buyer();
  const tenders = [{ method: 'bankslip', installments: 1, fields: { document: '12345678909' } }];
  const { orderId } = accepted(await world.pay(session, quote, { tenders }));
  const [attempt] = await world.ctx.db.selectFrom('attempts').selectAll().where('order_id', '=', orderId).execute();
  if (!attempt) throw new Error('No attempt');
  return { orderId, reference: attempt.id, dueOn: marketDate(attempt.expires_at, 'BR') };
}

async function pass(seconds: number): Promise<void> {
  await sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: seconds });
  await sweepAttempts(world.ctx);
  await world.runJobs();
}

/** Lets days pass until it is that day. */
async function until(date: LocalDate): Promise<void> {
  const today = marketDate(sandboxWorld.clock.now(), 'BR');
  for (let left = daysBetween(today, date); left > 0; left -= 1) await pass(day);
}

async function payAtBank(reference: string, how: Record<string, unknown> = {}): Promise<void> {
  const paid = await sandboxWorld.ask('POST', '/sandbox/slip/pay', { reference, ...how });
  if (paid.status !== 200) throw new Error(JSON.stringify(paid.json));
}

async function deliver(): Promise<void> {
  await sandboxWorld.world.quiet();
  for (const raw of sandboxWorld.arrivals.splice(0)) {
    const received = await receiveWebhook(world.ctx, 'slip-bank', raw);
    for (const row of received.webhooks) await handleWebhook(world.ctx, row);
  }
  await reconcileCredits(world.ctx);
  await world.runJobs();
}

async function booked(orderId: string): Promise<Record<string, number>> {
  const rows = await world.ctx.db
    .selectFrom('ledger_transfers')
    .select(['kind', 'amount'])
    .where('order_id', '=', orderId)
    .execute();
  return rows.reduce<Record<string, number>>(
    (sum, { kind, amount }) => ({ ...sum, [kind]: (sum[kind] ?? 0) + Number(amount) }),
    {},
  );
}

async function stateOf(orderId: string): Promise<string | undefined> {
  const row = await world.ctx.db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirst();
  return row?.state;
}

async function emails(orderId: string): Promise<string[]> {
  const rows = await world.ctx.db.selectFrom('emails').select('kind').where('order_id', '=', orderId).execute();
  return rows.map(({ kind }) => kind);
}

describe('a slip that its bank registers later', () => {
  test.each([true, false])('is e-mailed once it can be paid, and once only (webhook: %s)', async (isReported) => {
    await sandboxWorld.faults({ target: 'slip-bank', mode: 'register-delay', seconds: 3_600, times: 1 });
    const { orderId, reference } = await buy();
    await deliver();
    expect(await emails(orderId)).toEqual([]);
    await expect(payAtBank(reference)).rejects.toThrow('slip-pending');
    await sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 3_700 });
    if (isReported) await deliver();
    else sandboxWorld.arrivals.length = 0;
    await sweepAttempts(world.ctx);
    await sweepAttempts(world.ctx);
    expect(await emails(orderId)).toEqual(['payment-instructions']);
    await payAtBank(reference);
    await deliver();
    expect(await stateOf(orderId)).toBe('paid');
  });

  test('that is registered at once is mailed at once', async () => {
    const { orderId } = await buy();
    expect(await emails(orderId)).toEqual(['payment-instructions']);
  });
});

describe('a slip that is paid after its due date', () => {
  test.each(['barcode', 'pix'] as const)('costs fine and interest, which are no surplus (%s)', async (channel) => {
    const { orderId, reference, dueOn } = await buy();
    await until(addDays(dueOn, 10));
    await payAtBank(reference, { channel });
    await deliver();
    expect(await stateOf(orderId)).toBe('paid');
    expect(await booked(orderId)).toEqual({ 'capture-principal': 114_000, 'capture-late-fee': 2_280 + 380 });
  });

  test('gives back what being late cost with the whole of it, and with nothing less', async () => {
    const bank = open(rates);
    const { orderId, reference, dueOn } = await buy();
    await until(addDays(dueOn, 10));
    await payAtBank(reference);
    await deliver();
    const given: bigint[] = [];
    const refunding: GatewayPort = {
      ...bank,
      refund: async ({ attemptId }, { amount, currency }, id) => {
        given.push(amount);
        const movement = { id, kind: 'refund', amount, currency, at: sandboxWorld.clock.now() } as const;
        return {
          kind: 'fact',
          fact: { state: 'captured', reference: attemptId, movements: [movement], at: movement.at },
        };
      },
    };
    const ctx = { ...world.ctx, gateways: { ...world.ctx.gateways, byId: () => refunding } };
    const back = async (amount: bigint): Promise<void> => {
      const asked = accepted(await refundOrder(ctx, orderId, amount, newSecret(), 'x'));
      for (const { id } of asked.parts) await refundPart(ctx, id);
    };
    await back(14_000n);
    expect(await stateOf(orderId)).toBe('paid');
    await back(100_000n);
    expect(given).toEqual([14_000n, 100_000n + 2_660n]);
    expect(await stateOf(orderId)).toBe('refunded');
    expect(await booked(orderId)).toMatchObject({ 'refund-principal': 114_000, 'refund-late-fee': 2_660 });
    expect(await refundOrder(ctx, orderId, 1n, newSecret(), 'x')).toMatchObject({ ok: false });
  });

  test('costs nothing more when the due date moved to the next day with banks', async () => {
    const { orderId, reference, dueOn } = await buy();
    await until(effectiveDueDay(requireLocalDate(dueOn)));
    await payAtBank(reference);
    await deliver();
    expect(await booked(orderId)).toEqual({ 'capture-principal': 114_000 });
  });

  test('with more than that costs leaves the rest to the buyer, twice leaves the second', async () => {
    const { orderId, reference, dueOn } = await buy();
    await until(addDays(dueOn, 10));
    await payAtBank(reference, { amount: 120_000 });
    await payAtBank(reference, { force: true });
    await deliver();
    const total = 114_000 + 2_280 + 380;
    expect(await booked(orderId)).toEqual({
      'capture-principal': 114_000,
      'capture-late-fee': 2_660,
      'capture-surplus': 120_000 - total + total,
    });
  });

  test('with the price alone pays the order: what being late costs is asked of nobody again', async () => {
    const { orderId, reference, dueOn } = await buy();
    await until(addDays(dueOn, 10));
    await payAtBank(reference, { amount: 114_000 });
    await deliver();
    expect(await stateOf(orderId)).toBe('paid');
    expect(await booked(orderId)).toEqual({ 'capture-principal': 114_000 });
  });

  test('with less leaves the rest to be paid', async () => {
    const { orderId, reference } = await buy();
    await payAtBank(reference, { amount: 100_000 });
    await deliver();
    expect(await stateOf(orderId)).toBe('partly-paid');
    expect(await booked(orderId)).toEqual({ 'capture-principal': 100_000 });
  });

  test('is accepted until its last day only', async () => {
    const { orderId, reference, dueOn } = await buy();
    await until(addDays(dueOn, 45));
    await expect(payAtBank(reference)).rejects.toThrow(/slip-(canceled|overdue)/);
    expect(await booked(orderId)).toEqual({});
  });

  test('of a plan without a fine ends a few days after its due date', async () => {
    open(null);
    const { reference, dueOn } = await buy();
    await until(addDays(dueOn, 8));
    await expect(payAtBank(reference)).rejects.toThrow('slip-canceled');
  });
});

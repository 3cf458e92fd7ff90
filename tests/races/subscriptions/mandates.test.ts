import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { renewAttempt } from '#src/domain/payments/index.server.ts';
import { mandateOfOrder } from '#tests/support/worlds/subscription-records.server.ts';
import { collectDueMandateCharges } from '#src/domain/subscriptions/charging/index.server.ts';
import { endMandate } from '#src/domain/subscriptions/charging/follow-mandates.server.ts';
import { collectMandateCharge } from '#src/domain/subscriptions/charging/collect-mandate-charge.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { plainId } from '#src/gateways/pix-bcb/pix-ids.ts';
import { daysBetween } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { type MandateWorld, openMandateWorld } from '#tests/support/worlds/mandate-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';

let database: TestDatabase;
let consents: MandateWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  consents = await openMandateWorld(database);
  await database.pool.query(
    "update subscriptions set instrument = 'invoice', mandate_id = null; delete from mandate_charges; delete from mandates",
  );
});
afterEach(() => consents.close());

/** Buys, pays and agrees; answers the consent's own row. */
async function agreed() {
  const bought = await consents.buy();
  await consents.payFirst(bought.txid, true);
  await consents.deliver();
  const recurrence = await mandateOfOrder(consents.world.ctx.db, bought.orderId);
  if (recurrence?.state !== 'approved') throw new Error(`The consent is ${recurrence?.state}`);
  return { ...bought, recurrence };
}

/** Money in the bank's book, and in ours. */
async function money(): Promise<{ bank: number; ours: number }> {
  const bank = consents.sandboxWorld.world
    .book()
    .movements.reduce((sum, { kind, amount }) => sum + (kind === 'capture' ? amount : -amount), 0);
  const ids = consents.sandboxWorld.world.book().movements.map(({ id }) => id);
  if (ids.length === 0) return { bank, ours: 0 };
  const { rows } = await database.pool.query<{ sum: string }>(
    'select coalesce(sum(amount), 0) as sum from ledger_transfers where movement_id = any($1)',
    [ids],
  );
  return { bank, ours: Number(rows[0]?.sum) };
}

describe('a mandate', () => {
  test('is approved with the first payment and charges a year, month by month', async () => {
    const { orderId } = await agreed();
    await consents.days(366, { step: 3 });
    const charges = await consents.charges();
    expect(charges.length).toBeGreaterThanOrEqual(12);
    expect(charges.filter(({ order }) => order === 'paid').length).toBeGreaterThanOrEqual(11);
    expect(charges.slice(0, 11).every(({ attempt, order }) => attempt === 'captured' && order === 'paid')).toBe(true);
    expect(charges.map(({ chargeNumber }) => chargeNumber)).toEqual(charges.map((_one, index) => index));
    expect(await consents.state(orderId)).toBe('approved');
    const { bank, ours } = await money();
    expect(ours).toBe(bank);
    expect(bank % 9_500).toBe(0);
  }, 60_000);

  test('costs the same when every message is lost', async () => {
    const { txid, orderId } = await consents.buy();
    await consents.payFirst(txid, true);
    await consents.days(70, { lost: true });
    expect(await consents.state(orderId)).toBe('approved');
    expect((await consents.charges()).filter(({ order }) => order === 'paid').length).toBeGreaterThanOrEqual(2);
    const { bank, ours } = await money();
    expect(ours).toBe(bank);
  }, 30_000);

  test.each(['as-sent', 'backwards'] as const)('stands the same whatever message comes first (%s)', async (turn) => {
    const { txid, orderId } = await consents.buy();
    await consents.payFirst(txid, true);
    await consents.deliver(turn);
    await consents.deliver(turn);
    expect(await consents.state(orderId)).toBe('approved');
  });

  test('is not made by paying only', async () => {
    const { txid, orderId } = await consents.buy();
    await consents.payFirst(txid, false);
    await consents.days(35);
    expect(await consents.state(orderId)).toBe('canceled');
    expect(await consents.charges()).toEqual([]);
  });

  test('that is refused charges nothing', async () => {
    const { txid, orderId } = await consents.buy();
    await consents.act(txid, 'refuse');
    await consents.payFirst(txid, false);
    await consents.days(35);
    expect(await consents.state(orderId)).toBe('rejected');
    expect(await consents.charges()).toEqual([]);
  });

  test('is requested for nobody who did not ask', async () => {
    const { orderId, txid } = await consents.buy({});
    expect(await consents.state(orderId)).toBeUndefined();
    await expect(consents.act(txid, 'approve')).rejects.toThrow('consent-not-found');
  });
});

describe('an expired code', () => {
  test('is replaced by one that asks for the same, and the old one is agreed to by nobody', async () => {
    const { sessionId, attemptId, txid } = await consents.buy();
    const { ctx } = consents.world;
    await consents.sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 1_900 });
    const renewed = await renewAttempt(ctx, {
      sessionId,
      attemptId,
      idempotencyKey: newSecret(),
      browser: { userAgent: 'test', language: 'pt-BR', ip: '127.0.0.1' },
    });
    await consents.world.runJobs();
    const rows = await ctx.db.selectFrom('mandates').select(['attempt_id', 'state']).orderBy('created_at').execute();
    expect(rows.map(({ state }) => state)).toEqual(['canceled', 'created']);
    expect(renewed.ok).toBe(true);
    await expect(consents.act(txid, 'approve')).rejects.toThrow('too-late');
    const next = rows[1]?.attempt_id ?? '';
    await consents.payFirst(plainId(next), true);
    await consents.deliver();
    const after = await ctx.db.selectFrom('mandates').select('state').where('attempt_id', '=', next).execute();
    expect(after).toEqual([{ state: 'approved' }]);
  });
});

describe('a charge that fails', () => {
  test('is tried again on other days, and its money comes once', async () => {
    const { txid, recurrence } = await agreed();
    await consents.act(txid, 'short');
    // To the first try and one more day: how long a month is depends on the day of this run.
    const today = marketDate(consents.sandboxWorld.clock.now(), 'BR');
    await consents.days(daysBetween(today, recurrence.terms.firstDueOn) + 1);
    await consents.act(txid, 'flush');
    await consents.days(3);
    const [first] = await consents.charges();
    expect(first).toMatchObject({ chargeNumber: 0, attempt: 'captured', order: 'paid' });
    const { bank, ours } = await money();
    expect(bank).toBe(19_000);
    expect(ours).toBe(19_000);
    const { rows } = await database.pool.query<{ tries: { on: string; state: string }[] }>(
      'select tries from mandate_charges where charge_number = 0',
    );
    const tries = rows[0]?.tries ?? [];
    expect(tries.length).toBeGreaterThanOrEqual(2);
    expect(tries.length).toBeLessThanOrEqual(4);
    expect(new Set(tries.map(({ on }) => on)).size).toBe(tries.length);
  });

  test('ends after three more tries, and the invoice stays open', async () => {
    const { txid } = await agreed();
    await consents.act(txid, 'short');
    await consents.days(43);
    const [first] = await consents.charges();
    expect(first).toMatchObject({ chargeNumber: 0, attempt: 'declined', order: 'open' });
    const { rows } = await database.pool.query<{ tries: { state: string }[] }>(
      'select tries from mandate_charges where charge_number = 0',
    );
    expect(rows[0]?.tries.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed', 'failed']);
    expect((await money()).bank).toBe(9_500);
  });
});

describe('a mandate that ends', () => {
  test('at the payer’s bank charges no more, not even what was sent', async () => {
    const { txid, orderId } = await agreed();
    await consents.days(23);
    expect(await consents.charges()).toMatchObject([{ attempt: 'awaiting-buyer', order: 'open' }]);
    await consents.act(txid, 'revoke');
    await consents.days(40);
    expect(await consents.state(orderId)).toBe('canceled');
    expect(await consents.charges()).toMatchObject([{ attempt: 'voided', order: 'open' }]);
    expect((await money()).bank).toBe(9_500);
  });

  test('by us is ended at the bank too', async () => {
    const { recurrence, orderId } = await agreed();
    expect(await endMandate(consents.world.ctx, recurrence.id)).toBe('ended');
    expect(await endMandate(consents.world.ctx, recurrence.id)).toBe('ended');
    await consents.days(35);
    expect(await consents.state(orderId)).toBe('canceled');
    expect((await money()).bank).toBe(9_500);
  });
});

describe('two workers', () => {
  test('never make two charges for one cycle', async () => {
    const { recurrence } = await agreed();
    for (let day = 0; day < 24; day += 1)
      await consents.sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 86_400 });
    const { ctx } = consents.world;
    const done = await Promise.all([
      ...Array.from({ length: 4 }, () => collectMandateCharge(ctx, recurrence)),
      ...Array.from({ length: 4 }, () => collectDueMandateCharges(ctx)),
    ]);
    expect(done.filter((one) => one === true || (typeof one === 'number' && one > 0))).toHaveLength(1);
    expect(await consents.charges()).toHaveLength(1);
    const charges = consents.sandboxWorld.world.book().charges.filter(({ company }) => company === 'pix-bank');
    expect(charges).toHaveLength(2);
  });

  test('and one that died between its steps leaves nothing undone or done twice', async () => {
    const { recurrence } = await agreed();
    for (let day = 0; day < 22; day += 1)
      await consents.sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 86_400 });
    const { ctx } = consents.world;
    for (const place of ['mandate-charge-before-order', 'mandate-charge-before-gateway']) {
      const dying = {
        ...ctx,
        crashPoint: (name: string) => {
          if (name === place) throw new Error('dead');
        },
      };
      await expect(collectMandateCharge(dying, recurrence)).rejects.toThrow('dead');
      expect(await collectMandateCharge(ctx, recurrence)).toBe(false);
      consents.sandboxWorld.clock.advance(180_000);
    }
    await consents.days(12);
    const charges = await consents.charges();
    expect(charges).toMatchObject([{ chargeNumber: 0, attempt: 'captured', order: 'paid' }]);
    expect((await money()).bank).toBe(19_000);
  });
});

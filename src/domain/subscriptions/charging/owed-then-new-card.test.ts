import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addDays, addMonths } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, course, createDomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { invariantViolations } from '#tests/support/invariants/invariants.server.ts';
import { createRenewalWorld, type RenewalWorld } from '#tests/support/worlds/renewal-world.server.ts';
import { bookOf } from '#tests/support/worlds/split-world.server.ts';
import { applyLateFee, invoiceById } from '../invoices/index.server.ts';
import { pollAttempt } from '../../payments/index.server.ts';
import { chargePeriodNow, amountOwedNow } from './index.server.ts';

/** Two percent at once, one percent a month by the day. */
const late = { fine: '2.00', monthlyInterest: '1.00' } as const;
const strict = {
  ...course,
  plans: course.plans.map((plan) => ({ ...plan, methods: plan.methods.map((method) => ({ ...method, late })) })),
};

let database: TestDatabase;
let world: RenewalWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  const { catalog } = createDomainWorld(database).ctx;
  world = createRenewalWorld(database, { catalog: { ...catalog, product: () => strict } });
});
afterEach(async () => {
  const broken = await invariantViolations(database.pool, bookOf([world.gateway]), { now: world.clock.now() });
  await database.close();
  if (broken.length > 0) throw new Error(broken.join('\n'));
});

const captures = () => world.gateway.captures().map(({ amount }) => amount);
const owed = async (id: string) => (await amountOwedNow(world.ctx, await world.subscription(id))).amount;

/** A billing period whose invoice was not paid for ten days. */
async function unpaid() {
  const begun = await world.subscribe(false);
  const due = addMonths(marketDate(world.clock.now(), 'BR'), 12);
  await world.until(due);
  await world.until(addDays(due, 10));
  const [, second] = await world.periods(begun.id);
  const invoice = await invoiceById(world.ctx, second?.invoiceId ?? '');
  if (!invoice || !second) throw new Error('There is no bill');
  return { ...begun, invoice, orderId: second.orderId ?? '' };
}

describe('overdue invoice, then a new card', () => {
  test('is charged without the late fee: a card would have been charged in time', async () => {
    const { id, sessionId, invoice } = await unpaid();
    expect(await applyLateFee(world.ctx, invoice)).toBe(true);
    await world.saveInstrument(id, sessionId);
    expect(await owed(id)).toBe(114_000n);
    expect(await chargePeriodNow(world.ctx, id)).toBe('paid');
    expect(captures()).toEqual([114_000n, 114_000n]);
    expect((await world.periods(id))[1]).toMatchObject({ state: 'paid' });
  });

  test('is charged only its rest where a part was paid already', async () => {
    const { id, sessionId, invoice } = await unpaid();
    world.gateway.behavior = 'await';
    const { session, view } = invoice;
    type Args = Parameters<RenewalWorld['pay']>;
    const answer = accepted(await world.pay(session, { id: view.order.quoteId } as Args[1]));
    world.gateway.receive(answer.attemptId, 14_000n);
    await pollAttempt(world.ctx, answer.attemptId, 'webhook');
    await world.runJobs();
    world.gateway.behavior = 'capture';
    await world.saveInstrument(id, sessionId);
    expect(await owed(id)).toBe(100_000n);
    expect(await chargePeriodNow(world.ctx, id)).toBe('paid');
    expect(captures()).toEqual([114_000n, 14_000n, 100_000n]);
    expect((await world.periods(id))[1]).toMatchObject({ state: 'paid' });
  });
});

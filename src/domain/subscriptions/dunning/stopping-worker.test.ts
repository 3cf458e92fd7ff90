import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { course, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { addDays } from '#src/kernel/time/local-date.ts';
import { createSubscription, failPeriod, updatePeriod } from '../subscriptions/index.server.ts';
import { processFailedCharges } from './process-failed-charges.server.ts';
import { notifyUpcomingCharges } from './notify-upcoming-charges.server.ts';

/** Noon in São Paulo. */
const now = new Date('2026-03-10T15:00:00Z');

let database: TestDatabase;
let world: DomainWorld;
let failures: unknown[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  world = createDomainWorld(database, { clock: { now: () => now } });
  failures = [];
  world.ctx.log.error = (event) => void failures.push(event);
});

/** A subscription whose next term begins after so many days. */
async function subscribed(inDays: number, months: number): Promise<string> {
  const { lead } = await world.buyer();
  const [plan] = course.plans;
  if (!plan) throw new Error('There is no plan');
  return createSubscription(world.ctx, {
    ...{ leadId: lead.id, brand: 'school', variant: null, business: 'school', productCode: course.code },
    ...{ planId: plan.id, market: 'BR', locale: 'pt-BR', price: plan.price, state: 'active', periodMonths: months },
    periodStart: addDays('2026-03-10', inDays - 28),
    periodEnd: addDays('2026-03-10', inDays - 1),
  });
}

/** One whose term was not paid. */
async function failed(): Promise<string> {
  const subscriptionId = await subscribed(0, 1);
  const term = { subscriptionId, number: 1 };
  await transaction(world.ctx.db, async (trx) => {
    await updatePeriod(trx, term, { state: 'charging', tries: 1 });
    await failPeriod(trx, term, 'not-paid', now);
  });
  return subscriptionId;
}

/** Number of these subscriptions with a notice. */
async function told(ids: readonly string[]): Promise<number> {
  const rows = await database.db.selectFrom('subscription_notices').select('subscription_id').execute();
  return new Set(rows.map((row) => row.subscription_id).filter((id) => ids.includes(id))).size;
}

/** A worker that stops when so many pieces of a round are done. */
function stopsAfter(pieces: number): () => boolean {
  let asked = 0;
  return () => (asked += 1) > pieces;
}

describe('a round that is stopped ends between two billing periods and leaves the others to the next', () => {
  test('of charges that failed', async () => {
    const ids = [await failed(), await failed(), await failed()];
    expect(await processFailedCharges(world.ctx, 500, stopsAfter(1))).toBe(1);
    expect(await told(ids)).toBe(1);
    expect(await processFailedCharges(world.ctx, 500, stopsAfter(0))).toBe(0);
    expect(await processFailedCharges(world.ctx)).toBe(2);
    expect(await told(ids)).toBe(3);
    expect(failures).toEqual([]);
  });

  test('of charges that are ahead', async () => {
    const ids = [await subscribed(7, 12), await subscribed(7, 12)];
    expect(await notifyUpcomingCharges(world.ctx, 1000, stopsAfter(1))).toBe(1);
    expect(await told(ids)).toBe(1);
    expect(await notifyUpcomingCharges(world.ctx)).toBe(1);
    expect(await told(ids)).toBe(2);
    expect(failures).toEqual([]);
  });
});

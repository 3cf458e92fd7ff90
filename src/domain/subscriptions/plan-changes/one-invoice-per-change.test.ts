import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import type { RenewalWorld } from '#tests/support/worlds/renewal-world.server.ts';
import { createTrialWorld, planLike } from '#tests/support/worlds/trial-world.server.ts';
import type { PlanChangeInvoice } from '../subscriptions/index.server.ts';
import { createSubscriptionService } from './index.server.ts';

let database: TestDatabase;
let world: RenewalWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  world = await createTrialWorld(database, [
    planLike('year', 114_000n),
    planLike('more', 200_000n),
    planLike('most', 300_000n),
  ]);
});

const upgrade = (subscriptionId: string, planId: string) =>
  createSubscriptionService(world.ctx).upgrade({ subscriptionId, planId });

async function billFor(id: string, planId: string): Promise<PlanChangeInvoice> {
  const answer = accepted(await upgrade(id, planId));
  if (answer.kind !== 'invoice') throw new Error('A dearer plan costs something');
  return answer;
}

/** Invoices for a subscription's changes that were not canceled. */
async function standingBills(id: string): Promise<readonly string[]> {
  const rows = database.db
    .selectFrom('invoices')
    .select('id')
    .where('subscription_id', '=', id)
    .where('kind', '=', 'upgrade')
    .where('canceled_at', 'is', null);
  return (await rows.execute()).map((row) => row.id);
}

describe('upgrade that is confirmed by several presses at once', () => {
  test('has one bill, which every press leads to, and which is paid once', async () => {
    const { id } = await world.subscribe();
    const bills = await Promise.all([1, 2, 3, 4].map(() => billFor(id, 'plan-more')));
    const [first] = bills;
    expect(new Set(bills.map(({ invoiceId }) => invoiceId)).size).toBe(1);
    expect(new Set(bills.map(({ orderId }) => orderId)).size).toBe(1);
    expect(await standingBills(id)).toEqual([first?.invoiceId]);
    type Args = Parameters<RenewalWorld['pay']>;
    const [session, quote] = [{ id: first?.sessionId }, { id: first?.quoteId }];
    accepted(await world.pay(session as Args[0], quote as Args[1]));
    expect(await world.subscription(id)).toMatchObject({ planId: 'plan-more' });
  });

  test('cancels the invoice of another upgrade that was confirmed before', async () => {
    const { id } = await world.subscribe();
    const before = await billFor(id, 'plan-more');
    const after = await billFor(id, 'plan-most');
    expect(after.invoiceId).not.toBe(before.invoiceId);
    expect(await standingBills(id)).toEqual([after.invoiceId]);
  });
});

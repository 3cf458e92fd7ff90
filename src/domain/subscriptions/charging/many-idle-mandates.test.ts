import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import type { GatewayPort } from '../../payments/index.ts';
import { collectDueMandateCharges } from './index.server.ts';

const day = 86_400_000;
const mandateGateway: NonNullable<GatewayPort['consents']> = {
  rules: { sendDaysBefore: { earliest: 10, latest: 2 }, retries: { most: 3, withinDays: 7 } },
  end: () => Promise.resolve({ kind: 'not-found' }),
  retry: () => Promise.resolve({ kind: 'not-found' }),
};

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
  Object.assign(world.gateway, { consents: mandateGateway });
});
afterAll(() => database.close());

/** A subscription of a year that goes on by a consent, from tomorrow's charge on. */
async function consented(): Promise<string> {
  const { session, quote } = await world.buyer();
  const { orderId, attemptId } = accepted(await world.pay(session, quote));
  const owed = database.db
    .selectFrom('billing_periods')
    .innerJoin('subscriptions', 'subscriptions.id', 'billing_periods.subscription_id')
    .select(['subscriptions.id', 'billing_periods.due_on'])
    .where('subscriptions.order_id', '=', orderId)
    .where('billing_periods.state', '=', 'due');
  const { id, due_on: dueOn } = await owed.executeTakeFirstOrThrow();
  const at = world.clock.now();
  const consent = { gateway: 'book', reference: attemptId, currency: 'BRL', amount: 114_000n, period: 'yearly' };
  const mandateId = `rcr_${attemptId}`;
  await database.db
    .insertInto('mandates')
    .values({
      ...{ id: mandateId, order_id: orderId, attempt_id: attemptId, ...consent, first_due_on: dueOn },
      ...{ state: 'approved', ended_by: null, next_check_at: null, created_at: at, updated_at: at },
      next_send_on: addDays(marketDate(at, 'BR'), 1),
    })
    .execute();
  await database.db
    .updateTable('subscriptions')
    .set({ instrument: 'mandate', mandate_id: mandateId })
    .where('id', '=', id)
    .execute();
  return id;
}

test('mandates: those of paused subscriptions do not block the charges of others', async () => {
  const ids = [await consented(), await consented(), await consented()];
  world.clock.advance(360 * day);
  world.gateway.behavior = 'await';
  await database.db.updateTable('subscriptions').set({ state: 'paused' }).where('id', 'in', ids.slice(0, 2)).execute();
  const sent = [await collectDueMandateCharges(world.ctx, 1), await collectDueMandateCharges(world.ctx, 1)];
  expect(sent.reduce((sum, one) => sum + one, 0)).toBe(1);
  const charges = await database.db.selectFrom('mandate_charges').select('attempt_id').execute();
  expect(charges.filter((one) => one.attempt_id !== null)).toHaveLength(1);
});

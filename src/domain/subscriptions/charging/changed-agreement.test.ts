import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { createRenewalWorld, type RenewalWorld } from '#tests/support/worlds/renewal-world.server.ts';
import { addDays, addMonths } from '#src/kernel/time/local-date.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { ok } from '#src/kernel/result/result.ts';
import type { MandateTerms } from '../../payments/index.ts';
import { cancelSubscription } from '../subscriptions/index.server.ts';
import { invoicePeriod } from './index.server.ts';

let database: TestDatabase;
let world: RenewalWorld;
/** What each payment's form was offered for the terms to come. */
let offered: (MandateTerms | null)[];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query('update billing_periods set next_try_at = null');
  offered = [];
  world = createRenewalWorld(database);
  const shown = { brand: 'visa', last4: '1111', expiry: '12/40' };
  Object.assign(world.gateway, {
    verify: () => Promise.reject(new Error('Nobody asks for it')),
    identify: async () => ({ kind: 'inspected', instrument: { ...shown, fingerprint: newSecret(), details: {} } }),
  });
  const start = world.gateway.start.bind(world.gateway);
  world.gateway.start = async (charge) => {
    const answer = await start(charge);
    if (answer.kind !== 'fact' || answer.fact.state !== 'captured') return answer;
    const kept = { token: newSecret(), ...shown };
    return { kind: 'fact', fact: { ...answer.fact, kept } };
  };
  const { rails } = world.ctx;
  const server = rails.server.bind(rails);
  const byId = rails.byId.bind(rails);
  Object.assign(rails, {
    byId: (id: string) => ({ ...byId(id), countsCardAttempts: true }),
    server: (id: string) => ({
      ...server(id),
      readDetails: ({ renewal = null, fields, buyer }: Parameters<ReturnType<typeof server>['readDetails']>[0]) => {
        offered.push(renewal);
        const agreed = fields['renew'] === 'yes' && renewal !== null;
        const words = agreed ? { renews: true, keepLabel: 'renew', keepText: 'Charge me again' } : {};
        return ok({ payer: buyer, details: {}, kept: words });
      },
    }),
  });
});

const today = () => marketDate(world.clock.now(), 'BR');

async function payOrder(orderId: string, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  const order = await database.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  accepted(
    await world.pay(
      { id: order.session_id } as Parameters<typeof world.pay>[0],
      { id: order.quote_id } as Parameters<typeof world.pay>[1],
      { tenders: [{ method: 'at-once', installments: 1, fields }] },
    ),
  );
}

/** An invoice of the next billing period. */
async function billed(keeps = false) {
  const { id } = await world.subscribe(keeps);
  const { orderId } = accepted(await invoicePeriod(world.ctx, id));
  return { id, orderId };
}

describe('billing period paid by its invoice', () => {
  const price = { amount: 114_000n, currency: 'BRL' } as const;

  test('offers a new agreement whose days are counted from the period, not from the payment', async () => {
    const { id, orderId } = await billed();
    const begunOn = today();
    await world.until(addDays(addMonths(begunOn, 12), -20));
    await payOrder(orderId);
    expect(offered.at(-1)).toEqual({ price, period: 'yearly', firstDueOn: addMonths(begunOn, 24) });
    expect(await world.subscription(id)).toMatchObject({
      instrument: { kind: 'invoice' },
      nextChargeOn: addMonths(begunOn, 24),
    });
  });

  test('with the consent to be charged again sets the instrument of this payment for the subscription', async () => {
    const { id, orderId } = await billed();
    const due = addMonths(today(), 12);
    await payOrder(orderId, { renew: 'yes' });
    expect(await world.subscription(id)).toMatchObject({ instrument: { kind: 'profile', installments: 1 } });
    await world.until(addDays(addMonths(due, 12), -1));
    expect(world.gateway.captures()).toHaveLength(2);
    await world.until(addMonths(due, 12));
    expect(world.gateway.captures()).toHaveLength(3);
  });

  test('with a consent of a declined payment charges nothing later', async () => {
    const { id, orderId } = await billed();
    world.gateway.behaviors.push('decline');
    await payOrder(orderId, { renew: 'yes' }).catch(() => undefined);
    await payOrder(orderId);
    expect(await world.subscription(id)).toMatchObject({ instrument: { kind: 'invoice' } });
  });

  test('without that consent changes no instrument, even when it is paid by a saved one', async () => {
    const { id, orderId } = await billed(true);
    const before = (await world.subscription(id)).instrument;
    await payOrder(orderId);
    expect((await world.subscription(id)).instrument).toEqual(before);
  });

  test('of a canceled subscription agrees to no later charge', async () => {
    const { id, orderId } = await billed();
    await database.pool.query(`update subscriptions set cancels_on = period_end + 1 where id = $1`, [id]);
    await payOrder(orderId);
    expect(offered.at(-1)).toBeNull();
    expect(await cancelSubscription(world.ctx, id, { when: 'now', reason: 'x' })).toMatchObject({ ok: true });
  });

  test('paid late, without access meanwhile, counts from the day of the payment', async () => {
    const { id, orderId } = await billed();
    const late = addDays(addMonths(today(), 12), 40);
    await world.until(late);
    await database.pool.query(`update subscriptions set state = 'suspended' where id = $1`, [id]);
    await payOrder(orderId);
    expect(offered.at(-1)).toMatchObject({ firstDueOn: addMonths(late, 12) });
    expect(await world.subscription(id)).toMatchObject({ nextChargeOn: addMonths(late, 12) });
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import type { VirtualClock } from '#src/kernel/time/clock.ts';
import { endOfLocalDate, marketDate, marketZone } from '#src/kernel/time/zones.ts';
import { type AcquirerApi, openAcquirerApi } from '#tests/support/worlds/acquirer-world.server.ts';

let api: AcquirerApi;
beforeAll(async () => {
  api = await openAcquirerApi();
});
afterAll(() => api.close());

const live = { productCode: 'wise-up-live', business: 'wiseup-live' };
const half = 30_000;
const dayMs = 86_400_000;

test('the first charge of a trial comes on the agreed day, although midnight passed before the payment', async () => {
  const { database, world } = api;
  const clock = world.ctx.clock as VirtualClock;
  const midnight = endOfLocalDate(marketDate(clock.now(), 'BR'), marketZone('BR')).getTime();
  // Tomorrow's date, since the test clock only moves forward.
  clock.advance(midnight + dayMs - half - clock.now().getTime());
  const buyer = world.newBuyer();
  const leadId = await api.leadOf(buyer, { productCode: live.productCode, seller: 'performance' });
  const { json: quote } = await buyer.call('POST', '/api/v1/quote', { leadId });
  const { firstChargeOn, freeUntil } = quote['trial'] as Readonly<Record<string, string>>;
  clock.advance(2 * half);
  const card = { method: 'credit-card', fields: await api.cardFields('4111111111111111') };
  const body = {
    sfLeadId: leadId,
    amount: 0,
    quoteId: quote['id'],
    ...live,
    acceptTrial: true,
    paymentMethods: [card],
  };
  const begun = await buyer.call('POST', '/api/v2/payment', body, { 'idempotency-key': newSecret() });
  expect(begun.status).toBe(201);
  const { order_id: orderId, ...days } = await database.db
    .selectFrom('subscriptions')
    .select(['order_id', 'trial_until', 'period_end', 'next_charge_on'])
    .executeTakeFirstOrThrow();
  expect(orderId).toBe(begun.json['orderId']);
  expect(days).toEqual({ trial_until: freeUntil, period_end: freeUntil, next_charge_on: firstChargeOn });
});

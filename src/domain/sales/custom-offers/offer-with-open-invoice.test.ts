import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, addMonths } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { createTrialWorld, planLike } from '#tests/support/worlds/trial-world.server.ts';
import { createOffer, offerById, acceptSubscriptionOffer } from './index.server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('custom offer: it waits for an invoice that was sent, because its card would be charged for that billing period after its day', async () => {
  const world = await createTrialWorld(database, [planLike('year', 114_000n)]);
  const today = () => marketDate(world.clock.now(), 'BR');
  const due = addMonths(today(), 12);
  const { id: subscriptionId } = await world.subscribe(false);
  await world.until(addDays(due, -3));
  const terms = { subject: { subscriptionId }, planId: 'plan-year', amount: 99_000n, seller: 'ana' };
  const { id } = accepted(await createOffer(world.ctx, { ...terms, expiresOn: addDays(today(), 10) }));
  expect(await world.periods(subscriptionId)).toMatchObject([{}, { state: 'charging' }]);
  expect(await acceptSubscriptionOffer(world.ctx, id, 'pmp_of-this-buyer')).toEqual({
    ok: false,
    error: 'not-possible',
  });
  expect(await offerById(world.ctx.db, id)).toMatchObject({ acceptedAt: null });
  expect(await world.subscription(subscriptionId)).toMatchObject({ next: null, instrument: { kind: 'invoice' } });
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, course, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { saveProfile } from '../../payments/profiles/index.server.ts';
import { currentQuote } from '../../checkout/quotes/index.server.ts';
import { sessionById } from '../../checkout/sessions/index.server.ts';
import { acceptUpsell, buyUpsell, type UpsellOffer } from './index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  world = createDomainWorld(database);
});

const offer: UpsellOffer = {
  ...{ id: 'live-classes', brand: 'sister', variant: null, business: 'school', productCode: 'course' },
  ...{ planId: 'plan-year', basisPoints: 5000 },
};
const shown = {
  ...{ installments: 1, shownAmount: 57_000n, agreed: { label: 'one click', text: 'R$ 570,00' } },
  browser: { userAgent: 'test', language: 'pt-BR', ip: '127.0.0.1' },
};
const captures = () => world.gateway.captures().map(({ amount }) => amount);

/** Somebody who has paid with a means that is kept, and has a code for the offer that came after it. */
async function undecided() {
  const { session, quote } = await world.buyer();
  const { attemptId } = accepted(await world.pay(session, quote));
  const means = { rail: 'now', gateway: 'book', token: 'kept', brand: 'visa', last4: '1111', expiry: '12/40' };
  const from = { sessionId: session.id, attemptId, schemeTransactionId: null, consentId: null };
  await saveProfile(database.db, world.ctx.config, { ...means, ...from }, world.clock.now());
  const main = await sessionById(database.db, session.id);
  if (!main) throw new Error('No session');
  const upsell = accepted(await acceptUpsell(world.ctx, main, offer));
  world.gateway.behaviors.push('await');
  accepted(await world.pay(upsell, accepted(await currentQuote(world.ctx, upsell)), { method: 'by-code' }));
  return main;
}

test('one click: a purchase charges the shown amount, once, however often it is clicked', async () => {
  const main = await undecided();
  const clicks = [];
  for (let click = 0; click < 3; click += 1) clicks.push(accepted(await buyUpsell(world.ctx, main, offer, shown)));
  expect(new Set(clicks.map(({ paid }) => accepted(paid).attemptId)).size).toBe(1);
  expect(captures()).toEqual([114_000n, 57_000n]);
});

test('one click: nothing is charged where the price differs from the shown one', async () => {
  const main = await undecided();
  const plans = course.plans.map((plan) => ({ ...plan, price: { ...plan.price, amount: 200_000n } }));
  Object.assign(world.ctx.catalog, { product: () => ({ ...course, plans }) });
  expect(await buyUpsell(world.ctx, main, offer, shown)).toEqual({ ok: false, error: 'quote-changed' });
  expect(captures()).toEqual([114_000n]);
});

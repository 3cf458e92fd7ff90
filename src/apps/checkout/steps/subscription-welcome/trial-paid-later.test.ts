import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product } from '#src/domain/catalog/products/index.ts';
import { trialLinkKey } from '#src/domain/checkout/flows/index.ts';
import { saveStepAnswers, sessionById } from '#src/domain/checkout/sessions/index.server.ts';
import { addDays, formatLocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';

let stage: PagesWorld;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

const dayMs = 86_400_000;

/** The same product with a week that is free. */
function withFreeWeek(product: Product | null): Product | null {
  return (
    product && {
      ...product,
      plans: product.plans.map((plan) => ({ ...plan, trial: { unit: 'day', count: 7 } as const })),
    }
  );
}

test('free time beside a slip that is paid days later: the welcome tells the days that count from the payment', async () => {
  const buyer = await payingBuyer(stage);
  const { world } = buyer;
  const catalog = { ...world.ctx.catalog };
  Object.assign(world.ctx.catalog, {
    product: (...of: Parameters<typeof catalog.product>) => withFreeWeek(catalog.product(...of)),
  });
  const query = await buyer.begin('product=ms&flowId=upsell-subscription&seller=ana');
  const { db } = stage.database;
  const row = await db.selectFrom('checkout_sessions').select(['id', 'link']).executeTakeFirstOrThrow();
  const link = JSON.stringify({ ...row.link, [trialLinkKey]: 'yes' });
  await stage.database.pool.query('update checkout_sessions set link = $2 where id = $1', [row.id, link]);
  const session = await sessionById(db, row.id);
  if (!session) throw new Error('Nobody came');
  accepted(await saveStepAnswers(world.ctx, session, { orderBumps: ['biblioteca-de-planilhas'] }));

  const today = marketDate(world.clock.now(), 'BR');
  world.gateway.behavior = 'await';
  const payment = `/payment${query}`;
  const { data } = await buyer.get(payment);
  expect(data).toMatchObject({ amount: 9_700, trial: {} });
  const { quoteId, idempotencyKey: key, amount } = data;
  const form = { quoteId: String(quoteId), key: String(key), amount: String(amount), method: 'bankslip' };
  const asked = { 'bank-slip.document': '390.533.447-05', terms: 'yes', trial: 'yes' };
  expect((await buyer.post(payment, { ...form, ...asked })).status).toBe(303);

  world.clock.advance(3 * dayMs);
  const { id } = await db.selectFrom('attempts').select('id').executeTakeFirstOrThrow();
  world.gateway.receive(id);
  await world.notify(id);
  expect((await buyer.post(`/upsell-payment${query}`, { upsell: 'decline' })).to).toBe(`/subscription-welcome${query}`);

  const { paid_at: paidAt } = await db.selectFrom('orders').select('paid_at').executeTakeFirstOrThrow();
  const paidOn = marketDate(paidAt ?? new Date(0), 'BR');
  expect(paidOn > addDays(today, 2)).toBe(true);
  const { page, data: welcome } = await buyer.get(`/subscription-welcome${query}`);
  expect(page).toBe('subscription-welcome');
  expect(welcome).toMatchObject({
    before: null,
    charge: {
      isFirst: true,
      freeUntil: formatLocalDate(addDays(paidOn, 6)),
      on: formatLocalDate(addDays(paidOn, 7)),
    },
  });
  expect(JSON.stringify(welcome['charge'])).toMatch(/"amount":"R\$\s1\.140,00"/);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { saveProfile } from '#src/domain/payments/profiles/index.server.ts';
import { createSubscriptionService } from '#src/domain/subscriptions/plan-changes/index.server.ts';
import { setInstrument } from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { type PayingBuyer, payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';
import type { RenewData } from './renew.types.ts';

let stage: PagesWorld;
let buyer: PayingBuyer;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());
beforeEach(async () => {
  buyer = await payingBuyer(stage);
  buyer.withSubscriptionService(createSubscriptionService(buyer.world.ctx));
});

/** A subscription near its end that is charged by a card in so many parts; answers its page's address. */
async function byCard(query: string, installments: number): Promise<string> {
  const { ctx, gateway, clock } = buyer.world;
  const { to } = await buyer.post(`/samples?${query}`, { kind: 'renewal', email: 'rita@escola.com.br' });
  const clean = (await buyer.get(to)).to;
  const id = /sub_[\w-]{22}/.exec(clean)?.[0] ?? '';
  const { session } = await stage.database.db
    .selectFrom('subscriptions')
    .innerJoin('checkout_sessions', 'checkout_sessions.lead_id', 'subscriptions.lead_id')
    .select('checkout_sessions.id as session')
    .where('subscriptions.id', '=', id)
    .executeTakeFirstOrThrow();
  const card = { rail: 'card', gateway: gateway.id, token: newSecret(), brand: 'visa', last4: '1111', expiry: '12/40' };
  const from = { ...card, sessionId: session, attemptId: null, schemeTransactionId: 'FIRST', consentId: null };
  const savedCard = await saveProfile(ctx.db, ctx.config, from, clock.now());
  accepted(await setInstrument(ctx, id, { kind: 'profile', profileId: savedCard?.id ?? '', installments }));
  return clean;
}

/** Presses a plan's own button, or another one's as an older page had it. */
async function press(clean: string, plan: (shown: RenewData['options']) => RenewData['options'][number] | undefined) {
  const { data } = await buyer.get(clean);
  const options = data['options'] as RenewData['options'];
  const planId = plan(options)?.planId ?? '';
  const shown = Object.fromEntries(options.map((one) => [`shown.${one.planId}`, String(one.amount)]));
  const made = await buyer.post(clean, { ...shown, plan: planId, kept: planId, period: String(data['period']) });
  return { made, invoice: await buyer.get(made.to) };
}

const partsTaken = async (invoice: string) =>
  stage.database.db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.session_id', 'invoices.session_id')
    .innerJoin('tenders', 'tenders.order_id', 'orders.id')
    .select(['tenders.installments', 'orders.state'])
    .where('invoices.id', '=', /inv_[\w-]{22}/.exec(invoice)?.[0] ?? '')
    .execute();

test.each([
  [12, 6],
  [3, 3],
])('a card in %i parts pays a plan of at most six in %i', async (agreed, asked) => {
  const clean = await byCard('product=wsp&planId=wsp-annual-t', agreed);
  const { made, invoice } = await press(clean, (options) => options.find(({ isCurrent }) => !isCurrent));
  expect(await partsTaken(made.to)).toEqual([{ installments: asked, state: 'paid' }]);
  expect(invoice.to).toMatch(/^\/success-invoice/);
});

test('a plan that takes no card has no button of its own', async () => {
  const { data } = await buyer.get(await byCard('product=conquer&planId=conquer-annual-t', 1));
  expect(data).toMatchObject({
    savedCard: 'Visa final 1111',
    options: [
      { planId: 'conquer-annual-t', acceptsSavedCard: true },
      { planId: 'conquer-monthly-t', acceptsSavedCard: false },
    ],
  });
});

test('a page whose plans take no saved instrument has the button for a buyer without one', async () => {
  const clean = await byCard('product=conquer&planId=conquer-annual-t', 1);
  await stage.database.db.updateTable('payment_profiles').set({ rail: 'yape' }).execute();
  expect((await buyer.get(clean)).data).toMatchObject({ savedCard: null });
});

test('a press that pays nothing says so above the bill, until the next try', async () => {
  const clean = await byCard('product=conquer&planId=conquer-annual-t', 1);
  const { made, invoice } = await press(clean, (options) => options.find(({ acceptsSavedCard }) => !acceptsSavedCard));
  expect(buyer.world.gateway.captures()).toEqual([]);
  expect(invoice.data).toMatchObject({ payment: { notice: { kind: 'error', title: 'O pagamento não foi feito' } } });
  const plain = made.to.replace(/&kept=\d+/, '');
  expect(plain).not.toBe(made.to);
  expect((await buyer.get(plain)).data).toMatchObject({ payment: { notice: null } });
  buyer.world.gateway.behaviors.push('decline');
  await buyer.pay(made.to, 'pix', (data) => data['payment']);
  expect((await buyer.get(made.to)).data).not.toMatchObject({
    payment: { notice: { title: 'O pagamento não foi feito' } },
  });
});

test('a card that its bank refuses is told by the bank’s answer', async () => {
  const clean = await byCard('product=conquer&planId=conquer-annual-t', 1);
  buyer.world.gateway.behaviors.push('decline');
  const { made, invoice } = await press(clean, (options) => options.find(({ isCurrent }) => isCurrent));
  expect(made.to).not.toContain('kept=');
  expect(invoice.data).toMatchObject({ payment: { notice: { kind: 'error' } } });
  expect(invoice.data).not.toMatchObject({ payment: { notice: { title: 'O pagamento não foi feito' } } });
});

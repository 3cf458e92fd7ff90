import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { type PayingBuyer, payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { leadById } from '#src/domain/checkout/leads/index.server.ts';
import { saveProfile } from '#src/domain/payments/profiles/index.server.ts';
import { setInstrument, subscriptionById } from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { createSubscriptionService } from '#src/domain/subscriptions/plan-changes/index.server.ts';

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

interface Option {
  readonly planId: string;
  readonly kind: string;
}

/** A buyer whose plan has a cheaper or (`isDearer`) more expensive alternative; returns the page of plans. */
async function changer(isDearer: boolean): Promise<{ clean: string; id: string; option: Option }> {
  const form = { kind: 'upgrade', email: 'ana@escola.com.br' };
  const { to } = await buyer.post('/samples?product=wup', form);
  const clean = (await buyer.get(to)).to;
  const id = /sub_[\w-]{22}/.exec(clean)?.[0] ?? '';
  const [higherPriced] = (await buyer.get(clean)).data['options'] as (Option & { priceAmount: number })[];
  if (!higherPriced) throw new Error('There is no other plan');
  if (isDearer) return { clean, id, option: higherPriced };
  await stage.database.db
    .updateTable('subscriptions')
    .set({ plan_id: higherPriced.planId, amount: BigInt(higherPriced.priceAmount), period_months: 6 })
    .where('id', '=', id)
    .execute();
  const [option] = (await buyer.get(clean)).data['options'] as Option[];
  if (!option) throw new Error('There is no cheaper plan');
  return { clean, id, option };
}

/** Charges the next billing periods to a card. */
async function givesCard(id: string): Promise<void> {
  const { ctx } = buyer.world;
  const { leadId } = (await subscriptionById(ctx, id)) ?? {};
  const lead = leadId && (await leadById(ctx.db, leadId));
  if (!lead) throw new Error('It has no buyer');
  const card = { rail: 'now', gateway: buyer.world.gateway.id, token: newSecret(), brand: 'visa', last4: '1111' };
  const from = { sessionId: lead.sessionId, attemptId: null, schemeTransactionId: 'FIRST', consentId: null };
  const kept = await saveProfile(ctx.db, ctx.config, { ...card, ...from, expiry: '12/40' }, ctx.clock.now());
  if (!kept) throw new Error('The card was not kept');
  accepted(await setInstrument(ctx, id, { kind: 'profile', profileId: kept.id, installments: 1 }));
}

/** The charge of the next billing period is pending without a response. */
async function isAskedFor(id: string): Promise<void> {
  const asked = `update billing_periods set state = 'charging' where subscription_id = $1 and state = 'due'`;
  await stage.database.pool.query(asked, [id]);
}

describe('while the next term is being charged', () => {
  test('a plan that begins with it is not offered, and the page says why', async () => {
    const { clean, id, option } = await changer(false);
    expect(option.kind).toBe('later');
    await givesCard(id);
    await isAskedFor(id);
    const shown = { options: [], preview: null, isCharging: true };
    expect((await buyer.get(clean)).data).toMatchObject(shown);
    expect((await buyer.get(`${clean}&plan=${option.planId}`)).data).toMatchObject(shown);
  });

  test('by a bill that waits for its buyer, all plans are offered', async () => {
    const { clean, id, option } = await changer(false);
    await isAskedFor(id);
    const { data } = await buyer.get(clean);
    expect(data).toMatchObject({ options: [{ planId: option.planId }], isCharging: false });
  });

  test('a plan that begins today is offered', async () => {
    const { clean, id, option } = await changer(true);
    expect(option.kind).toBe('now');
    await givesCard(id);
    await isAskedFor(id);
    expect((await buyer.get(clean)).data).toMatchObject({ options: [{ planId: option.planId }] });
  });
});

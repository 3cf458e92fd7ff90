import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { createSubscriptionService } from '#src/domain/subscriptions/plan-changes/index.server.ts';
import { cancelSubscription, subscriptionById } from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { addDays, addMonths, formatLocalDate } from '#src/kernel/time/local-date.ts';
import { type PayingBuyer, payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';

let stage: PagesWorld;
let buyer: PayingBuyer;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());
beforeEach(async () => {
  buyer = await payingBuyer(stage);
});

const inPayment = (data: Record<string, unknown>): unknown => data['payment'];

/** Creates a subscription and opens its link; returns the address without the secret. */
async function subscription(kind: 'renewal' | 'upgrade', product: string): Promise<string> {
  const { to } = await buyer.post(`/samples?product=${product}`, { kind, email: 'ana@escola.com.br' });
  return (await buyer.get(to)).to;
}

/** Replaces the stub by the real subscription service. */
function useRealService(): void {
  buyer.withSubscriptionService(createSubscriptionService(buyer.world.ctx));
}

const idIn = (clean: string): string => /sub_[\w-]{22}/.exec(clean)?.[0] ?? '';
const rowOf = (clean: string) => subscriptionById(buyer.world.ctx, idIn(clean));

interface Option {
  readonly planId: string;
  readonly amount: number;
  readonly priceAmount: number;
  readonly chargeDay: string;
  readonly to: string;
}

describe('a subscription without a desk', () => {
  test('is not renewed, and the page says so', async () => {
    const clean = await subscription('renewal', 'ms');
    const { data } = await buyer.get(clean);
    expect(data).toMatchObject({ now: { state: 'active' }, options: [{ name: 'Assinatura anual', isCurrent: true }] });
    const [option] = data['options'] as Option[];
    const plan = option?.planId ?? '';
    const closed = await buyer.post(clean, { plan, [`shown.${plan}`]: String(option?.amount) });
    expect([closed.status, closed.form]).toEqual([
      422,
      { values: { plan }, errors: { form: 'subscription.closed.title' } },
    ]);
  });
});

describe('a renewal', () => {
  test('opens the bill of the next term once, and paying it moves the term', async () => {
    useRealService();
    const clean = await subscription('renewal', 'ms');
    const { data } = await buyer.get(clean);
    const [option] = data['options'] as Option[];
    if (!option) throw new Error('Nothing to renew');
    const form = {
      plan: option.planId,
      [`shown.${option.planId}`]: String(option.amount),
      period: String(data['period']),
    };
    expect((await buyer.post(clean, { plan: 'plan-none' })).form).toMatchObject({
      errors: { plan: 'subscription.plan.missing' },
    });
    expect((await buyer.post(clean, { ...form, [`shown.${option.planId}`]: '1' })).form).toMatchObject({
      errors: { form: 'subscription.changed' },
    });
    const made = await buyer.post(clean, form);
    expect(made.to).toMatch(/^\/payment\/inv_[\w-]{22}\?product=ms/);
    // A second submit, also from another device, gives the same invoice.
    expect((await buyer.post(clean, form)).to).toBe(made.to);
    const before = await rowOf(clean);
    const asked = await buyer.get(made.to);
    expect(asked.data).toMatchObject({ invoice: { state: 'open' }, payment: { amount: option.amount } });
    await buyer.pay(made.to, 'pix', inPayment);
    const thanks = await buyer.get((await buyer.get(made.to)).to);
    expect(thanks.page).toBe('success-invoice');
    const after = await rowOf(clean);
    // The day before the anniversary: for the last of February this may be the 29th.
    expect(after?.periodEnd).toBe(before && addDays(addMonths(addDays(before.periodEnd, 1), 12), -1));
    expect(formatLocalDate(after?.periodEnd ?? '2000-01-01')).toBe(option.to);
    expect(buyer.world.gateway.captures()).toHaveLength(1);
    // One billing period can be paid ahead, not two: an older form pays nothing more.
    expect((await buyer.get(clean)).data).toMatchObject({ options: [], isOver: false });
    expect((await buyer.post(clean, form)).form).toMatchObject({ errors: { plan: 'subscription.plan.missing' } });
    // Once the period began, the following one can be paid; the old form does not pay it.
    buyer.world.clock.advance(20 * 86_400_000);
    expect((await buyer.post(clean, form)).form).toMatchObject({ errors: { form: 'subscription.changed' } });
    const [again] = (await buyer.get(clean)).data['options'] as Option[];
    expect(again?.to).not.toBe(option.to);
  });

  test('pressed at a plan is of that plan, whichever was chosen before', async () => {
    useRealService();
    const clean = await subscription('renewal', 'wup');
    const { data } = await buyer.get(clean);
    const [first, other] = data['options'] as Option[];
    if (!first || !other) throw new Error('Only one plan');
    const shown = Object.fromEntries([first, other].map(({ planId, amount }) => [`shown.${planId}`, String(amount)]));
    const pressed = { ...shown, plan: first.planId, kept: other.planId, period: String(data['period']) };
    const made = await buyer.post(clean, pressed);
    expect((await buyer.get(made.to)).data).toMatchObject({ payment: { amount: other.amount } });
  });

  test('of closed access says that its term begins when it is paid', async () => {
    const clean = await subscription('renewal', 'ms');
    expect((await buyer.get(clean)).data).toMatchObject({ begins: 'after' });
    buyer.world.clock.advance(20 * 86_400_000);
    await stage.database.pool.query("update subscriptions set state = 'suspended' where id = $1", [idIn(clean)]);
    expect((await buyer.get(clean)).data).toMatchObject({ begins: 'when-paid' });
  });

  test('of what is over offers nothing', async () => {
    useRealService();
    const clean = await subscription('renewal', 'ms');
    await cancelSubscription(buyer.world.ctx, idIn(clean), { when: 'now', reason: 'test' });
    expect((await buyer.get(clean)).data).toMatchObject({ options: [], isOver: true });
  });
});

/** The form of a plan's preview, without the amount due. */
const confirmOf = ({ planId, priceAmount, chargeDay }: Option) => ({
  ...{ plan: planId, intent: 'confirm', price: String(priceAmount), on: chargeDay },
});

describe('another plan', () => {
  async function offered(product: string): Promise<{ clean: string; option: Option }> {
    const clean = await subscription('upgrade', product);
    const [option] = (await buyer.get(clean)).data['options'] as Option[];
    if (!option) throw new Error('There is no other plan');
    return { clean, option };
  }

  test('is shown with what it comes to before it is confirmed, and holds once that is paid', async () => {
    useRealService();
    const { clean, option } = await offered('wup');
    const chosen = await buyer.post(clean, { plan: option.planId });
    expect(chosen.to).toBe(`${clean}&plan=${option.planId}`);
    const preview = (await buyer.get(chosen.to)).data['preview'];
    expect(preview).toMatchObject({ planId: option.planId, days: expect.stringMatching(/^Faltam \d+ dias dos \d+/) });
    const confirm = confirmOf(option);
    expect((await buyer.post(chosen.to, { ...confirm, amount: '1' })).form).toMatchObject({
      errors: { form: 'subscription.changed' },
    });
    const before = await rowOf(clean);
    const billed = await buyer.post(chosen.to, { ...confirm, amount: String(option.amount) });
    expect(billed.to).toMatch(/^\/payment\/inv_/);
    expect((await buyer.post(chosen.to, { ...confirm, amount: String(option.amount) })).to).toBe(billed.to);
    expect(await rowOf(clean)).toMatchObject({ planId: before?.planId });
    expect((await buyer.get(billed.to)).data).toMatchObject({ payment: { amount: option.amount } });
    await buyer.pay(billed.to, 'pix', inPayment);
    const after = await rowOf(clean);
    expect(after).toMatchObject({ planId: option.planId, periodEnd: before?.periodEnd });
    expect(after?.price.amount).toBe(BigInt(option.priceAmount));
  });

  test('that is paid for when the term is another one goes back', async () => {
    useRealService();
    const { clean, option } = await offered('wup');
    const confirm = confirmOf(option);
    const billed = await buyer.post(clean, { ...confirm, amount: String(option.amount) });
    await cancelSubscription(buyer.world.ctx, idIn(clean), { when: 'now', reason: 'test' });
    buyer.world.sent.length = 0;
    await buyer.pay(billed.to, 'pix', inPayment);
    expect(buyer.world.sent.map(({ job }) => job)).toContain('refund-duplicate-payment');
    expect(await rowOf(clean)).toMatchObject({ state: 'canceled' });
  });

  test('that costs less begins with the next term, and may be taken back until then', async () => {
    useRealService();
    const { clean, option } = await offered('wup');
    const row = await rowOf(clean);
    // A subscriber of the more expensive plan is offered the cheaper one.
    await stage.database.db
      .updateTable('subscriptions')
      .set({ plan_id: option.planId, amount: BigInt(option.priceAmount), period_months: 6 })
      .where('id', '=', idIn(clean))
      .execute();
    const [cheaper] = (await buyer.get(clean)).data['options'] as (Option & { kind: string })[];
    expect(cheaper).toMatchObject({ planId: row?.planId, kind: 'later', amount: 0 });
    if (!cheaper) throw new Error('There is no cheaper plan');
    const planned = await buyer.post(clean, { ...confirmOf(cheaper), amount: '0' });
    expect(planned.to).toBe(`${clean}&done=1`);
    expect((await buyer.get(planned.to)).data).toMatchObject({
      isDone: true,
      now: { plan: 'Plano semestral', next: { plan: 'Plano anual' } },
    });
    await buyer.post(clean, { intent: 'keep' });
    expect((await buyer.get(clean)).data).toMatchObject({ now: { next: null } });
    expect(buyer.world.gateway.captures()).toHaveLength(0);
  });

  test('in free time costs nothing now: the day and the sum of the first charge are shown, and kept as agreed to', async () => {
    useRealService();
    const { clean } = await offered('wup');
    await stage.database.db
      .updateTable('subscriptions')
      .set({ state: 'trialing' })
      .where('id', '=', idIn(clean))
      .execute();
    const [option] = (await buyer.get(clean)).data['options'] as (Option & { price: string; nextChargeOn: string })[];
    expect(option).toMatchObject({ kind: 'after-trial', amount: 0 });
    if (!option) throw new Error('There is no other plan');
    const shown = await buyer.get(`${clean}&plan=${option.planId}`);
    expect(shown.data).toMatchObject({ preview: { kind: 'after-trial', price: option.price } });
    const confirm = { ...confirmOf(option), amount: '0' };
    expect((await buyer.post(clean, { ...confirm, on: '2020-01-01' })).form).toMatchObject({
      errors: { form: 'subscription.changed' },
    });
    expect((await buyer.post(clean, confirm)).to).toBe(`${clean}&done=1`);
    expect(await rowOf(clean)).toMatchObject({ state: 'trialing', next: { planId: option.planId } });
    const consent = await stage.database.db
      .selectFrom('consents')
      .innerJoin('leads', 'leads.session_id', 'consents.session_id')
      .innerJoin('subscriptions', 'subscriptions.lead_id', 'leads.id')
      .select(['consents.label', 'consents.accepted'])
      .where('subscriptions.id', '=', idIn(clean))
      .where('consents.kind', '=', 'plan-change')
      .execute();
    const label = `Confirmar: ${option.price} em ${option.nextChargeOn}`;
    expect(consent).toEqual([{ label, accepted: true }]);
    expect(buyer.world.gateway.captures()).toHaveLength(0);
  });

  test('is not offered to whoever has a debt', async () => {
    useRealService();
    const { clean } = await offered('wup');
    await stage.database.db
      .updateTable('subscriptions')
      .set({ state: 'past-due', past_due_since: buyer.world.clock.now() })
      .where('id', '=', idIn(clean))
      .execute();
    expect((await buyer.get(clean)).data).toMatchObject({ options: [], now: { state: 'past-due' } });
  });
});

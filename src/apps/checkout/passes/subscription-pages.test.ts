import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPages, type PagesStage } from '#tests/support/pages-stage.server.ts';
import { type PayingBuyer, payingBuyer } from '#tests/support/paying-pages.server.ts';

let stage: PagesStage;
let buyer: PayingBuyer;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());
beforeEach(async () => {
  buyer = await payingBuyer(stage);
});

/** Makes a subscription and goes by its link; answers the address without the secret. */
async function subscription(kind: 'renewal' | 'upgrade', product: string): Promise<string> {
  const { to } = await buyer.post(`/samples?product=${product}`, { kind, email: 'ana@escola.com.br' });
  return (await buyer.get(to)).to;
}

describe('a subscription', () => {
  test('is renewed by the desk, which makes a bill; where there is none it says so', async () => {
    const clean = await subscription('renewal', 'ms');
    const { data } = await buyer.get(clean);
    expect(data).toMatchObject({ now: { state: 'active' }, options: [{ name: 'Assinatura anual', isCurrent: true }] });
    const [option] = data['options'] as { planId: string }[];
    const plan = option?.planId ?? '';
    const closed = await buyer.post(clean, { plan });
    expect([closed.status, closed.form]).toEqual([
      422,
      { values: { plan }, errors: { form: 'subscription.closed.title' } },
    ]);
    expect((await buyer.post(clean, { plan: 'plan-none' })).form).toMatchObject({
      errors: { plan: 'subscription.plan.missing' },
    });

    const wishes: unknown[] = [];
    buyer.withDesk({
      renew: async (wish) => {
        wishes.push(wish);
        return { ok: true, value: { invoiceId: 'inv_made', token: 'a'.repeat(43) } };
      },
    });
    const made = await buyer.post(clean, { plan });
    expect(made.to).toMatch(/^\/payment\/inv_made\?product=ms/);
    expect([made.headers['set-cookie']].flat().join()).toContain('matricula-pass-inv_made=');
    expect(wishes).toEqual([
      { subscriptionId: clean.slice('/renew/'.length, clean.indexOf('?')), planId: plan, shownAmount: 114_000n },
    ]);
  });

  test('shows what another plan comes to before it is confirmed', async () => {
    const clean = await subscription('upgrade', 'wup');
    const { data } = await buyer.get(clean);
    expect(data).toMatchObject({
      now: { plan: 'Plano anual' },
      options: [{ name: 'Plano semestral', kind: 'now' }],
      preview: null,
    });
    const [option] = data['options'] as { planId: string; amount: number }[];
    if (!option) throw new Error('There is no other plan');
    const chosen = await buyer.post(clean, { plan: option.planId });
    expect(chosen.to).toBe(`${clean}&plan=${option.planId}`);
    const preview = (await buyer.get(chosen.to)).data['preview'];
    expect(preview).toMatchObject({ planId: option.planId, days: expect.stringMatching(/^Faltam \d+ dias dos \d+/) });

    const confirm = { plan: option.planId, intent: 'confirm' };
    expect((await buyer.post(chosen.to, { ...confirm, amount: '1' })).form).toMatchObject({
      errors: { form: 'subscription.changed' },
    });
    expect((await buyer.post(chosen.to, { ...confirm, amount: String(option.amount) })).form).toMatchObject({
      errors: { form: 'subscription.closed.title' },
    });
    buyer.withDesk({ upgrade: async () => ({ ok: false, error: 'changed' }) });
    expect((await buyer.post(chosen.to, { ...confirm, amount: String(option.amount) })).form).toMatchObject({
      errors: { form: 'subscription.changed' },
    });
  });
});

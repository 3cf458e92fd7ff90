import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueMagicLink } from '#src/domain/customers/magic-links/index.server.ts';
import { ensureBuyerAccount } from '#src/domain/privacy/index.server.ts';
import { createSubscriptionService } from '#src/domain/subscriptions/plan-changes/index.server.ts';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { buyerLead, type PayingBuyer, payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';

let stage: PagesWorld;
let buyer: PayingBuyer;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());
beforeEach(async () => {
  buyer = await payingBuyer(stage);
});

describe('a first charge after free time that a voucher made cheaper', () => {
  /** Starts a trial with an invoice at its end; returns the account page and the subscription page. */
  async function begun() {
    const query = 'product=live&voucher=camarim';
    const email = 'livia@example.com';
    const { to } = await buyer.post(`/lead?${query}`, { ...buyerLead, email });
    const at = `/payment${to.slice(to.indexOf('?'))}`;
    const { quoteId, idempotencyKey: key, amount } = (await buyer.get(at)).data;
    expect(amount).toBe(0);
    const free = { intent: 'bill', quoteId: String(quoteId), key: String(key), amount: String(amount) };
    expect((await buyer.post(at, { ...free, terms: 'yes', trial: 'yes' })).status).toBe(303);
    const { id, brand } = await stage.database.db
      .selectFrom('subscriptions')
      .innerJoin('leads', 'leads.id', 'subscriptions.lead_id')
      .select(['subscriptions.id', 'subscriptions.brand'])
      .where('leads.email', '=', email)
      .executeTakeFirstOrThrow();
    const { ctx } = buyer.world;
    const page = await ensureBuyerAccount(ctx, ctx.db, { brand, email });
    const [own, renew] = await Promise.all([issueMagicLink(ctx, ctx.db, page.id), issueMagicLink(ctx, ctx.db, id)]);
    return {
      id,
      page: `/my-purchases/${page.id}?product=live&t=${own}`,
      renew: `/renew/${id}?product=live&t=${renew}`,
    };
  }

  test('is the sum that every page says, and that pays it early', async () => {
    const { id, page, renew } = await begun();
    const here = (await buyer.get(page)).to;
    const plain = (text: unknown): string => String(text).replaceAll('\u00a0', ' ');
    const own = (await buyer.get(here)).data['subscriptions'] as { next: string; price: string; isFree: boolean }[];
    expect(plain(own[0]?.next)).toContain('R$ 2.196,96');
    // The e-mail does not present a trial as a paid period.
    expect(own[0]?.isFree).toBe(true);
    expect(plain(own[0]?.price)).toBe('R$ 2.388,00');

    const card = (await buyer.get(here.replace('?', `/card/${id}?`))).data;
    expect(plain(card['next'])).toContain('R$ 2.196,96');
    const { first, amount } = card['renewal'] as { first: string; amount: string };
    expect([plain(first), plain(amount)]).toEqual(['R$ 2.196,96', 'R$ 2.388,00']);

    buyer.withSubscriptionService(createSubscriptionService(buyer.world.ctx));
    const clean = (await buyer.get(renew)).to;
    const shownNow = (await buyer.get(clean)).data;
    const options = shownNow['options'] as { planId: string; amount: number; isCurrent: boolean }[];
    expect(options.map(({ amount: asked, isCurrent }) => [asked, isCurrent])).toEqual([
      [219_696, true],
      [143_400, false],
    ]);
    const plan = options[0]?.planId ?? '';
    const form = { plan, [`shown.${plan}`]: '219696', period: String(shownNow['period']) };
    const bill = (await buyer.post(clean, form)).to;
    expect(bill).toMatch(/^\/payment\/inv_/);
    await buyer.pay(bill, 'pix', (data) => data['payment']);
    const taken = buyer.world.gateway.captures().map(({ amount: sum }) => sum);
    expect(taken).toEqual([219_696n]);
    const [after] = (await buyer.get(here)).data['subscriptions'] as { state: string; next: string; isFree: boolean }[];
    expect(after).toMatchObject({ state: 'active', isFree: false });
    expect(plain(after?.next)).toContain('R$ 2.388,00');
  });
});

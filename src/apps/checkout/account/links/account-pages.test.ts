import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueMagicLink } from '#src/domain/customers/magic-links/index.server.ts';
import { ensureBuyerAccount, erasureSubject } from '#src/domain/privacy/index.server.ts';
import { failPeriod, updatePeriod } from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
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

/** Each test has its own buyer, because the tests share a database. */
let count = 0;

/** Buys as a new buyer; returns the order and the account page's address with a secret. */
async function bought(query = 'product=ms', by: PayingBuyer = buyer, again?: string) {
  count += 1;
  const email = again ?? `maria${String(count)}@example.com`;
  const { to } = await by.post(`/lead?${query}`, { ...buyerLead, email });
  await by.pay(`/payment${to.slice(to.indexOf('?'))}`, 'pix');
  const order = await stage.database.db
    .selectFrom('orders')
    .innerJoin('leads', 'leads.id', 'orders.lead_id')
    .select(['orders.id', 'orders.brand', 'orders.state'])
    .where('leads.email', '=', email)
    .orderBy('orders.created_at', 'desc')
    .executeTakeFirstOrThrow();
  expect(order.state).toBe('paid');
  const { ctx } = buyer.world;
  const page = await ensureBuyerAccount(ctx, ctx.db, { brand: order.brand, email });
  const token = await issueMagicLink(ctx, ctx.db, page.id);
  return { order, page, email, link: `/my-purchases/${page.id}?${query}&t=${token}`, query };
}

/** Opens a link and returns the address without the secret. */
async function enter(link: string, by: PayingBuyer = buyer): Promise<string> {
  const { to, headers } = await by.get(link);
  expect(to).not.toMatch(/[?&]t=/);
  expect([headers['set-cookie']].flat().join()).toContain('HttpOnly');
  return to;
}

interface Shown {
  readonly subscriptions: readonly { readonly id: string; readonly state: string; readonly endsOn: string | null }[];
  readonly purchases: readonly { readonly id: string; readonly state: string; readonly withdrawUntil: string | null }[];
}

async function shown(here: string, by: PayingBuyer = buyer): Promise<Shown> {
  const { status, page, data } = await by.get(here);
  expect([status, page]).toEqual([200, 'purchases']);
  return {
    subscriptions: data['subscriptions'] as Shown['subscriptions'],
    purchases: data['purchases'] as Shown['purchases'],
  };
}

describe('a buyer’s own page', () => {
  test('shows what was bought, its documents, and what comes next; to nobody without the link', async () => {
    const { order, link, page, query } = await bought();
    const here = await enter(link);
    const { data, headers } = await buyer.get(here);
    expect(data).toMatchObject({
      name: 'Maria',
      email: 'm•••@e•••.com',
      purchases: [
        { id: order.id, state: 'paid', documents: [{ kind: 'receipt' }, { kind: 'contract' }, { kind: 'evidence' }] },
      ],
    });
    expect(headers['cache-control']).toContain('no-store');
    expect(headers['referrer-policy']).toBe('no-referrer');
    const stranger = await payingBuyer(stage);
    expect((await stranger.get(here)).to).toMatch(/^\/my-purchases\?product=ms.*gone=1/);
    expect((await stranger.get(`/my-purchases/${page.id}?${query}&t=${'x'.repeat(43)}`)).to).toContain('gone=1');
    expect((await stranger.get(`/my-purchases/pag_none?${query}`)).to).toContain('gone=1');
    expect((await stranger.get(`/my-purchases/${page.id}?product=wup&t=${'x'.repeat(43)}`)).to).toContain('gone=1');
  });

  test('pauses, goes on and ends a subscription by one press each; pressed twice it says how it stands', async () => {
    const here = await enter((await bought()).link);
    const [first] = (await shown(here)).subscriptions;
    if (!first) throw new Error('Nothing goes on');
    const press = (intent: string, id = first.id) => buyer.post(here, { intent, subscription: id });
    expect((await press('pause')).to).toContain('done=paused');
    expect((await shown(here)).subscriptions).toMatchObject([{ state: 'paused', next: null, may: { resume: true } }]);
    expect((await press('pause')).form).toMatchObject({ errors: { subscription: 'purchases.not-possible' } });
    expect((await press('resume')).to).toContain('done=resumed');
    expect((await press('cancel')).to).toContain('done=canceled');
    const [ended] = (await shown(here)).subscriptions;
    expect(ended).toMatchObject({ state: 'active', endsOn: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/), next: null });
    expect((await press('resume')).to).toContain('done=resumed');
    expect((await shown(here)).subscriptions).toMatchObject([{ endsOn: null, next: expect.stringContaining('R$') }]);

    // Another buyer's subscription cannot be ended.
    const other = await payingBuyer(stage);
    const there = await enter((await bought('product=ms', other)).link, other);
    const [theirs] = (await shown(there, other)).subscriptions;
    await press('cancel', theirs?.id ?? '');
    expect((await shown(there, other)).subscriptions).toMatchObject([{ endsOn: null }]);
  });

  test('leads to going back on a purchase, which gives it all back, once', async () => {
    const { order, link } = await bought();
    const here = await enter(link);
    const { to } = await buyer.post(here, { intent: 'withdraw', order: order.id });
    const offered = await buyer.get(to);
    expect(offered.page).toBe('cooling-off');
    expect(offered.data).toMatchObject({
      kind: 'open',
      ends: 'subscription',
      details: 'none',
      lines: [{ amount: expect.any(String) }],
    });
    expect(buyer.world.gateway.balance()).toBeGreaterThan(0n);
    for (let press = 0; press < 3; press += 1) expect((await buyer.post(to, { intent: 'withdraw' })).to).toBe(to);
    await buyer.world.runJobs();
    expect(buyer.world.gateway.balance()).toBe(0n);
    expect((await buyer.get(to)).data).toMatchObject({ kind: 'done', askedAt: expect.any(String), isRefunded: true });
    expect(await shown(here)).toMatchObject({
      purchases: [{ state: 'withdrawn', withdrawUntil: null }],
      subscriptions: [{ state: 'canceled', cardHref: null }],
    });
  });

  test('leads there from the page of another school of the brand, too', async () => {
    const { email, link } = await bought('product=wup');
    const { order } = await bought('product=live&planId=live-semester-t&route=pix', await payingBuyer(stage), email);
    const here = await enter(link);
    expect((await shown(here)).purchases).toHaveLength(2);
    const { to } = await buyer.post(here, { intent: 'withdraw', order: order.id });
    expect((await buyer.get(to)).page).toBe('cooling-off');
  });

  test.each([
    ['by a card that its company checks', true, 'product=ms', expect.stringContaining('/card/sub_')],
    ['where nobody keeps a means', false, 'product=conquer&planId=conquer-monthly-t', null],
  ])('leads to paying what is owed: %s', async (_where, isChecked, query, cardHref) => {
    const { link } = await bought(query);
    const here = await enter(link);
    // The page reads only whether the gateway can verify: neither function is called.
    const asked = (): never => expect.fail('No card is checked here');
    if (isChecked) Object.assign(buyer.world.gateway, { verify: asked, identify: asked });
    const [first] = (await shown(here)).subscriptions;
    if (!first) throw new Error('Nothing goes on');
    expect(first).toMatchObject({ owed: null, next: expect.stringContaining('R$'), may: { pay: false } });
    const term = { subscriptionId: first.id, number: 2 };
    await transaction(buyer.world.ctx.db, async (trx) => {
      await updatePeriod(trx, term, { state: 'charging', tries: 1 });
      await failPeriod(trx, term, 'not-paid', buyer.world.ctx.clock.now());
    });
    const [late] = (await shown(here)).subscriptions;
    expect(late).toMatchObject({ owed: expect.stringContaining('R$'), next: null, cardHref, may: { pay: true } });
    const { to } = await buyer.post(here, { intent: 'pay', subscription: first.id });
    expect(to).toMatch(/^\/renew\/sub_/);
    expect((await buyer.get(to)).page).toBe('renew');
    // Another buyer's subscription cannot be paid.
    expect((await buyer.post(here, { intent: 'pay', subscription: 'sub_none' })).to).toBe(here);
  });

  test('after the seventh day says so and offers help', async () => {
    const { order, link } = await bought();
    buyer.world.clock.advance(9 * 86_400_000);
    const { ctx } = buyer.world;
    const token = await issueMagicLink(ctx, ctx.db, order.id);
    const { to } = await buyer.get(`/withdraw/${order.id}?product=ms&t=${token}`);
    expect((await buyer.get(to)).data).toMatchObject({ kind: 'late', help: expect.stringContaining('http') });
    await buyer.post(to, { intent: 'withdraw' });
    expect((await buyer.get(to)).data).toMatchObject({ kind: 'late' });
    expect(await shown(await enter(link))).toMatchObject({ purchases: [{ withdrawUntil: null }] });
  });

  test('corrects the address, and stops reminders', async () => {
    const { link, email } = await bought();
    const here = await enter(link);
    const address = here.replace('?', '/address?');
    expect((await buyer.post(address, { city: '' })).form?.errors).toMatchObject({ city: expect.any(String) });
    const typed = {
      ...{ postalCode: '50000-000', addressLine1: 'Rua das Flores', addressLine2: '10', addressLine3: '' },
      ...{ neighbourhood: 'Centro', city: 'Recife', state: 'PE' },
    };
    expect((await buyer.post(address, typed)).to).toContain('done=address');
    expect((await buyer.get(address)).data).toMatchObject({ address: { values: { city: 'Recife', state: 'PE' } } });
    expect((await buyer.post(here, { intent: 'stop-reminders' })).to).toContain('done=stopped');
    expect((await buyer.get(here)).data).toMatchObject({ hasOptedOut: true });
    expect(email).toContain('@');
  });
});

describe('the link by e-mail', () => {
  test('is asked for without hearing whether anybody is known', async () => {
    const { email } = await bought();
    buyer.world.sent.length = 0;
    const known = await buyer.post('/my-purchases?product=ms', { email });
    const unknown = await buyer.post('/my-purchases?product=ms', { email: 'nobody@example.com' });
    expect(known.to).toBe(unknown.to);
    expect([known.status, unknown.status]).toEqual([303, 303]);
    expect((await buyer.get(known.to)).data).toMatchObject({ kind: 'sent' });
    expect(buyer.world.sent.filter(({ job }) => job === 'send-account-email')).toHaveLength(1);
    expect((await buyer.post('/my-purchases?product=ms', { email: 'x' })).form?.errors).toEqual({
      email: 'validation.email',
    });
  });
});

describe('personal data', () => {
  test('are read, and erased by a fresh e-mail only', async () => {
    const { link, page, query, email } = await bought();
    const here = await enter(link);
    const data = here.replace('?', '/data?');
    const read = await buyer.get(data);
    expect(JSON.stringify(read.data)).toContain(email);
    expect((await buyer.post(data, { intent: 'erase' })).to).toContain('asked=1');

    // The account page's own link does not open the erasure page.
    const erase = here.replace('?', '/erase?');
    expect((await buyer.get(erase)).to).toContain('gone=1');
    expect((await buyer.post(erase, { confirm: 'yes' })).to).toContain('gone=1');
    const { ctx } = buyer.world;
    const token = await issueMagicLink(ctx, ctx.db, erasureSubject(page.id), 3600);
    const { to } = await buyer.get(`/my-purchases/${page.id}/erase?${query}&t=${token}`);
    expect((await buyer.get(to)).data).toMatchObject({ kind: 'ask' });
    expect((await buyer.post(to, {})).form?.errors).toEqual({ confirm: 'data-erasure.confirm.missing' });
    const done = await buyer.post(to, { confirm: 'yes' });
    expect(done.to).toContain('done=ers_');
    expect((await buyer.get(done.to)).data).toMatchObject({ kind: 'done', reference: expect.stringMatching(/^ers_/) });
    expect((await buyer.get(here)).to).toContain('gone=1');
    const kept = await stage.database.db.selectFrom('leads').select('id').where('email', '=', email).execute();
    expect(kept).toEqual([]);
  });
});

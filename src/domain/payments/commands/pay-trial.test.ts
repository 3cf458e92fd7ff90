import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import type { RenewalWorld } from '#tests/support/worlds/renewal-world.server.ts';
import { createTrialWorld, planLike } from '#tests/support/worlds/trial-world.server.ts';
import { trialLinkKey } from '../../checkout/flows/index.ts';
import { orderById } from '../../orders/index.server.ts';
import { saveProfile } from '../profiles/index.server.ts';
import { currentQuote } from '../../checkout/quotes/index.server.ts';
import { sessionById } from '../../checkout/sessions/index.server.ts';

const plans = [planLike('free', 238_800n, { trial: { unit: 'month', count: 3 } })];
const words = { label: 'aceito', text: 'R$ 2.388,00 em três meses' };
/** By the same card's fingerprint a person is known again. */
const sameCard = 'key of a card';

let database: TestDatabase;
let world: RenewalWorld;
/** Orders whose pages were signalled a change. */
let reported: string[];
let people = 0;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  world = await createTrialWorld(database, plans);
  reported = [];
  Object.assign(world.ctx, { signals: { ...world.ctx.signals, orderChanged: (id: string) => reported.push(id) } });
});

const refused = (error: object) => ({ ok: false, error });
const reload = async (id: string) => {
  const session = await sessionById(database.db, id);
  if (!session) throw new Error('No session');
  return session;
};

/** A new buyer, by a link with a trial, with their order bumps. */
async function buyer(beside: { voucher?: string; orderBumps?: string[] } = {}) {
  const { session, lead, quote: atOnce } = await world.buyer();
  people += 1;
  await database.db
    .updateTable('leads')
    .set({ email: `p${people}@example.com`, phone: `+55119612${30_000 + people}` })
    .where('id', '=', lead.id)
    .execute();
  await database.pool.query('update checkout_sessions set link = $2, answers = $3 where id = $1', [
    session.id,
    { [trialLinkKey]: 'yes' },
    beside.orderBumps ? { orderBumps: beside.orderBumps } : {},
  ]);
  const { voucher } = beside;
  const request = voucher === undefined ? {} : { voucher };
  const quote = accepted(await currentQuote(world.ctx, await reload(session.id), request));
  return { session: await reload(session.id), lead, quote, atOnce };
}
type Buyer = Awaited<ReturnType<typeof buyer>>;

/** A means that a bank has called good and a company keeps for its buyer. */
async function kept({ session }: Buyer, instrumentKey = `key ${people}`) {
  const means = { rail: 'now', gateway: 'book', token: instrumentKey, brand: 'visa', last4: '1111', expiry: '12/40' };
  const from = {
    ...means,
    sessionId: session.id,
    attemptId: null,
    schemeTransactionId: null,
    consentId: null,
    instrumentKey,
  };
  const profile = await saveProfile(database.db, world.ctx.config, from, world.clock.now());
  return [{ method: 'at-once', installments: 12, fields: { paymentProfileId: profile?.id ?? '' } }];
}

const trialOf = (orderId: string) =>
  database.db.selectFrom('trials').selectAll().where('order_id', '=', orderId).executeTakeFirst();
const subscriptionOf = (orderId: string) =>
  database.db.selectFrom('subscriptions').selectAll().where('order_id', '=', orderId).executeTakeFirst();
const ordersOf = async ({ session }: Buyer) =>
  database.db.selectFrom('orders').select(['id', 'state']).where('session_id', '=', session.id).execute();

describe('a trial', () => {
  test('begins without a charge: the order is paid, its pages are updated, and an invoice follows at its end', async () => {
    const { session, quote } = await buyer();
    expect(quote).toMatchObject({ total: 0n, trial: { amount: 238_800n } });
    const change = { trial: words, idempotencyKey: 'once' };
    const begun = accepted(await world.pay(session, quote, change));
    const { orderId } = begun;
    expect(begun).toEqual({ orderId, attemptId: '', state: 'captured', declineCode: null });
    expect(reported).toEqual([orderId]);
    expect(await orderById(database.db, orderId)).toMatchObject({ state: 'paid', total: 0n, planId: 'plan-free' });
    expect(await trialOf(orderId)).toMatchObject({ amount: 238_800n, payment_profile_id: null, installments: 1 });
    expect(await subscriptionOf(orderId)).toMatchObject({ state: 'trialing', instrument: 'invoice', amount: 238_800n });
    expect(await world.pay(session, quote, change)).toEqual({ ok: true, value: begun });
    expect(await world.pay(session, quote, { trial: words })).toEqual(refused({ code: 'order-paid', orderId }));
    expect(world.gateway.starts).toBe(0);
  });

  test('is charged at its end by the chosen instrument, in the chosen installments', async () => {
    const one = await buyer();
    const tenders = await kept(one);
    const { orderId } = accepted(await world.pay(one.session, one.quote, { trial: words, tenders }));
    const profile = tenders[0]?.fields.paymentProfileId;
    expect(await trialOf(orderId)).toMatchObject({ payment_profile_id: profile, installments: 12 });
    expect(await subscriptionOf(orderId)).toMatchObject({ instrument: 'profile', payment_profile_id: profile });
  });

  test('does not begin before its terms were accepted, nor with a method that is not offered', async () => {
    const one = await buyer();
    const { session, quote } = one;
    expect(await world.pay(session, quote)).toMatchObject(
      refused({ code: 'trial-not-accepted', quote: { id: quote.id } }),
    );
    const barter = { trial: words, method: 'barter' };
    expect(await world.pay(session, quote, barter)).toEqual(refused({ code: 'method-not-offered' }));
    expect(await ordersOf(one)).toEqual([]);
  });

  test('replaces a code at the full price, but no payment that may be on its way', async () => {
    const one = await buyer();
    world.gateway.behavior = 'await';
    const code = accepted(await world.pay(one.session, one.atOnce, { method: 'by-code' }));
    accepted(await world.pay(one.session, one.quote, { trial: words }));
    expect((await orderById(database.db, code.orderId))?.state).toBe('closed');
    await world.runJobs();
    expect(world.gateway.book.get(code.attemptId)?.state).toBe('voided');
    const other = await buyer();
    world.gateway.behavior = 'silent-after';
    const { orderId, attemptId } = accepted(await world.pay(other.session, other.atOnce));
    expect(await world.pay(other.session, other.quote, { trial: words })).toEqual(
      refused({ code: 'attempt-open', orderId, attemptId }),
    );
    expect(await trialOf(orderId)).toBeUndefined();
  });

  test('is refused to an instrument that had one: the full price is shown from then on', async () => {
    const first = await buyer();
    accepted(await world.pay(first.session, first.quote, { trial: words, tenders: await kept(first, sameCard) }));
    const second = await buyer();
    reported = [];
    const answer = await world.pay(second.session, second.quote, {
      trial: words,
      tenders: await kept(second, sameCard),
    });
    expect(answer).toEqual(refused({ code: 'trial-used' }));
    expect([await ordersOf(second), reported]).toEqual([[], []]);
    const shown = accepted(await currentQuote(world.ctx, await reload(second.session.id)));
    expect(shown).toMatchObject({ total: 238_800n, trial: null });
  });

  test('that fails to begin for another reason may begin later', async () => {
    const [one, other] = [await buyer({ voucher: 'last-one' }), await buyer({ voucher: 'last-one' })];
    accepted(await world.pay(one.session, one.quote, { trial: words }));
    expect(await world.pay(other.session, other.quote, { trial: words })).toEqual(refused({ code: 'voucher-used-up' }));
    expect(await ordersOf(other)).toEqual([]);
    const again = accepted(await currentQuote(world.ctx, await reload(other.session.id), { voucher: '' }));
    accepted(await world.pay(other.session, again, { trial: words }));
  });

  test('whose quote expired during the verification is shown anew, and does not begin', async () => {
    const one = await buyer();
    const { gateways } = world.ctx;
    const choose: typeof gateways.choose = (business, market, method, request) => {
      if (request?.verifies) world.clock.advance(3_600_000);
      return gateways.choose(business, market, method, request);
    };
    Object.assign(world.ctx, { gateways: { ...gateways, choose } });
    const answer = await world.pay(one.session, one.quote, { trial: words });
    if (answer.ok || answer.error.code !== 'quote-changed') throw new Error('The old price still holds');
    expect(answer.error.quote).toMatchObject({ total: 0n });
    expect(answer.error.quote.id).not.toBe(one.quote.id);
    expect(await ordersOf(one)).toEqual([]);
  });
});

describe('a line paid beside a trial', () => {
  test('is charged alone, and the trial begins with it', async () => {
    const { session, quote } = await buyer({ orderBumps: ['kit'] });
    expect(quote).toMatchObject({ total: 9_700n, trial: { amount: 238_800n } });
    expect(await world.pay(session, quote)).toMatchObject(refused({ code: 'trial-not-accepted' }));
    const { orderId } = accepted(await world.pay(session, quote, { trial: words }));
    expect(world.gateway.captures().map(({ amount }) => amount)).toEqual([9_700n]);
    expect(await trialOf(orderId)).toMatchObject({ amount: 238_800n, installments: 1 });
    expect(await subscriptionOf(orderId)).toMatchObject({ state: 'trialing', amount: 238_800n });
    const consent = await database.db
      .selectFrom('consents')
      .innerJoin('trials', 'trials.consent_id', 'consents.id')
      .select(['consents.kind', 'consents.label'])
      .where('trials.order_id', '=', orderId)
      .execute();
    expect(consent).toEqual([{ kind: 'trial', label: words.label }]);
  });

  test('is not charged where the same person’s trial began meanwhile', async () => {
    const one = await buyer({ orderBumps: ['kit'] });
    const other = await buyer();
    await database.db
      .updateTable('leads')
      .set({ email: `p${people - 1}@example.com` })
      .where('id', '=', other.lead.id)
      .execute();
    accepted(await world.pay(other.session, other.quote, { trial: words }));
    expect(await world.pay(one.session, one.quote, { trial: words })).toEqual(refused({ code: 'trial-used' }));
    expect(await ordersOf(one)).toEqual([]);
    expect(world.gateway.starts).toBe(0);
  });
});

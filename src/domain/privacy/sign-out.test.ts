import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, sessionStart } from '#tests/support/worlds/domain-world.server.ts';
import { card, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import {
  exchangeAccess,
  issueFirstAccess,
  issueEmailAccess,
  orderOfEmailAccess,
} from '../customers/access/index.server.ts';
import { issueMagicLink, mayViewOrder, linkOpens } from '../customers/magic-links/index.server.ts';
import { saveLead } from '../checkout/leads/index.server.ts';
import { saveProfile, usableProfiles } from '../payments/profiles/index.server.ts';
import { createRecovery } from '../sales/recovery/index.server.ts';
import { openSession } from '../checkout/sessions/index.server.ts';
import { ensureBuyerAccount, erasureSubject, signOutEverywhere, purchasesOf, subscriptionsOf } from './index.server.ts';

let database: TestDatabase;
let world: SplitWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createSplitWorld(database);
});
afterEach(() => world.end());

/** A secret of each of these, and which of them still open what they were made for. */
async function secretsOf(subjects: readonly string[]): Promise<() => Promise<readonly string[]>> {
  const made = new Map<string, string>();
  for (const subject of subjects) made.set(subject, await issueMagicLink(world.ctx, database.db, subject));
  return async () => {
    const good = [];
    for (const [subject, secret] of made) if (await linkOpens(world.ctx, subject, secret)) good.push(subject);
    return good;
  };
}

test('signing out everywhere ends the links to all purchases; an unpaid one keeps its only link', async () => {
  const { session, lead, quote } = await world.buyer();
  accepted(await world.payWith(session, quote, [card(quote.total)]));
  await world.runJobs();
  const unpaid = await world.buyer();
  expect(unpaid.lead.email).toBe(lead.email);
  const account = await ensureBuyerAccount(world.ctx, database.db, { brand: session.brand, email: lead.email });
  const [purchases, subscriptions] = [await purchasesOf(world.ctx, account), await subscriptionsOf(world.ctx, account)];
  const bought = [...purchases.map(({ order }) => order.id), ...subscriptions.map((one) => one.subscription.id)];
  expect([purchases, subscriptions].map(({ length }) => length)).toEqual([1, 1]);
  const recovered = await createRecovery(world.ctx, session.id, 'unfinished');
  const waiting = await createRecovery(world.ctx, unpaid.session.id, 'unfinished');
  const stillGood = await secretsOf([
    account.id,
    erasureSubject(account.id),
    ...bought,
    recovered,
    waiting,
    'ord_another',
  ]);
  expect(await stillGood()).toHaveLength(7);
  await signOutEverywhere(world.ctx, account);
  expect(await stillGood()).toEqual([waiting, 'ord_another']);
});

test('signing out everywhere works without a purchase', async () => {
  const account = await ensureBuyerAccount(world.ctx, database.db, { brand: 'school', email: 'nobody@example.com' });
  const stillGood = await secretsOf([account.id, erasureSubject(account.id), 'sub_another']);
  await signOutEverywhere(world.ctx, account);
  expect(await stillGood()).toEqual(['sub_another']);
});

/** What opens an order's course: the e-mail's link, and an open first access. */
async function accessTo(order = '') {
  const emailToken = (await issueEmailAccess(world.ctx, order)) ?? '';
  const firstToken = new URL((await issueFirstAccess(world.ctx, order))?.url ?? '').searchParams.get('token') ?? '';
  return { emailToken, firstToken };
}

test('a course that was not entered yet keeps its e-mail’s link when its buyer signs out; an open first access ends', async () => {
  const { session, lead, quote } = await world.buyer();
  const { orderId } = accepted(await world.payWith(session, quote, [card(quote.total)]));
  const { emailToken, firstToken } = await accessTo(orderId);
  await signOutEverywhere(
    world.ctx,
    await ensureBuyerAccount(world.ctx, database.db, { brand: 'school', email: lead.email }),
  );
  expect(await exchangeAccess(world.ctx, firstToken)).toBeNull();
  expect(await orderOfEmailAccess(world.ctx, emailToken)).toBe(orderId);
});

test('a course that was entered loses its e-mail’s link and its open first access when its buyer signs out; other buyers keep theirs', async () => {
  const orders = [];
  for (const email of ['leaving@example.com', 'staying@example.com']) {
    const { session, lead, quote } = await world.buyer();
    await database.pool.query('update leads set email = $1 where id = $2', [email, lead.id]);
    orders.push(accepted(await world.payWith(session, quote, [card(quote.total)])).orderId);
  }
  for (const order of orders) await exchangeAccess(world.ctx, (await accessTo(order)).firstToken);
  const [mine, theirs] = [await accessTo(orders[0]), await accessTo(orders[1])];
  await signOutEverywhere(
    world.ctx,
    await ensureBuyerAccount(world.ctx, database.db, { brand: 'school', email: 'leaving@example.com' }),
  );
  expect(await orderOfEmailAccess(world.ctx, mine.emailToken)).toBeNull();
  expect(await exchangeAccess(world.ctx, mine.firstToken)).toBeNull();
  expect(await orderOfEmailAccess(world.ctx, theirs.emailToken)).toBe(orders[1]);
  expect(await exchangeAccess(world.ctx, theirs.firstToken)).toMatchObject({ orderId: orders[1] });
});

test('a browser in which a purchase was made sees neither it nor its saved card after its buyer signed out; an unpaid one goes on', async () => {
  const { session, lead, quote } = await world.buyer();
  const { name, email, phone } = lead;
  const { orderId } = accepted(await world.payWith(session, quote, [card(quote.total)]));
  const unpaid = await world.buyer();
  const browserOf = async ({ id }: typeof session) => {
    const rows = database.db.selectFrom('checkout_sessions').select('browser_hash').where('id', '=', id);
    return (await rows.executeTakeFirstOrThrow()).browser_hash;
  };
  const [bought, begun] = [await browserOf(session), await browserOf(unpaid.session)];
  const isSeen = () => mayViewOrder(world.ctx, { hash: bought, magicLinks: [] }, orderId);
  const profile = {
    rail: 'card',
    gateway: world.gateway.id,
    token: 'kept',
    brand: 'visa',
    last4: '1111',
    expiry: '12/40',
  };
  const from = { sessionId: session.id, attemptId: null, schemeTransactionId: null, consentId: null };
  await saveProfile(database.db, world.ctx.config, { ...profile, ...from }, world.clock.now());
  const again = await openSession(world.ctx, { ...sessionStart, browserHash: bought, offer: 'another' });
  await saveLead(world.ctx, again, { name, email, phone, consents: [], ip: '' });
  expect([await isSeen(), (await usableProfiles(database.db, again.id)).length]).toEqual([true, 1]);
  await signOutEverywhere(world.ctx, await ensureBuyerAccount(world.ctx, database.db, { brand: 'school', email }));
  expect([await isSeen(), (await usableProfiles(database.db, again.id)).length]).toEqual([false, 0]);
  expect(await browserOf(unpaid.session)).toBe(begun);
});

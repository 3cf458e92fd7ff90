import { afterEach, beforeEach, expect, test } from 'vitest';
import { addDays } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { issueEmailAccess, orderOfEmailAccess } from '../customers/access/index.server.ts';
import { issueMagicLink, linkOpens } from '../customers/magic-links/index.server.ts';
import { addStaffMember } from '../in-person/index.server.ts';
import { createOffer } from '../sales/custom-offers/index.server.ts';
import { affectedBuyers, revokeLinks, ensureBuyerAccount, eraseData, erasureSubject } from './index.server.ts';

let database: TestDatabase;
let world: SplitWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createSplitWorld(database);
});
afterEach(() => world.end());

const hours = (count: number): Date => new Date(world.ctx.clock.now().getTime() + count * 3_600_000);

test('buyers who left data or paid in a span of time are listed once each, and no others', async () => {
  const { session, lead, quote } = await world.buyer();
  accepted(await world.payWith(session, quote, [card(quote.total)]));
  const told = await affectedBuyers(database.db, { from: hours(-1), to: hours(1) });
  expect(told).toMatchObject([
    { brand: session.brand, email: lead.email.toLowerCase(), name: lead.name, phone: lead.phone, hasPaid: true },
  ]);
  expect(told[0]?.orders).toHaveLength(1);
  expect(await affectedBuyers(database.db, { from: hours(-3), to: hours(-1) })).toEqual([]);
  expect(await affectedBuyers(database.db, { from: hours(1), to: hours(3) })).toEqual([]);
});

test('buyers whose data were erased are not listed: nothing is left to reach them by', async () => {
  const { session, lead, quote } = await world.buyer();
  accepted(await world.payWith(session, quote, [card(quote.total)]));
  await world.runJobs();
  const page = await ensureBuyerAccount(world.ctx, database.db, { brand: session.brand, email: lead.email });
  expect(await eraseData(world.ctx, page.id)).toMatchObject({ ok: true });
  expect(await affectedBuyers(database.db, { from: hours(-1), to: hours(1) })).toEqual([]);
});

test('links of e-mails all end at once, or those to one address', async () => {
  const { session, lead } = await world.buyer();
  const page = await ensureBuyerAccount(world.ctx, database.db, { brand: session.brand, email: lead.email });
  const [own, other] = [
    await issueMagicLink(world.ctx, database.db, page.id),
    await issueMagicLink(world.ctx, database.db, 'inv_another'),
  ];
  expect(await revokeLinks(database.db, { email: 'nobody@example.com' })).toBe(0);
  expect(await revokeLinks(database.db, { email: lead.email.toUpperCase() })).toBe(1);
  expect([await linkOpens(world.ctx, page.id, own), await linkOpens(world.ctx, 'inv_another', other)]).toEqual([
    false,
    true,
  ]);
  await issueMagicLink(world.ctx, database.db, erasureSubject(page.id));
  expect(await revokeLinks(database.db, { email: lead.email })).toBe(1);
  expect(await revokeLinks(database.db, 'all')).toBe(1);
  expect(await linkOpens(world.ctx, 'inv_another', other)).toBe(false);
});

test('access links of e-mails end with them', async () => {
  const { session, lead, quote } = await world.buyer();
  accepted(await world.payWith(session, quote, [card(quote.total)]));
  const { order } = await world.view(session);
  for (const whose of [{ email: lead.email }, 'all'] as const) {
    const secret = (await issueEmailAccess(world.ctx, order.id)) ?? '';
    expect(await orderOfEmailAccess(world.ctx, secret)).toBe(order.id);
    expect(await revokeLinks(database.db, whose)).toBeGreaterThan(0);
    expect(await orderOfEmailAccess(world.ctx, secret)).toBeNull();
  }
});

async function offerTo(leadId: string) {
  const expiresOn = addDays(marketDate(world.clock.now(), 'BR'), 30);
  const terms = { subject: { leadId }, planId: 'plan-year', amount: 99_000n, seller: 'ana', expiresOn };
  return accepted(await createOffer(world.ctx, terms));
}

test('the link to a custom offer ends with the others, and with its buyer’s data', async () => {
  const { session, lead } = await world.buyer();
  const [one, another] = [await offerTo(lead.id), await offerTo(lead.id)];
  expect(await revokeLinks(database.db, { email: lead.email })).toBe(2);
  expect(await linkOpens(world.ctx, one.id, one.token)).toBe(false);
  expect(await linkOpens(world.ctx, another.id, another.token)).toBe(false);
  const last = await offerTo(lead.id);
  const page = await ensureBuyerAccount(world.ctx, database.db, { brand: session.brand, email: lead.email });
  accepted(await eraseData(world.ctx, page.id));
  expect(await linkOpens(world.ctx, last.id, last.token)).toBe(false);
});

test('staff members keep their links, since no page gives them another', async () => {
  const who = { brand: 'school', unitId: 'centro', person: 'ana', name: 'Ana' };
  const { person, token } = await addStaffMember(world.ctx, who);
  expect(await revokeLinks(database.db, 'all')).toBe(0);
  expect(await linkOpens(world.ctx, person.id, token)).toBe(true);
});

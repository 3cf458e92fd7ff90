import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { placesOf } from '#tests/support/database/find-text.server.ts';
import { card, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { issueMagicLink, linkOpens } from '../customers/magic-links/index.server.ts';
import { saveLead } from '../checkout/leads/index.server.ts';
import { requestStaffRefund, refundOrder } from '../payments/index.server.ts';
import { requestLink, ensureBuyerAccount, eraseData, closeOrphanedAccounts, eraseUnpaidLeads } from './index.server.ts';

let database: TestDatabase;
let world: SplitWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createSplitWorld(database);
});
afterEach(() => world.end());

const dayMs = 86_400_000;
const returnLink = {
  brand: 'school',
  variant: null,
  locale: 'pt-BR',
  link: { seller: 'ana' },
  ip: '127.0.0.1',
} as const;
const typo = 'maria@exmaple.com';

/** A visitor with an account under the address that they typed, and a link to it. */
async function visitorAt(email: string) {
  const { session, lead, quote } = await world.buyer();
  const contact = { name: lead.name, phone: lead.phone, consents: [], ip: '127.0.0.1' };
  await saveLead(world.ctx, session, { ...contact, email });
  await requestLink(world.ctx, { ...returnLink, email });
  const page = await ensureBuyerAccount(world.ctx, database.db, { brand: session.brand, email });
  const token = await issueMagicLink(world.ctx, database.db, page.id);
  return {
    session,
    lead,
    quote,
    page,
    token,
    correct: (right: string) => saveLead(world.ctx, session, { ...contact, email: right }),
  };
}

describe('a buyer account', () => {
  test('is closed with the last lead that has its address, after ninety days', async () => {
    const { page } = await visitorAt(typo);
    const other = await visitorAt(typo);
    world.clock.advance(80 * dayMs);
    await database.db
      .updateTable('checkout_sessions')
      .set({ touched_at: world.clock.now() })
      .where('id', '=', other.session.id)
      .execute();
    world.clock.advance(11 * dayMs);
    const token = await issueMagicLink(world.ctx, database.db, page.id);
    expect(await eraseUnpaidLeads(world.ctx)).toBe(1);
    expect(await linkOpens(world.ctx, page.id, token)).toBe(true);
    world.clock.advance(80 * dayMs);
    expect(await eraseUnpaidLeads(world.ctx)).toBe(1);
    expect(await placesOf(database, typo)).toEqual([]);
    const { rows } = await database.pool.query('select distinct state, link from account_emails');
    expect(rows).toEqual([{ state: 'not-needed', link: {} }]);
  });

  test('is closed the next night when its address was corrected; the others stay', async () => {
    const { session, quote, lead, page, token, correct } = await visitorAt(typo);
    await correct(lead.email);
    const right = await ensureBuyerAccount(world.ctx, database.db, { brand: session.brand, email: lead.email });
    accepted(await world.payWith(session, quote, [card()]));
    expect(await closeOrphanedAccounts(world.ctx)).toBe(1);
    expect(await closeOrphanedAccounts(world.ctx)).toBe(0);
    expect(await placesOf(database, typo)).toEqual([]);
    expect(await linkOpens(world.ctx, page.id, token)).toBe(false);
    expect(await placesOf(database, lead.email)).toContain('buyer_accounts.email');
    accepted(await eraseData(world.ctx, right.id));
  });
});

test('an erasure takes the staff’s own words about a refund and leaves the codes of the product’s rules', async () => {
  const { session, quote, lead } = await world.buyer();
  const { orderId } = accepted(await world.payWith(session, quote, [card()]));
  accepted(await refundOrder(world.ctx, orderId, 1_000n, newSecret(), 'second-payment'));
  const words = { amount: 2_000n, reason: 'Dona Maria ligou do 11 96123 4567', by: 'ana', hasApprover: true };
  accepted(await requestStaffRefund(world.ctx, { ...words, orderId, refundId: newSecret() }));
  await database.pool.query(
    `insert into pending_refunds (id, order_id, amount, currency, reason, state, requested_by, requested_at, expires_at)
     values ('refund-of-maria-1', $1, 100, 'BRL', 'Dona Maria ligou de novo', 'waiting', 'ana', now(), now() + interval '1 day')`,
    [orderId],
  );
  await world.runJobs();
  expect(await placesOf(database, 'Dona Maria')).toContain('refund_requests.reason');
  const page = await ensureBuyerAccount(world.ctx, database.db, { brand: session.brand, email: lead.email });
  accepted(await eraseData(world.ctx, page.id));
  expect(await placesOf(database, 'Dona Maria')).toEqual([]);
  const { rows } = await database.pool.query('select reason from refund_requests order by amount');
  expect(rows).toEqual([{ reason: 'second-payment' }, { reason: '•••' }]);
});

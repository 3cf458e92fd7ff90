import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { issueEmailAccess, orderOfEmailAccess, resendAccess } from '../../customers/access/index.server.ts';
import { issueMagicLink, linkOpens } from '../../customers/magic-links/index.server.ts';
import { closeOrphanedAccounts } from '../close-accounts.server.ts';
import { completeAccountEmail, pendingAccountEmail } from '../index.server.ts';
import { correctEmail } from './correct-email.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

const right = 'Maria.Certa@Example.com ';
const stored = 'maria.certa@example.com';

/** A paid order of the world's buyer, whose address is `maria@example.com`. */
async function paid(change: { readonly phone?: string } = {}): Promise<{ orderId: string; sessionId: string }> {
  const { session, lead, quote } = await world.buyer();
  if (change.phone !== undefined)
    await database.db.updateTable('leads').set({ phone: change.phone }).where('id', '=', lead.id).execute();
  const { orderId } = accepted(await world.pay(session, quote));
  return { orderId, sessionId: session.id };
}

const emailOf = async (orderId: string) =>
  (
    await database.db
      .selectFrom('orders')
      .innerJoin('leads', 'leads.id', 'orders.lead_id')
      .select('leads.email')
      .where('orders.id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).email;

const accessEmails = (orderId: string) =>
  database.db
    .selectFrom('emails')
    .select('dedup')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'order-paid')
    .execute();

describe('an e-mail correction', () => {
  test('moves the purchases of the same person, and not those of a stranger with that address', async () => {
    const { orderId } = await paid();
    const { orderId: sameBuyer } = await paid();
    const { orderId: stranger } = await paid({ phone: '+5521988887777' });
    expect(accepted(await correctEmail(world.ctx, { orderId, email: right }))).toEqual({ purchases: 2 });
    expect([await emailOf(orderId), await emailOf(sameBuyer), await emailOf(stranger)]).toEqual([
      stored,
      stored,
      'maria@example.com',
    ]);
  });

  test('ends what opened the purchase from the old address, and sends access anew', async () => {
    const { orderId } = await paid();
    const access = (await issueEmailAccess(world.ctx, orderId)) ?? '';
    const link = await issueMagicLink(world.ctx, database.db, orderId);
    expect(await linkOpens(world.ctx, orderId, link)).toBe(true);
    accepted(await correctEmail(world.ctx, { orderId, email: right }));
    expect(await orderOfEmailAccess(world.ctx, access)).toBeNull();
    expect(await linkOpens(world.ctx, orderId, link)).toBe(false);
    expect(await accessEmails(orderId)).toHaveLength(2);
    const events = await database.db
      .selectFrom('outbox_events')
      .select('payload')
      .where('order_id', '=', orderId)
      .where('type', '=', 'access-granted')
      .orderBy('id')
      .execute();
    expect(events.map(({ payload }) => payload['reason'])).toEqual([undefined, 'email-corrected']);
  });

  test('tells the old address, whose account closes only when it has been told', async () => {
    const { orderId } = await paid();
    world.sent.length = 0;
    accepted(await correctEmail(world.ctx, { orderId, email: right }));
    const [job] = world.sent.filter(({ job: name }) => name === 'send-account-email');
    const emailId = job?.data['emailId'] ?? '';
    expect(await closeOrphanedAccounts(world.ctx)).toBe(0);
    expect(await pendingAccountEmail(database.db, emailId)).toMatchObject({
      kind: 'corrected',
      account: { email: 'maria@example.com' },
    });
    await completeAccountEmail(world.ctx, emailId, 'sent');
    expect(await closeOrphanedAccounts(world.ctx)).toBe(1);
  });

  test('made again, or refused, writes nothing', async () => {
    const { orderId } = await paid();
    let written = 0;
    const onWritten = async () => {
      written += 1;
    };
    accepted(await correctEmail(world.ctx, { orderId, email: right, onWritten }));
    const sent = world.sent.length;
    expect(accepted(await correctEmail(world.ctx, { orderId, email: stored, onWritten }))).toEqual({ purchases: 0 });
    for (const email of ['nobody', 'x@erased.invalid'])
      expect(await correctEmail(world.ctx, { orderId, email, onWritten })).toEqual({
        ok: false,
        error: 'email-invalid',
      });
    expect(await correctEmail(world.ctx, { orderId: 'ord_none', email: right, onWritten })).toEqual({
      ok: false,
      error: 'order-not-found',
    });
    expect([written, world.sent.length]).toEqual([1, sent]);
    expect(await accessEmails(orderId)).toHaveLength(2);
  });

  test('whose caller cannot write its entry leaves everything as it was', async () => {
    const { orderId } = await paid();
    const access = (await issueEmailAccess(world.ctx, orderId)) ?? '';
    const onWritten = async () => {
      throw new Error('no entry');
    };
    await expect(correctEmail(world.ctx, { orderId, email: right, onWritten })).rejects.toThrow('no entry');
    expect(await emailOf(orderId)).toBe('maria@example.com');
    expect(await orderOfEmailAccess(world.ctx, access)).toBe(orderId);
    expect(await accessEmails(orderId)).toHaveLength(1);
  });
});

describe('an access e-mail', () => {
  test('sent again under one key goes out once, and the links of earlier ones end', async () => {
    const { orderId } = await paid();
    const access = (await issueEmailAccess(world.ctx, orderId)) ?? '';
    expect(accepted(await resendAccess(world.ctx, { orderId, key: 'a' }))).toEqual({ isNew: true });
    expect(await orderOfEmailAccess(world.ctx, access)).toBeNull();
    const later = (await issueEmailAccess(world.ctx, orderId)) ?? '';
    expect(accepted(await resendAccess(world.ctx, { orderId, key: 'a' }))).toEqual({ isNew: false });
    expect(await orderOfEmailAccess(world.ctx, later)).toBe(orderId);
    expect(await accessEmails(orderId)).toHaveLength(2);
  });

  test('is refused for an order that is not paid', async () => {
    const { session, quote } = await world.buyer();
    world.gateway.behavior = 'await';
    const { orderId } = accepted(await world.pay(session, quote));
    expect(await resendAccess(world.ctx, { orderId, key: 'a' })).toEqual({ ok: false, error: 'access-not-open' });
  });
});

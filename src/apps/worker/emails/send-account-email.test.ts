import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { correctEmail } from '#src/domain/privacy/correction/index.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createSchoolMailer } from '#tests/support/worlds/school-mailer.server.ts';
import { type SmtpInbox, openSmtpInbox } from '#tests/support/http/smtp-inbox.server.ts';
import type { Mailer } from './mailer.server.ts';

let database: TestDatabase;
let room: SmtpInbox;
let world: DomainWorld;
let mailer: Mailer;
beforeAll(async () => {
  [database, room] = await Promise.all([createTestDatabase(), openSmtpInbox()]);
});
afterAll(() => Promise.all([database.close(), room.close()]));
beforeEach(() => {
  world = createDomainWorld(database);
  room.arrived.length = 0;
  room.isRefusing = false;
  mailer = createSchoolMailer(world.ctx, room.port);
});

/** The notice to an address that was wrong, of a purchase whose e-mail was corrected from it. */
async function noticeTo(email: string): Promise<string> {
  const { session, quote } = await world.buyer();
  const { orderId } = accepted(await world.pay(session, quote));
  accepted(await correctEmail(world.ctx, { orderId, email }));
  accepted(await correctEmail(world.ctx, { orderId, email: 'right@example.com' }));
  return world.sent.findLast(({ job }) => job === 'send-account-email')?.data['emailId'] ?? '';
}

const stateOf = async (id: string) =>
  (await database.db.selectFrom('account_emails').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

describe('the notice to an address that was corrected', () => {
  test('ends without a failed job where the address has no mailbox', async () => {
    const emailId = await noticeTo('unknown-maria@example.com');
    await mailer.sendAccountEmail(emailId);
    expect(room.arrived).toHaveLength(0);
    expect(await stateOf(emailId)).toBe('not-needed');
  });

  test('is sent again where the mail server could not take it now', async () => {
    const emailId = await noticeTo('maria.old@example.com');
    room.isRefusing = true;
    await expect(mailer.sendAccountEmail(emailId)).rejects.toThrow('451');
    expect(await stateOf(emailId)).toBe('waiting');
    room.isRefusing = false;
    await mailer.sendAccountEmail(emailId);
    expect(room.arrived[0]?.to).toEqual(['maria.old@example.com']);
    expect(await stateOf(emailId)).toBe('sent');
  });
});

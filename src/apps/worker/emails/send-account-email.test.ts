import nodemailer from 'nodemailer';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Brand } from '#src/branding/index.server.ts';
import { correctEmail } from '#src/domain/privacy/correction/index.server.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, course, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { type SmtpInbox, openSmtpInbox } from '#tests/support/http/smtp-inbox.server.ts';
import { createMailer, type Mailer } from './mailer.server.ts';

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
  const parts = readBrandParts();
  const [clothes] = parts.brands.brands;
  if (!clothes) throw new Error('There is no brand');
  const school: Brand = {
    ...clothes,
    id: 'school',
    brand: 'school',
    variant: null,
    name: 'Escola',
    products: [course],
  };
  mailer = createMailer({
    ...parts,
    brands: { ...parts.brands, byId: new Map([['school', school]]) },
    ctx: world.ctx,
    transport: nodemailer.createTransport({ host: '127.0.0.1', port: room.port, ignoreTLS: true }),
    from: 'matricula@school.example',
    publicOrigin: 'https://pay.example',
    documents: {},
  });
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

import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { linkOpens } from '#src/domain/customers/magic-links/index.server.ts';
import { openShortLink, type ResumeChannel, requestResume } from '#src/domain/sales/recovery/index.server.ts';
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

async function requested(channel: ResumeChannel) {
  const { session, quote } = await world.buyer();
  expect(await requestResume(world.ctx, { sessionId: session.id, channel, ip: '127.0.0.1' })).toMatchObject({
    ok: true,
  });
  const resumeRequestId = world.sent.findLast(({ job }) => job === 'send-resume-link')?.data['resumeRequestId'] ?? '';
  return { session, quote, resumeRequestId };
}

async function expectLink(text: string, sessionId: string): Promise<void> {
  const [, code = ''] = /https:\/\/pay\.example\/r\/([a-z\d-]{20})(?!\S)/.exec(text) ?? [];
  const opened = await openShortLink(world.ctx, code);
  expect(opened).toMatchObject({ kind: 'recovery', session: { id: sessionId } });
  expect(await linkOpens(world.ctx, opened?.id ?? '', opened?.secret ?? '')).toBe(true);
}

describe('a requested resume link', () => {
  test('is sent to the buyer’s own address, once in repeated runs', async () => {
    const { session, resumeRequestId } = await requested('email');
    await Promise.all([mailer.sendResumeLink(resumeRequestId), mailer.sendResumeLink(resumeRequestId)]);
    expect(room.arrived).toHaveLength(1);
    expect(room.arrived[0]?.to).toEqual(['maria@example.com']);
    const mail = await PostalMime.parse(room.arrived[0]?.raw ?? '');
    expect(mail.subject).toBe('Continue a sua matrícula em Curso');
    await expectLink(mail.text ?? '', session.id);
  });

  test('is sent to the buyer’s own phone in the GSM alphabet', async () => {
    const { session, resumeRequestId } = await requested('sms');
    await mailer.sendResumeLink(resumeRequestId);
    expect(world.phones.messages).toHaveLength(1);
    expect(world.phones.messages[0]).toMatchObject({ to: '+5511961234567' });
    await expectLink(world.phones.messages[0]?.text ?? '', session.id);
  });

  test('is sent again when it was refused', async () => {
    const { resumeRequestId } = await requested('email');
    room.isRefusing = true;
    await expect(mailer.sendResumeLink(resumeRequestId)).rejects.toThrow();
    room.isRefusing = false;
    await mailer.sendResumeLink(resumeRequestId);
    expect(room.arrived).toHaveLength(1);
  });

  test('is not sent once the purchase is paid', async () => {
    const { session, quote, resumeRequestId } = await requested('email');
    world.gateway.behavior = 'capture';
    accepted(await world.pay(session, quote));
    await mailer.sendResumeLink(resumeRequestId);
    expect(room.arrived).toEqual([]);
    const rows = await database.db
      .selectFrom('resume_requests')
      .select('state')
      .where('id', '=', resumeRequestId)
      .execute();
    expect(rows).toEqual([{ state: 'not-needed' }]);
  });
});

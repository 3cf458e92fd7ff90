import nodemailer from 'nodemailer';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Brand } from '#src/branding/index.server.ts';
import { linkOpens } from '#src/domain/customers/magic-links/index.server.ts';
import { openShortLink, type ResumeChannel, requestResume } from '#src/domain/sales/recovery/index.server.ts';
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

async function wished(channel: ResumeChannel) {
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
    const { session, resumeRequestId } = await wished('email');
    await Promise.all([mailer.sendResumeLink(resumeRequestId), mailer.sendResumeLink(resumeRequestId)]);
    expect(room.arrived).toHaveLength(1);
    expect(room.arrived[0]?.to).toEqual(['maria@example.com']);
    const mail = await PostalMime.parse(room.arrived[0]?.raw ?? '');
    expect(mail.subject).toBe('Continue a sua matrícula em Curso');
    await expectLink(mail.text ?? '', session.id);
  });

  test('is sent to the buyer’s own phone in the GSM alphabet', async () => {
    const { session, resumeRequestId } = await wished('sms');
    await mailer.sendResumeLink(resumeRequestId);
    expect(world.phones.messages).toHaveLength(1);
    expect(world.phones.messages[0]).toMatchObject({ to: '+5511961234567' });
    await expectLink(world.phones.messages[0]?.text ?? '', session.id);
  });

  test('is sent again when it was refused', async () => {
    const { resumeRequestId } = await wished('email');
    room.isRefusing = true;
    await expect(mailer.sendResumeLink(resumeRequestId)).rejects.toThrow();
    room.isRefusing = false;
    await mailer.sendResumeLink(resumeRequestId);
    expect(room.arrived).toHaveLength(1);
  });

  test('is not sent once the purchase is paid', async () => {
    const { session, quote, resumeRequestId } = await wished('email');
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

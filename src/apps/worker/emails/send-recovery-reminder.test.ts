import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { linkOpens } from '#src/domain/customers/magic-links/index.server.ts';
import { recordAbandonments, planReminders, optOutOfReminders } from '#src/domain/sales/reminders/index.server.ts';
import { currentQuote } from '#src/domain/checkout/quotes/index.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { abandonPurchase } from '#tests/support/fixtures/abandoned-purchase.server.ts';
import { createSchoolMailer, schoolOrigin } from '#tests/support/worlds/school-mailer.server.ts';
import { type SmtpInbox, openSmtpInbox } from '#tests/support/http/smtp-inbox.server.ts';

let database: TestDatabase;
let room: SmtpInbox;
let world: DomainWorld;
beforeAll(async () => {
  [database, room] = await Promise.all([createTestDatabase(), openSmtpInbox()]);
});
afterAll(async () => {
  await Promise.all([database.close(), room.close()]);
});
beforeEach(async () => {
  await database.pool.query("update leads set created_at = 'epoch'");
  world = createDomainWorld(database);
  world.clock.advance(new Date('2030-01-07T15:00:00Z').getTime() - world.clock.now().getTime());
  room.arrived.length = 0;
  room.isRefusing = false;
});

const mailerOf = (port = room.port) => createSchoolMailer(world.ctx, port);

/** An abandoned checkout, and its due reminder. */
async function left(minutes = 61) {
  const gone = await abandonPurchase(world, { marketing: true });
  world.clock.advance(minutes * 60_000);
  await recordAbandonments(world.ctx);
  await planReminders(world.ctx);
  const data = world.sent.findLast(({ job }) => job === 'send-recovery-reminder')?.data;
  return { ...gone, abandonmentId: data?.['abandonmentId'] ?? '', step: Number(data?.['step']) };
}

function mails(): Promise<Email[]> {
  return Promise.all(room.arrived.map(({ raw }) => PostalMime.parse(raw)));
}

const stateOf = async (id: string) =>
  (await database.db.selectFrom('reminders').select('state').where('abandonment_id', '=', id).execute()).map(
    ({ state }) => state,
  );

describe('a recovery e-mail', () => {
  test('is sent once, with a resume and an unsubscribe link, by concurrent workers', async () => {
    const { abandonmentId, step, email } = await left();
    const mailers = [mailerOf(), mailerOf(), mailerOf()];
    await Promise.all(mailers.map((mailer) => mailer.sendRecoveryReminder(abandonmentId, step)));
    await mailerOf().sendRecoveryReminder(abandonmentId, step);
    expect(room.arrived).toHaveLength(1);
    const [mail] = await mails();
    expect(room.arrived[0]?.to).toEqual([email]);
    expect(mail?.subject).toBe('Sua matrícula em Curso está guardada');
    const text = mail?.text ?? '';
    const [, recovery = '', secret = ''] = /\/recovery\/(rec_[\w-]{22})\?product=course&t=([\w-]{43})/.exec(text) ?? [];
    expect(await linkOpens(world.ctx, recovery, secret)).toBe(true);
    const [, stopId = '', stop = ''] = /\/reminders\/(abd_[\w-]{22})\?product=course&t=([\w-]{43})/.exec(text) ?? [];
    expect(stopId).toBe(abandonmentId);
    expect(await linkOpens(world.ctx, stopId, stop)).toBe(true);
    const raw = (room.arrived[0]?.raw.toString('latin1') ?? '').replaceAll(/\r\n[ \t]+/g, ' ');
    // RFC 8058: the mail program's own button posts there.
    expect(raw).toMatch(
      new RegExp(`List-Unsubscribe: <${schoolOrigin}/api/v1/reminders/${abandonmentId}/stop\\?t=[\\w-]{43}>`),
    );
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    expect(await stateOf(abandonmentId)).toEqual(['sent']);
  });

  test('names the expiry of an order’s price', async () => {
    const gone = await abandonPurchase(world, { marketing: true });
    world.gateway.behavior = 'decline';
    await world.pay(gone.session, gone.quote);
    world.clock.advance(61 * 60_000);
    await recordAbandonments(world.ctx);
    await planReminders(world.ctx);
    const job = world.sent.findLast((sent) => sent.job === 'send-recovery-reminder');
    await mailerOf().sendRecoveryReminder(job?.data['abandonmentId'] ?? '', 0);
    const [mail] = await mails();
    expect(mail?.text).toContain('R$\u00a01.140,00');
    expect(mail?.text).toContain('14/01/2030 12:00');
  });

  test('refused by the server is sent at the next attempt, and only then', async () => {
    const { abandonmentId, step } = await left();
    room.isRefusing = true;
    await expect(mailerOf().sendRecoveryReminder(abandonmentId, step)).rejects.toThrow('not taken');
    expect(await stateOf(abandonmentId)).toEqual(['waiting']);
    room.isRefusing = false;
    await mailerOf().sendRecoveryReminder(abandonmentId, step);
    expect(room.arrived).toHaveLength(1);
  });

  test('without a worker is sent later', async () => {
    const { abandonmentId, step } = await left();
    await expect(mailerOf(1).sendRecoveryReminder(abandonmentId, step)).rejects.toThrow('not taken');
    await mailerOf().sendRecoveryReminder(abandonmentId, step);
    expect(room.arrived).toHaveLength(1);
  });

  test('is not sent after payment, nor after an unsubscribe', async () => {
    const one = await left();
    // The price that was shown is over by now; the buyer who came back is shown it anew.
    accepted(await world.pay(one.session, accepted(await currentQuote(world.ctx, one.session))));
    await mailerOf().sendRecoveryReminder(one.abandonmentId, one.step);
    const other = await left();
    await optOutOfReminders(world.ctx, other.abandonmentId);
    await mailerOf().sendRecoveryReminder(other.abandonmentId, other.step);
    expect(room.arrived).toEqual([]);
    expect([await stateOf(one.abandonmentId), await stateOf(other.abandonmentId)]).toEqual([
      ['not-needed'],
      ['not-needed'],
    ]);
  });
});

test('a recovery text message contains both links, once', async () => {
  const { abandonmentId, step, lead } = await left(1441);
  await Promise.all([1, 2, 3].map(() => mailerOf().sendRecoveryReminder(abandonmentId, step)));
  const sent = world.phones.messages.filter(({ to }) => to === lead.phone);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.text).toMatch(
    /^Escola: sua matrícula em Curso está guardada\. Continue: https:\/\/pay\.example\/recovery\//,
  );
  expect(sent[0]?.text).toContain(`${schoolOrigin}/reminders/${abandonmentId}`);
  expect(room.arrived).toEqual([]);
});

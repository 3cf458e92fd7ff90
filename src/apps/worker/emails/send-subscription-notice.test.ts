import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { linkOpens } from '#src/domain/customers/magic-links/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import { processFailedCharges, notifyUpcomingCharges } from '#src/domain/subscriptions/dunning/index.server.ts';
import { trialLinkKey } from '#src/domain/checkout/flows/index.ts';
import { currentQuote } from '#src/domain/checkout/quotes/index.server.ts';
import {
  createSubscription,
  failPeriod,
  applySubscriptionEvent,
  updatePeriod,
} from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { addDays } from '#src/kernel/time/local-date.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, course, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createSchoolMailer } from '#tests/support/worlds/school-mailer.server.ts';
import { type SmtpInbox, openSmtpInbox } from '#tests/support/http/smtp-inbox.server.ts';
import type { Mailer } from './mailer.server.ts';

/** Noon in São Paulo. */
const noon = new Date('2026-03-10T15:00:00Z');

let database: TestDatabase;
let room: SmtpInbox;
let world: DomainWorld;
let now = noon;
let mailer: Mailer;
beforeAll(async () => {
  [database, room] = await Promise.all([createTestDatabase(), openSmtpInbox()]);
});
afterAll(async () => {
  await Promise.all([database.close(), room.close()]);
});
beforeEach(() => {
  now = noon;
  world = createDomainWorld(database, { clock: { now: () => now } });
  room.arrived.length = 0;
  room.isRefusing = false;
  mailer = createSchoolMailer(world.ctx, room.port);
});

/** A subscription whose charge failed today: an e-mail and an SMS are queued. */
async function owing(phone = '+5511961234567') {
  const { lead } = await world.buyer();
  await database.db.updateTable('leads').set({ phone }).where('id', '=', lead.id).execute();
  const [plan] = course.plans;
  if (!plan) throw new Error('There is no plan');
  const id = await createSubscription(world.ctx, {
    ...{ leadId: lead.id, brand: 'school', variant: null, business: 'school', productCode: course.code },
    ...{ planId: plan.id, market: 'BR', locale: 'pt-BR', price: plan.price, state: 'active', periodMonths: 12 },
    ...{ periodStart: addDays('2026-03-10', -365), periodEnd: addDays('2026-03-10', -1) },
  });
  const term = { subscriptionId: id, number: 1 };
  await transaction(world.ctx.db, async (trx) => {
    await updatePeriod(trx, term, { state: 'charging', tries: 1 });
    await failPeriod(trx, term, 'not-paid', noon);
  });
  await processFailedCharges(world.ctx);
  return { id, term, sessionId: lead.sessionId, ...(await noticesOf(id)) };
}

async function noticesOf(subscriptionId: string) {
  const rows = await database.db
    .selectFrom('subscription_notices')
    .select(['id', 'channel'])
    .where('subscription_id', '=', subscriptionId)
    .execute();
  const idOf = (channel: string): string => rows.find((row) => row.channel === channel)?.id ?? '';
  return { emailContent: idOf('email'), text: idOf('sms') };
}

/** A first charge of 1.140,00, less 120,00 by a voucher of the first billing period, in three days: an e-mail is queued. */
async function firstChargeAhead() {
  const plans = course.plans.map((plan) => ({ ...plan, trial: { unit: 'month' as const, count: 3 } }));
  Object.assign(world.ctx.catalog, { product: () => ({ ...course, plans }) });
  const { session: came } = await world.buyer();
  const session = { ...came, link: { [trialLinkKey]: 'yes', voucher: 'for-all' } };
  const quote = accepted(await currentQuote(world.ctx, session));
  const link = JSON.stringify(session.link);
  await database.pool.query('update checkout_sessions set link = $2 where id = $1', [session.id, link]);
  const { orderId } = accepted(await world.pay(session, quote, { trial: { label: 'aceito', text: 'R$ 1.020,00' } }));
  const { id, next_charge_on: on } = await database.db
    .selectFrom('subscriptions')
    .select(['id', 'next_charge_on'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(on).toBe('2026-06-10');
  now = new Date('2026-06-07T15:00:00Z');
  await notifyUpcomingCharges(world.ctx);
  return (await noticesOf(id)).emailContent;
}

async function stateOf(noticeId: string): Promise<string | undefined> {
  const row = await database.db
    .selectFrom('subscription_notices')
    .select('state')
    .where('id', '=', noticeId)
    .executeTakeFirst();
  return row?.state;
}

describe('a notice of a subscription', () => {
  test('is sent once by e-mail, with days, price and a link to this subscription alone', async () => {
    const { id, emailContent } = await owing();
    await Promise.all([mailer.sendSubscriptionNotice(emailContent), mailer.sendSubscriptionNotice(emailContent)]);
    await mailer.sendSubscriptionNotice(emailContent);
    expect(room.arrived).toHaveLength(1);
    const mail = await PostalMime.parse(room.arrived[0]?.raw ?? Buffer.alloc(0));
    expect(mail.subject).toBe('Ainda não recebemos o pagamento de Curso');
    expect(mail.text?.replaceAll('\u00a0', ' ')).toContain('ainda não recebemos os R$ 1.140,00');
    expect(mail.text).toContain('17/03/2026');
    const [, subject = '', secret = ''] =
      /\/renew\/(sub_[\w-]{22})\?product=course&t=([\w-]{43})/.exec(mail.text ?? '') ?? [];
    expect(subject).toBe(id);
    expect(await linkOpens(world.ctx, id, secret)).toBe(true);
    expect(await stateOf(emailContent)).toBe('sent');
  });

  test('links the school’s own pages in its market, and the buyer’s page, when no order began the subscription', async () => {
    const { id, sessionId, emailContent } = await owing();
    await database.pool.query("update checkout_sessions set flow_id = 'peru' where id = $1", [sessionId]);
    await mailer.sendSubscriptionNotice(emailContent);
    const { text } = await PostalMime.parse(room.arrived[0]?.raw ?? Buffer.alloc(0));
    expect(text).toContain(`/renew/${id}?product=course&flowId=peru&t=`);
    expect(text).toMatch(/\/my-purchases\/pag_[\w-]{22}\?product=course&flowId=peru&t=/);
  });

  test('leased by another worker is tried again after a crash, within the hour', async () => {
    const { emailContent } = await owing();
    const later = new Date(noon.getTime() + 119_500);
    await database.pool.query('update subscription_notices set locked_until = $2 where id = $1', [emailContent, later]);
    const asked: unknown[] = [];
    const send: DomainContext['jobs']['send'] = async (_db, job, data, options) =>
      void asked.push([job, data, options]);
    Object.assign(world.ctx.jobs, { send });
    await mailer.sendSubscriptionNotice(emailContent);
    expect(room.arrived).toHaveLength(0);
    expect(asked).toEqual([['send-subscription-notice', { noticeId: emailContent }, { startAfterSeconds: 120 }]]);
    now = new Date(noon.getTime() + 120_000);
    await mailer.sendSubscriptionNotice(emailContent);
    expect([room.arrived.length, await stateOf(emailContent)]).toEqual([1, 'sent']);
    await mailer.sendSubscriptionNotice(emailContent);
    expect([room.arrived.length, asked.length]).toEqual([1, 1]);
  });

  test('names the first charge after a trial, not the later ones', async () => {
    await mailer.sendSubscriptionNotice(await firstChargeAhead());
    const mail = await PostalMime.parse(room.arrived[0]?.raw ?? Buffer.alloc(0));
    expect(mail.text?.replaceAll('\u00a0', ' ')).toContain('Em 10/06/2026 faremos a primeira cobrança, de R$ 1.020,00');
    expect(mail.text).not.toContain('1.140,00');
  });

  test('is sent once to a phone, without a link, and under the same key when it is repeated', async () => {
    const { text } = await owing();
    world.phones.outcome = 'rejected';
    await expect(mailer.sendSubscriptionNotice(text)).rejects.toThrow('not taken');
    world.phones.outcome = 'accepted';
    await mailer.sendSubscriptionNotice(text);
    await mailer.sendSubscriptionNotice(text);
    expect(world.phones.messages.map(({ key }) => key)).toEqual([text]);
    expect(world.phones.messages[0]?.text).toMatch(/^Escola: ainda nao recebemos o pagamento de Curso/);
    expect(world.phones.messages[0]?.text).not.toContain('http');
  });

  test('is not sent when the charge was paid meanwhile', async () => {
    const { id, term, emailContent, text } = await owing();
    await transaction(world.ctx.db, async (trx) => {
      await applySubscriptionEvent(trx, id, 'paid', noon);
      await updatePeriod(trx, term, { state: 'paid', next_try_at: null, paid_at: noon });
    });
    await Promise.all([mailer.sendSubscriptionNotice(emailContent), mailer.sendSubscriptionNotice(text)]);
    expect([room.arrived.length, world.phones.messages.length]).toEqual([0, 0]);
    expect([await stateOf(emailContent), await stateOf(text)]).toEqual(['not-needed', 'not-needed']);
  });

  test('waits while the mail server refuses; a phone without a provider gets none', async () => {
    const { emailContent, text } = await owing('+390612345678');
    room.isRefusing = true;
    await expect(mailer.sendSubscriptionNotice(emailContent)).rejects.toThrow('451');
    expect(await stateOf(emailContent)).toBe('waiting');
    room.isRefusing = false;
    await mailer.sendSubscriptionNotice(emailContent);
    expect(room.arrived).toHaveLength(1);
    await mailer.sendSubscriptionNotice(text);
    expect(await stateOf(text)).toBe('not-needed');
    expect(world.phones.messages).toEqual([]);
  });
});

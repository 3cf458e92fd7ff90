import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trialLinkKey } from '#src/domain/checkout/flows/index.ts';
import { currentQuote, quoteById } from '#src/domain/checkout/quotes/index.server.ts';
import { saveStepAnswers } from '#src/domain/checkout/sessions/index.server.ts';
import { trialOf } from '#src/domain/checkout/trials/index.server.ts';
import { addDays, formatLocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, course, createDomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createSchoolMailer } from '#tests/support/worlds/school-mailer.server.ts';
import { type SmtpInbox, openSmtpInbox } from '#tests/support/http/smtp-inbox.server.ts';

let database: TestDatabase;
let room: SmtpInbox;
beforeAll(async () => {
  [database, room] = await Promise.all([createTestDatabase(), openSmtpInbox()]);
});
afterAll(async () => {
  await Promise.all([database.close(), room.close()]);
});

const dayMs = 86_400_000;

test('a trial beside a kit begins when the kit is paid, three days later, in database, e-mail and charge', async () => {
  let now = new Date('2026-03-10T15:00:00Z');
  const world = createDomainWorld(database, { clock: { now: () => now } });
  const plans = course.plans.map((plan) => ({ ...plan, trial: { unit: 'month' as const, count: 3 } }));
  const sold = { ...course, plans };
  Object.assign(world.ctx.catalog, { product: () => sold });
  const { session: came } = await world.buyer();
  const link = { [trialLinkKey]: 'yes' };
  await database.pool.query('update checkout_sessions set link = $2 where id = $1', [came.id, JSON.stringify(link)]);
  const session = accepted(await saveStepAnswers(world.ctx, { ...came, link }, { orderBumps: ['kit'] }));
  const quote = accepted(await currentQuote(world.ctx, session));
  expect(quote).toMatchObject({ total: 9_700n, trial: { firstChargeOn: '2026-06-10' } });

  world.gateway.behavior = 'await';
  const words = { label: 'aceito', text: 'R$ 1.140,00 em 10/06/2026' };
  const { orderId, attemptId } = accepted(await world.pay(session, quote, { method: 'by-code', trial: words }));
  const agreed = await trialOf(database.db, orderId);
  expect(agreed).toMatchObject({ firstChargeOn: '2026-06-10', subscriptionId: null });
  now = new Date(now.getTime() + 3 * dayMs);
  world.gateway.receive(attemptId);
  await world.notify(attemptId);

  const begun = await database.db
    .selectFrom('subscriptions')
    .select(['period_start', 'trial_until', 'next_charge_on'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const from = requireLocalDate('2026-03-13');
  const on = requireLocalDate('2026-06-13');
  expect(begun).toEqual({ period_start: from, trial_until: addDays(on, -1), next_charge_on: on });
  const days = { startsOn: from, freeUntil: addDays(on, -1), firstChargeOn: on };
  expect(await trialOf(database.db, orderId)).toMatchObject({ ...days, amount: agreed?.amount });
  // What was agreed to stays as it was.
  const [consent] = (await database.pool.query("select label from consents where kind = 'trial'")).rows;
  expect(consent).toEqual({ label: words.label });
  expect((await quoteById(database.db, session.id, quote.id))?.trial).toEqual(quote.trial);

  const mailer = createSchoolMailer(world.ctx, room.port, [sold]);
  await mailer.sendEmails({ limit: 20 });
  const mails = await Promise.all(room.arrived.map(({ raw }) => PostalMime.parse(raw)));
  const receipt = mails.find(({ subject }) => subject?.startsWith('Pagamento confirmado'));
  expect(receipt?.text).toContain(formatLocalDate(on));
  expect(receipt?.text).toContain(formatLocalDate(addDays(on, -1)));
  expect(receipt?.text).not.toContain('10/06/2026');
});

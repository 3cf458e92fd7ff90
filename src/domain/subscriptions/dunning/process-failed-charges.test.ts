import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { course, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { addDays } from '#src/kernel/time/local-date.ts';
import {
  createSubscription,
  failPeriod,
  applySubscriptionEvent,
  resumeSubscription,
  subscriptionById,
  updatePeriod,
} from '../subscriptions/index.server.ts';
import { processFailedCharges } from './process-failed-charges.server.ts';
import { releaseNotice, completeNotice, acquireNotice } from './notice.repository.server.ts';
import { notifyUpcomingCharges } from './notify-upcoming-charges.server.ts';

/** Noon in São Paulo. */
const start = new Date('2026-03-10T15:00:00Z');
const dayMs = 86_400_000;

let database: TestDatabase;
let now = start;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  now = start;
  world = createDomainWorld(database, { clock: { now: () => now } });
  await database.pool.query(
    `update billing_periods set state = 'waived', next_try_at = null, upcoming_check_at = null where state <> 'paid';
     update dunnings set outcome = 'waived', ended_at = now(), next_check_at = null where outcome is null`,
  );
});

const days = (count: number): void => void (now = new Date(now.getTime() + count * dayMs));

interface Begun {
  readonly inDays?: number;
  readonly months?: number;
  readonly state?: 'active' | 'trialing';
}

/** A subscription of that many months whose next billing period begins after that many days, paid by invoice. */
async function subscribed({ inDays = 0, months = 1, state = 'active' }: Begun = {}): Promise<string> {
  const { lead } = await world.buyer();
  const [plan] = course.plans;
  if (!plan) throw new Error('There is no plan');
  return createSubscription(world.ctx, {
    ...{ leadId: lead.id, brand: 'school', variant: null, business: 'school', productCode: course.code },
    ...{ planId: plan.id, market: 'BR', locale: 'pt-BR', price: plan.price, state, periodMonths: months },
    periodStart: addDays('2026-03-10', inDays - 28),
    periodEnd: addDays('2026-03-10', inDays - 1),
  });
}

/** The money of its next term does not come. */
async function fail(subscriptionId: string): Promise<void> {
  const term = { subscriptionId, number: 1 };
  await transaction(world.ctx.db, async (trx) => {
    await updatePeriod(trx, term, { state: 'charging', tries: 1 });
    await failPeriod(trx, term, 'not-paid', now);
  });
}

async function notices(subscriptionId: string): Promise<string[]> {
  const rows = await database.db
    .selectFrom('subscription_notices')
    .select(['kind', 'channel', 'state'])
    .where('subscription_id', '=', subscriptionId)
    .orderBy('created_at')
    .orderBy('kind')
    .orderBy('channel')
    .execute();
  return rows.map(({ kind, channel, state }) => `${kind} ${channel} ${state}`);
}

async function stateOf(id: string): Promise<string | undefined> {
  return (await subscriptionById(world.ctx, id))?.state;
}

/** Workers at once, twice. */
async function runTwice(job: () => Promise<number>): Promise<void> {
  await Promise.all([job(), job(), job()]);
  await job();
}

describe('unpaid billing period', () => {
  test('is followed to cancellation, day by day, on any number of workers', async () => {
    const id = await subscribed();
    await fail(id);
    const diary: string[] = [];
    for (let day = 0; day <= 31; day += 1) {
      await runTwice(() => processFailedCharges(world.ctx));
      diary.push(`${day} ${await stateOf(id)} ${(await notices(id)).length}`);
      days(1);
    }
    expect(
      diary.filter(
        (line, index) => line.slice(line.indexOf(' ')) !== diary[index - 1]?.slice(diary[index - 1]?.indexOf(' ')),
      ),
    ).toEqual(['0 past-due 2', '6 past-due 4', '8 suspended 6', '27 suspended 7', '30 canceled 8']);
    expect(await notices(id)).toEqual([
      'failed email waiting',
      'failed sms waiting',
      'last-days email waiting',
      'last-days sms waiting',
      'suspended email waiting',
      'suspended sms waiting',
      'ends-soon email waiting',
      'canceled email waiting',
    ]);
    const sent = world.sent.filter(({ job }) => job === 'send-subscription-notice').map(({ data }) => data['noticeId']);
    expect(new Set(sent).size).toBe(8);
    expect(sent).toHaveLength(8);
    const row = await database.db
      .selectFrom('dunnings')
      .selectAll()
      .where('subscription_id', '=', id)
      .executeTakeFirst();
    expect(row).toMatchObject({ outcome: 'canceled', started_on: '2026-03-10', suspended_on: '2026-03-18' });
    expect(await processFailedCharges(world.ctx)).toBe(0);
  });

  test('that is paid at last restores access, and a notice is sent only where access was closed', async () => {
    const [late, closed] = [await subscribed(), await subscribed()];
    await Promise.all([late, closed].map(fail));
    await processFailedCharges(world.ctx);
    const pay = (id: string): Promise<void> =>
      transaction(world.ctx.db, async (trx) => {
        await applySubscriptionEvent(trx, id, 'paid', now);
        await updatePeriod(trx, { subscriptionId: id, number: 1 }, { state: 'paid', next_try_at: null, paid_at: now });
      });
    await pay(late);
    days(9);
    await processFailedCharges(world.ctx);
    expect(await stateOf(closed)).toBe('suspended');
    await pay(closed);
    await runTwice(() => processFailedCharges(world.ctx));
    expect((await notices(late)).some((line) => line.startsWith('recovered'))).toBe(false);
    expect(await notices(closed)).toContain('recovered email waiting');
    days(60);
    await runTwice(() => processFailedCharges(world.ctx));
    expect([await stateOf(late), await stateOf(closed)]).toEqual(['active', 'active']);
  });

  test('is suspended first after weeks without a worker, and has its full time from then on', async () => {
    const id = await subscribed();
    await fail(id);
    days(50);
    await runTwice(() => processFailedCharges(world.ctx));
    expect(await stateOf(id)).toBe('suspended');
    expect(await notices(id)).toEqual(
      expect.arrayContaining(['failed email skipped', 'last-days sms skipped', 'suspended email waiting']),
    );
    days(21);
    await processFailedCharges(world.ctx);
    expect(await stateOf(id)).toBe('suspended');
    days(1);
    await processFailedCharges(world.ctx);
    expect(await stateOf(id)).toBe('canceled');
  });
});

describe('upcoming charge', () => {
  test('of a yearly plan is announced a week ahead, once; of a monthly plan it is not', async () => {
    const [year, month] = [await subscribed({ inDays: 20, months: 12 }), await subscribed({ inDays: 20, months: 1 })];
    for (let day = 0; day < 13; day += 1) {
      await runTwice(() => notifyUpcomingCharges(world.ctx));
      days(1);
    }
    expect(await notices(year)).toEqual([]);
    await runTwice(() => notifyUpcomingCharges(world.ctx));
    expect(await notices(year)).toEqual(['renewal email waiting']);
    expect(await notices(month)).toEqual([]);
    days(10);
    await runTwice(() => notifyUpcomingCharges(world.ctx));
    expect(await notices(year)).toHaveLength(1);
  });

  test('after a trial is announced, unless it is due already', async () => {
    const [ahead, late] = [
      await subscribed({ inDays: 7, state: 'trialing' }),
      await subscribed({ inDays: 7, state: 'trialing' }),
    ];
    await database.pool.query('update billing_periods set upcoming_check_at = null where subscription_id = $1', [late]);
    await notifyUpcomingCharges(world.ctx);
    days(4);
    await runTwice(() => notifyUpcomingCharges(world.ctx));
    expect(await notices(ahead)).toEqual(['first-charge email waiting']);
    await database.pool.query("update billing_periods set upcoming_check_at = '-infinity' where subscription_id = $1", [
      late,
    ]);
    days(3);
    await notifyUpcomingCharges(world.ctx);
    expect(await notices(late)).toEqual(['first-charge email skipped']);
  });

  test('of a paused subscription is announced only after it resumes', async () => {
    const id = await subscribed({ inDays: 20, months: 12 });
    await transaction(world.ctx.db, (trx) => applySubscriptionEvent(trx, id, 'paused', now));
    days(14);
    await notifyUpcomingCharges(world.ctx);
    expect(await notices(id)).toEqual([]);
    expect((await resumeSubscription(world.ctx, id)).ok).toBe(true);
    days(1);
    await notifyUpcomingCharges(world.ctx);
    expect(await notices(id)).toEqual(['renewal email waiting']);
  });
});

describe('notice', () => {
  test('is leased to one worker, and released when that fails', async () => {
    const id = await subscribed();
    await fail(id);
    await processFailedCharges(world.ctx);
    const row = await database.db
      .selectFrom('subscription_notices')
      .select('id')
      .where('subscription_id', '=', id)
      .where('channel', '=', 'email')
      .executeTakeFirstOrThrow();
    const taken = await Promise.all([1, 2, 3].map(() => acquireNotice(database.db, row.id, now)));
    expect(taken.filter((one) => one !== null)).toHaveLength(1);
    expect(taken.find((one) => one !== null)?.details).toEqual({
      graceUntil: '2026-03-17',
      cancelOn: '2026-04-09',
      needsInstrument: false,
    });
    await releaseNotice(database.db, row.id);
    expect(await acquireNotice(database.db, row.id, now)).not.toBeNull();
    await completeNotice(database.db, row.id, 'sent', now);
    await releaseNotice(database.db, row.id);
    expect(await acquireNotice(database.db, row.id, now)).toBeNull();
  });
});

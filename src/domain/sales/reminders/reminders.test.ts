import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '#src/kernel/ids/ids.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { abandonPurchase } from '#tests/support/fixtures/abandoned-purchase.server.ts';
import {
  hasAddressOptedOut,
  recordAbandonments,
  planReminders,
  optOutOfReminders,
  acquireReminder,
} from './index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query('truncate reminders, reminder_opt_outs, abandonments');
  await database.pool.query("update leads set created_at = 'epoch'");
  world = createDomainWorld(database);
  // Noon in Brazil: no phone rings at night, whenever this runs.
  world.clock.advance(new Date('2030-01-07T15:00:00Z').getTime() - world.clock.now().getTime());
});

const minute = 60_000;

/** The job that comes round, on so many workers at once. */
async function passTime(minutes = 0, workers = 1): Promise<void> {
  world.clock.advance(minutes * minute);
  const work = async () => {
    await recordAbandonments(world.ctx);
    await planReminders(world.ctx);
  };
  await Promise.all(Array.from({ length: workers }, work));
}

async function rowsOf(sessionId: string) {
  return database.db
    .selectFrom('abandonments')
    .leftJoin('reminders', 'reminders.abandonment_id', 'abandonments.id')
    .select(['abandonments.id', 'ended_by', 'step', 'channel', 'reminders.state'])
    .where('session_id', '=', sessionId)
    .orderBy('step')
    .execute();
}

const stepsOf = async (sessionId: string) => (await rowsOf(sessionId)).flatMap(({ step }) => step ?? []);

describe('buyer who left before paying', () => {
  test('is reminded by the schedule, once per step', async () => {
    const { session } = await abandonPurchase(world, { marketing: true });
    await passTime(59);
    expect(await stepsOf(session.id)).toEqual([]);
    await passTime(1);
    await passTime(0);
    expect(await stepsOf(session.id)).toEqual([0]);
    await passTime(1380);
    expect(await stepsOf(session.id)).toEqual([0, 1]);
    await passTime(2880);
    await passTime(10_000);
    expect(await rowsOf(session.id)).toMatchObject([
      { step: 0, channel: 'email', ended_by: 'done' },
      { step: 1, channel: 'sms' },
      { step: 2, channel: 'email' },
    ]);
    expect(world.sent.filter(({ job }) => job === 'send-recovery-reminder')).toHaveLength(3);
  });

  test('is reminded once, on any number of workers', async () => {
    const { session } = await abandonPurchase(world, { marketing: true });
    await passTime(61, 8);
    expect(await stepsOf(session.id)).toEqual([0]);
    expect(world.sent.filter(({ job }) => job === 'send-recovery-reminder')).toHaveLength(1);
    const [row] = await rowsOf(session.id);
    const taken = await Promise.all(Array.from({ length: 8 }, () => acquireReminder(world.ctx, row?.id ?? '', 0)));
    expect(taken.filter((one) => one !== null)).toHaveLength(1);
  });

  test('in two tabs or on two devices is reminded of one purchase', async () => {
    const first = await abandonPurchase(world, { marketing: true });
    const second = await abandonPurchase(world, { marketing: true, email: first.email.toUpperCase() });
    await passTime(61, 4);
    await passTime(0);
    const steps = [...(await stepsOf(first.session.id)), ...(await stepsOf(second.session.id))];
    expect(steps).toEqual([0]);
    await passTime(5000);
    // Back a week later, and gone again: the same purchase is not followed up twice.
    world.clock.advance(7 * 86_400_000);
    const third = await abandonPurchase(world, { marketing: true, email: first.email });
    await passTime(61);
    expect(await rowsOf(third.session.id)).toMatchObject([{ ended_by: 'already-reminded', step: null }]);
  });

  test.each([[undefined], [false]])('without marketing consent (%s) is not reminded', async (marketing) => {
    const { session } = await abandonPurchase(world, marketing === undefined ? {} : { marketing });
    await passTime(61);
    expect(await rowsOf(session.id)).toMatchObject([{ ended_by: 'not-wanted', step: null }]);
  });

  test('and paid, in any browser, is not reminded any more', async () => {
    const { session, email } = await abandonPurchase(world, { marketing: true });
    await passTime(61);
    const elsewhere = await abandonPurchase(world, { email });
    accepted(await world.pay(elsewhere.session, elsewhere.quote));
    // The one that was planned is not sent either.
    const [row] = await rowsOf(session.id);
    expect(await acquireReminder(world.ctx, row?.id ?? '', 0)).toBeNull();
    await passTime(5000);
    expect(await rowsOf(session.id)).toMatchObject([{ ended_by: 'bought', state: 'not-needed' }]);
  });

  test('and bought in another tab before is not reminded', async () => {
    const { session, quote, email } = await abandonPurchase(world, { marketing: true });
    accepted(await world.pay(session, quote));
    world.clock.advance(5 * minute);
    const other = await abandonPurchase(world, { marketing: true, email });
    await passTime(61);
    expect(await rowsOf(other.session.id)).toMatchObject([{ ended_by: 'bought', step: null }]);
  });

  test('and whose code still waits to be paid is not reminded', async () => {
    const { session, quote } = await abandonPurchase(world, { marketing: true });
    world.gateway.behavior = 'await';
    accepted(await world.pay(session, quote, { method: 'by-code' }));
    await passTime(20);
    expect(await rowsOf(session.id)).toEqual([]);
    await database.pool.query("update attempts set state = 'expired', updated_at = $1 where state = 'awaiting-buyer'", [
      world.clock.now(),
    ]);
    await passTime(59);
    expect(await stepsOf(session.id)).toEqual([]);
    await passTime(2);
    expect(await stepsOf(session.id)).toEqual([0]);
  });

  test('and opted out is not reminded until they consent again', async () => {
    const { session, email } = await abandonPurchase(world, { marketing: true });
    await passTime(61);
    const [row] = await rowsOf(session.id);
    expect(await optOutOfReminders(world.ctx, row?.id ?? '')).toBe(true);
    expect(await optOutOfReminders(world.ctx, row?.id ?? '')).toBe(true);
    expect(await acquireReminder(world.ctx, row?.id ?? '', 0)).toBeNull();
    await passTime(5000);
    expect((await rowsOf(session.id))[0]).toMatchObject({ ended_by: 'stopped' });
    world.clock.advance(40 * 86_400_000);
    const again = await abandonPurchase(world, { marketing: true, email });
    await passTime(61);
    expect(await stepsOf(again.session.id)).toEqual([0]);
    expect(await optOutOfReminders(world.ctx, 'abd_none')).toBe(false);
  });

  test('and opted out by a hash without a key is not reminded', async () => {
    const { session, lead } = await abandonPurchase(world, { marketing: true });
    const consent = { brand: session.brand, email_hash: sha256(lead.email.toLowerCase()), at: world.clock.now() };
    await database.db.insertInto('reminder_opt_outs').values(consent).execute();
    expect(await hasAddressOptedOut(world.ctx, { brand: session.brand, email: lead.email })).toBe(true);
    await passTime(61);
    expect(await rowsOf(session.id)).toMatchObject([{ ended_by: 'not-wanted', step: null }]);
  });

  test('gets one e-mail after days without a worker, and none for an old visit', async () => {
    const { session } = await abandonPurchase(world, { marketing: true });
    await passTime(2 * 1440);
    expect(await stepsOf(session.id)).toEqual([1]);
    const old = await abandonPurchase(world, { marketing: true });
    await passTime(4 * 1440);
    expect(await rowsOf(old.session.id)).toEqual([]);
  });
});

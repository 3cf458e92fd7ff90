import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { processFailedCharges } from '#src/domain/subscriptions/dunning/index.server.ts';
import { chargeDuePeriods } from '#src/domain/subscriptions/charging/index.server.ts';
import { setInstrument } from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { lastProfileOfOrder } from '#src/domain/payments/profiles/index.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { deep } from '#tests/support/depth.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { invariantViolations, readSandboxRecords } from '#tests/support/invariants/invariants.server.ts';
import { createYearLog, type YearLog } from '#tests/support/worlds/year-log.server.ts';
import { createYearSubscribers, type Subscriber } from '#tests/support/worlds/year-subscribers.server.ts';
import { openYearWorld, type YearWorld } from '#tests/support/worlds/year-world.server.ts';

const month = { brand: 'conquer', variant: null, productCode: 'conquer', planId: 'conquer-monthly-t' } as const;

let database: TestDatabase;
let world: YearWorld;
let diary: YearLog;
let ana: Subscriber;
beforeEach(async () => {
  database = await createTestDatabase();
  world = await openYearWorld(database, '2028-01-31');
  diary = createYearLog(database.pool);
  ana = await createYearSubscribers(world, database.pool).buyByCard({ ...month, name: 'Ana' });
}, 60_000);
afterEach(async () => {
  const book = await readSandboxRecords(world.sandboxWorld.world.origin);
  const broken = await invariantViolations(database.pool, book, { now: world.ctx.clock.now() });
  await world.close();
  await database.close();
  if (broken.length > 0) throw new Error(broken.join('\n'));
});

/** How often the acquirer was asked for money, and how often it gave some. */
async function asked(): Promise<{ readonly asked: number; readonly given: number }> {
  const { charges } = await readSandboxRecords(world.sandboxWorld.world.origin);
  return { asked: charges.length, given: charges.filter(({ status }) => status === 'captured').length };
}

describe('a plan that was ended at the bank', () => {
  test('ends here the same day: nothing is retried, access is closed, and one e-mail says why', async () => {
    await world.until('2028-02-28');
    await world.banksRefuse('R1');
    await world.until('2028-03-20');
    expect(await diary.history(ana.id)).toEqual(['2028-02-29 charge-failed', '2028-02-29 canceled']);
    expect(await diary.notices(ana.id)).toEqual(['2028-02-29 canceled email']);
    expect(await diary.access(ana.orderId)).toBe('closed');
    const { messages } = await world.inbox(ana.email);
    expect(messages.find(({ subject }) => subject.includes('encerrada'))?.text).toContain('o seu banco nos avisou');
    expect(await asked()).toEqual({ asked: 2, given: 1 });
  });
});

describe('a retry', () => {
  test('is made once, however many workers and buyers want it at the same moment', async () => {
    await world.until('2028-02-28');
    await world.banksRefuse('51');
    await world.until('2028-02-29');
    await world.banksRefuse(null);
    expect(await asked()).toEqual({ asked: 2, given: 1 });
    const { ctx } = world;
    await world.sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 86_400 });
    await Promise.all([1, 2, 3, 4, 5, 6].map((turn) => (turn % 2 ? chargeDuePeriods(ctx) : processFailedCharges(ctx))));
    await world.settle();
    expect(await diary.stateOf(ana.id)).toBe('active');
    expect(await asked()).toEqual({ asked: 3, given: 2 });
  });

  test('comes by itself when the buyer saved an instrument and the process died', async () => {
    await world.until('2028-02-28');
    await world.banksRefuse('14');
    await world.until('2028-03-04');
    await world.banksRefuse(null);
    expect(await asked()).toEqual({ asked: 2, given: 1 });
    const profileId = await lastProfileOfOrder(world.ctx.db, ana.orderId);
    // A means of another number, as far as the schemes know: the old tries are not its own.
    await database.pool.query("update card_attempts set instrument_key = 'another card'");
    accepted(await setInstrument(world.ctx, ana.id, { kind: 'profile', profileId: profileId ?? '', installments: 1 }));
    await world.sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 120 });
    await world.settle();
    expect(await diary.stateOf(ana.id)).toBe('active');
    expect(await diary.dueDays(ana.id)).toEqual(['2028-01-31 paid', '2028-02-29 paid', '2028-03-31 due']);
  });
});

describe('a product whose clock stood still', () => {
  test('suspends before it cancels, and sends one e-mail', deep, async () => {
    await world.until('2028-02-28');
    await world.banksRefuse('51');
    await world.until('2028-02-29');
    await world.sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 60 * 86_400 });
    await world.settle();
    expect(await diary.stateOf(ana.id)).toBe('suspended');
    expect(await diary.notices(ana.id)).toEqual([
      '2028-02-29 failed email',
      '2028-02-29 failed sms',
      '2028-04-29 suspended email',
      '2028-04-29 suspended sms',
    ]);
    await world.until('2028-05-21');
    expect(await diary.history(ana.id)).toContain('2028-05-21 canceled');
    expect((await asked()).asked).toBeLessThanOrEqual(6);
  });
});

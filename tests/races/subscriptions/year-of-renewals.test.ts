/** @module-tag deep */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cancelSubscription } from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { addMonths, type LocalDate } from '#src/kernel/time/local-date.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { invariantViolations, readSandboxRecords } from '#tests/support/invariants/invariants.server.ts';
import { createYearLog, type YearLog } from '#tests/support/worlds/year-log.server.ts';
import { createYearSubscribers, type YearSubscribers } from '#tests/support/worlds/year-subscribers.server.ts';
import { openYearWorld, type YearWorld } from '#tests/support/worlds/year-world.server.ts';

/** A leap year, begun on the last day of January. */
const start = '2028-01-31';

const month = { brand: 'conquer', variant: null, productCode: 'conquer', planId: 'conquer-monthly-t' } as const;
const year = { ...month, planId: 'conquer-annual-t' } as const;
const trial = {
  ...{ brand: 'wise-up', variant: 'live', productCode: 'wise-up-live', planId: 'live-annual-t' },
  link: { startsFree: 'yes' },
} as const;

let database: TestDatabase;
let world: YearWorld;
let people: YearSubscribers;
let diary: YearLog;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await openYearWorld(database, start);
  people = createYearSubscribers(world, database.pool);
  diary = createYearLog(database.pool);
}, 60_000);
afterAll(async () => {
  await world.close();
  await database.close();
});

/** The text of the letter to an address whose subject says so. */
async function emailOf(to: string, subject: string): Promise<string> {
  const { messages } = await world.inbox(to);
  return messages.find((one) => one.subject.includes(subject))?.text ?? '';
}

/** A day of so many months from one on; a month without it has its last day. */
function monthly(first: LocalDate, count: number): LocalDate[] {
  return Array.from({ length: count }, (_one, index) => addMonths(first, index));
}

const paidOn = (days: readonly string[]): string[] => days.map((day) => `${day} paid`);

describe('a year of subscriptions, and three weeks', () => {
  test('is charged, announced and followed to the day', { timeout: 115_000 }, async () => {
    const maria = await people.buyByCard({ ...month, name: 'Maria' });
    await world.until('2028-02-10');
    const carla = await people.buyByCard({ ...month, name: 'Carla' });
    await world.until('2028-02-15');
    const diego = await people.buyByCard({ ...year, name: 'Diego' }, 12);
    await world.until('2028-02-20');
    const elisa = await people.buyByCard({ ...trial, name: 'Elisa' }, 1, {
      trial: { label: 'payment.trial', text: 'Os primeiros três meses são grátis.' },
    });
    expect(await diary.stateOf(elisa.id)).toBe('trialing');
    await world.until('2028-02-21');
    const bruno = await people.buyByCard({ ...month, name: 'Bruno' });
    await world.until('2028-02-25');
    const fabio = await people.buyByCode({ ...month, name: 'Fabio' }, true);
    await world.until('2028-03-01');
    const gabi = await people.buyByCode({ ...month, name: 'Gabi' }, false);

    // Gabi leaves her bill lie until the door is closed, and pays it then; the next one she pays ahead, and ends there.
    await world.until('2028-04-12');
    expect(await diary.stateOf(gabi.id)).toBe('suspended');
    expect(await diary.access(gabi.orderId)).toBe('closed');
    await people.payBill(gabi.id);
    expect(await diary.stateOf(gabi.id)).toBe('active');
    expect(await diary.access(gabi.orderId)).toBe('active');

    // Maria's bank has no money for her in April, and has it on the third day of trying.
    await world.until('2028-04-29');
    await world.banksRefuse('51');
    await world.until('2028-05-01');
    expect(await diary.stateOf(maria.id)).toBe('past-due');
    expect(await diary.access(maria.orderId)).toBe('active');
    await world.banksRefuse(null);
    await world.until('2028-05-06');
    await people.payBill(gabi.id);
    await world.until('2028-05-20');
    accepted(await cancelSubscription(world.ctx, gabi.id, { when: 'period-end', reason: 'buyer' }));

    // Bruno's bank never has any, and Bruno never answers.
    await world.until('2028-06-20');
    await world.banksRefuse('51');
    await world.until('2028-06-28');
    await world.banksRefuse(null);

    // Carla's card is refused for good: nobody tries it again; she gives another one two days later.
    await world.until('2028-08-09');
    await world.banksRefuse('14');
    await world.until('2028-08-10');
    await world.banksRefuse(null);
    await world.until('2028-08-12');
    expect(await diary.stateOf(carla.id)).toBe('past-due');
    expect(await people.giveNewCard(carla)).toBe('paid');
    expect(await diary.stateOf(carla.id)).toBe('active');

    await world.until('2029-02-20');

    // Month ends clamp and come back: the leap day, the thirtieth, the thirty-first.
    expect(await diary.dueDays(maria.id)).toEqual([...paidOn(monthly(start, 13)), '2029-02-28 due']);
    expect(await diary.history(maria.id)).toEqual([
      ...paidOn(['2028-02-29', '2028-03-31']),
      ...['2028-04-30 charge-failed', '2028-05-01 charge-failed', '2028-05-03 paid'],
      ...paidOn(monthly('2028-05-31', 9)),
    ]);
    expect(await diary.notices(maria.id)).toEqual(['2028-04-30 failed email', '2028-04-30 failed sms']);

    expect(await diary.dueDays(carla.id)).toEqual([...paidOn(monthly('2028-02-10', 13)), '2029-03-10 due']);
    expect(await diary.history(carla.id)).toEqual([
      ...paidOn(monthly('2028-03-10', 5)),
      ...['2028-08-10 charge-failed', '2028-08-12 paid'],
      ...paidOn(monthly('2028-09-10', 6)),
    ]);
    expect(await diary.notices(carla.id)).toEqual(['2028-08-10 failed email', '2028-08-10 failed sms']);
    expect(await emailOf(carla.email, 'não foi aprovado')).toContain('não pode mais ser usado');
    expect(await emailOf(maria.email, 'não foi aprovado')).toContain('Vamos tentar de novo em 01/05/2028');

    expect(await diary.stateOf(bruno.id)).toBe('canceled');
    expect(await diary.access(bruno.orderId)).toBe('closed');
    expect(await diary.dueDays(bruno.id)).toEqual([...paidOn(monthly('2028-02-21', 4)), '2028-06-21 waived']);
    expect(await diary.history(bruno.id)).toEqual([
      ...paidOn(monthly('2028-03-21', 3)),
      ...['21', '22', '24', '26', '28'].map((day) => `2028-06-${day} charge-failed`),
      ...['2028-06-29 suspended', '2028-07-21 canceled'],
    ]);
    expect(await diary.notices(bruno.id)).toEqual([
      ...['2028-06-21 failed email', '2028-06-21 failed sms', '2028-06-25 again email'],
      ...['2028-06-27 last-days email', '2028-06-27 last-days sms'],
      ...['2028-06-29 suspended email', '2028-06-29 suspended sms'],
      ...['2028-07-06 still-time email', '2028-07-18 ends-soon email', '2028-07-21 canceled email'],
    ]);
    expect((await world.inbox(bruno.phone)).sms).toHaveLength(3);
    expect(await diary.tries(bruno.id)).toEqual([1, 1, 1, 5]);

    expect(await diary.history(diego.id)).toEqual(['2029-02-15 paid']);
    expect(await diary.notices(diego.id)).toEqual(['2029-01-16 renewal-early email', '2029-02-08 renewal email']);
    expect(await diary.dueDays(diego.id)).toEqual([...paidOn(['2028-02-15', '2029-02-15']), '2030-02-15 due']);

    expect(await diary.history(elisa.id)).toEqual(['2028-05-20 paid']);
    expect(await diary.notices(elisa.id)).toEqual(['2028-05-17 first-charge email']);
    expect(await emailOf(elisa.email, 'período grátis')).toContain('20/05/2028');
    expect(await diary.dueDays(elisa.id)).toEqual(['2028-05-20 paid', '2029-05-20 due']);

    // The bank moves days off weekends and holidays; the calendar of the subscription stays.
    expect(await diary.history(fabio.id)).toEqual([
      ...paidOn(['2028-03-27', '2028-04-25', '2028-05-25', '2028-06-26', '2028-07-25', '2028-08-25']),
      ...paidOn(['2028-09-25', '2028-10-25', '2028-11-27', '2028-12-26', '2029-01-25']),
    ]);
    expect(await diary.dueDays(fabio.id)).toEqual([...paidOn(monthly('2028-02-25', 12)), '2029-02-25 charging']);
    expect(await diary.notices(fabio.id)).toEqual([]);

    expect(await diary.stateOf(gabi.id)).toBe('canceled');
    expect(await diary.history(gabi.id)).toEqual([
      ...[
        '2028-04-02 charge-failed',
        '2028-04-10 suspended',
        '2028-04-12 paid',
        '2028-05-06 paid',
        '2028-06-12 canceled',
      ],
    ]);
    expect(await diary.notices(gabi.id)).toEqual([
      ...['2028-04-02 failed email', '2028-04-02 failed sms', '2028-04-06 again email'],
      ...['2028-04-08 last-days email', '2028-04-08 last-days sms'],
      ...['2028-04-10 suspended email', '2028-04-10 suspended sms', '2028-04-12 recovered email'],
    ]);
    expect(await diary.dueDays(gabi.id)).toEqual([
      ...paidOn(['2028-03-01', '2028-04-01', '2028-05-12']),
      '2028-06-12 waived',
    ]);

    await expectBooksToAgree();
  });
});

/** As much money moved outside as terms were paid: each once. */
async function expectBooksToAgree(): Promise<void> {
  const book = await readSandboxRecords(world.sandboxWorld.world.origin);
  const captured = book.movements.filter(({ kind }) => kind === 'capture');
  const { rows } = await database.pool.query<{ terms: string; money: string }>(
    `select count(*) as terms, sum(o.total) as money from billing_periods p join orders o on o.id = p.order_id
     where p.state = 'paid'`,
  );
  expect(captured).toHaveLength(Number(rows[0]?.terms));
  expect(captured.reduce((sum, { amount }) => sum + amount, 0)).toBe(Number(rows[0]?.money));
  expect(book.movements).toHaveLength(captured.length);
  expect(await invariantViolations(database.pool, book, { now: world.ctx.clock.now() })).toEqual([]);
}

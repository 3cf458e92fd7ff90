import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type LocalDate, localDateOf, requireLocalDate } from '#src/kernel/time/local-date.ts';
import { marketZone } from '#src/kernel/time/zones.ts';
import type { DunningSchedule } from '../../catalog/brand-data/dunning.types.ts';
import { dunningDays, type DunningActions, decideDunningActions } from './decide-dunning-actions.ts';
import { instantOf } from './next-retry.ts';

const zone = marketZone('BR');
const schedule: DunningSchedule = {
  retryDays: [1, 3, 5, 7],
  retryHour: 6,
  graceDays: 7,
  suspendDay: 8,
  cancelDay: 30,
  smsHours: { from: 9, to: 20 },
  reminders: [
    { kind: 'failed', day: 0, by: ['email', 'sms'] },
    { kind: 'again', day: 3, by: ['email'] },
    { kind: 'last-days', day: 6, by: ['email', 'sms'] },
    { kind: 'suspended', day: 8, by: ['email', 'sms'] },
    { kind: 'still-time', day: 15, by: ['email'] },
    { kind: 'ends-soon', day: 27, by: ['email'] },
  ],
  beforeFirstCharge: [],
  beforeRenewal: [],
};

/** A dunning case that carries out its actions, and its events by day after the first failure. */
function follow(startedOn: LocalDate, hours: readonly number[]) {
  const start = instantOf(startedOn, 8, zone);
  const done = new Set<string>();
  const diary: string[] = [];
  let suspendedOn: LocalDate | null = null;
  let last: DunningActions | null = null;
  for (const hour of hours) {
    const now = new Date(start.getTime() + hour * 3_600_000);
    const today = localDateOf(now, zone);
    const note = (text: string): void => void diary.push(`${today} ${text}`);
    for (let round = 0; round < 5; round += 1) {
      last = decideDunningActions(
        schedule,
        { startedOn, suspendedOn, isDone: (kind, by) => done.has(`${kind} ${by}`) },
        now,
        zone,
      );
      for (const one of [...last.notify, ...last.skip]) done.add(`${one.kind} ${one.channel}`);
      for (const { kind, channel } of last.notify) note(`${kind} ${channel}`);
      if (last.suspend) {
        suspendedOn = today;
        note('suspend');
      }
      if (last.cancel) {
        note('cancel');
        return { diary, last, done };
      }
    }
  }
  return { diary, last, done };
}

const hourly = (count: number): number[] => Array.from({ length: count }, (_one, index) => index);

describe('dunning of a failed charge', () => {
  test('follows the schedule day by day', () => {
    expect(follow('2026-01-31', hourly(24 * 31)).diary).toEqual([
      '2026-01-31 failed email',
      '2026-01-31 failed sms',
      '2026-02-03 again email',
      '2026-02-06 last-days email',
      '2026-02-06 last-days sms',
      '2026-02-08 suspend',
      '2026-02-08 suspended email',
      '2026-02-08 suspended sms',
      '2026-02-15 still-time email',
      '2026-02-27 ends-soon email',
      '2026-03-02 cancel',
    ]);
  });

  test('sends no text message at night', () => {
    const told = follow('2026-01-31', [15, 24, 25]);
    expect(told.diary).toEqual(['2026-01-31 failed email', '2026-02-01 failed sms']);
  });

  test('sends one e-mail after days without a worker, and leaves the full time after access was closed', () => {
    const { diary, done } = follow('2026-01-31', [24 * 20 + 2, 24 * 21, 24 * 39, 24 * 41, 24 * 42]);
    expect(diary).toEqual([
      '2026-02-20 suspend',
      '2026-02-20 suspended email',
      '2026-02-20 suspended sms',
      '2026-03-11 ends-soon email',
      '2026-03-14 cancel',
    ]);
    expect(done).toContain('failed sms');
    expect(done).toContain('still-time email');
  });

  test('has the days that the e-mails name', () => {
    expect(dunningDays(schedule, { startedOn: '2026-01-31', suspendedOn: null })).toEqual({
      graceUntil: '2026-02-07',
      suspendOn: '2026-02-08',
      cancelOn: '2026-03-02',
    });
    expect(dunningDays(schedule, { startedOn: '2026-01-31', suspendedOn: '2026-02-20' }).cancelOn).toBe('2026-03-14');
  });

  test('is the same however often it is checked, as long as it is checked when due', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 700 }),
        fc.array(fc.integer({ min: 0, max: 24 * 31 }), { maxLength: 40 }),
        (shift, extra) => {
          const day = addDays('2026-01-01', shift);
          const asked = new Set<number>();
          const start = instantOf(day, 8, zone).getTime();
          // The hours at which a look is asked for, found by following them.
          for (let hour: number | null = 0; hour !== null && asked.size < 60;) {
            asked.add(hour);
            const { last }: ReturnType<typeof follow> = follow(
              day,
              [...asked].toSorted((a, b) => a - b),
            );
            hour = last?.nextCheckAt ? Math.ceil((last.nextCheckAt.getTime() - start) / 3_600_000) : null;
          }
          const few = follow(
            day,
            [...asked].toSorted((a, b) => a - b),
          ).diary;
          const many = follow(
            day,
            [...new Set([...asked, ...extra])].toSorted((a, b) => a - b),
          ).diary;
          expect(many).toEqual(few);
          expect(few.at(-1)).toContain('cancel');
        },
      ),
      { numRuns: 5 },
    );
  });

  test('sends each notice once per channel, whenever it is checked', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 24 * 90 }), { minLength: 1, maxLength: 60 }), (hours) => {
        const { diary } = follow(
          '2026-01-31',
          hours.toSorted((a, b) => a - b),
        );
        const told = diary.map((line) => line.slice(11));
        expect(new Set(told).size).toBe(told.length);
        // Nobody is canceled who was not suspended, and not sooner after it than the schedule says.
        const dayOf = (what: string): LocalDate | null => {
          const line = diary.find((one) => one.slice(11) === what);
          return line === undefined ? null : requireLocalDate(line.slice(0, 10));
        };
        const [suspended, canceled] = [dayOf('suspend'), dayOf('cancel')];
        expect(canceled === null || (suspended !== null && addDays(suspended, 22) <= canceled)).toBe(true);
      }),
    );
  });
});

import { describe, expect, test } from 'vitest';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { ok } from '#src/kernel/result/result.ts';
import type { BrandProblem } from '../files/brand-problem.ts';
import type { BrandFolder } from '../files/brand-folder.server.ts';
import type { JsonTree } from '../files/merge-patch.ts';
import { buildDunning } from './build-dunning.server.ts';

const { brands } = readBrandParts();
const base: JsonTree = {
  retryDays: [1, 3, 5, 7],
  retryHour: 6,
  graceDays: 7,
  suspendDay: 8,
  cancelDay: 30,
  smsHours: { from: 9, to: 20 },
  reminders: {
    failed: { day: 0, by: ['email', 'sms'] },
    'last-days': { day: 6, by: ['email'] },
    'ends-soon': { day: 27, by: ['email'] },
  },
  beforeFirstCharge: { 'first-charge': { days: 3, by: ['email'] } },
  beforeRenewal: { renewal: { days: 7, fromMonths: 6, by: ['email'] } },
};

function folder(path: string, files: Readonly<Record<string, JsonTree>>): BrandFolder {
  return {
    path,
    files: new Map(Object.entries(files)),
    images: new Map(),
    media: new Set(),
    texts: new Map(),
    terms: new Map(),
  };
}

function build(own: JsonTree) {
  const problems: BrandProblem[] = [];
  const schedule = buildDunning(
    folder('_fallback', { 'dunning.json': base }),
    [folder('school', { 'dunning.json': own })],
    (problem) => problems.push(problem),
  );
  return { schedule, problems: problems.map(({ file, key, message }) => `${file} ${key} ${message}`) };
}

describe('a brand’s dunning', () => {
  test('is the base’s, with what the brand says otherwise', () => {
    const { schedule, problems } = build({
      retryDays: [2],
      reminders: { 'last-days': null, failed: { by: ['email'] } },
      beforeFirstCharge: { 'first-charge': { days: 5 } },
    });
    expect(problems).toEqual([]);
    expect(accepted(ok(schedule))).toMatchObject({
      retryDays: [2],
      cancelDay: 30,
      reminders: [
        { kind: 'failed', day: 0, by: ['email'] },
        { kind: 'ends-soon', day: 27, by: ['email'] },
      ],
      beforeFirstCharge: [{ kind: 'first-charge', days: 5, fromMonths: 1, by: ['email'] }],
    });
  });

  test.each<[string, JsonTree]>([
    ['school/dunning.json retryDays is not in order, or has a day twice', { retryDays: [3, 1] }],
    ['school/dunning.json retryDays has a day after the subscription has ended', { retryDays: [9], cancelDay: 9 }],
    ['school/dunning.json suspendDay lies in the days of grace', { suspendDay: 7 }],
    ['school/dunning.json cancelDay is not after suspendDay', { suspendDay: 30, cancelDay: 30 }],
    ['school/dunning.json smsHours ends before it begins', { smsHours: { from: 21 } }],
    ['school/dunning.json reminders.last-days.day is not between 1 and 7', { reminders: { 'last-days': { day: 8 } } }],
    [
      'school/dunning.json reminders.ends-soon.day is not between 9 and 29',
      { reminders: { 'ends-soon': { day: 30 } } },
    ],
    ['school/dunning.json reminders.failed.by names a way twice', { reminders: { failed: { by: ['sms', 'sms'] } } }],
    ['school/dunning.json pigeons is not a known key', { pigeons: true }],
  ])('%s', (message, own) => {
    expect(build(own).problems).toContain(message);
  });

  test.each(brands.brands.map((brand) => [brand.id, brand] as const))('of %s keeps its word', (_id, { dunning }) => {
    expect(dunning.graceDays).toBeLessThan(dunning.suspendDay);
    expect(dunning.reminders.map(({ kind }) => kind)).toContain('suspended');
    expect(dunning.beforeFirstCharge.length).toBeGreaterThan(0);
    expect(dunning.retryDays.length).toBeLessThanOrEqual(4);
  });
});

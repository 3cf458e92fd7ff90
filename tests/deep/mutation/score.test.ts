import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Equivalent, equivalents } from './equivalent-mutants.ts';
import { groupNamed, groupNames, groups, testsOf } from './groups.ts';
import { type Mutant, scoreOf } from './score.ts';

const root = path.resolve(import.meta.dirname, '../../..');

function mutant(status: string, replacement = 'false'): Mutant {
  const at = { file: 'a.ts', line: 1, column: 1, source: 'return x > 0;', original: 'x > 0' };
  return { ...at, mutator: 'ConditionalExpression', replacement, status };
}

describe('the score', () => {
  test('is what was killed of all that could be tried, those without a test included', () => {
    const statuses = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'RuntimeError'];
    const score = scoreOf(
      statuses.map((status) => mutant(status)),
      [],
    );
    expect(score).toMatchObject({ mutants: 4, killed: 2, byTime: 1, percent: 50, unloadable: 1, equivalent: 0 });
    expect(score.survivors.map(({ status }) => status)).toEqual(['Survived', 'NoCoverage']);
    expect(scoreOf([], []).percent).toBe(0);
  });

  test('is not raised by an explanation, which must be of something that survives', () => {
    const why = { file: 'a.ts', source: 'return x > 0;', original: 'x > 0', why: 'for the test' };
    const explained = [
      { ...why, replacement: 'x >= 0' },
      { ...why, replacement: 'false' },
      { ...why, source: 'return x > 0 && y;', replacement: 'x >= 0' },
    ];
    const score = scoreOf([mutant('Killed'), mutant('Survived', 'x >= 0')], explained);
    expect(score).toMatchObject({ percent: 50, equivalent: 1, survivors: [], stale: explained.slice(1) });
  });
});

describe('the groups', () => {
  test('name files that are there', () => {
    const named = groupNames.flatMap((name) => [...groups[name].mutate, ...groups[name].tests]);
    expect(named.filter((file) => !file.includes('*') && !existsSync(path.join(root, file)))).toEqual([]);
  });

  test('are judged by tests of npm test alone: no deep one helps', () => {
    const tests = groupNames.flatMap((name) => groups[name].tests).filter((file) => !file.includes('*'));
    const isDeep = (file: string) =>
      /@module-tag deep|tags: \['deep'\]|\bdeep[,)]/.test(readFileSync(path.join(root, file), 'utf8'));
    expect(tests.filter(isDeep)).toEqual([]);
  });

  test('are four, and no other is taken', () => {
    expect(() => groupNamed('all')).toThrow('No group is called "all"');
    expect(groupNamed('money').bar).toBe(97.5);
    expect(groupNames.map((name) => groups[name].judgingTests !== undefined)).toEqual([false, false, false, true]);
  });

  test('have each file judged by its own tests where they need a database, by all of the group’s elsewhere', () => {
    const file = 'src/domain/payments/booking/record-dispute-win.server.ts';
    expect(testsOf(groups.writes, file)).toContain('src/domain/payments/booking/record-dispute-win.test.ts');
    expect(testsOf(groups.writes, file).length).toBeLessThan(groups.writes.tests.length);
    expect(testsOf(groups.money, 'src/kernel/money/tax.ts')).toEqual(groups.money.tests);
    expect(testsOf(groups.payments, undefined)).toEqual(groups.payments.tests);
  });

  test('have no file twice: a figure is of its code once', () => {
    const all = groupNames.flatMap((name) => groups[name].mutate);
    expect(all.filter((file, index) => all.indexOf(file) !== index)).toEqual([]);
  });

  test('have explanations of code that is there', () => {
    const lines = (file: string): string[] => readFileSync(path.join(root, file), 'utf8').split(/\s*\n\s*/);
    const isThere = ({ file, source, original }: Equivalent) =>
      lines(file).includes(source) && source.includes(original);
    expect(equivalents.filter((one) => !isThere(one))).toEqual([]);
  });
});

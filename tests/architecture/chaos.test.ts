import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bugs } from '#tests/chaos/bug-list.ts';
import { namedPlaces, timeSteps } from '#tests/chaos/crash-points.ts';
import { withBug } from '#tests/chaos/planted-bugs.ts';
import { promiseNames } from '#tests/chaos/report.ts';
import { fullScheduleOf, scheduleOf, strikeKinds } from '#tests/chaos/schedule.ts';
import { i1Withdrawn } from '#tests/chaos/told-invariants.ts';

const root = path.resolve(import.meta.dirname, '../..');

describe('the chaos', () => {
  test('strikes the same for the same seed, another way for another, and with everything it has', () => {
    expect(scheduleOf(7, 600)).toEqual(scheduleOf(7, 600));
    expect(scheduleOf(8, 600)).not.toEqual(scheduleOf(7, 600));
    expect(new Set(scheduleOf(7, 3_600).map(({ kind }) => kind))).toEqual(new Set(strikeKinds));
  });

  test('strikes the least dose of a release in a full run, at every place that buyers pass', () => {
    const faults = fullScheduleOf(7);
    const struck = (kind: string): number => faults.filter((fault) => fault.kind === kind).length;
    expect(faults).toEqual(fullScheduleOf(7));
    expect(struck('kill')).toBeGreaterThanOrEqual(2_000);
    expect(struck('database-restart')).toBeGreaterThanOrEqual(200);
    expect(struck('network')).toBeGreaterThanOrEqual(300);
    const places = new Set(faults.flatMap((fault) => (fault.kind === 'crash-point' ? [fault.point] : [])));
    const late = timeSteps.flatMap((step) => step.places);
    expect([...places, ...late].toSorted()).toEqual(namedPlaces.toSorted());
  });

  test('sees who was told that a purchase is gone back on although it is not, or whose money is kept', () => {
    const told = ['a', 'b', 'c'].map((orderId) => ({ type: 'withdrawn' as const, buyer: orderId, orderId }));
    const broken = i1Withdrawn(told, [
      { id: 'a', isWithdrawn: true, kept: 0n },
      { id: 'b', isWithdrawn: true, kept: 5n },
      { id: 'c', isWithdrawn: false, kept: 0n },
    ]);
    expect(broken).toEqual(['I1: of b, which was gone back on, 5 is kept', 'I1: c was told gone back on and is not']);
  });

  test('knows every named place of the code, and none that is not there', () => {
    const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' });
    const named = files
      .filter((file) => file.endsWith('.server.ts'))
      .flatMap((file) => [...readFileSync(path.join(root, 'src', file), 'utf8').matchAll(/crashPoint\('([\w-]+)'\)/g)])
      .map(([, name = '']) => name);
    expect(namedPlaces.toSorted()).toEqual([...new Set(named)].toSorted());
  });

  test('has a bug for every promise, whose places are where they were', () => {
    expect(bugs.map(({ name }) => name)).toEqual(promiseNames);
    for (const bug of bugs)
      for (const file of new Set(bug.patches.map((patch) => patch.file))) {
        const text = readFileSync(path.join(root, file), 'utf8');
        expect(withBug(text, file, bug)).not.toBe(text);
      }
  });
});

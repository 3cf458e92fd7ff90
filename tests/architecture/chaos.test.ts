import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bugs } from '#tests/chaos/bug-list.ts';
import { appPoints, workerPoints } from '#tests/chaos/crash-points.ts';
import { withBug } from '#tests/chaos/planted-bugs.ts';
import { promiseNames } from '#tests/chaos/report.ts';
import { scheduleOf, strikeKinds } from '#tests/chaos/schedule.ts';

const root = path.resolve(import.meta.dirname, '../..');

describe('the chaos', () => {
  test('strikes the same for the same seed, another way for another, and with everything it has', () => {
    expect(scheduleOf(7, 600)).toEqual(scheduleOf(7, 600));
    expect(scheduleOf(8, 600)).not.toEqual(scheduleOf(7, 600));
    expect(new Set(scheduleOf(7, 3_600).map(({ kind }) => kind))).toEqual(new Set(strikeKinds));
  });

  test('knows every named place of the code, and none that is not there', () => {
    const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' });
    const named = files
      .filter((file) => file.endsWith('.server.ts'))
      .flatMap((file) => [...readFileSync(path.join(root, 'src', file), 'utf8').matchAll(/crashPoint\('([\w-]+)'\)/g)])
      .map(([, name = '']) => name);
    expect([...new Set([...appPoints, ...workerPoints])].toSorted()).toEqual([...new Set(named)].toSorted());
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
